/** How a turn ended. */
import type { Cause } from '@agent-mux/events/journal';
import type { Failure } from './failures.ts';

export interface TurnEnd {
  /** As runs end. */
  readonly cause: Cause;
  /** Null where it went well, or somebody has stopped it. */
  readonly failure: Failure | null;
  /** An event of the turn has told the failure already. */
  readonly isTold: boolean;
}
