/** Copilot CLI with one prompt on stdin and its events as lines. */
import {
  type Dialect,
  type DialectState,
  type EventDraft,
  type ExitInfo,
  type InteractionResponse,
  type LineContext,
  type ModeContext,
  NOTHING,
  type Parsed,
  type PromptInput,
  type ResolvedOptions,
  type Writes,
} from '@agent-mux/core';
import { exitDrafts } from '../../shared/base-exit.ts';
import { idOf, isNative } from '../../shared/native-value.ts';
import { say, sayAll, unreadable } from '../../shared/parsed.ts';
import type { NativeEvent } from '../native.ts';
import { EventReader } from './event-reader.ts';
import { exitMeaning } from './exit-meaning.ts';
import { LATEST, readWords } from './recognize-command.ts';

const NO_WRITES: Writes = Object.freeze({ write: Object.freeze([]) });

export function createJsonlDialect(options: ResolvedOptions, context: ModeContext): Dialect {
  return new JsonlDialect(options, context);
}

class JsonlDialect implements Dialect {
  readonly state: DialectState;
  readonly streams: { readonly text: boolean; readonly thinking: boolean; readonly toolInput: boolean };
  readonly #reader: EventReader;
  readonly #isContinued: boolean;
  /** Until its last line the CLI does not say which session it is: it was told, or it is not known. */
  readonly #toldId: string | undefined;
  #sessionId: string | null = null;
  #isOver = false;

  constructor(options: ResolvedOptions, { argv = [] }: ModeContext) {
    const isStreamed = options.stream !== false;
    const { sessionId } = options;
    const reader = new EventReader({ options, asks: options.approvalMode !== 'yolo' });
    this.#reader = reader;
    this.#isContinued = sessionId !== undefined;
    this.#toldId = sessionId === undefined || sessionId === LATEST ? readWords(argv).get('session-id') : sessionId;
    this.streams = { text: isStreamed, thinking: isStreamed, toolInput: isStreamed };
    const sessionIdNow = (): string | null => this.#sessionId;
    const isBusy = (): boolean => !this.#isOver;
    this.state = {
      get sessionId() {
        return sessionIdNow();
      },
      get busy() {
        return isBusy();
      },
      get turn() {
        return reader.turns.isOpen;
      },
      get clean() {
        return reader.turns.isClean;
      },
      pending: new Map(),
    };
  }

  open(): Writes {
    return NO_WRITES;
  }

  close(): Writes {
    return NO_WRITES;
  }

  interrupt(): Writes {
    return { write: [], signal: 'SIGINT' };
  }

  prompt(_input: PromptInput): Writes {
    return NO_WRITES;
  }

  steer(_input: PromptInput): undefined {
    return undefined;
  }

  respond(_key: string, _answer: InteractionResponse): 'gone' {
    return 'gone';
  }

  parseEvent(text: string, { source, partial }: LineContext): Parsed {
    if (source === 'stdin') {
      // The prompt, whatever it looks like.
      return NOTHING;
    }
    if (source === 'stderr') {
      return text === '' ? NOTHING : say({ type: 'log', source, line: text });
    }
    let line: unknown;
    try {
      line = JSON.parse(text);
    } catch {
      // Because a crash may cut any line.
      return unreadable(text, partial ?? false);
    }
    return isNative<keyof NativeEvent>(line) && !Array.isArray(line)
      ? sayAll(this.#parse(line))
      : say({ type: 'log', source, line: text });
  }

  exit(info: ExitInfo): { readonly drafts: readonly EventDraft[] } {
    const { isOpen: isTurnOpen, isClean, hasFailed, isInterrupted } = this.#reader.turns;
    const meaning = isClean || isTurnOpen ? undefined : exitMeaning(info.stderr);
    return {
      drafts:
        meaning === undefined
          ? exitDrafts({ isTurnOpen, isClean, hasFailed, isInterrupted }, info)
          : [{ type: 'outcome', outcome: meaning }],
    };
  }

  #parse(line: NativeEvent): readonly EventDraft[] {
    if (line.type === 'result') {
      this.#isOver = true;
      return this.#opened(idOf(line.sessionId));
    }
    const drafts = this.#reader.parse(line);
    return this.#sessionId === null ? [...this.#opened(this.#toldId), ...drafts] : drafts;
  }

  #opened(sessionId: string | undefined): readonly EventDraft[] {
    if (sessionId === undefined || sessionId === this.#sessionId) {
      return [];
    }
    const isFirst = this.#sessionId === null;
    this.#sessionId = sessionId;
    return [{ type: 'session_start', sessionId, ...(isFirst && this.#isContinued ? { resumed: true } : {}) }];
  }
}
