/** Gives what the host says to its agent the form in which the run takes it, before the bytes that come of it. */
import type { Giver } from '@agent-mux/events/journal';
import type { HostToolOutcome, PromptInput } from '../adapter/dialect.ts';
import type { GivenAnswer } from '../interaction/index.ts';
import type { HostAction } from './host-action.ts';

const PROGRAM: Giver = { kind: 'program' };

export class InputLog {
  readonly #runId: string;
  readonly #act: (action: HostAction) => void;
  #prompts = 0;

  constructor(runId: string, act: (action: HostAction) => void) {
    this.#runId = runId;
    this.#act = act;
  }

  /** The words that an attempt begins with: of each attempt the same. */
  firstPrompt(input: PromptInput): void {
    this.#act(this.first(input));
  }

  /** The same, said to nobody. */
  first(input: PromptInput): Extract<HostAction, { readonly action: 'prompt' }> {
    this.#prompts = 1;
    return { action: 'prompt', as: 'first', by: PROGRAM, ...this.#words(input) };
  }

  /** `id`: of words that the CLI would not take into the turn that ran, and that are now the next turn. */
  newTurn(input: PromptInput, id?: string): void {
    if (id === undefined) {
      this.#prompts++;
    }
    const words = this.#words(input);
    this.#act({ action: 'prompt', as: 'new-turn', by: PROGRAM, ...words, id: id ?? words.id });
  }

  /** Returns the id of the prompt. */
  steer(input: PromptInput): string {
    this.#prompts++;
    const words = this.#words(input);
    this.#act({ action: 'steer', as: 'steer', by: PROGRAM, ...words });
    return words.id;
  }

  answer({ key, interactionId, response, by }: GivenAnswer): void {
    const shown = interactionId === undefined ? {} : { interactionId };
    this.#act({ action: 'answer', by, key, ...shown, response });
  }

  toolResult(key: string, outcome: HostToolOutcome): void {
    this.#act({ action: 'tool-result', key, outcome });
  }

  /** `turn`: the CLI is told; `run`: there is nobody to tell. */
  interrupt(of: 'turn' | 'run'): void {
    this.#act({ action: 'interrupt', of });
  }

  probe(): void {
    this.#act({ action: 'probe' });
  }

  close(): void {
    this.#act({ action: 'close' });
  }

  #words({ text, images }: PromptInput): Pick<PromptInput, 'text' | 'images'> & { readonly id: string } {
    return { id: `${this.#runId}-p${this.#prompts}`, text, ...(images === undefined ? {} : { images }) };
  }
}
