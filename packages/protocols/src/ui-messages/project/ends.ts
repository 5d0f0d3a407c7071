/** How a stream ends: one row for each cause. */
import type { SeenCause } from '@agent-mux/events/journal';
import type { UiFinishReason } from '../types.ts';

interface End {
  /** How it is told: `stopped` by an `abort`, `failed` by an `error`. */
  readonly as: 'done' | 'stopped' | 'failed';
  readonly reason: UiFinishReason;
}

/** The ends by the cause of the end of a run, or of a turn. */
export const UI_ENDS: Readonly<Record<SeenCause, End>> = {
  completed: { as: 'done', reason: 'stop' },
  interrupted: { as: 'stopped', reason: 'other' },
  aborted: { as: 'stopped', reason: 'other' },
  timeout: { as: 'failed', reason: 'error' },
  inactivity: { as: 'failed', reason: 'error' },
  turn_limit: { as: 'failed', reason: 'length' },
  budget: { as: 'failed', reason: 'length' },
  auth: { as: 'failed', reason: 'error' },
  rate_limit: { as: 'failed', reason: 'error' },
  context: { as: 'failed', reason: 'length' },
  error: { as: 'failed', reason: 'error' },
  crash: { as: 'failed', reason: 'error' },
  kill: { as: 'failed', reason: 'error' },
  lost: { as: 'failed', reason: 'error' },
};
