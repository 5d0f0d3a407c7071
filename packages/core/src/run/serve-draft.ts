/** Acts on what the CLI asks of the run itself: no event tells of it. */
import type { RunDraft } from './conversation.ts';
import type { FollowUps } from './follow-ups.ts';
import type { HostTools } from './host-tools.ts';

export function serveDraft(draft: RunDraft, hostTools: HostTools, followUps: FollowUps): void {
  if (draft.type === 'host_tool_call') {
    hostTools.call(draft);
  } else if (draft.type === 'host_tool_settled') {
    hostTools.settle(draft.key);
  } else {
    followUps.settle(draft);
  }
}
