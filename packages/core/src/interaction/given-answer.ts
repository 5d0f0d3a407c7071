/** Answers on their way to the CLI. */
import type { Giver } from '@agent-mux/events/journal';
import type { InteractionResponse } from '../adapter/index.ts';

/** An answer that the CLI can take, and who gave it. */
export interface GivenAnswer {
  /** The CLI's own name for its question. */
  readonly key: string;
  /** The public id of the question; absent where the question was shown to nobody. */
  readonly interactionId?: string;
  readonly response: InteractionResponse;
  readonly by: Giver;
}

/** An answer to a question that was shown. */
export type ShownAnswer = GivenAnswer & { readonly interactionId: string };
