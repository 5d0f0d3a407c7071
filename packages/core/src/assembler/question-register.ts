/** The questions of a run that were told: whoever may answer them keeps them, and an assembler sees which are open and says what becomes of them. */
import type { Lane } from './lane.ts';

export interface ToldQuestion {
  readonly isApproval: boolean;
  readonly lane: Lane;
  /** The public id. */
  readonly toolCallId: string | undefined;
  /** Its command ran already: the question is about something more, such as the network, and leaves the command alone. */
  readonly isOfMore: boolean;
}

export interface UnsettledQuestion extends ToldQuestion {
  readonly interactionId: string;
}

export interface OpenQuestions {
  /** The key is the native one, and the oldest comes first. A dialect may be some events ahead: it has what it has heard, and this has what was told. */
  readonly unsettled: ReadonlyMap<string, UnsettledQuestion>;
}
