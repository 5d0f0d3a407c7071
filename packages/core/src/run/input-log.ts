/** Gives what the host says to its agent the form in which the run takes it, before the bytes that come of it. */
import type { Giver } from '@agent-mux/events/journal';
import type { HostToolOutcome, PromptInput } from '../adapter/index.ts';
import type { GivenAnswer } from '../interaction/index.ts';
import type { HostAction } from './host-action.ts';

/** Words to the agent, in the form in which the run takes them. */
export type Prompt = Extract<HostAction, { readonly action: 'prompt' | 'steer' }>;

const PROGRAM: Giver = { kind: 'program' };

export class InputLog {
  readonly #runId: string;
  readonly #act: (action: HostAction) => void;
  /** Who has started the run. */
  readonly #by: Giver;
  #prompts = 0;

  constructor(runId: string, act: (action: HostAction) => void, by: Giver = PROGRAM) {
    this.#runId = runId;
    this.#act = act;
    this.#by = by;
  }

  /** The words that an attempt begins with: of each attempt the same. */
  first(input: PromptInput): Prompt {
    this.#prompts = Math.max(this.#prompts, 1);
    return { action: 'prompt', as: 'first', by: this.#by, id: this.#idOf(1), ...words(input) };
  }

  /** `id`: of words that were written down before, as ones for the turn that ran or as a turn that could not begin. */
  newTurn(input: PromptInput, id: string = this.#nextId()): Prompt {
    return { action: 'prompt', as: 'new-turn', by: PROGRAM, id, ...words(input) };
  }

  steer(input: PromptInput): Prompt {
    return { action: 'steer', as: 'steer', by: PROGRAM, id: this.#nextId(), ...words(input) };
  }

  /** It is said with the next bytes. */
  give(prompt: Prompt): void {
    this.#act(prompt);
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

  #nextId(): string {
    this.#prompts++;
    return this.#idOf(this.#prompts);
  }

  #idOf(number: number): string {
    return `${this.#runId}-p${number}`;
  }
}

function words({ text, images }: PromptInput): Pick<PromptInput, 'text' | 'images'> {
  return { text, ...(images === undefined ? {} : { images }) };
}
