/** Whether Claude Code keeps the files of the workspace before each prompt. */
import type { ResolvedOptions } from '@agent-mux/core';

/** The setting of Claude Code that turns checkpoints on. */
export const CHECKPOINTS = 'CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING';

export function keepsCheckpoints({ env = {} }: Pick<ResolvedOptions, 'env'>): boolean {
  const { [CHECKPOINTS]: setting = '' } = env;
  return setting !== '' && setting !== '0' && setting !== 'false';
}
