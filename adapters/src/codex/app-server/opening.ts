/** The thread of the run: how it is begun, continued or copied, and what was loaded with it. */
import type { EventDraft, ModelName } from '@agent-mux/core';
import { debug, modelNamed, objectOf, textOf, textsOf, untestedNote } from '../../shared/index.ts';
import { TESTED_VERSIONS } from '../about.ts';
import type { NativeThread } from '../shared/native.ts';
import type { MainThread } from './main-thread.ts';
import type { TokenUsage } from './usage.ts';

export class SessionOpening {
  readonly #main: MainThread;
  readonly #usage: TokenUsage;
  readonly #docs = new Set<string>();

  constructor(main: MainThread, usage: TokenUsage) {
    this.#main = main;
    this.#usage = usage;
  }

  /** Takes the result of `thread/start`, `thread/resume` or `thread/fork`. */
  opened(method: string, result: unknown): readonly EventDraft[] {
    const native = objectOf<'thread' | 'instructionSources' | 'model' | 'modelProvider'>(result);
    const model = modelNamed(native?.model, native?.modelProvider);
    const thread: NativeThread = objectOf(native?.thread) ?? {};
    const isFirst = this.#main.id === null;
    const drafts = this.#open(thread, method === 'thread/resume', model);
    if (!isFirst && textOf(thread.id) !== this.#main.id) {
      return drafts;
    }
    this.#main.model = textOf(native?.model);
    this.#main.isEphemeral = thread.ephemeral === true;
    for (const path of textsOf(native?.instructionSources)) {
      if (!this.#docs.has(path)) {
        this.#docs.add(path);
        drafts.push({ type: 'agentdoc_read', path });
      }
    }
    const version = textOf(thread.cliVersion);
    if (isFirst && version !== undefined) {
      drafts.push(...untestedNote('Codex', version, TESTED_VERSIONS));
    }
    return drafts;
  }

  /** Takes `thread/started`, which also comes after the result and then only repeats it. */
  started(thread: NativeThread): readonly EventDraft[] {
    const isChild = textOf(thread.parentThreadId) !== undefined;
    this.#usage.modelChosen(textOf(thread.id) ?? '', modelOf(thread));
    return this.#main.id === null && !isChild ? this.#open(thread, false, modelOf(thread)) : [];
  }

  /** Adopts a thread whose beginning was not seen. */
  adopt(threadId: string): readonly EventDraft[] {
    return this.#open({ id: threadId }, false);
  }

  #open(thread: NativeThread, isResumed: boolean, model?: ModelName): EventDraft[] {
    const sessionId = textOf(thread.id);
    this.#usage.modelChosen(sessionId ?? '', model);
    if (sessionId === undefined) {
      return [];
    }
    if (this.#main.id !== null) {
      return sessionId === this.#main.id ? [] : [debug('info', `Another thread was opened: ${sessionId}`)];
    }
    this.#main.id = sessionId;
    const forkedFrom = textOf(thread.forkedFromId);
    return [
      {
        type: 'session_start',
        sessionId,
        ...(isResumed ? { resumed: true } : {}),
        ...(forkedFrom === undefined || isResumed ? {} : { forkedFrom }),
        ...model,
      },
    ];
  }
}

function modelOf({ model, modelProvider }: NativeThread): ModelName | undefined {
  return modelNamed(model, modelProvider);
}
