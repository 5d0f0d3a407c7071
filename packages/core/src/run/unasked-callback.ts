/** Tells that a callback is never asked, because the mode of approvals decides by itself. */
import type { ResolvedOptions, RunOptions } from '../adapter/index.ts';

const BEGIN = 'onApprovalRequest: it is never asked';

/**
 * Returns a note where `onApprovalRequest` was given beside a mode that asks nobody. It is no mistake, because the mode may be the default of
 * the client, but whoever has written rules must not think that they are kept.
 */
export function noteOnUnasked(
  { approvalMode }: Pick<ResolvedOptions, 'approvalMode'>,
  { onApprovalRequest }: Pick<RunOptions, 'onApprovalRequest'>,
): readonly string[] {
  if (onApprovalRequest === undefined || approvalMode === 'prompt') {
    return [];
  }
  const does = approvalMode === 'yolo' ? 'grants everything' : 'denies what the CLI asks';
  return [`${BEGIN}, since approvalMode '${approvalMode}' ${does}. Give approvalMode 'prompt' to let it decide.`];
}

/** Whether it is such a note. A recording has it, and nothing else that would tell a replay of the callback. */
export function isNoteOnUnasked(message: string): boolean {
  return message.startsWith(BEGIN);
}
