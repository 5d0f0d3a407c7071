/** Turns and steps, and the events that belong within a turn. */
import { type AgentEventTypeLiteral, EVENT_CATEGORY } from '../event-types.ts';
import type { EventOf } from '../events.ts';
import type { CheckState, Watch } from './check-state.ts';
import type { Rule } from './rules.ts';

export function watchTurns(state: CheckState): Watch {
  const { report, open, progress } = state;
  const watchSteps = createStepWatch(state);
  let turns = 0;
  return (event) => {
    switch (event.type) {
      case 'turn_start':
        if (progress.sessionId === undefined) {
          report('M-16', 'turn_start before session_start');
        }
        if (open.get('turn', '') !== undefined) {
          report('M-16', `turn ${event.turnIndex} starts within another`);
        }
        if (event.turnIndex !== turns) {
          report('M-16', `turn ${event.turnIndex} where ${turns} was to come`);
        }
        turns = event.turnIndex + 1;
        progress.hasTurned = true;
        open.add({ kind: 'turn', id: '', lane: undefined, rule: 'M-16' });
        break;
      case 'turn_end':
        if (open.get('turn', '') === undefined) {
          report('M-16', 'turn_end without turn_start');
        } else if (event.turnIndex !== turns - 1) {
          report('M-16', `turn ${turns - 1} ends as ${event.turnIndex}`);
        }
        open.remove('turn', '');
        break;
      default: {
        const rule = ruleOutsideTurn(event.type);
        if (rule !== undefined && open.get('turn', '') === undefined) {
          report(rule, `${event.type} outside a turn`);
        }
      }
    }
    watchSteps(event, turns - 1);
  };
}

function createStepWatch({ report, open }: CheckState): (event: Parameters<Watch>[0], turnIndex: number) => void {
  let steps = 0;
  const isInTurn = (event: EventOf<'step_start' | 'step_end'>, turnIndex: number): boolean => {
    if (open.get('turn', '') === undefined) {
      report('M-18', `${event.type} outside a turn`);
    } else if (event.turnIndex !== turnIndex) {
      report('M-18', `${event.type} says turn ${event.turnIndex}, not ${turnIndex}`);
    } else {
      return true;
    }
    return false;
  };
  return (event, turnIndex) => {
    switch (event.type) {
      case 'turn_start':
        steps = 0;
        break;
      case 'step_start':
        if (!isInTurn(event, turnIndex)) {
          break;
        }
        if (open.get('step', '') !== undefined) {
          report('M-18', `step ${event.stepIndex} starts within another`);
        }
        if (event.stepIndex !== steps) {
          report('M-18', `step ${event.stepIndex} where ${steps} was to come`);
        }
        steps = event.stepIndex + 1;
        open.add({ kind: 'step', id: '', lane: undefined, rule: 'M-18' });
        break;
      case 'step_end':
        if (!isInTurn(event, turnIndex)) {
          break;
        }
        if (open.get('step', '') === undefined) {
          report('M-18', 'step_end without step_start');
        } else if (event.stepIndex !== steps - 1) {
          report('M-18', `step ${steps - 1} ends as ${event.stepIndex}`);
        }
        open.remove('step', '');
        break;
      default:
    }
  };
}

function ruleOutsideTurn(type: AgentEventTypeLiteral): Rule | undefined {
  switch (EVENT_CATEGORY[type]) {
    case 'text':
    case 'thinking':
    case 'tool':
    case 'file':
    case 'shell':
    case 'mcp':
    case 'subagent':
    case 'multimodal':
      return 'M-17';
    default:
  }
  switch (type) {
    case 'plugin_invoked':
    case 'plugin_error':
    case 'skill_invoked':
      return 'M-27';
    case 'session_checkpoint':
      return 'M-14';
    case 'stream_fallback':
      return 'M-38';
    default:
      return undefined;
  }
}
