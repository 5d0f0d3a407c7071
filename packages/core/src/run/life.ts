/** The life of a run: its attempts one after the other, what each event and message sets off, and how it ends. */
import type { AgentEvent, ErrorCode } from '@agent-mux/events';
import type { PromptInput, Writes } from '../adapter/dialect.ts';
import type { EventDraft } from '../adapter/draft.ts';
import type { Assembler, EndCause } from '../assembler/index.ts';
import type { Recorder } from '../cassette/index.ts';
import type { Clock } from '../clock.ts';
import { describeError } from '../describe-error.ts';
import type { AnswerPolicy, Channel } from '../interaction/index.ts';
import { Attempt, type AttemptEnd } from './attempt.ts';
import type { RunDraft } from './conversation.ts';
import { type Delivery, FollowUps } from './follow-ups.ts';
import type { HostTools } from './host-tools.ts';
import type { Journal } from './journal.ts';
import { causeOf, OUTCOMES } from './outcome.ts';
import type { PreparedRun } from './prepared-run.ts';
import { Delay, decideRetry, type RetryDecision } from './retry-policy.ts';
import { createRunParts } from './run-parts.ts';
import { createResultFold, describeRun, type ResultFold, type RunResult } from './run-result.ts';
import { RunStatus } from './run-status.ts';
import type { RunTimers } from './run-timers.ts';
import type { StandingClock } from './standing-clock.ts';

export interface RunDeps {
  readonly clock: Clock;
  /** In [0, 1), for the jitter of retries. */
  readonly random: () => number;
  /** Called when nothing can be wrong with the options any more: from then on a file is open. */
  readonly record: () => Recorder | undefined;
  readonly onEnd: () => void;
}

export class RunLife {
  readonly prepared: PreparedRun;
  readonly journal: Journal;
  readonly channel: Channel;
  readonly status: RunStatus;
  readonly followUps: FollowUps = new FollowUps();
  readonly result: Promise<RunResult>;
  /** Stands still while the agent is held back or paused, and while it leaves. */
  readonly time: StandingClock;
  /** When the CLI was last heard. */
  lastHeard = 0;
  readonly #deps: RunDeps;
  readonly #assembler: Assembler;
  readonly #fold: ResultFold = createResultFold();
  readonly #timers: RunTimers;
  readonly #answers: AnswerPolicy;
  readonly #hostTools: HostTools;
  readonly #recorder: Recorder | undefined;
  readonly #delay: Delay;
  readonly #startedAt: number;
  readonly #maxSteps: number;
  #resolve: (result: RunResult) => void = () => {};
  #attempt: Attempt;
  #attempts = 1;
  #hasSent = false;
  #spawnError: Error | undefined;
  #cancelSettle: (() => void) | undefined;

  constructor(prepared: PreparedRun, deps: RunDeps) {
    const { clock } = deps;
    const { keepOpen, maxTurns = Number.POSITIVE_INFINITY } = prepared.options;
    this.prepared = prepared;
    this.#deps = deps;
    this.#startedAt = clock.now();
    this.#delay = new Delay(clock);
    this.#maxSteps = prepared.mode.capabilities.supportsMaxTurns ? Number.POSITIVE_INFINITY : maxTurns;
    this.status = new RunStatus(!keepOpen);
    this.result = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    const parts = createRunParts(prepared, clock, {
      dialect: () => this.#attempt.dialect,
      say: (writes) => {
        this.say(writes);
        // The answer may have been all that it waited for.
        this.advance();
      },
      emit: (event) => this.#emit(event),
      onPressure: () => this.steerReading(),
      isAtWork: () => this.#attempt.isAtWork,
      onTimeout: (kind) => this.stop({ type: 'timeout', kind }, 'timeout'),
      onStuck: (message) => this.#fail('CAPABILITY_ERROR', message),
      onWarning: (message) => this.warn(message),
    });
    this.journal = parts.journal;
    this.channel = parts.channel;
    this.time = parts.time;
    this.#answers = parts.answers;
    this.#hostTools = parts.hostTools;
    this.#assembler = parts.assembler;
    this.#timers = parts.timers;
    this.#attempt = this.#createAttempt(1);
    this.#recorder = deps.record();
  }

  /** The attempt that lives, or the last one. */
  get attempt(): Attempt {
    return this.#attempt;
  }

  /** The process exists and can be talked to. */
  get isUp(): boolean {
    return this.status.isActive && this.#attempt.isReachable && this.#attempt.pid !== undefined;
  }

  /** Something is left to do, or may come, after the turn that runs. */
  get goesOn(): boolean {
    return !this.status.isFinishing || !this.followUps.isEmpty;
  }

  /** Begins; before it nothing has happened. */
  start(): void {
    this.#timers.start();
    this.#recorder?.onError(({ message }) => this.warn(message));
    void this.#live();
  }

