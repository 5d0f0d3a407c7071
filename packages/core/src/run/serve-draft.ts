/** Acts on what the CLI asks of the run itself: no event tells of it. */
import type { RunDraft } from './conversation.ts';
import type { FollowUps } from './follow-ups.ts';
import type { HostTools } from './host-tools.ts';
import type { Spending } from './spending.ts';

export interface Servants {
  readonly hostTools: HostTools;
  readonly followUps: FollowUps;
  readonly spending: Spending;
}

export function serveDraft(draft: RunDraft, { hostTools, followUps, spending }: Servants): void {
  if (draft.type === 'host_tool_call') {
    hostTools.call(draft);
  } else if (draft.type === 'host_tool_settled') {
    hostTools.settle(draft.key);
  } else if (draft.type === 'tokens_seen') {
    spending.see(draft);
  } else {
    followUps.settle(draft);
  }
}
