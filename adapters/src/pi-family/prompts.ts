/** Prompts on their way: written, accepted, begun; and how a prompt is written. */
import type { PromptInput } from '@agent-mux/core';
import { idOf } from '../shared/index.ts';
import type { NativeLine } from './native.ts';

/** Compaction is a command of its own; in the agents' terminals it is asked for by these words. */
const COMPACT = /^\/compact(?:\s+(.*))?$/s;

/** The command by which a prompt is given; while the agent works it joins what is going on. */
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

  /** The prompt of a one-shot run is on its way from the start. */
  given(): void {
    this.#waiting.push({ id: undefined, isAccepted: true });
  }

  /** The agent has taken it up, or refused it, or dealt with it without its model. */
  accepted(id: unknown): void {
    const prompt = this.#waiting.find((each) => each.id === id);
    if (prompt !== undefined) {
      prompt.isAccepted = true;
    }
  }

  dropped(id: unknown): void {
    this.#waiting = this.#waiting.filter((prompt) => prompt.id !== id);
  }

  /** The agent is at work: what it has accepted is part of that. */
  begun(): void {
    this.#waiting = this.#waiting.filter(({ isAccepted }) => !isAccepted);
  }
}
