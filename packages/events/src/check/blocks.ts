/** Messages and thinking blocks, each lane by itself. */
import type { AgentEvent } from '../events.ts';
import type { CheckState, Watch } from './check-state.ts';
import { type Concatenation, concatenate } from './concatenation.ts';
import type { Rule } from './rules.ts';

type Kind = 'message' | 'thinking';
const RULE = { message: 'M-19', thinking: 'M-20' } as const satisfies Record<Kind, Rule>;

export function watchBlocks({ report, open, options, progress }: CheckState): Watch {
  const texts = { message: new Map<string, Concatenation>(), thinking: new Map<string, Concatenation>() };

  const start = (kind: Kind, { lane, type }: AgentEvent): void => {
    const id = lane ?? '';
    const other = kind === 'message' ? 'thinking' : 'message';
    if (open.get(kind, id) !== undefined) {
      report(RULE[kind], `${type} while a ${kind} block is open`);
    }
    if (open.get(other, id) !== undefined) {
      report('M-20', `${type} while a ${other} block is open`);
    }
    texts[kind].set(id, concatenate('', options.maxTextBytes));
    open.add({ kind, id, lane, rule: RULE[kind] });
  };
  const grow = (kind: Kind, event: AgentEvent, { delta, claimed }: { delta: string; claimed: unknown }): void => {
    const id = event.lane ?? '';
    const text = texts[kind].get(id);
    if (open.get(kind, id) === undefined || text === undefined) {
      report(RULE[kind], `${event.type} without a start`);
      return;
    }
    text.add(delta);
    if (progress.redacted !== 'no') {
      text.spoil();
    }
    if (typeof claimed === 'string' && !text.agrees(claimed)) {
      report(RULE[kind], `${event.type}: accumulated is not the deltas so far`);
    }
  };
  const stop = (kind: Kind, { lane, type }: AgentEvent, claimed: string): void => {
    const id = lane ?? '';
    const text = texts[kind].get(id);
    if (open.get(kind, id) === undefined || text === undefined) {
      report(RULE[kind], `${type} without a start`);
      return;
    }
    if (progress.redacted !== 'no') {
      text.spoil();
    }
    if (text.length === 0) {
      report(RULE[kind], `${type} without a delta`);
    } else if (!text.equals(claimed)) {
      report(RULE[kind], `${type}: its text is not that of the deltas`);
    }
    open.remove(kind, id);
    texts[kind].delete(id);
  };

  return (event) => {
    switch (event.type) {
      case 'message_start':
        return start('message', event);
      case 'text_delta':
        return grow('message', event, { delta: event.delta, claimed: event.accumulated });
      case 'message_stop':
        return stop('message', event, event.text);
      case 'thinking_start':
        return start('thinking', event);
      case 'thinking_delta':
        return grow('thinking', event, { delta: event.delta, claimed: event.accumulated });
      case 'thinking_stop':
        return stop('thinking', event, event.thinking);
      default:
    }
  };
}