  /** The host asked for the end of the turn: an exit that follows is not a crash. */
  noteInterrupt(): void {
    this.status.asked = 'interrupt';
    this.#recorder?.host({ action: 'interrupt' });
  }

  /** Hands it to the CLI that lives. */
  say(writes: Writes): void {
    this.#timers.touch(this.#deps.clock.now());
    this.#attempt.say(writes);
  }

  #createAttempt(number: number): Attempt {
    return new Attempt({
      run: this.prepared,
      number,
      assembler: this.#assembler,
      journal: this.journal,
      clock: this.#deps.clock,
      on: {
        asked: (key) => this.#answers.ask(key),
        autoApprove: (key) => this.#answers.approveSilently(key),
        toRun: (draft) => this.#act(draft),
        heard: (now) => this.#heard(now),
        handled: () => this.#handled(),
        lost: (message) => this.pushOwn({ type: 'error', code: 'PARSE_ERROR', message, recoverable: true }),
        failed: (what, error) => this.#failed(what, error),
        broken: (message) => this.#fail('INTERNAL', message),
      },
    });
  }

  #act(draft: RunDraft): void {
    if (draft.type === 'host_tool_call') {
      this.#hostTools.call(draft);
    } else if (draft.type === 'host_tool_settled') {
      this.#hostTools.settle(draft.key);
    } else {
      this.followUps.settle(draft);
    }
  }

  async #live(): Promise<void> {
    for (;;) {
      this.#begin();
      const end = await this.#attempt.ended();
      this.#hostTools.close();
      this.#cancelSettle?.();
      this.journal.hold();
      this.#tellExit(end);
      const retry = this.#decideRetry();
      if (retry === undefined) {
        this.#finish(end);
        return;
      }
      this.#abandon(retry);
      this.journal.release();
      await this.#delay.pass(retry.delayMs);
      if (!this.#startOver()) {
        this.journal.hold();
        this.#finish(end);
        return;
      }
    }
  }

  #begin(): void {
    this.channel.attach(this.#attempt.dialect);
    if (this.status.cause === undefined) {
      this.#timers.touch(this.#deps.clock.now());
      this.steerReading();
      if (this.status.isPaused) {
        this.#attempt.suspend();
      }
      this.#attempt.start(this.#recorder);
    }
  }

  #tellExit(end: AttemptEnd): void {
    const { status } = this;
    if (end.exit.leftOver > 0) {
      this.warn(
        `${end.exit.leftOver} processes of the run could not be ended: they belong to another user, or are stuck.`,
      );
    }
    if (this.#spawnError !== undefined && status.cause === undefined) {
      status.cause = { type: 'crash', exitCode: -1, stderr: this.#spawnError.message };
      this.#recorder?.host({ action: 'draft', draft: { type: 'outcome', outcome: status.cause } });
      return;
    }
    const wasToldToLeave = status.isLeaving && status.cause === undefined;
    this.#attempt.tellExit(end, { wasToldToLeave, asked: status.asked, recorder: this.#recorder });
  }

  #decideRetry(): RetryDecision | undefined {
    const { cause, asked } = this.status;
    // What was sent, answered or done once would be so twice.
    const hasActed = this.#hasSent || this.channel.wasAnswered || this.#hostTools.wasCalled;
    if (cause !== undefined || asked !== undefined || hasActed || this.#assembler.anyToolReady) {
      return undefined;
    }
    return decideRetry(this.prepared.retryPolicy, this.#assembler.held, this.#attempts, this.#deps.random());
  }

  #abandon(retry: RetryDecision): void {
    this.#recorder?.host({ action: 'retry', ...retry });
    this.#assembler.respawn(retry, this.#deps.clock.now());
    this.#fold.abandon();
    this.status.isLeaving = false;
    this.time.release('leaving');
  }

  #startOver(): boolean {
    if (this.status.cause !== undefined) {
      return false;
    }
    try {
      this.#attempt = this.#createAttempt(this.#attempts + 1);
      this.#attempts++;
      return true;
    } catch (error) {
      this.#fail('INTERNAL', `The adapter failed: ${describeError(error)}`);
      return false;
    }
  }

  /** Called while listeners are held: what they hear last, they hear of a run that is over. */
  #finish(attemptEnd: AttemptEnd): void {
    const { prepared, status } = this;
    const { clock } = this.#deps;
    this.#timers.stop();
    const end = this.#assembler.end(clock.now(), status.cause);
    const foreignSignal = status.cause === undefined && !status.isLeaving ? attemptEnd.exit.signal : null;
    status.move(OUTCOMES[causeOf(end, foreignSignal)].state);
    this.channel.close();
    this.followUps.rejectAll(`Run ${prepared.runId} ended before the prompt could be handed over.`);
    this.journal.release();
    const result = (): RunResult =>
      this.#fold.finish({
        ...describeRun(prepared, this.#assembler, attemptEnd),
        durationMs: clock.now() - this.#startedAt,
        attempts: this.#attempts,
        events: prepared.collectEvents ? this.journal.retained : [],
        end,
        foreignSignal,
        ...(this.#spawnError === undefined ? {} : { spawnError: this.#spawnError.message }),
      });
    // The recording is part of the run: whoever awaits the result may read the cassette, or has heard that there is none.
    void Promise.resolve(this.#recorder?.finish()).then(() => {
      this.journal.close();
      this.#deps.onEnd();
      this.#resolve(result());
    });
  }

  #emit(event: AgentEvent): void {
    this.#fold.add(event);
    this.followUps.observe(event);
    this.journal.append(event);
  }

  // What listeners see of the run is what the message at hand has made of it.
  #heard(now: number): void {
    this.lastHeard = now;
    this.#timers.touch(now);
    if (this.status.state === 'spawned') {
      this.status.move('running');
    }
    this.channel.prune();
  }

  #handled(): void {
    const { status } = this;
    if (this.#assembler.mainSteps > this.#maxSteps && status.cause === undefined) {
      this.stop({ type: 'turn_limit', maxTurns: this.#maxSteps }, 'interrupt');
      return;
    }
    if (!this.followUps.isEmpty) {
      this.followUps.passBoundary((input) => this.steerNow(input));
    }
    this.advance();
  }

  /** Into the running turn, if the CLI can. */
  steerNow(input: PromptInput): Promise<Delivery> | undefined {
    const { dialect } = this.#attempt;
    const writes = this.isUp && dialect.state.turn ? dialect.steer(input) : undefined;
    if (writes === undefined) {
      return undefined;
    }
    const delivery = this.followUps.steered(input, writes.key);
    this.#hasSent = true;
    this.say(writes);
    return delivery;
  }

  /** Hands over the next prompt if the agent is idle, or lets it go. */
  advance(): void {
    const { status } = this;
    const { dialect } = this.#attempt;
    // The first, since it is so after most messages.
    if (dialect.state.busy || !this.isUp || status.isEnding || status.isPaused) {
      return;
    }
    const next = this.prepared.mode.capabilities.supportsMultiTurn ? this.followUps.takeNext() : undefined;
    if (next !== undefined) {
      this.#hasSent = true;
      status.asked = undefined;
      this.steerReading();
      this.say(dialect.prompt(next.input));
      next.resolve({ delivered: 'new-turn' });
    } else if (status.isFinishing) {
      this.#letGo();
    }
  }

  // The agent is done: it is asked to leave, and ended if it stays.
  #letGo(): void {
    this.status.isLeaving = true;
    this.time.hold('leaving');
    this.steerReading();
    this.say(this.#attempt.dialect.close());
    this.#cancelSettle = this.#deps.clock.after(this.prepared.settleMs, () => this.#attempt.stop());
  }

  stop(cause: EndCause, asked: 'interrupt' | 'abort' | 'timeout'): void {
    if (!this.status.stop(cause, asked)) {
      return;
    }
    this.#timers.stop();
    if (cause.type === 'turn_limit' || cause.type === 'error') {
      this.#recorder?.host({ action: 'draft', draft: { type: 'outcome', outcome: cause } });
    } else if (asked !== 'interrupt') {
      this.#recorder?.host(cause.type === 'timeout' ? { action: 'timeout', kind: cause.kind } : { action: 'abort' });
    }
    this.followUps.rejectAll(`Run ${this.prepared.runId} is being ended (${cause.type}).`);
    this.#delay.skip();
    this.#hostTools.close();
    this.steerReading();
    this.#attempt.stop();
  }

  #fail(code: ErrorCode, message: string): void {
    this.stop({ type: 'error', code, message }, 'abort');
  }

  #failed(what: 'stdin' | 'spawn', error: Error): void {
    if (what === 'spawn') {
      this.#spawnError = error;
    } else if (!this.status.isEnding) {
      this.warn(`${this.prepared.agent} closed its input early: ${error.message}`);
    }
  }

  /** Says something of the runtime's own; a replay says it again. */
  pushOwn(draft: EventDraft): void {
    if (this.journal.isClosed) {
      return;
    }
    this.#recorder?.host({ action: 'draft', draft });
    this.journal.hold();
    this.#assembler.push(draft, this.#deps.clock.now());
    this.journal.release();
  }

  warn(message: string): void {
    this.pushOwn({ type: 'debug', level: 'warn', message });
  }

  /** Holds the agent back while its readers are behind; never on the way to an end: a pipe that nobody reads does not close. */
  steerReading(): void {
    const isHeldBack = this.journal.isFull && !this.status.isEnding && this.status.asked === undefined;
    if (isHeldBack) {
      this.time.hold('pressure');
    } else {
      this.time.release('pressure');
    }
    this.#attempt.holdBack(isHeldBack);
  }
}
