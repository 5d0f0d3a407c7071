/**
 * The assembler as a whole: it builds the parts, withholds whatever comes before the session, and ends the run once.
 */
import type { EventDraft, Outcome } from '../adapter/index.ts';
import { given } from '../given.ts';
import { Approvals } from './approvals.ts';
import { Blocks } from './blocks.ts';
import { Buffered } from './buffered.ts';
import { Closers } from './closers.ts';
import type { AssemblerOptions, DraftOf, EndCause, Respawn } from './contract.ts';
import { Fallback } from './fallback.ts';
import { familyOf } from './families.ts';
import { Frame } from './frame.ts';
import type { Lane } from './lane.ts';
import { Moment } from './moment.ts';
import { outcomeOf, terminal } from './outcomes.ts';
import { Output } from './output.ts';
import { type RoutedParts, route } from './routes.ts';
import { Session } from './session.ts';
import { Shells } from './shells.ts';
import { Stamper } from './stamp.ts';
import { Subagents } from './subagents.ts';
import { tellRetryWithoutSession, tellWithoutSession } from './tell-without-session.ts';
import { Tools } from './tools.ts';
import { Turns } from './turns.ts';
import { type Arrival, isOutput, Withheld } from './withheld.ts';

/** The draft of a piece of a text. */
type Piece = Omit<
  Extract<EventDraft, { readonly type: 'text_delta' | 'thinking_delta'; readonly delta: string }>,
  'type'
>;

/**
 * Turns drafts, in whatever order they come, into a legal event stream. It is deterministic, because time is handed in.
 */
export class Assembler {
  readonly #options: AssemblerOptions;
  readonly #moment: Moment;
  readonly #parts: RoutedParts;
  readonly #blocks: Blocks;
  readonly #main: Lane;
  readonly #session: Session;
  readonly #frame: Frame;
  readonly #withheld: Withheld;
  #unreadable = 0;
  #ending: { readonly cause: EndCause | undefined } | undefined = undefined;

  constructor(options: AssemblerOptions) {
    this.#options = options;
    const isWhole = options.stream === false;
    const moment = new Moment(options.clock);
    const stamper = new Stamper(options, moment);
    const sink = isWhole ? new Buffered(stamper) : stamper;
    const turns = new Turns(sink, moment);
    const out = new Output({ ...options, sink, turns, moment });
    const session = new Session(out, options);
    const fallback = new Fallback(out, options);
    const subagents = new Subagents(out);
    const blocks = new Blocks({ out, fallback, subagents });
    const approvals = new Approvals({ ...options, out, subagents });
    const shells = new Shells({ out, moment, approvals });
    const tools = new Tools({ out, moment, subagents, fallback, blocks, approvals, shells, isWhole });
    const closing = { out, turns, subagents, blocks, tools, shells, approvals };
    const closers = new Closers(closing);
    this.#moment = moment;
    this.#withheld = new Withheld(moment);
    this.#session = session;
    this.#blocks = blocks;
    this.#main = subagents.main;
    this.#frame = new Frame({ out, turns, subagents, blocks, closers });
    this.#parts = { ...closing, session, closers, frame: this.#frame, unknownNative: new Map() };
  }

  /** Takes a draft. `raw` is the native text behind it, which is put on the events that it causes. Never throws. */
  push(draft: EventDraft, now: number, raw?: string): void {
    this.#moment.begin(now, raw);
    if (draft.type === 'debug' || draft.type === 'log' || draft.type === 'unknown_native') {
      this.#take(draft);
    } else if (this.#ending !== undefined) {
      // A draft after the end belongs to no run.
    } else if (this.#session.isOpen && !this.#frame.isPaused) {
      this.#take(draft);
    } else {
      this.#accept({ draft });
    }
  }

  /**
   * Takes a piece of the open message of the main lane, which changes nothing but its text; returns false where the draft is anything
   * else, and has to be pushed.
   */
  goOn({ lane, delta, key }: Piece, now: number): boolean {
    if (lane !== undefined || this.#ending !== undefined) {
      return false;
    }
    if (!this.#session.isOpen || this.#frame.isPaused) {
      return false;
    }
    this.#moment.begin(now, undefined);
    return this.#blocks.goOn(this.#main, delta, key);
  }

