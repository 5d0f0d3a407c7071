/** What is known of an attempt whose process is gone. */
import type { ProcessExit } from '../process/index.ts';

export interface AttemptEnd {
  readonly exit: ProcessExit;
  readonly stderr: string;
}

/** The end of an attempt that never had a process, or whose end is unknown. */
export const NO_PROCESS: AttemptEnd = { exit: { code: null, signal: null, leftOver: 0 }, stderr: '' };
