/** What must be closed before something else ends: by a step, a turn, a lane, the run. */
import type { AgentEvent } from '../events.ts';
import { isTerminalEvent } from '../guards.ts';
import type { Rule } from './rules.ts';
import type { OpenThing, Room, Scene } from './scene.ts';

export function watchClosing(scene: Scene): Room {
  const { open } = scene;
  // What belongs to a subagent that still works goes on when a step or a turn ends.
  const isOfLivingLane = ({ lane }: OpenThing): boolean =>
    lane !== undefined && open.get('subagent', lane) !== undefined;
  return (event) => {
    switch (event.type) {
      case 'step_end':
        mustBeClosed(scene, event, ({ kind, lane }) => lane === undefined && CLOSED_BY_STEP.has(kind), 'D-step');
        break;
      case 'turn_end':
        mustBeClosed(
          scene,
          event,
          (thing) => thing.kind !== 'turn' && thing.kind !== 'subagent' && !isOfLivingLane(thing),
        );
        break;
      case 'subagent_result':
      case 'subagent_error':
        mustBeClosed(scene, event, ({ kind, lane }) => kind !== 'subagent' && lane === event.subagentId);
        break;
      default:
        if (isTerminalEvent(event) || event.type === 'session_end') {
          mustBeClosed(scene, event, () => true);
        }
    }
  };
}

/** The rules that only show when nothing more comes. */
export function checkEnd(scene: Scene): void {
  const { report, options, progress } = scene;
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
    mustBeClosed(scene, undefined, () => true);
  }
}

const CLOSED_BY_STEP: ReadonlySet<string> = new Set<OpenThing['kind']>(['thinking', 'message', 'call', 'shell']);

function mustBeClosed(
  { open, report }: Scene,
  event: AgentEvent | undefined,
  isDue: (thing: OpenThing) => boolean,
  rule?: Rule,
): void {
  for (const thing of open.list().filter(isDue)) {
    const name = thing.id === '' ? thing.kind : `${thing.kind} ${thing.id}`;
    report(rule ?? thing.rule, `${name} is open at ${event?.type ?? 'the end of the stream'}`);
    // Once is enough; but what outlives its step can still be closed in its turn.
    if (rule === undefined) {
      open.remove(thing.kind, thing.id);
    }
  }
}
