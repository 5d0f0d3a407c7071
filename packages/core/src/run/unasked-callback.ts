/** Tells that callbacks are never asked, because the mode of approvals decides by itself. */
import type { ResolvedOptions, RunOptions } from '../adapter/index.ts';

const BEGINS = ['onApprovalRequest: it is never asked', 'onInputRequired: it is never asked'] as const;

/**
 * Returns a note for each callback that was given beside a mode that does not ask it. It is no mistake, because the mode may be the default
 * of the client, but whoever has written rules must not think that they are kept.
 */
export function noteOnUnasked(
  { approvalMode }: Pick<ResolvedOptions, 'approvalMode'>,
  { onApprovalRequest, onInputRequired }: Pick<RunOptions, 'onApprovalRequest' | 'onInputRequired'>,
): readonly string[] {
  const [approvals, words] = BEGINS;
  const does = approvalMode === 'yolo' ? 'grants everything' : 'denies what the CLI asks';
  const why = `since approvalMode '${approvalMode}' ${does}. Give approvalMode 'prompt'`;
  return [
    ...(onApprovalRequest === undefined || approvalMode === 'prompt' ? [] : [`${approvals}, ${why} to let it decide.`]),
    ...(onInputRequired === undefined || approvalMode !== 'deny' ? [] : [`${words}, ${why} to let it answer.`]),
  ];
}

/** Whether it is such a note. A recording has it, and nothing else that would tell a replay of the callback. */
export function isNoteOnUnasked(message: string): boolean {
  return BEGINS.some((begin) => message.startsWith(begin));
}
