/** How a turn ended. */
import type { Cause } from '@agent-mux/events/journal';
import type { Failure } from './failures.ts';

export interface TurnEnd {
  /** The cause, as for runs. */
  readonly cause: Cause;
  /** The failure; null where it went well, or somebody has stopped it. */
  readonly failure: Failure | null;
  /** Whether an event of the turn has told the failure already. */
  readonly isTold: boolean;
}
