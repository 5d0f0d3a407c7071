/** The assembler's table of contents: builds the parts, withholds what comes before the session, ends the run once. */
import type { EventDraft, Outcome } from '../adapter/index.ts';
import { Activity } from './activity.ts';
import { Approvals } from './approvals.ts';
import { Blocks } from './blocks.ts';
import { Buffered } from './buffered.ts';
import { Closers } from './closers.ts';
import type { Assembler, AssemblerOptions, EndCause, Respawn } from './contract.ts';
import { Fallback } from './fallback.ts';
import { familyOf } from './families.ts';
import { Frame } from './frame.ts';
import { Moment } from './moment.ts';
import { outcomeOf, terminal } from './outcomes.ts';
import { Output } from './output.ts';
import { Session } from './session.ts';
import { Shells } from './shells.ts';
import { Stamper } from './stamp.ts';
import { Subagents } from './subagents.ts';
import { tellWithoutSession } from './tell-without-session.ts';
import { Tools } from './tools.ts';
import { Turns } from './turns.ts';
import { isUnreadable } from './unreadable.ts';
import { type Arrival, isOutput, Withheld } from './withheld.ts';

type DraftOf<T extends EventDraft['type']> = Extract<EventDraft, { type: T }>;
type SessionDraft = DraftOf<'session_start'>;
type PassingDraft = DraftOf<'token_usage' | 'rate_limited' | 'retry' | 'debug' | 'log' | 'rate_limit_error' | 'error'>;
type FailureDraft = DraftOf<
  'interrupted' | 'turn_limit' | 'auth_error' | 'context_exceeded' | 'crash' | 'rate_limit_error' | 'error'
>;

/** Creates the assembler of one run. */
export function createAssembler(options: AssemblerOptions): Assembler {
  return new RunAssembler(options);
}

class RunAssembler implements Assembler {
  readonly #options: AssemblerOptions;
  readonly #moment: Moment;
  readonly #out: Output;
  readonly #turns: Turns;
  readonly #session: Session;
  readonly #subagents: Subagents;
  readonly #blocks: Blocks;
  readonly #tools: Tools;
  readonly #closers: Closers;
  readonly #activity: Activity;
  readonly #frame: Frame;
  readonly #withheld: Withheld;
  readonly #unknownNative = new Map<string, number>();
  #unreadable = 0;
  #ending: { readonly cause: EndCause | undefined } | undefined = undefined;

  constructor(options: AssemblerOptions) {
    this.#options = options;
    const moment = new Moment(options.timestampOf);
    this.#moment = moment;
    const stamper = new Stamper(options, moment);
    const sink = options.stream === false ? new Buffered(stamper) : stamper;
    const turns = new Turns(sink, moment);
    const out = new Output({
      sink,
      turns,
      moment,
      includeSubagents: options.includeSubagents,
      maxTextBytes: options.maxTextBytes,
      cwd: options.cwd,
    });
    const session = new Session(out, {
      transientId: `transient-${options.runId}`,
      isKept: options.noSession !== true,
      priorTurnCount: options.priorTurnCount ?? (() => undefined),
    });
    const fallback = new Fallback(out, options);
    const subagents = new Subagents(out);
    const blocks = new Blocks({ out, fallback, subagents });
    const approvals = new Approvals({ out, subagents, interactions: options.interactions, cwd: options.cwd });
    const shells = new Shells({ out, moment, approvals });
    const isWhole = options.stream === false;
    const tools = new Tools({ out, moment, subagents, fallback, blocks, approvals, shells, isWhole });
    const closers = new Closers({ out, turns, subagents, blocks, tools, shells, approvals });
    this.#withheld = new Withheld(moment);
    this.#out = out;
    this.#turns = turns;
    this.#session = session;
    this.#subagents = subagents;
    this.#blocks = blocks;
    this.#tools = tools;
    this.#closers = closers;
    this.#activity = new Activity({ out, subagents, blocks, tools, shells, approvals, closers });
    this.#frame = new Frame({ out, session, turns, subagents, closers });
  }

  push(draft: EventDraft, now: number, raw?: string): void {
    this.#moment.begin(now, raw);
    if (draft.type === 'debug' || draft.type === 'log' || draft.type === 'unknown_native') {
      this.#take(draft);
    } else if (this.#ending !== undefined) {
      // What comes after the end has no run to be told in.
    } else if (this.#session.isOpen && !this.#frame.isPaused) {
      this.#take(draft);
    } else {
      this.#accept({ draft });
    }
  }

  respawn(retry: Respawn, now: number): void {
    if (this.#ending === undefined) {
      this.#moment.begin(now, undefined);
      this.#tools.anyReady = false;
      this.#accept({ retry });
    }
  }

