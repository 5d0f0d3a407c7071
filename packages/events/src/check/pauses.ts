/** Nothing comes from the agent while a run is paused. */
import type { AgentEvent } from '../events.ts';
import { isTerminalEvent } from '../guards.ts';
import type { CheckState, Watch } from './check-state.ts';

export function watchPauses({ report, progress }: CheckState): Watch {
  let isPaused = false;
  /** Closers that came in the pause, which are right only if the run ends in it. */
  let closers: string[] = [];
  const blameClosers = (): void => {
    for (const type of closers) {
      report('M-34', `${type} between paused and resumed`);
    }
    closers = [];
  };
  return (event) => {
    if (event.type === 'paused') {
      if (isPaused) {
        report('M-34', 'paused while paused');
      }
      isPaused = true;
    } else if (event.type === 'resumed') {
      if (!isPaused) {
        report('M-34', 'resumed without paused');
      }
      blameClosers();
      isPaused = false;
    } else if (isPaused && progress.terminal === undefined && !isTerminalEvent(event)) {
      if (isCloser(event)) {
        closers.push(event.type);
      } else if (event.type !== 'approval_granted') {
        blameClosers();
        report('M-34', `${event.type} between paused and resumed`);
      }
    }
  };
}

/** Whether the end of a run may cause the event. A turn is opened for closers that need one. */
function isCloser({ type }: AgentEvent): boolean {
  switch (type) {
    case 'turn_start':
    case 'thinking_stop':
    case 'message_stop':
    case 'approval_denied':
    case 'shell_exit':
    case 'tool_call_ready':
    case 'tool_error':
    case 'mcp_tool_error':
    case 'subagent_error':
    case 'step_end':
    case 'turn_end':
      return true;
    default:
      return false;
  }
}
