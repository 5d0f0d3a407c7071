/** Copilot CLI with one prompt on stdin and its events as lines. */
import type { Dialect, EventDraft, ModeContext, Outcome, ResolvedOptions } from '@agent-mux/core';
import { createOneShotDialect, idOf, type OneShotStanding } from '../../shared/index.ts';
import { exitMeaning } from '../shared/exit.ts';
import { EventReader } from '../shared/lines.ts';
import type { NativeEvent } from '../shared/native.ts';
import { LATEST, wordsOf } from '../shared/recognize.ts';

export function createJsonlDialect(options: ResolvedOptions, context: ModeContext): Dialect {
  const lines = new Lines(options, context);
  const isStreamed = options.stream !== false;
  return createOneShotDialect({
    turn: lines,
    lines,
    streams: { text: isStreamed, thinking: isStreamed, toolInput: isStreamed },
    exitMeaning: ({ stderr }) => (lines.isOpen ? undefined : exitMeaning(stderr)),
  });
}

class Lines implements OneShotStanding {
  sessionId: string | null = null;
  isOver = false;
  readonly #reader: EventReader;
  readonly #isContinued: boolean;
  /** The session's id, if the options name one: the CLI names the session only in its last line. */
  readonly #toldId: string | undefined;

  constructor(options: ResolvedOptions, { argv = [] }: ModeContext) {
    const { sessionId } = options;
    this.#reader = new EventReader({ options, asks: options.approvalMode !== 'yolo' });
    this.#isContinued = sessionId !== undefined;
    this.#toldId = sessionId === undefined || sessionId === LATEST ? wordsOf(argv).values.get('session-id') : sessionId;
  }

  get isOpen(): boolean {
    return this.#reader.turns.isOpen;
  }

  get isClean(): boolean {
    return this.#reader.turns.isClean;
  }

  get hasFailed(): boolean {
    return this.#reader.turns.hasFailed;
  }

  get isInterrupted(): boolean {
    return this.#reader.turns.isInterrupted;
  }

  get failure(): Outcome | undefined {
    return this.#reader.turns.failure;
  }

  parse(line: NativeEvent): readonly EventDraft[] {
    if (line.type === 'result') {
      this.isOver = true;
      return this.#opened(idOf(line.sessionId));
    }
    const drafts = this.#reader.parse(line);
    return this.sessionId === null ? [...this.#opened(this.#toldId), ...drafts] : drafts;
  }

  #opened(sessionId: string | undefined): readonly EventDraft[] {
    if (sessionId === undefined || sessionId === this.sessionId) {
      return [];
    }
    const isFirst = this.sessionId === null;
    this.sessionId = sessionId;
    return [{ type: 'session_start', sessionId, ...(isFirst && this.#isContinued ? { resumed: true } : {}) }];
  }
}
