/** What must be closed before a step, a turn, a lane or the run ends. */
import type { AgentEvent } from '../events.ts';
import { isTerminalEvent } from '../guards.ts';
import type { CheckState, OpenThing, Watch } from './check-state.ts';
import type { Rule } from './rules.ts';

export function watchClosing(state: CheckState): Watch {
  const { open } = state;
  // A subagent that still works goes on with whatever belongs to it when a step or a turn ends. One that asks works, also where nobody has
  // announced it: what it asks is closed with it.
  const isOfLivingLane = ({ kind, lane }: OpenThing): boolean =>
    lane !== undefined && (kind === 'approval' || open.get('subagent', lane) !== undefined);
  return (event) => {
    switch (event.type) {
      case 'step_end':
        mustBeClosed(state, event, ({ kind, lane }) => lane === undefined && CLOSED_BY_STEP.has(kind), 'D-step');
        break;
      case 'turn_end':
        mustBeClosed(
          state,
          event,
          (thing) => thing.kind !== 'turn' && thing.kind !== 'subagent' && !isOfLivingLane(thing),
        );
        break;
      case 'subagent_result':
      case 'subagent_error':
        mustBeClosed(state, event, ({ kind, lane }) => kind !== 'subagent' && lane === event.subagentId);
        break;
      default:
        if (isTerminalEvent(event) || event.type === 'session_end') {
          mustBeClosed(state, event, () => true);
        }
    }
  };
}

/** Reports the faults that only show when nothing more comes. */
export function checkEnd(state: CheckState): void {
  const { report, options, progress } = state;
  if (progress.sessionId === undefined) {
    if (progress.terminal === undefined) {
      report('M-10', 'the run has neither a session nor a terminal event');
    }
  } else if (!progress.isOver) {
    if (progress.terminal !== 'crash') {
      report('M-15', 'session_end is missing');
    } else if (options.foreign !== true) {
      report('D-session-end', 'session_end is missing after the crash');
    }
  }
  if (progress.terminal === undefined && !progress.isOver) {
    mustBeClosed(state, undefined, () => true);
  }
}

const CLOSED_BY_STEP: ReadonlySet<string> = new Set<OpenThing['kind']>(['thinking', 'message', 'call', 'shell']);

function mustBeClosed(
  { open, report }: CheckState,
  event: AgentEvent | undefined,
  isDue: (thing: OpenThing) => boolean,
  rule?: Rule,
): void {
  for (const thing of open.list().filter(isDue)) {
    const name = thing.id === '' ? thing.kind : `${thing.kind} ${thing.id}`;
    report(rule ?? thing.rule, `${name} is open at ${event?.type ?? 'the end of the stream'}`);
    // One report is enough; but a thing that outlives its step can still be closed in its turn.
    if (rule === undefined) {
      open.remove(thing.kind, thing.id);
    }
  }
}
