/** One attempt's conversation, without I/O: messages of all directions go through the dialect into the assembler. */
import {
  type EventDraft,
  type ExitInfo,
  type LineContext,
  NOTHING,
  type Parsed,
  type Writes,
} from '../adapter/index.ts';
import { BEFORE_ALL } from '../clock.ts';
import type { GivenAnswer } from '../interaction/index.ts';
import type { ConversationOptions } from './conversation-options.ts';
import { messagesInLine, withoutLeadingNoise } from './messages-in-line.ts';
import { isUnread, parseMessage } from './parse-message.ts';
import { soundDraft } from './sound-draft.ts';

const STDIN: LineContext = { source: 'stdin' };
const STDOUT: LineContext = { source: 'stdout' };

export class Conversation {
  readonly #options: ConversationOptions;
  // What each piece of a text needs has a field of its own: see "What is called with each entry" in docs/architecture.md.
  readonly #dialect: ConversationOptions['dialect'];
  readonly #assembler: ConversationOptions['assembler'];
  readonly #status: ConversationOptions['status'];
  /** Whether somebody wants the text of each message, or its answers. */
  readonly #isWatched: boolean;
  // The approvals that yolo mode answers, by key. They leave no trace in the stream, because their events are
  // swallowed.
  readonly #silent = new Set<string>();
  // The reasons of the host's denials, by key, until the denial comes on the wire.
  readonly #reasons = new Map<string, string>();
  /** The keys of the questions that somebody was told of, or that yolo mode answers. */
  readonly #told = new Set<string>();
  // The actions of listeners and questions, which wait until the message at hand is done, so that a replay sees the
  // same order.
  readonly #later: (() => void)[] = [];
  #isHandling = false;
  #isMuted = false;
  // The moment of what was told last, before which nothing more is told.
  #toldAt = BEFORE_ALL;
  // The raw text of the end of a turn that the dialect holds back.
  #heldRaw: string | undefined;

  constructor(options: ConversationOptions) {
    this.#options = options;
    this.#dialect = options.dialect;
    this.#assembler = options.assembler;
    this.#status = options.status;
    this.#isWatched = options.debug === true || options.onReplies !== undefined;
  }

  /**
   * Receives a message of the CLI, or of a foreign client to it. Returns whether it was one more piece of the open message and nothing else,
   * as most messages are: what is due after a message is due only once after many of these.
   */
  receive(message: string, context: LineContext, now: number): boolean {
    this.#toldAt = now;
    this.#isHandling = true;
    let isPiece = false;
    try {
      isPiece = this.#hear(message, context, now);
    } finally {
      // Even a piece may have let go of an answer that waited: a reader, or the store, fell behind with it.
      if (isPiece && this.#later.length === 0) {
        this.#isHandling = false;
      } else {
        this.#finish();
      }
    }
    return isPiece;
  }

