/** The session: its start, what it continues, its checkpoints and its end. */
import type { EventOf } from '../events.ts';
import type { CheckState, Watch } from './check-state.ts';

export function watchSession({ report, options, progress }: CheckState): Watch {
  let earlier: string | undefined;
  let start: EventOf<'session_start'> | undefined;
  /** The events that session_start announced and that have not come yet, in order. */
  let due: ('session_resume' | 'session_fork')[] = [];
  let turnCount = 0;

  const begin = (event: EventOf<'session_start'>): void => {
    if (start !== undefined) {
      report('M-10', 'a second session_start');
      return;
    }
    if (earlier !== undefined) {
      report('M-10', `${earlier} came before session_start`);
    }
    if (options.noSession === true && !event.sessionId.startsWith('transient-')) {
      report('M-11', `the id ${event.sessionId} does not begin with transient-`);
    }
    start = event;
    progress.sessionId = event.sessionId;
    if (event.resumed) {
      due.push('session_resume');
    }
    if (event.forkedFrom !== undefined) {
      due.push('session_fork');
    }
  };

  const continueFrom = (event: EventOf<'session_resume'> | EventOf<'session_fork'>): void => {
    if (!due.includes(event.type)) {
      reportUndue(report, event.type, start);
    } else if (due[0] !== event.type) {
      report('M-14', 'session_fork came before session_resume');
    }
    due = due.filter((type) => type !== event.type);
    if (event.type === 'session_resume') {
      turnCount += event.priorTurnCount;
    } else if (start?.forkedFrom !== undefined && event.forkedFrom !== start.forkedFrom) {
      report('M-13', `forked from ${event.forkedFrom}, but session_start says ${start.forkedFrom}`);
    }
  };

  const missDue = (type: string): void => {
    for (const missing of due) {
      report(missing === 'session_resume' ? 'M-12' : 'M-13', `${type} came where ${missing} was to come`);
    }
    due = [];
  };

  return (event) => {
    if (event.type !== 'session_resume' && event.type !== 'session_fork') {
      missDue(event.type);
    }
    switch (event.type) {
      case 'session_start':
        begin(event);
        break;
      case 'session_resume':
      case 'session_fork':
        continueFrom(event);
        break;
      case 'turn_end':
        turnCount += 1;
        break;
      case 'session_end':
        reportWrongEnd(report, event, start === undefined ? undefined : turnCount);
        break;
      default:
    }
    if ('sessionId' in event && start !== undefined && event.sessionId !== start.sessionId) {
      report('M-8', `${event.type} is of session ${event.sessionId}, not ${start.sessionId}`);
    }
    if (start === undefined) {
      earlier ??= event.type;
    }
  };
}

/** Reports an event that nothing has announced, or that came at the wrong place. */
function reportUndue(
  report: CheckState['report'],
  type: 'session_resume' | 'session_fork',
  start: EventOf<'session_start'> | undefined,
): void {
  const isAnnounced = type === 'session_resume' ? start?.resumed === true : start?.forkedFrom !== undefined;
  if (isAnnounced) {
    report('M-14', `${type} came late or twice`);
  } else {
    report(type === 'session_resume' ? 'M-12' : 'M-13', `${type}, but session_start does not say so`);
  }
}

/** Reports a wrong end. `turnCount` is the number of turns; undefined where there was no session. */
function reportWrongEnd(
  report: CheckState['report'],
  event: EventOf<'session_end'>,
  turnCount: number | undefined,
): void {
  if (turnCount === undefined) {
    report('M-15', 'session_end without session_start');
  } else if (event.turnCount !== turnCount) {
    report('M-15', `turnCount is ${event.turnCount}, but there were ${turnCount} turns`);
  }
}
