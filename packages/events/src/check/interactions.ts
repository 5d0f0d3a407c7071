/** Questions and approvals: every approval is answered, and only once. */
import type { EventOf } from '../events.ts';
import type { CheckState, Watch } from './check-state.ts';

export function watchInteractions({ report, options, open }: CheckState): Watch {
  const asked = new Map<string, EventOf<'approval_request' | 'input_required'>>();

  const ask = (event: EventOf<'approval_request' | 'input_required'>): void => {
    const { interactionId: id, lane } = event;
    if (asked.has(id)) {
      report('M-8', `${event.type}: the id ${id} was used before`);
    }
    asked.set(id, event);
    if (event.type === 'input_required') {
      return;
    }
    if (options.approvalMode === 'yolo') {
      report('M-32', 'approval_request in mode yolo');
    }
    open.add({ kind: 'approval', id, lane, rule: 'M-30', toolCallId: event.toolCallId });
  };
  const answer = (event: EventOf<'approval_granted' | 'approval_denied'>): void => {
    const { type, interactionId: id } = event;
    const request = asked.get(id);
    if (request === undefined) {
      report('M-30', `${type} of ${id}, which nobody asked`);
      return;
    }
    if (request.type === 'input_required') {
      report('M-30', `${type} of ${id}, which is no approval`);
      return;
    }
    if (open.get('approval', id) === undefined) {
      report('M-30', `${type} of ${id}, which is no longer open`);
      return;
    }
    if (event.toolCallId !== undefined && event.toolCallId !== request.toolCallId) {
      report('M-30', `${type} of ${id} names another call than the request`);
    }
    if (options.approvalMode === 'deny' && type === 'approval_granted') {
      report('M-32', 'approval_granted in mode deny');
    }
    open.remove('approval', id);
  };

  return (event) => {
    switch (event.type) {
      case 'input_required':
      case 'approval_request':
        return ask(event);
      case 'approval_granted':
      case 'approval_denied':
        return answer(event);
      default:
    }
  };
}