  /** Tells one more piece of the open message; returns false, and does nothing, where anything else is to be done too. */
  #goesOn({ drafts, write }: Parsed, now: number): boolean {
    if (drafts.length !== 1 || write.length !== 0) {
      return false;
    }
    if (this.#isWatched || this.#status.isFollowing) {
      return false;
    }
    const draft = drafts[0] as EventDraft;
    return soundDraft(draft) === draft && draft.type === 'text_delta' && this.#assembler.goOn(draft, now);
  }

  /** Notes that something else of the run was told at this moment. */
  noteTold(now: number): void {
    this.#toldAt = now;
  }

  /** Tells the end of the turn that the dialect holds back. It came with the CLI's last words, so it has the time of what was told last. */
  settle(): void {
    if (this.#dialect.state.holdsEnd !== true || this.#isHandling) {
      return;
    }
    this.#isHandling = true;
    try {
      const { drafts } = this.#dialect.settle?.() ?? NOTHING;
      this.#status.follow(this.#dialect);
      this.#take(drafts, this.#toldAt, this.#heldRaw);
    } finally {
      this.#heldRaw = undefined;
      this.#finish();
    }
  }

  /**
   * Says something to the CLI: the dialect sees each message just before it is handed to the pipe. `done` is called
   * after all of them.
   */
  say(writes: Writes, now: number, done?: () => void): void {
    if (this.#isHandling) {
      this.#later.push(() => this.say(writes, now, done));
      return;
    }
    for (const message of writes.write) {
      if (!this.#isMuted) {
        this.receive(message, STDIN, now);
      }
    }
    if (!this.#isMuted) {
      done?.();
    }
  }

  /** Lets the dialect see the whole input that the CLI was given, which nobody writes. */
  overhear(message: string, now: number): void {
    this.#take(parseMessage(this.#dialect, message, STDIN).drafts, now, this.#options.debug ? message : undefined);
  }

  /**
   * Notes an answer that is about to be given. Some CLIs have no place for its reason, but the stream has it all the
   * same.
   */
  answer({ key, response }: Pick<GivenAnswer, 'key' | 'response'>): void {
    if (response.type === 'deny' && response.reason !== undefined) {
      this.#reasons.set(key, response.reason);
    }
  }

  /** Denies all open questions in the stream, because the host stops the turn or the run. */
  refuse(reason: string, now: number): void {
    for (const key of this.#dialect.state.pending.keys()) {
      this.#deny(key, reason, now);
    }
  }

  /**
   * Ends the writing: the process is being ended, and would act on what it reads. These last words are still said.
   */
  mute(last: readonly string[], now: number): void {
    this.#isMuted = true;
    const speak = (): void => {
      for (const message of last) {
        this.receive(message, STDIN, now);
      }
    };
    if (this.#isHandling) {
      this.#later.push(speak);
    } else {
      speak();
    }
  }

  /** Lets the dialect say what the exit means, because the process is gone. */
  exit(info: ExitInfo, now: number): void {
    const { drafts } = this.#dialect.exit(info);
    // A caller that ends a process knows why it ended, so the looks of its exit are no outcome.
    const isOurs = info.asked === 'abort' || info.asked === 'timeout';
    this.#take(isOurs ? drafts.filter(({ type }) => type !== 'outcome') : drafts, now, undefined);
  }

  /** Reads a message, and does what is to be done for it; returns whether it was one more piece of the open message and nothing else. */
  #hear(given: string, context: LineContext, now: number): boolean {
    const isOutput = context.source === 'stdout';
    const message = isOutput ? withoutLeadingNoise(given) : given;
    const parsed = parseMessage(this.#dialect, message, context);
    if (isOutput && this.#goesOn(parsed, now)) {
      return true;
    }
    // A line is taken apart only after the dialect could not read it, so that a readable line costs nothing more.
    const parts = isOutput && isUnread(parsed, message) ? messagesInLine(message) : undefined;
    if (parts === undefined) {
      this.#act(message, parsed, context, now);
      return false;
    }
    for (let index = 0; index < parts.length; index++) {
      this.#hear(parts[index] as string, index < parts.length - 1 ? STDOUT : context, now);
    }
    return false;
  }

  #act(message: string, { drafts, write: answers }: Parsed, context: LineContext, now: number): void {
    const { debug, onReplies, write } = this.#options;
    // The status comes first, since the message that begins the next turn may ask at once.
    this.#status.follow(this.#dialect);
    if (drafts.length > 0) {
      this.#take(drafts, now, debug ? message : undefined);
    }
    if (debug && this.#dialect.state.holdsEnd === true) {
      this.#heldRaw ??= message;
    }
    if (onReplies !== undefined) {
      onReplies(answers);
      return;
    }
    if (context.source === 'stdin') {
      write(message);
    }
    for (let index = 0; index < answers.length && !this.#isMuted; index++) {
      this.#hear(answers[index] as string, STDIN, now);
    }
  }

  #take(drafts: readonly EventDraft[], now: number, raw: string | undefined): void {
    const { approvalMode } = this.#options;
    for (let index = 0; index < drafts.length; index++) {
      const sound = soundDraft(drafts[index] as EventDraft);
      const draft = this.#withReason(sound);
      if (approvalMode === 'yolo' && this.#isSwallowed(draft, now)) {
        continue;
      }
      this.#assembler.push(draft, now, raw);
      this.#actOn(draft, now);
    }
  }

  #actOn(draft: EventDraft, now: number): void {
    const { asked, toRun } = this.#options;
    switch (draft.type) {
      case 'error':
        // The question of a CLI may be what could not be read.
        if (draft.code === 'PARSE_ERROR') {
          this.#later.push(() => this.#refuseUntold());
        }
        break;
      case 'approval_granted':
      case 'approval_denied':
      case 'interaction_settled':
        this.#told.delete(draft.key);
        break;
      case 'approval_request':
      case 'input_required': {
        const { key } = draft;
        this.#told.add(key);
        this.#later.push(() => this.#ask(key, now, asked));
        break;
      }
      case 'host_tool_call':
      case 'host_tool_settled':
      case 'steer_settled':
        this.#later.push(() => toRun?.(draft));
        break;
      case 'tokens_seen':
        toRun?.(draft);
        break;
      default:
    }
  }

  #withReason(draft: EventDraft): EventDraft {
    switch (draft.type) {
      case 'approval_request':
        // An answer to an earlier question under this key is no answer to this one.
        this.#reasons.delete(draft.key);
        return draft;
      case 'approval_denied': {
        const reason = draft.reason || this.#reasons.get(draft.key);
        return reason === undefined ? draft : { ...draft, reason };
      }
      default:
        return draft;
    }
  }

  #isSwallowed(draft: EventDraft, now: number): boolean {
    switch (draft.type) {
      case 'approval_request': {
        const { key } = draft;
        this.#silent.add(key);
        this.#told.add(key);
        this.#later.push(() => this.#ask(key, now, this.#options.autoApprove));
        return true;
      }
      case 'approval_granted':
      case 'approval_denied':
        this.#told.delete(draft.key);
        return this.#silent.delete(draft.key);
      default:
        return false;
    }
  }

  /** Hands a question to whoever answers it, or denies it where nothing is granted any more. */
  #ask(key: string, now: number, ask: ((key: string) => void) | undefined): void {
    const { refusal } = this.#status;
    if (refusal === undefined) {
      ask?.(key);
    } else {
      this.#deny(key, refusal, now);
      this.#options.refused?.(key, refusal);
    }
  }

  /** Denies what waits for an answer while nobody knows of it: the CLI would wait for ever. */
  #refuseUntold(): void {
    for (const key of [...this.#dialect.state.pending.keys()]) {
      if (!this.#told.has(key)) {
        this.#options.untold?.(key, 'the question could not be read');
      }
    }
  }

  #deny(key: string, reason: string, now: number): void {
    if (!this.#silent.has(key)) {
      this.#assembler.push({ type: 'approval_denied', key, reason }, now);
    }
  }

  #finish(): void {
    this.#isHandling = false;
    this.#options.told?.();
    while (this.#later.length > 0) {
      this.#later.shift()?.();
    }
  }
}
