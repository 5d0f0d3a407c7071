/** A conversation with a CLI that asks and is answered: what all dialects of that kind do alike. Each says itself what a message means. */
import {
  type Dialect,
  type DialectState,
  type EventDraft,
  type ExitInfo,
  type Interaction,
  type InteractionResponse,
  type LineContext,
  NOTHING,
  type Outcome,
  type Parsed,
  type PromptInput,
  type SteerWrites,
  type Writes,
} from '@agent-mux/core';
import { exitDrafts, type TurnStanding } from './base-exit.ts';
import { refuseInexact } from './exact-id.ts';
import { isNative, type Native, parseJson } from './native-value.ts';
import { NO_DRAFTS, say, sayAll, unreadable } from './parsed.ts';

/** The part that knows the open questions, and the native form of an answer. */
interface OpenQuestions {
  readonly pending: ReadonlyMap<string, Interaction>;
  reply(key: string, answer: InteractionResponse): unknown;
}

/** The base of such dialects. `Field` lists the fields of its messages that are read. */
export abstract class Conversation<Field extends string> implements Dialect {
  readonly state: DialectState;
  abstract readonly streams: Dialect['streams'];
  protected abstract get sessionId(): string | null;
  /** Whether something is under way, or waits for us. */
  protected abstract get isBusy(): boolean;
  protected abstract readonly turns: TurnStanding;
  protected abstract readonly questions: OpenQuestions;
  #replies: string[] = [];

  constructor() {
    const own = this;
    this.state = {
      get sessionId() {
        return own.sessionId;
      },
      get busy() {
        return own.isBusy;
      },
      get turn() {
        return own.turns.isOpen;
      },
      get clean() {
        return own.isClean;
      },
      get pending() {
        return own.questions.pending;
      },
      get hasGoneBack() {
        return own.hasGoneBack;
      },
      get holdsEnd() {
        return own.holdsEnd;
      },
    };
  }

  abstract open(): Writes;
  abstract interrupt(): Writes;
  abstract prompt(input: PromptInput): Writes;
  abstract steer(input: PromptInput): SteerWrites | undefined;
  /** Takes what we have written, or the client of a recording. */
  protected abstract written(message: Native<Field>): readonly EventDraft[];
  /** Takes what the CLI says. */
  protected abstract heard(message: Native<Field>, text: string): Parsed;
  /** The messages that carry a native answer. */
  protected abstract answer(key: string, native: unknown, answer: InteractionResponse): readonly string[];

  /** Whether an exit now completes the run. */
  protected get isClean(): boolean {
    return this.turns.isClean;
  }

  protected get hasGoneBack(): boolean {
    return false;
  }

  /** Whether the end of the turn has come and is not told yet. */
  protected get holdsEnd(): boolean {
    return false;
  }

  close(): Writes {
    return { write: [], endInput: true };
  }

  respond(key: string, answer: InteractionResponse): Writes | 'gone' | 'unsupported' {
    if (!this.questions.pending.has(key)) {
      return 'gone';
    }
    const native = this.questions.reply(key, answer);
    return native === undefined ? 'unsupported' : { write: this.answer(key, native, answer) };
  }

  parseEvent(text: string, { source, partial = false }: LineContext): Parsed {
    if (source === 'stderr') {
      return text === '' ? NOTHING : sayAll([{ type: 'log', source, line: text }, ...this.readStderr(text)]);
    }
    const piece = source === 'stdout' ? this.piece(text, partial) : undefined;
    if (piece !== undefined) {
      return piece;
    }
    const message = this.parse(text);
    if (isNative<Field>(message) && !Array.isArray(message)) {
      return source === 'stdin'
        ? sayAll(this.written(message))
        : (refuseInexact(message, text) ?? this.heard(message, text));
    }
    if (source === 'stdin') {
      return NOTHING;
    }
    return message === undefined ? unreadable(text, partial) : say({ type: 'log', source, line: text });
  }

  exit(info: ExitInfo): { readonly drafts: readonly EventDraft[] } {
    const meaning = this.turns.isClean ? undefined : this.exitMeaning(info);
    return { drafts: exitDrafts(this.turns, info, meaning) };
  }

  /** Reads a line as JSON. */
  protected parse(text: string): unknown {
    return parseJson(text);
  }

  /** Reads a line without parsing all of it; undefined where it is of another kind. */
  protected piece(_text: string, _partial: boolean): Parsed | undefined {
    return undefined;
  }

  protected readStderr(_line: string): readonly EventDraft[] {
    return NO_DRAFTS;
  }

  /** The outcome that the CLI means by an exit before the native end of its turn. */
  protected exitMeaning(_info: ExitInfo): Outcome | undefined {
    return undefined;
  }

  /** Adds messages to write together with the events of the message at hand. */
  protected reply(...messages: readonly string[]): void {
    this.#replies.push(...messages);
  }

  protected withReplies(drafts: readonly EventDraft[]): Parsed {
    if (this.#replies.length === 0) {
      return sayAll(drafts);
    }
    const write = this.#replies;
    this.#replies = [];
    return { drafts, write };
  }
}
