/** How a run ends: one row for each cause. */
import type { SeenCause } from '@agent-mux/events/journal';
import { failureOfEnd, type Run, whyAborted } from '../../model/index.ts';
import { type AfkFinishReason, type AfkTerminal, TERMINAL_STATES } from '../types.ts';
import { completeLlm, type Tell, tell } from './state.ts';

interface End {
  readonly type: AfkTerminal;
  /** The finish reason of a model request that the end has cut off. */
  readonly reason: AfkFinishReason;
}

const FAILED: End = { type: 'run_failed', reason: 'error' };
const INTERRUPTED: End = { type: 'run_interrupted', reason: 'cancelled' };

export const ENDS: Readonly<Record<SeenCause, End>> = {
  completed: { type: 'run_completed', reason: 'stop' },
  interrupted: INTERRUPTED,
  aborted: { type: 'run_cancelled', reason: 'cancelled' },
  timeout: INTERRUPTED,
  inactivity: INTERRUPTED,
  turn_limit: FAILED,
  budget: FAILED,
  auth: FAILED,
  rate_limit: FAILED,
  context: { type: 'run_failed', reason: 'length' },
  error: FAILED,
  crash: FAILED,
  kill: FAILED,
  lost: FAILED,
};

/** Tells the terminal event, once: nothing comes after it. */
export function finish(whole: Tell, cause: SeenCause, run: Run | undefined): void {
  const { fold } = whole;
  if (fold.runId === null || fold.isOver) {
    return;
  }
  const { type, reason } = ENDS[cause];
  completeLlm(whole, reason);
  tell(whole, { type }, { state: TERMINAL_STATES[type], message: messageOf(cause, run) ?? whyAborted(run, cause) });
  fold.isOver = true;
}

/** What went wrong; undefined where nothing did, or somebody has stopped it. */
export function messageOf(cause: SeenCause, run: Run | undefined): string | undefined {
  const failure = failureOfEnd(cause, run?.close?.facts);
  return failure === null ? undefined : (run?.failure ?? failure).message;
}
