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
  /** Who has started the run. */
  readonly #by: Giver;
  #prompts = 0;

  constructor(runId: string, by: Giver = PROGRAM) {
    this.#runId = runId;
    this.#by = by;
  }

  /** The words that an attempt begins with: of each attempt the same. */
  first(input: PromptInput): Prompt {
    this.#prompts = Math.max(this.#prompts, 1);
    return { action: 'prompt', as: 'first', by: this.#by, id: this.#idOf(1), ...wordsOf(input) };
  }

  /** `id`: of words that were written down before, as ones for the turn that ran or as a turn that could not begin. */
  newTurn(input: PromptInput, id: string = this.#nextId()): Prompt {
    return { action: 'prompt', as: 'new-turn', by: PROGRAM, id, ...wordsOf(input) };
  }

  steer(input: PromptInput): Prompt {
    return { action: 'steer', as: 'steer', by: PROGRAM, id: this.#nextId(), ...wordsOf(input) };
  }

  #nextId(): string {
    this.#prompts++;
    return this.#idOf(this.#prompts);
  }

  #idOf(number: number): string {
    return `${this.#runId}-p${number}`;
  }
}

/** What a dialect is given of a prompt. */
export function wordsOf({ text, images }: PromptInput): Pick<PromptInput, 'text' | 'images'> {
  return { text, ...given({ images }) };
}
