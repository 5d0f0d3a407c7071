/** Gives the prompts of a run their numbers, and the form in which the run takes them. */
import type { Giver } from '@agent-mux/events/journal';
import type { PromptInput } from '../adapter/index.ts';
import { given } from '../given.ts';
import { PROGRAM } from '../interaction/index.ts';
import type { HostAction } from './host-action.ts';

/** Words to the agent, in the form in which the run takes them. */
export type Prompt = Extract<HostAction, { readonly action: 'prompt' | 'steer' }>;

export class InputLog {
  readonly #runId: string;
  /** The giver of the first words, who has started the run. */
  readonly #by: Giver;
  #prompts = 0;

  constructor(runId: string, by: Giver = PROGRAM) {
    this.#runId = runId;
    this.#by = by;
  }

  /** Returns the words that an attempt begins with, which are the same for each attempt. */
  first(input: PromptInput): Prompt {
    this.#prompts = Math.max(this.#prompts, 1);
    return { action: 'prompt', as: 'first', by: this.#by, id: this.#idOf(1), ...wordsOf(input) };
  }

  /**
   * Makes the prompt of a new turn. An `id` is given for words that were written down before, either for the running
   * turn or for a turn that could not begin.
   */
  newTurn(input: PromptInput, id: string = this.#nextId()): Prompt {
    return { action: 'prompt', as: 'new-turn', by: PROGRAM, id, ...wordsOf(input) };
  }

  /** Makes words for the running turn. An `id` is given for words that were written down before, for a turn of their own. */
  steer(input: PromptInput, id: string = this.#nextId()): Prompt {
    return { action: 'steer', as: 'steer', by: PROGRAM, id, ...wordsOf(input) };
  }

  #nextId(): string {
    this.#prompts++;
    return this.#idOf(this.#prompts);
  }

  #idOf(number: number): string {
    return `${this.#runId}-p${number}`;
  }
}

/** Returns the part of a prompt that a dialect is given. */
export function wordsOf({ text, images }: PromptInput): Pick<PromptInput, 'text' | 'images'> {
  return { text, ...given({ images }) };
}
