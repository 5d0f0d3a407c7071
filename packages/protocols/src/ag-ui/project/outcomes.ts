/** How a run of AG-UI ends: one row for each cause. */
import type { SeenCause } from '@agent-mux/events/journal';
import type { AguiOutcome } from '../types.ts';

/** The outcomes by the cause of the end of a run, or of a turn. */
export const AGUI_OUTCOMES: Readonly<
  Record<SeenCause, Extract<AguiOutcome['type'], 'success' | 'cancelled'> | 'error'>
> = {
  completed: 'success',
  interrupted: 'cancelled',
  aborted: 'cancelled',
  timeout: 'error',
  inactivity: 'error',
  turn_limit: 'error',
  budget: 'error',
  auth: 'error',
  rate_limit: 'error',
  context: 'error',
  error: 'error',
  crash: 'error',
  kill: 'error',
  lost: 'error',
};
