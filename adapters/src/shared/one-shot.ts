/** Modes that take one prompt, print what comes of it as JSON lines, and leave: what all of them have in common. */
import {
  type Dialect,
  type DialectState,
  type EventDraft,
  type ExitInfo,
  type Interaction,
  type LineContext,
  NOTHING,
  type Outcome,
  type Parsed,
  type Writes,
} from '@agent-mux/core';
import { exitDrafts } from './base-exit.ts';
import { defined } from './defined.ts';
import { isNative, type Native, parseJson } from './native-value.ts';
import { NO_DRAFTS, NO_WRITES, say, sayAll, unreadable } from './parsed.ts';

const NO_QUESTIONS: ReadonlyMap<string, Interaction> = new Map();

/** How far a run of such a mode has come. */
export interface OneShotStanding {
  readonly sessionId: string | null;
  /** Whether a turn has begun and not ended. */
  readonly isOpen: boolean;
  /** Whether nothing more will come. */
  readonly isOver: boolean;
  readonly hasFailed: boolean;
  /** Whether the CLI itself ended the turn. @defaultValue isOver */
  readonly isClean?: boolean;
  /** Whether the CLI said that it was interrupted. @defaultValue false */
  readonly isInterrupted?: boolean;
  /** The failure that the CLI reported, and that no end of the turn has told. */
  readonly failure?: Outcome | undefined;
}

/** Where the one turn of such a mode stands. */
export class OneShotTurn implements OneShotStanding {
  sessionId: string | null = null;
  isOpen = false;
  /** Whether the turn had its native end. */
  isOver = false;
  hasFailed = false;

  begin(): EventDraft {
    this.isOpen = true;
    this.isOver = false;
    this.hasFailed = false;
    return { type: 'turn_start' };
  }

  /** Ends the turn, even one whose beginning was never seen. `text` is the CLI's last words, where its end repeats them. */
  end(outcome?: Outcome, text?: string): EventDraft {
    const wasOpen = this.isOpen;
    this.isOpen = false;
    this.isOver = true;
    this.hasFailed = outcome !== undefined;
    if (wasOpen || outcome === undefined) {
      return { type: 'turn_end', ...defined({ outcome, text }) };
    }
    return { type: 'outcome', outcome };
  }
}

/** Reads the lines that such a CLI prints. */
interface OneShotLines {
  /** Reads one JSON object of stdout. @defaultValue nothing is read */
  parse?(line: Native<'type'>, text: string): readonly EventDraft[];
  /** Reads a line of stdout, where not each of them is a JSON object. @defaultValue each is, and is parsed */
  parseText?(line: string): readonly EventDraft[];
  /** Reads a line of stdout without parsing all of it; undefined where it is of another kind. */
  piece?(text: string): Parsed | undefined;
}

export interface OneShotParts {
  readonly turn: OneShotStanding;
  readonly lines: OneShotLines;
  readonly streams: Dialect['streams'];
  /** The events that a line of stderr gives in addition to itself. */
  readonly readStderr?: (line: string) => readonly EventDraft[];
  /** The outcome of an exit before the turn has had its end. @defaultValue the general meaning of an exit */
  exitMeaning?(info: ExitInfo): Outcome | undefined;
  /** What an exit says; `usual` returns what it says in any such mode. @defaultValue that alone */
  exit?(info: ExitInfo, usual: () => readonly EventDraft[]): readonly EventDraft[];
  /** The signal that interrupts the CLI. @defaultValue 'SIGINT' */
  readonly interruptSignal?: 'SIGINT' | 'SIGTERM';
  /** Whether `close()` ends the input, which is open until then. @defaultValue false */
  readonly endsInput?: boolean;
}

/** Makes a dialect whose prompt is the whole input, given before the start; nobody can be asked, and nothing can be added. */
export function createOneShotDialect(parts: OneShotParts): Dialect {
  return new OneShotDialect(parts);
}

/** It is a class for the sake of V8: see "What is called with each entry" in docs/architecture.md. */
class OneShotDialect implements Dialect {
  readonly state: DialectState;
  readonly streams: Dialect['streams'];
  readonly #parts: OneShotParts;
  readonly #lines: OneShotLines;

  constructor(parts: OneShotParts) {
    this.#parts = parts;
    this.#lines = parts.lines;
    this.state = new OneShotState(parts.turn);
    this.streams = parts.streams;
  }

  open(): Writes {
    return NO_WRITES;
  }

  close(): Writes {
    return this.#parts.endsInput ? { write: [], endInput: true } : NO_WRITES;
  }

  interrupt(): Writes {
    return { write: [], signal: this.#parts.interruptSignal ?? 'SIGINT' };
  }

  prompt(): Writes {
    return NO_WRITES;
  }

  steer(): undefined {
    return undefined;
  }

  respond(): 'gone' {
    return 'gone';
  }

  parseEvent(text: string, { source, partial = false }: LineContext): Parsed {
    if (source === 'stdin') {
      // The text is plain, whatever it looks like.
      return NOTHING;
    }
    if (source === 'stderr') {
      return text === ''
        ? NOTHING
        : sayAll([{ type: 'log', source, line: text }, ...(this.#parts.readStderr?.(text) ?? NO_DRAFTS)]);
    }
    const lines = this.#lines;
    if (lines.parseText !== undefined) {
      return sayAll(lines.parseText(text));
    }
    return lines.piece?.(text) ?? parseLine(text, partial, lines);
  }

  exit(info: ExitInfo): { readonly drafts: readonly EventDraft[] } {
    const usual = (): readonly EventDraft[] => exitOf(info, this.#parts);
    return { drafts: this.#parts.exit?.(info, usual) ?? usual() };
  }
}

class OneShotState implements DialectState {
  readonly pending = NO_QUESTIONS;
  readonly #turn: OneShotStanding;

  constructor(turn: OneShotStanding) {
    this.#turn = turn;
  }

  get sessionId(): string | null {
    return this.#turn.sessionId;
  }

  get busy(): boolean {
    return !this.#turn.isOver;
  }

  get turn(): boolean {
    return this.#turn.isOpen;
  }

  get clean(): boolean {
    return this.#turn.isClean ?? this.#turn.isOver;
  }
}

function parseLine(text: string, isPartial: boolean, lines: OneShotLines): Parsed {
  const line = parseJson(text);
  if (isNative<'type'>(line) && !Array.isArray(line)) {
    return sayAll(lines.parse?.(line, text) ?? NO_DRAFTS);
  }
  // A crash may cut any line.
  return line === undefined ? unreadable(text, isPartial) : say({ type: 'log', source: 'stdout', line: text });
}

function exitOf(info: ExitInfo, { turn, exitMeaning }: OneShotParts): readonly EventDraft[] {
  const { isOpen, isOver, hasFailed, isClean = isOver, isInterrupted = false, failure } = turn;
  const meaning = isClean || info.asked !== undefined ? undefined : exitMeaning?.(info);
  return exitDrafts({ isOpen, isClean, hasFailed, isInterrupted, failure }, info, meaning);
}
