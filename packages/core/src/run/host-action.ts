/**
 * The words and actions of the host to its agent. A live run and a replay take them in the same form, and a recording
 * keeps them in that form.
 */
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
 * The words of the host to the agent. They come before the messages that the dialect made of them, so that a replay can
 * ask the dialect for them again. Recordings of other programs have none, and nor do older ones of ours.
 */
export type HostSpeech =
  /**
   * A `first` prompt opens the conversation of an attempt: the opening messages of the dialect come before the words.
   */
  | (Prompted & { readonly action: 'prompt'; readonly as: 'first' | 'new-turn' })
  | (Prompted & { readonly action: 'steer'; readonly as: 'steer' })
  | ({ readonly action: 'answer' } & GivenAnswer)
  | { readonly action: 'tool-result'; readonly key: string; readonly outcome: HostToolOutcome }
  /** The CLI was asked for the state of its turn. */
  | { readonly action: 'probe' }
  /** The CLI was asked to leave. */
  | { readonly action: 'close' };

/** The actions and words of the host; a replay repeats each at the same place. */
export type HostAction =
  | HostSpeech
  | { readonly action: 'signal'; readonly signal: string }
  | { readonly action: 'end-input' }
  /** With `turn` the CLI was told; with `run` there was no CLI to tell. `of` is absent in older recordings. */
  | { readonly action: 'interrupt'; readonly of?: 'turn' | 'run' }
  /** `by` is who did it, if not the program. */
  | { readonly action: 'abort'; readonly reason?: string; readonly by?: Giver }
  | { readonly action: 'timeout'; readonly kind: 'run' | 'inactivity' }
  /** The CLI had been quiet for a while after the end of its turn, so that nothing more of that turn was awaited. */
  | { readonly action: 'settle' }
  /** Somebody else ended the process. */
  | { readonly action: 'kill' }
  /** The runtime itself said this. An `outcome` is its own reason to end the run. */
  | { readonly action: 'draft'; readonly draft: EventDraft }
  /** What follows this exit is another process. */
  | ({ readonly action: 'retry' } & Respawn);

const GOES_ON: ReadonlySet<HostAction['action']> = new Set([
  'answer',
  'tool-result',
  'probe',
  'steer',
  'signal',
  'end-input',
  'kill',
]);

/** Whether nothing more of the turn that the CLI has ended is awaited: its host goes on to something else. */
export function endsWaiting(action: HostAction): boolean {
  return action.action === 'draft' ? action.draft.type === 'outcome' : !GOES_ON.has(action.action);
}