  end(now: number, cause?: EndCause): EndCause | undefined {
    if (this.#ending !== undefined) {
      return this.#ending.cause;
    }
    this.#moment.begin(now, undefined);
    if (!this.#session.isOpen && cause === undefined && this.#frame.lastOutcome.current === undefined) {
      this.#openSession();
    }
    // A process that is stopped has to go on in order to end. What waited may hold another pause.
    while (this.#frame.isPaused) {
      this.#accept({ draft: { type: 'resumed' } });
    }
    const final = cause ?? this.#frame.lastOutcome.current;
    if (this.#session.isOpen) {
      this.#closers.closeAll(final === undefined ? 'The run has ended.' : `The run has ended: ${final.type}.`);
      if (cause !== undefined) {
        this.#frame.supersedeOutcome();
      }
    } else {
      this.#withheld.replay((what) => tellWithoutSession(this.#out, what, final));
    }
    this.#frame.lastOutcome.take();
    if (final !== undefined) {
      this.#out.put(terminal(final));
    }
    this.#session.end(this.#turns.count, this.#frame.cost.total);
    this.#ending = { cause: final };
    return final;
  }

  get lastOutcome(): Outcome | undefined {
    return this.#frame.lastOutcome.current;
  }

  get output(): unknown {
    return this.#frame.output;
  }

  get sessionId(): string | undefined {
    return this.#session.nativeId;
  }

  get turnCount(): number {
    return this.#turns.count;
  }

  get mainSteps(): number {
    return this.#turns.stepCount;
  }

  get repaired(): number {
    return this.#out.repaired;
  }

  get cutTexts(): number {
    return this.#out.cutTexts;
  }

  get unknownNative(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#unknownNative);
  }

  get unreadable(): number {
    return this.#unreadable;
  }

  get openTools(): number {
    return this.#tools.openCount;
  }

  publicCallId(toolCallId: string): string {
    return this.#tools.publicId(toolCallId);
  }

  get anyToolReady(): boolean {
    return this.#tools.anyReady;
  }

  #take(draft: EventDraft): void {
    // Most drafts are this one.
    if (
      draft.type === 'text_delta' &&
      draft.lane === undefined &&
      this.#blocks.text(this.#subagents.main, draft.delta, draft.key)
    ) {
      return;
    }
    this.#unreadable += isUnreadable(draft) ? 1 : 0;
    switch (draft.type) {
      case 'unknown_native':
        this.#unknownNative.set(draft.name, (this.#unknownNative.get(draft.name) ?? 0) + 1);
        this.#out.debug('verbose', `The agent said something that this version does not know: ${draft.name}`);
        break;
      case 'host_tool_call':
      case 'host_tool_settled':
      case 'steer_settled':
      case 'tokens_seen':
        // The run acts on them; what is to be told of it, other drafts say.
        break;
      case 'token_usage':
        this.#pass(draft);
        // After it, since it may open the turn.
        this.#turns.tellModel(draft.lane === undefined ? draft : {});
        break;
      case 'rate_limited':
      case 'retry':
      case 'debug':
      case 'log':
        this.#pass(draft);
        break;
      case 'interrupted':
      case 'turn_limit':
      case 'auth_error':
      case 'context_exceeded':
      case 'crash':
      case 'rate_limit_error':
      case 'error':
        this.#takeFailure(draft);
        break;
      case 'aborted':
      case 'timeout':
        this.#out.reject(draft, 'only the host can say so');
        break;
      case 'session_start':
      case 'session_checkpoint':
      case 'turn_start':
      case 'turn_end':
      case 'step_start':
      case 'step_end':
      case 'outcome':
      case 'plugin_loaded':
      case 'skill_loaded':
      case 'agentdoc_read':
      case 'cost':
      case 'paused':
      case 'resumed':
        this.#frame.take(draft);
        break;
      default:
        this.#activity.take(draft);
    }
  }

  #pass(draft: PassingDraft): void {
    const { lane, ...body } = draft;
    this.#out.put(body, this.#subagents.lane(lane));
  }

  #takeFailure(draft: FailureDraft): void {
    const outcome = outcomeOf(draft);
    if (outcome !== undefined) {
      const { lane } = draft;
      this.#frame.take(lane === undefined ? { type: 'outcome', outcome } : { type: 'outcome', outcome, lane });
    } else if (draft.type === 'rate_limit_error' || draft.type === 'error') {
      this.#pass(draft);
    }
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

  // The outcome decides how the run ends also if no session ever comes; if one comes, it is found again.
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

  #openSession(draft?: SessionDraft): void {
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
    this.#closers.closeAll('The attempt was given up.');
    const outcome = this.#frame.lastOutcome.take();
    this.#frame.cost.nextProcess();
    this.#frame.modelCosts.nextProcess();
    this.#subagents.main.forgetAllClosed();
    if (outcome?.type === 'rate_limit_error') {
      const { retryAfterMs } = outcome;
      this.#out.put({ type: 'rate_limited', ...(retryAfterMs === undefined ? {} : { retryAfterMs }) });
    }
    const { attempt, maxAttempts, reason, delayMs } = retry;
    this.#out.put({ type: 'retry', attempt, maxAttempts, reason, delayMs });
  }
}
