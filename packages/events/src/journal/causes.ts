/**
 * Why a run ended, in more detail than the events give, which have one `timeout` for both limits and one `crash` for an exit and a signal.
 */

/** All causes that a `close` entry can name. */
export const CAUSES = [
  'completed',
  'interrupted',
  'aborted',
  'timeout',
  'inactivity',
  'turn_limit',
  'budget',
  'auth',
  'rate_limit',
  'context',
  'error',
  'crash',
  'kill',
] as const;

/** Why a run ended, as the `close` of its journal says. */
export type Cause = (typeof CAUSES)[number];

/** The cause as readers see it: nobody has written a `close` for a run whose host died. */
export type SeenCause = Cause | 'lost';
