/** Prompts from the moment they are written until the agent accepts and begins them; and how a prompt is written. */
import type { PromptInput } from '@agent-mux/core';
import { idOf } from '../shared/index.ts';
import type { NativeLine } from './native.ts';

/** Matches the words that ask for a compaction in the agents' terminals; over the wire it is a command. */
const COMPACT = /^\/compact(?:\s+(.*))?$/s;

/** The command that gives a prompt; while the agent works, the prompt joins the running turn. */
export function promptCommand(
  { text, images = [] }: PromptInput,
  { joins = false }: { readonly joins?: boolean } = {},
): Readonly<Record<string, unknown>> {
  const compact = COMPACT.exec(text.trim());
  if (compact !== null) {
    return { type: 'compact', ...(compact[1] === undefined ? {} : { customInstructions: compact[1] }) };
  }
  return {
    type: 'prompt',
    message: text,
    ...(images.length === 0 ? {} : { images: images.map(({ mimeType, data }) => ({ type: 'image', data, mimeType })) }),
    ...(joins ? { streamingBehavior: 'steer' } : {}),
  };
}

interface Prompt {
  readonly id: string | undefined;
  isAccepted: boolean;
}

export class Prompts {
  #waiting: Prompt[] = [];

  get areWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  written(line: NativeLine): void {
    this.#waiting.push({ id: idOf(line.id), isAccepted: false });
  }

  /** Takes the prompt of a one-shot run, which counts as written from the start. */
  given(): void {
    this.#waiting.push({ id: undefined, isAccepted: true });
  }

  /** Records that the agent has taken the prompt up, refused it, or handled it without its model. */
  accepted(id: unknown): void {
    const prompt = this.#waiting.find((each) => each.id === id);
    if (prompt !== undefined) {
      prompt.isAccepted = true;
    }
  }

  dropped(id: unknown): void {
    this.#waiting = this.#waiting.filter((prompt) => prompt.id !== id);
  }

  /** Records that the agent is at work, and that what it has accepted is part of that. */
  begun(): void {
    this.#waiting = this.#waiting.filter(({ isAccepted }) => !isAccepted);
  }
}
