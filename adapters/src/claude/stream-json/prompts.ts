/** Prompts on their way: written, taken up by the CLI, begun in a turn. */
import type { EventDraft, PromptInput } from '@agent-mux/core';
import { objectOf, textIn, textOf, textsOf } from '../../shared/index.ts';
import type { NativeLine } from './native.ts';

const IMAGE_TYPES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

export interface Prompt {
  /** Empty where the client gave none. */
  readonly uuid: string;
  readonly text: string;
  /** It was said into a turn. */
  readonly isSteer: boolean;
}

type Settled = Extract<EventDraft, { type: 'steer_settled' }>;

/** The line of a prompt. Files that are no images are named, for the agent to read. */
export function promptLine({ text, images = [] }: PromptInput, uuid: string): string {
  const blocks = images
    .filter(({ mimeType }) => IMAGE_TYPES.has(mimeType))
    .map(({ mimeType, data }) => ({ type: 'image', source: { type: 'base64', media_type: mimeType, data } }));
  const content = blocks.length === 0 ? text : [{ type: 'text', text }, ...blocks];
  return JSON.stringify({
    type: 'user',
    message: { role: 'user', content },
    parent_tool_use_id: null,
    session_id: '',
    uuid,
  });
}

export class Prompts {
  #waiting: Prompt[] = [];
  // Taken up before the turn that they are in was announced.
  #begun: Prompt[] = [];
  // 2.1.329 says of each prompt with an id when it begins; 2.1.197 only repeats it.
  #hasLifecycle = false;

  get areWaiting(): boolean {
    return this.#waiting.length > 0 || this.#begun.length > 0;
  }

  /** A prompt on its way to the CLI. */
  written(line: NativeLine, isSteer: boolean): void {
    this.#waiting.push({
      uuid: textOf(line.uuid) ?? '',
      text: textIn(objectOf<'content'>(line.message)?.content),
      isSteer,
    });
  }

  /** The prompt of a one-shot run; it is on its way from the start. */
  given(text: string): void {
    this.#waiting.push({ uuid: '', text, isSteer: false });
  }

  /** `isInTurn`: a turn runs that what is taken up now joins. */
  lifecycle(line: NativeLine, isInTurn: boolean): readonly Settled[] {
    this.#hasLifecycle = true;
    if (line.state === 'queued') {
      return [];
    }
    const taken = this.#take((prompt) => prompt.uuid === line.command_uuid, line.state === 'started');
    return settled(taken, line.state === 'cancelled' ? 'refused' : isInTurn ? 'steered' : 'new-turn');
  }

  /** The CLI repeats a prompt that it has taken up. */
  replayed(line: NativeLine, isInTurn: boolean): readonly Settled[] {
    if (this.#hasLifecycle) {
      return [];
    }
    const taken = this.#take((prompt) => prompt.uuid !== '' && prompt.uuid === line.uuid, true);
    return settled(taken, isInTurn ? 'steered' : 'new-turn');
  }

  /** A turn begins. */
  turnBegan(line: NativeLine): readonly Settled[] {
    const named = new Set(textsOf(line.user_message_uuids));
    const taken = this.#take(({ uuid }) => uuid === '' || !this.#hasLifecycle || named.has(uuid), true);
    return settled(taken, 'new-turn');
  }

  /** A turn is over: what had no id was part of it, or is about to begin one. */
  turnEnded(): void {
    this.#take(({ uuid }) => uuid === '', false);
  }

  /** Prompts that have begun since the last call. */
  takeBegun(): readonly Prompt[] {
    const begun = this.#begun;
    this.#begun = [];
    return begun;
  }

  #take(isMeant: (prompt: Prompt) => boolean, hasBegun: boolean): readonly Prompt[] {
    const taken = this.#waiting.filter(isMeant);
    if (taken.length > 0) {
      this.#waiting = this.#waiting.filter((prompt) => !taken.includes(prompt));
      if (hasBegun) {
        this.#begun.push(...taken);
      }
    }
    return taken;
  }
}

function settled(taken: readonly Prompt[], delivered: Settled['delivered']): readonly Settled[] {
  return taken.filter(({ isSteer }) => isSteer).map(({ uuid }) => ({ type: 'steer_settled', key: uuid, delivered }));
}