  /** Begins a new attempt: whatever is open is closed, the last outcome is dropped, and `retry` takes its place. */
  respawn(retry: Respawn, now: number): void {
    if (this.#ending === undefined) {
      this.#moment.begin(now, undefined);
      this.#parts.tools.anyReady = false;
      if (!this.#session.isOpen) {
        tellRetryWithoutSession(this.#parts.out, retry);
      }
      this.#accept({ retry });
    }
  }

  /**
   * Ends the run, because the process is gone. Without a cause the last outcome decides, and without an outcome the run
   * is completed. Returns the terminal cause, or undefined for completed. A second call changes nothing.
   */
  end(now: number, cause?: EndCause): EndCause | undefined {
    if (this.#ending !== undefined) {
      return this.#ending.cause;
    }
    this.#moment.begin(now, undefined);
    if (!this.#session.isOpen && cause === undefined && this.#frame.lastOutcome.current === undefined) {
      this.#openSession();
    }
    // A process that is stopped has to go on in order to end. What waited may contain another pause.
    while (this.#frame.isPaused) {
      this.#accept({ draft: { type: 'resumed' } });
    }
    const final = cause ?? this.#frame.lastOutcome.current;
    if (this.#session.isOpen) {
      this.#parts.closers.closeAll(final === undefined ? 'The run has ended.' : `The run has ended: ${final.type}.`);
      if (cause !== undefined) {
        this.#frame.supersedeOutcome();
      }
    } else {
      this.#withheld.replay((what) => tellWithoutSession(this.#parts.out, what, final));
    }
    this.#frame.lastOutcome.take();
    if (final !== undefined) {
      this.#parts.out.put(terminal(final));
    }
    this.#session.end(this.#parts.turns.count, this.#frame.cost.total);
    this.#ending = { cause: final };
    return final;
  }

  /** The outcome of the last turn, which is not terminal yet. */
  get lastOutcome(): Outcome | undefined {
    return this.#frame.lastOutcome.current;
  }

  /** The answer of the last turn to an `outputSchema`, where that is not its text. */
  get output(): unknown {
    return this.#frame.output;
  }

  /**
   * The last native session id, with which the session is resumed. With `noSession` it is `transient-<runId>`, which
   * nothing resumes.
   */
  get sessionId(): string | undefined {
    return this.#session.nativeId;
  }

  /** The number of steps of the main lane in this run. */
  get mainSteps(): number {
    return this.#parts.turns.stepCount;
  }

  /** The number of drafts without a legal place and of texts that did not come whole; each is in a `debug` event. */
  get repaired(): number {
    return this.#parts.out.repaired;
  }

  /** The number of texts that are longer than `maxTextBytes`; each is in a `debug` event. */
  get cutTexts(): number {
    return this.#parts.out.cutTexts;
  }

  get unknownNative(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#parts.unknownNative);
  }

  /** The number of lines of stdout that the dialect could not read as messages. */
  get unreadable(): number {
    return this.#unreadable;
  }

  get openTools(): number {
    return this.#parts.tools.openCount;
  }

  /** The id that the events of a call carry. */
  publicCallId(toolCallId: string): string {
    return this.#parts.tools.publicId(toolCallId);
  }

  /** Whether a tool became ready in this attempt. */
  get anyToolReady(): boolean {
    return this.#parts.tools.anyReady;
  }

  #take(draft: EventDraft): void {
    this.#unreadable += isUnreadable(draft) ? 1 : 0;
    route(this.#parts, draft);
  }

  #accept(what: Arrival): void {
    const draft = 'draft' in what ? what.draft : undefined;
    if (!this.#session.isOpen) {
      this.#acceptBeforeSession(what, draft);
    } else if (this.#frame.isPaused && draft?.type !== 'resumed') {
      if (draft?.type !== 'paused') {
        this.#withheld.add(what);
      }
    } else if ('retry' in what) {
      this.#respawn(what.retry);
    } else {
      this.#take(what.draft);
      if (what.draft.type === 'resumed') {
        this.#withheld.replay((later) => this.#accept(later));
      }
    }
  }

  #acceptBeforeSession(what: Arrival, draft: EventDraft | undefined): void {
    if (draft?.type === 'session_start' && draft.lane === undefined) {
      this.#openSession(draft);
    } else if (draft !== undefined && isOutput(draft) && this.#isSeen(draft)) {
      this.#openSession();
      this.#accept(what);
    } else {
      this.#withheld.add(what);
      this.#foresee(draft);
    }
  }

  // The outcome decides how the run ends even if no session ever comes; if one comes, the outcome is found again.
  #foresee(draft: EventDraft | undefined): void {
    const { lastOutcome } = this.#frame;
    if (draft === undefined || draft.type === 'turn_start') {
      lastOutcome.take();
    } else if (draft.lane === undefined) {
      const outcome = outcomeOf(draft);
      if (outcome !== undefined) {
        lastOutcome.set(outcome, 0);
      }
    }
  }

  #openSession(draft?: DraftOf<'session_start'>): void {
    this.#frame.lastOutcome.take();
    if (draft === undefined) {
      this.#session.startTransient();
    } else {
      this.#session.start(draft);
    }
    this.#withheld.replay((what) => this.#accept(what));
  }

  #isSeen(draft: EventDraft): boolean {
    return draft.lane === undefined || this.#options.includeSubagents || !familyOf(draft.type).hides;
  }

  #respawn(retry: Respawn): void {
    const { closers, out } = this.#parts;
    closers.closeAll('The attempt was given up.');
    const outcome = this.#frame.lastOutcome.take();
    this.#frame.cost.nextProcess();
    this.#frame.modelCosts.nextProcess();
    this.#main.forgetAllClosed();
    if (outcome?.type === 'rate_limit_error') {
      out.put({ type: 'rate_limited', ...given({ retryAfterMs: outcome.retryAfterMs }) });
    }
    const { attempt, maxAttempts, reason, delayMs } = retry;
    out.put({ type: 'retry', attempt, maxAttempts, reason, delayMs, newAttempt: true });
  }
}

/** Whether the draft reports a line of stdout that was no message of the protocol, or a broken one. */
function isUnreadable(draft: EventDraft): boolean {
  return draft.type === 'log' ? draft.source === 'stdout' : draft.type === 'error' && draft.code === 'PARSE_ERROR';
}
