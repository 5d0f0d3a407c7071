/** Prompts from the moment they are written until the CLI takes them up and a turn begins with them. */
import type { EventDraft, PromptInput } from '@agent-mux/core';
import { objectOf, textIn, textOf, textsOf } from '../../shared/index.ts';
import type { NativeLine } from './native.ts';

const IMAGE_TYPES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

export interface Prompt {
  /** The id of the prompt; empty where the client gave none. */
  readonly uuid: string;
  readonly text: string;
  /** Whether the prompt was said into a turn. */
  readonly isSteer: boolean;
}

type Settled = Extract<EventDraft, { type: 'steer_settled' }>;

/** The line of a prompt. Only images are sent; other files are named in the text, for the agent to read. */
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
  // Prompts that the CLI took up before it announced the turn that they are in.
  #begun: Prompt[] = [];
  // 2.1.329 reports for each prompt with an id when it begins; 2.1.197 only repeats the prompt.
  #hasLifecycle = false;

  get areWaiting(): boolean {
    return this.#waiting.length > 0 || this.#begun.length > 0;
  }

  /** Takes a prompt that was written to the CLI. */
  written(line: NativeLine, isSteer: boolean): void {
    this.#waiting.push({
      uuid: textOf(line.uuid) ?? '',
      text: textIn(objectOf<'content'>(line.message)?.content),
      isSteer,
    });
  }

  /** Takes the prompt of a one-shot run, which counts as written from the start. */
  given(text: string): void {
    this.#waiting.push({ uuid: '', text, isSteer: false });
  }

  /** Takes a lifecycle line. `isInTurn` says that a turn runs, which the prompts taken up now join. */
  lifecycle(line: NativeLine, isInTurn: boolean): readonly Settled[] {
    this.#hasLifecycle = true;
    if (line.state === 'queued') {
      return [];
    }
    const taken = this.#take((prompt) => prompt.uuid === line.command_uuid, line.state === 'started');
    return settled(taken, line.state === 'cancelled' ? 'refused' : isInTurn ? 'steered' : 'new-turn');
  }

  /** Takes a prompt that the CLI repeats because it has taken it up. */
  replayed(line: NativeLine, isInTurn: boolean): readonly Settled[] {
    if (this.#hasLifecycle) {
      return [];
    }
    const taken = this.#take((prompt) => prompt.uuid !== '' && prompt.uuid === line.uuid, true);
    return settled(taken, isInTurn ? 'steered' : 'new-turn');
  }

  /** Records that a turn begins. */
  turnBegan(line: NativeLine): readonly Settled[] {
    const named = new Set(textsOf(line.user_message_uuids));
    const taken = this.#take(({ uuid }) => uuid === '' || !this.#hasLifecycle || named.has(uuid), true);
    return settled(taken, 'new-turn');
  }

  /** Records that a turn is over: a prompt without an id was part of it, or is about to begin the next one. */
  turnEnded(): void {
    this.#take(({ uuid }) => uuid === '', false);
  }

  /** The prompts that have begun since the last call. */
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
