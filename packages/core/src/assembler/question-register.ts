/**
 * The register of the questions whose events came out. Whoever may answer them keeps it; an assembler sees which are
 * open and reports how they end.
 */
import type { Lane } from './lane.ts';

export interface ToldQuestion {
  readonly isApproval: boolean;
  readonly lane: Lane;
  /** The public id of the call. */
  readonly toolCallId: string | undefined;
  /**
   * Whether its command ran already: the question is about something more, such as the network, and leaves the command
   * alone.
   */
  readonly isOfMore: boolean;
}

export interface UnsettledQuestion extends ToldQuestion {
  readonly interactionId: string;
}

export interface OpenQuestions {
  /** The key is the native one, and the oldest comes first. A dialect may be some events ahead: it has what it has heard, and this has what was told. */
  readonly unsettled: ReadonlyMap<string, UnsettledQuestion>;
}
