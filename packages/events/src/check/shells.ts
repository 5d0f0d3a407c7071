/** Shells: each lies within its tool call, between the ready and the outcome. */
import type { EventOf } from '../events.ts';
import type { CheckState, OpenThing, Watch } from './check-state.ts';

type ShellEvent = EventOf<'shell_start' | 'shell_stdout_delta' | 'shell_stderr_delta' | 'shell_exit'>;

export function watchShells({ report, open, calls }: CheckState): Watch {
  let unnamed = 0;

  const start = ({ toolCallId, lane }: ShellEvent): void => {
    if (toolCallId === undefined) {
      const isInside = open.list().some(({ kind, id, lane: other }) => {
        return kind === 'call' && other === lane && calls.get(id)?.state === 'ready';
      });
      if (!isInside) {
        report('M-25', 'shell_start outside a tool call');
      }
      unnamed += 1;
      open.add({ kind: 'shell', id: `without a call ${unnamed}`, lane, rule: 'M-25' });
      return;
    }
    const call = calls.get(toolCallId);
    if (call?.state !== 'ready') {
      report('M-25', `shell_start in ${toolCallId}, which is ${call?.state ?? 'unknown'}`);
    }
    if (call !== undefined && call.lane !== lane) {
      report('D-lane', `the shell of ${toolCallId} is on another lane`);
    }
    if (open.get('shell', toolCallId) !== undefined) {
      report('M-25', `a second shell_start in ${toolCallId}`);
    }
    open.add({ kind: 'shell', id: toolCallId, lane, rule: 'M-25', toolCallId });
  };
  const find = ({ toolCallId, lane }: ShellEvent): OpenThing | undefined => {
    if (toolCallId !== undefined) {
      return open.get('shell', toolCallId);
    }
    // Nothing distinguishes shells without a call, so any shell of the lane will do.
    return open.list().find((thing) => thing.kind === 'shell' && thing.toolCallId === undefined && thing.lane === lane);
  };

  return (event) => {
    switch (event.type) {
      case 'shell_start':
        return start(event);
      case 'shell_stdout_delta':
      case 'shell_stderr_delta':
      case 'shell_exit': {
        const shell = find(event);
        if (shell === undefined) {
          report('M-25', `${event.type} without shell_start`);
          return;
        }
        if (shell.lane !== event.lane) {
          report('D-lane', `${event.type} is on another lane than its start`);
        }
        if (event.type === 'shell_exit') {
          open.remove('shell', shell.id);
        }
        return;
      }
      default:
    }
  };
}
