/** Grants: a call that was asked about does nothing before its grant, and nothing after its denial. */
import type { AgentEvent, EventOf } from '../events.ts';
import type { CheckState, Watch } from './check-state.ts';

interface Question {
  readonly toolCallId: string;
  /** Whether its command ran already: the question is about something more, such as the network, and leaves the command alone. */
  readonly isOfMore: boolean;
}

export function watchGrants({ report, options, open }: CheckState): Watch {
  const questions = new Map<string, Question>();
  const refused = new Set<string>();

  const ask = ({ interactionId, toolCallId }: EventOf<'approval_request'>): void => {
    if (toolCallId !== undefined) {
      questions.set(interactionId, { toolCallId, isOfMore: open.get('shell', toolCallId) !== undefined });
    }
  };
  const answer = ({ type, interactionId }: EventOf<'approval_granted' | 'approval_denied'>): void => {
    const question = questions.get(interactionId);
    questions.delete(interactionId);
    if (question === undefined) {
      return;
    }
    if (type === 'approval_granted') {
      refused.delete(question.toolCallId);
    } else if (!question.isOfMore) {
      refused.add(question.toolCallId);
    }
  };
  const execute = (type: AgentEvent['type'], toolCallId: string): void => {
    if (refused.has(toolCallId)) {
      report('D-grant', `${type} of ${toolCallId}, which was denied`);
    }
    // A result before the answer is a fault of M-30.
    const isResult = type === 'tool_result' || type === 'mcp_tool_result';
    const isAsked = [...questions.values()].some((each) => each.toolCallId === toolCallId && !each.isOfMore);
    if (isAsked && !isResult) {
      report('D-grant', `${type} of ${toolCallId}, which is not granted yet`);
    }
  };

  return (event) => {
    switch (event.type) {
      case 'approval_request':
        return ask(event);
      case 'approval_granted':
      case 'approval_denied':
        return answer(event);
      case 'shell_start':
      case 'shell_stdout_delta':
      case 'shell_stderr_delta':
      case 'shell_exit':
      case 'file_read':
      case 'file_write':
      case 'file_create':
      case 'file_delete':
      case 'file_patch':
      case 'tool_result':
      case 'mcp_tool_result':
        // Events that are held until their step is over come after all answers, so their order says nothing.
        if (event.toolCallId !== undefined && options.streamFalse !== true) {
          execute(event.type, event.toolCallId);
        }
        return;
      default:
    }
  };
}
