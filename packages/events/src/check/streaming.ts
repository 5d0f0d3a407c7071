/** Output that is not streamed comes whole and says so once; with `stream: false`, nothing streams. */
import type { AgentEvent, EventOf, StreamCapability } from '../events.ts';
import { categoryOf } from '../guards.ts';
import type { CheckState, Watch } from './check-state.ts';
import type { Rule } from './rules.ts';

export function watchStreaming(state: CheckState): Watch {
  const { report, options } = state;
  const isBuffered = options.streamFalse === true;
  const seen = new Set<StreamCapability>();
  const fallen = new Set<StreamCapability>();
  const deltas = { text: new Map<string | undefined, number>(), thinking: new Map<string | undefined, number>() };
  const watchOrder = createOrderWatch(state);

  const wholeRule = (capability: StreamCapability): Rule | undefined =>
    isBuffered ? 'M-40' : fallen.has(capability) ? 'M-38' : undefined;
  const countDelta = (capability: 'text' | 'thinking', { lane, type }: AgentEvent): void => {
    const count = (deltas[capability].get(lane) ?? 0) + 1;
    deltas[capability].set(lane, count);
    const rule = wholeRule(capability);
    if (rule !== undefined && count === 2) {
      report(rule, `a second ${type} in a block that does not stream`);
    }
  };
  const fallBack = ({ capability }: EventOf<'stream_fallback'>): void => {
    if (isBuffered) {
      report('M-40', 'stream_fallback with stream false');
    } else if (fallen.has(capability)) {
      report('M-38', `a second stream_fallback for ${capability}`);
    } else if (seen.has(capability)) {
      report('M-38', `stream_fallback for ${capability} after its first output`);
    }
    fallen.add(capability);
  };

  return (event) => {
    if (isBuffered) {
      watchOrder(event);
    }
    switch (event.type) {
      case 'stream_fallback':
        return fallBack(event);
      case 'message_start':
      case 'thinking_start': {
        const capability = event.type === 'message_start' ? 'text' : 'thinking';
        seen.add(capability);
        deltas[capability].delete(event.lane);
        return;
      }
      case 'text_delta':
        return countDelta('text', event);
      case 'thinking_delta':
        return countDelta('thinking', event);
      case 'tool_call_start':
        seen.add('tool_calls');
        return;
      case 'tool_input_delta':
        if (isBuffered) {
          report('M-40', 'tool_input_delta with stream false');
        } else if (fallen.has('tool_calls')) {
          report('M-22', 'tool_input_delta after stream_fallback for tool_calls');
        }
        return;
      default:
    }
  };
}

/** Checks that on the main lane the tools of a step (of a turn, where there are no steps) come after its text. */
function createOrderWatch({ report }: CheckState): Watch {
  let hasTools = false;
  return ({ type, lane }) => {
    const category = categoryOf(type);
    if (category === 'turn') {
      hasTools = false;
    }
    if (lane !== undefined) {
      return;
    }
    if (category === 'tool' || category === 'mcp') {
      hasTools = true;
    } else if (hasTools && type === 'message_start') {
      report('M-40', 'a message after the tools of its step');
    }
  };
}
