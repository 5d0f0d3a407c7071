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

export interface OneShotParts {
  readonly turn: OneShotStanding;
  readonly streams: Dialect['streams'];
  /** The events that a line of stderr gives in addition to itself. */
  readonly readStderr?: (line: string) => readonly EventDraft[];
  /** Reads one JSON object of stdout. @defaultValue nothing is read */
  parse?(line: Native<'type'>, text: string): readonly EventDraft[];
  /** Reads a line of stdout, where not each of them is a JSON object. @defaultValue each is, and is parsed */
  parseText?(line: string): readonly EventDraft[];
  /** Reads a line of stdout without parsing all of it; undefined where it is of another kind. */
  piece?(text: string): Parsed | undefined;
  /** The outcome of an exit before the turn has had its end. @defaultValue the general meaning of an exit */
  exitMeaning?(info: ExitInfo): Outcome | undefined;
  /** The signal that interrupts the CLI. @defaultValue 'SIGINT' */
  readonly interruptSignal?: 'SIGINT' | 'SIGTERM';
}

/** A dialect whose prompt is the whole input, given before the start; nobody can be asked, and nothing can be added. */
export function createOneShotDialect(parts: OneShotParts): Dialect {
  const { turn, streams, interruptSignal = 'SIGINT' } = parts;
  const state: DialectState = {
    get sessionId() {
      return turn.sessionId;
    },
    get busy() {
      return !turn.isOver;
    },
    get turn() {
      return turn.isOpen;
    },
    get clean() {
      return turn.isClean ?? turn.isOver;
    },
    pending: NO_QUESTIONS,
  };
  return {
    state,
    streams,
    open: () => NO_WRITES,
    close: () => NO_WRITES,
    interrupt: () => ({ write: [], signal: interruptSignal }),
    prompt: () => NO_WRITES,
    steer: () => undefined,
    respond: () => 'gone',
    parseEvent: (text, context) => parseLine(text, context, parts),
    exit: (info) => ({ drafts: exitOf(info, parts) }),
  };
}

function parseLine(text: string, { source, partial = false }: LineContext, parts: OneShotParts): Parsed {
  if (source === 'stdin') {
    // The text is plain, whatever it looks like.
    return NOTHING;
  }
  if (source === 'stderr') {
    return text === ''
      ? NOTHING
      : sayAll([{ type: 'log', source, line: text }, ...(parts.readStderr?.(text) ?? NO_DRAFTS)]);
  }
  if (parts.parseText !== undefined) {
    return sayAll(parts.parseText(text));
  }
  const piece = parts.piece?.(text);
  if (piece !== undefined) {
    return piece;
  }
  const line = parseJson(text);
  if (isNative<'type'>(line) && !Array.isArray(line)) {
    return sayAll(parts.parse?.(line, text) ?? NO_DRAFTS);
  }
  // A crash may cut any line.
  return line === undefined ? unreadable(text, partial) : say({ type: 'log', source, line: text });
}

function exitOf(info: ExitInfo, { turn, exitMeaning }: OneShotParts): readonly EventDraft[] {
  const { isOpen, isOver, hasFailed, isClean = isOver, isInterrupted = false, failure } = turn;
  const meaning = isClean || info.asked !== undefined ? undefined : exitMeaning?.(info);
  return exitDrafts({ isOpen, isClean, hasFailed, isInterrupted, failure }, info, meaning);
}
