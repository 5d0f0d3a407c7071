/** What the host says and does to its agent. A live run and a replay take it in the same form, and a recording keeps it in that form. */
import type { Giver } from '@agent-mux/events/journal';
import type { EventDraft, HostToolOutcome, PromptImage } from '../adapter/index.ts';
import type { Respawn } from '../assembler/index.ts';
import type { GivenAnswer } from '../interaction/index.ts';

interface Prompted {
  readonly by: Giver;
  /** The id of the prompt within its run. */
  readonly id: string;
  readonly text: string;
  readonly images?: readonly PromptImage[];
}

/**
 * What the host said to the agent. It stands before the messages that the dialect made of it, so that a replay can ask the dialect
 * for them again. Recordings of other programs have none, and older ones of ours neither.
 */
export type HostSpeech =
  /** `first` opens the conversation of an attempt: what the dialect says to open it comes before the words. */
  | (Prompted & { readonly action: 'prompt'; readonly as: 'first' | 'new-turn' })
  | (Prompted & { readonly action: 'steer'; readonly as: 'steer' })
  | ({ readonly action: 'answer' } & GivenAnswer)
  | { readonly action: 'tool-result'; readonly key: string; readonly outcome: HostToolOutcome }
  /** The CLI was asked how its turn stands. */
  | { readonly action: 'probe' }
  /** The CLI was asked to leave. */
  | { readonly action: 'close' };

/** What the host did and said: a replay does it again at the same place. */
export type HostAction =
  | HostSpeech
  | { readonly action: 'signal'; readonly signal: string }
  | { readonly action: 'end-input' }
  /** `turn`: the CLI was told; `run`: there was nobody to tell. Absent in older recordings. */
  | { readonly action: 'interrupt'; readonly of?: 'turn' | 'run' }
  /** `by`: who did it, if not the program. */
  | { readonly action: 'abort'; readonly reason?: string; readonly by?: Giver }
  | { readonly action: 'timeout'; readonly kind: 'run' | 'inactivity' }
  /** Somebody else ended the process. */
  | { readonly action: 'kill' }
  /** What the runtime itself said. An `outcome` is its own reason to end the run. */
  | { readonly action: 'draft'; readonly draft: EventDraft }
  /** What follows this exit is another process. */
  | ({ readonly action: 'retry' } & Respawn);
