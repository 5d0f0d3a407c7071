/** Writes down what the host says to its agent, before the bytes that come of it. */
import type { HostToolOutcome, PromptInput } from '../adapter/dialect.ts';
import type { Giver, Recorder } from '../cassette/index.ts';
import type { GivenAnswer } from '../interaction/index.ts';

const PROGRAM: Giver = { kind: 'program' };

export class InputLog {
  readonly #runId: string;
  readonly #recorder: () => Recorder | undefined;
  #prompts = 0;

  /** The recorder is asked for with each entry: it is there when the options were found right, after all else of a run. */
  constructor(runId: string, recorder: () => Recorder | undefined) {
    this.#runId = runId;
    this.#recorder = recorder;
  }

  /** The words that an attempt begins with: of each attempt the same. */
  firstPrompt(input: PromptInput): void {
    this.#prompts = 1;
    this.#recorder()?.host({ action: 'prompt', as: 'first', by: PROGRAM, ...this.#words(input) });
  }

  newTurn(input: PromptInput): void {
    this.#prompts++;
    this.#recorder()?.host({ action: 'prompt', as: 'new-turn', by: PROGRAM, ...this.#words(input) });
  }

  steer(input: PromptInput): void {
    this.#prompts++;
    this.#recorder()?.host({ action: 'steer', as: 'steer', by: PROGRAM, ...this.#words(input) });
  }

  answer({ key, interactionId, response, by }: GivenAnswer): void {
    const shown = interactionId === undefined ? {} : { interactionId };
    this.#recorder()?.host({ action: 'answer', by, key, ...shown, response });
  }

  toolResult(key: string, outcome: HostToolOutcome): void {
    this.#recorder()?.host({ action: 'tool-result', key, outcome });
  }

  /** `turn`: the CLI is told; `run`: there is nobody to tell. */
  interrupt(of: 'turn' | 'run'): void {
    this.#recorder()?.host({ action: 'interrupt', of });
  }

  probe(): void {
    this.#recorder()?.host({ action: 'probe' });
  }

  close(): void {
    this.#recorder()?.host({ action: 'close' });
  }

  #words({ text, images }: PromptInput): Pick<PromptInput, 'text' | 'images'> & { readonly id: string } {
    return { id: `${this.#runId}-p${this.#prompts}`, text, ...(images === undefined ? {} : { images }) };
  }
}
