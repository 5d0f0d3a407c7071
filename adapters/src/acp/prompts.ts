/** What the user says: it is written at once where the session is open, else as soon as it is. */
import type { PromptInput, ResolvedOptions } from '@agent-mux/core';
import { listOf, objectOf, otherFiles, textOf } from '../shared/index.ts';
import type { SessionOpening } from './opening.ts';
import type { AcpQuirks } from './quirks.ts';

export class Prompts {
  readonly #quirks: AcpQuirks;
  readonly #options: ResolvedOptions;
  readonly #opening: SessionOpening;
  // Prompts given before the session is open are the only state that is not derived from lines.
  readonly #waiting: PromptInput[] = [];
  #hasPrompted = false;

  constructor(quirks: AcpQuirks, options: ResolvedOptions, opening: SessionOpening) {
    this.#quirks = quirks;
    this.#options = options;
    this.#opening = opening;
  }

  get areWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  /** The lines that say it now; none while the session is not open. */
  say(input: PromptInput): readonly string[] {
    if (this.#opening.isReady) {
      return [this.#line(input)];
    }
    this.#waiting.push(input);
    return [];
  }

  sayWaiting(): readonly string[] {
    return this.#waiting.splice(0).map((input) => this.#line(input));
  }

  /** Drops the prompts that wait, because the session will never open. */
  drop(): void {
    this.#waiting.length = 0;
  }

  #line(input: PromptInput): string {
    const isFirst = !this.#hasPrompted;
    this.#hasPrompted = true;
    const text = (isFirst && this.#quirks.session?.firstPrompt?.(input.text)) || input.text;
    return this.#opening.prompt({ ...input, text }, isFirst ? otherFiles(this.#options) : []);
  }
}

/** The text of a prompt, up to its first block that is no text. */
export function wordsOf(params: unknown): string {
  const [first] = listOf(objectOf<'prompt'>(params)?.prompt);
  return textOf(objectOf<'text'>(first)?.text) ?? '';
}
