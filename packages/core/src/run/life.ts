/** The life of a run: its attempts one after the other, what each event and message sets off, and how it ends. */
import type { AgentEvent } from '@agent-mux/events';
import type { PromptInput } from '../adapter/dialect.ts';
import type { EventDraft } from '../adapter/draft.ts';
import type { Assembler, EndCause } from '../assembler/index.ts';
import type { Recorder } from '../cassette/index.ts';
import type { Clock } from '../clock.ts';
import { AgentMuxError } from '../errors.ts';
import type { AnswerPolicy, Channel } from '../interaction/index.ts';
import { Attempt, type AttemptEnd } from './attempt.ts';
import { FollowUps } from './follow-ups.ts';
import type { Journal } from './journal.ts';
import { causeOf, OUTCOMES } from './outcome.ts';
import type { PreparedRun } from './prepared-run.ts';
import { decideRetry, type RetryDecision } from './retry-policy.ts';
import { createRunParts } from './run-parts.ts';
import { createResultFold, describeRun, type ResultFold, type RunResult } from './run-result.ts';
import { isEnded, moveTo, type RunState } from './run-state.ts';
import type { RunTimers } from './run-timers.ts';

export interface RunDeps {
  readonly clock: Clock;
  /** In [0, 1), for the jitter of retries. */
  readonly random: () => number;
  readonly recorder: Recorder | undefined;
  readonly onEnd: () => void;
}

export class RunLife {
  readonly prepared: PreparedRun;
  readonly journal: Journal;
  readonly channel: Channel;
  readonly followUps: FollowUps = new FollowUps();
  readonly result: Promise<RunResult>;
  readonly #deps: RunDeps;
  readonly #assembler: Assembler;
  readonly #fold: ResultFold = createResultFold();
  readonly #timers: RunTimers;
  readonly #answers: AnswerPolicy;
  readonly #startedAt: number;
  #resolve: (result: RunResult) => void = () => {};
  #state: RunState = 'spawned';
  #attempt: Attempt;
  #attempts = 1;
  #isStarted = false;
  // Why we end the run; undefined while it is the agent's to say.
  #cause: EndCause | undefined;
  #asked: 'interrupt' | 'abort' | 'timeout' | undefined;
  #isClosing = false;
  #isFinishing: boolean;
  #hasSent = false;
  #spawnError: Error | undefined;
  #isTurnLimitHit = false;
  #cancelWait: (() => void) | undefined;
  #cancelSettle: (() => void) | undefined;

  constructor(prepared: PreparedRun, deps: RunDeps) {
    const { clock } = deps;
    this.prepared = prepared;
    this.#deps = deps;
    this.#startedAt = clock.now();
    this.#isFinishing = !prepared.options.keepOpen;
    this.result = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    const parts = createRunParts(prepared, clock, {
      dialect: () => this.#attempt.dialect,
      say: (writes) => this.#attempt.say(writes),
      emit: (event) => this.#emit(event),
      onPressure: (isFull) => this.#onPressure(isFull),
      onTimeout: (kind) => this.stop({ type: 'timeout', kind }, 'timeout'),
      onWarning: (message) => this.warn(message),
    });
    this.journal = parts.journal;
    this.channel = parts.channel;
    this.#answers = parts.answers;
    this.#assembler = parts.assembler;
    this.#timers = parts.timers;
    this.#attempt = this.#createAttempt();
  }

  get state(): RunState {
    return this.#state;
  }

  /** The attempt that lives, or the last one. */
  get attempt(): Attempt {
    return this.#attempt;
  }

  /** The process exists and can be talked to. */
  get isUp(): boolean {
    return this.#isStarted && this.isActive && this.#attempt.pid !== undefined && this.#cancelWait === undefined;
  }

  get isActive(): boolean {
    return !isEnded(this.#state);
  }

  /** It is over, or its end is decided. */
  get isEnding(): boolean {
    return !this.isActive || this.#isClosing || this.#cause !== undefined;
  }

  /** Begins; before it nothing has happened. */
  start(): void {
    this.#isStarted = true;
    this.#deps.recorder?.onError(({ message }) => this.warn(message));
    void this.#live();
  }

  /** Moves on in the table of states, or throws. */
  move(to: RunState): void {
    this.#state = moveTo(this.#state, to);
    if (to === 'paused') {
      this.#timers.hold('paused');
    } else {
      this.#timers.release('paused');
    }
  }

  /** The host asked for the end of the turn: an exit that follows is not a crash. */
  noteInterrupt(): void {
    this.#asked = 'interrupt';
    this.#deps.recorder?.host({ action: 'interrupt' });
  }

  /** An interrupt was asked for, and no turn has begun since. */
  get isInterrupted(): boolean {
    return this.#asked === 'interrupt';
  }

  /** Something was sent after the first prompt: this run is not repeated. */
  noteSent(): void {
    this.#hasSent = true;
  }

  /** It ends by itself once nothing is left to do. */
  finishWhenDone(): void {
    this.#isFinishing = true;
    if (this.isUp) {
      this.advance();
    }
  }

  #createAttempt(): Attempt {
    return new Attempt({
      run: this.prepared,
      number: this.#attempts,
      assembler: this.#assembler,
      clock: this.#deps.clock,
      recorder: this.#deps.recorder,
      on: {
        asked: (key) => this.#answers.ask(key),
        autoApprove: (key) => this.channel.approveSilently(key),
        handled: () => this.#handled(),
        lost: (message) => this.pushOwn({ type: 'error', code: 'PARSE_ERROR', message, recoverable: true }),
        failed: (what, error) => this.#failed(what, error),
      },
    });
  }

  async #live(): Promise<void> {
    for (;;) {
      this.channel.attach(this.#attempt.dialect);
      if (this.#cause === undefined) {
        this.#attempt.start();
      }
      const end = await this.#attempt.ended();
      this.#cancelSettle?.();
      this.#tellExit(end);
      const retry = this.#decideRetry();
      if (retry === undefined) {
        this.#finish(end);
        return;
      }
      await this.#waitForRetry(retry);
      if (this.#cause === undefined) {
        this.#attempts++;
        this.#attempt = this.#createAttempt();
      } else {
        this.#finish(end);
        return;
      }
    }
  }

  #tellExit({ exit, stderr }: AttemptEnd): void {
    if (exit.leftOver > 0) {
      this.warn(`${exit.leftOver} processes of the run could not be ended: they belong to another user, or are stuck.`);
    }
    if (this.#spawnError !== undefined && this.#cause === undefined) {
      this.#cause = { type: 'crash', exitCode: -1, stderr: this.#spawnError.message };
      this.#deps.recorder?.host({ action: 'draft', draft: { type: 'outcome', outcome: this.#cause } });
      return;
    }
    // It was told to leave and did not: ended by us, it counts as having left well.
    const wasSettled = this.#isClosing && this.#cause === undefined && this.#attempt.dialect.state.clean;
    this.#deps.recorder?.exit({
      code: exit.code,
      signal: exit.signal,
      asked: this.#asked ?? null,
      ...(wasSettled ? { settled: true } : {}),
    });
    this.#attempt.exit({
      code: wasSettled ? 0 : exit.code,
      signal: wasSettled ? null : exit.signal,
      stderr,
      ...(this.#asked === undefined ? {} : { asked: this.#asked }),
    });
  }

  #decideRetry(): RetryDecision | undefined {
    if (this.#cause !== undefined || this.#asked !== undefined || this.#hasSent || this.channel.wasAnswered) {
      return undefined;
    }
    return this.#assembler.anyToolReady
      ? undefined
      : decideRetry(this.prepared.retryPolicy, this.#assembler.held, this.#attempts, this.#deps.random());
  }

  async #waitForRetry(retry: RetryDecision): Promise<void> {
    this.#deps.recorder?.host({ action: 'retry', ...retry });
    this.#assembler.respawn(retry, this.#deps.clock.now());
    this.#fold.abandon();
    this.#isClosing = false;
    await new Promise<void>((resolve) => {
      const cancel = this.#deps.clock.after(retry.delayMs, resolve);
      this.#cancelWait = () => {
        cancel();
        resolve();
      };
    });
    this.#cancelWait = undefined;
  }

  #finish(attemptEnd: AttemptEnd): void {
    const { clock, recorder } = this.#deps;
    const { prepared } = this;
    this.#timers.stop();
    const end = this.#assembler.end(clock.now(), this.#cause);
    const foreignSignal = this.#cause === undefined && !this.#isClosing ? attemptEnd.exit.signal : null;
    this.#state = moveTo(this.#state, OUTCOMES[causeOf(end, foreignSignal)].state);
    this.channel.close();
    this.followUps.rejectAll(
      new AgentMuxError('RUN_NOT_ACTIVE', `Run ${prepared.runId} ended before the prompt could be handed over.`),
    );
    const result = this.#fold.finish({
      ...describeRun(prepared, this.#assembler, attemptEnd),
      durationMs: clock.now() - this.#startedAt,
      attempts: this.#attempts,
      events: prepared.collectEvents ? this.journal.retained : [],
      end,
      foreignSignal,
      ...(this.#spawnError === undefined ? {} : { spawnError: this.#spawnError.message }),
    });
    this.journal.close();
    this.#deps.onEnd();
    // The recording is part of the run: whoever awaits the result may read the cassette.
    void Promise.resolve(recorder?.finish()).then(() => this.#resolve(result));
  }

  #emit(event: AgentEvent): void {
    this.#fold.add(event);
    this.#timers.touch(event.timestamp);
    this.followUps.observe(event);
    if (event.type === 'step_start' && event.lane === undefined) {
      this.#checkTurnLimit();
    }
    this.journal.append(event);
  }

  // A message of the CLI was handled.
  #handled(): void {
    if (this.#state === 'spawned') {
      this.#state = 'running';
    }
    this.channel.prune();
    if (this.#isTurnLimitHit && this.#cause === undefined) {
      this.stop({ type: 'turn_limit', maxTurns: this.prepared.options.maxTurns ?? 0 }, 'interrupt');
      return;
    }
    if (!this.followUps.isEmpty) {
      this.followUps.passBoundary((input) => this.steerNow(input));
    }
    this.advance();
  }

  /** Into the running turn, if the CLI can. */
  steerNow(input: PromptInput): boolean {
    const { dialect } = this.#attempt;
    const writes = this.isUp && dialect.state.turn ? dialect.steer(input) : undefined;
    if (writes === undefined) {
      return false;
    }
    this.noteSent();
    this.#attempt.say(writes);
    return true;
  }

  /** Hands over the next prompt if the agent is idle, or lets it go. */
  advance(): void {
    const { dialect } = this.#attempt;
    if (dialect.state.busy || this.#isClosing || this.#cause !== undefined || this.#state === 'paused') {
      return;
    }
    const next = this.prepared.mode.capabilities.supportsMultiTurn ? this.followUps.takeNext() : undefined;
    if (next !== undefined) {
      this.#hasSent = true;
      this.#asked = undefined;
      this.#attempt.say(dialect.prompt(next.input));
      next.resolve({ delivered: 'new-turn' });
    } else if (this.#isFinishing) {
      this.#close();
    }
  }

  // The agent is done: it is asked to leave, and ended if it stays.
  #close(): void {
    this.#isClosing = true;
    this.readOn();
    this.#attempt.say(this.#attempt.dialect.close());
    this.#cancelSettle = this.#deps.clock.after(this.prepared.settleMs, () => this.#attempt.stop());
  }

  stop(cause: EndCause, asked: 'interrupt' | 'abort' | 'timeout'): void {
    if (!this.isActive || this.#cause !== undefined) {
      return;
    }
    this.#cause = cause;
    this.#asked = asked;
    this.#timers.stop();
    if (cause.type === 'turn_limit') {
      this.#deps.recorder?.host({ action: 'draft', draft: { type: 'outcome', outcome: cause } });
    } else if (asked !== 'interrupt') {
      this.#deps.recorder?.host(
        cause.type === 'timeout' ? { action: 'timeout', kind: cause.kind } : { action: 'abort' },
      );
    }
    if (this.#state !== 'stopping') {
      this.#state = moveTo(this.#state, 'stopping');
    }
    this.followUps.rejectAll(
      new AgentMuxError('RUN_NOT_ACTIVE', `Run ${this.prepared.runId} is being ended (${cause.type}).`),
    );
    this.#cancelWait?.();
    this.readOn();
    this.#attempt.stop();
  }

  #checkTurnLimit(): void {
    const { options, mode } = this.prepared;
    if (options.maxTurns !== undefined && !mode.capabilities.supportsMaxTurns) {
      this.#isTurnLimitHit ||= this.#assembler.mainSteps > options.maxTurns;
    }
  }

  #failed(what: 'stdin' | 'spawn', error: Error): void {
    if (what === 'spawn') {
      this.#spawnError = error;
    } else if (!this.#isClosing && this.#cause === undefined) {
      this.warn(`${this.prepared.agent} closed its input early: ${error.message}`);
    }
  }

  /** Says something of the runtime's own; a replay says it again. */
  pushOwn(draft: EventDraft): void {
    this.#deps.recorder?.host({ action: 'draft', draft });
    this.#assembler.push(draft, this.#deps.clock.now());
  }

  warn(message: string): void {
    this.pushOwn({ type: 'debug', level: 'warn', message });
  }

  #onPressure(isFull: boolean): void {
    if (this.#isClosing || this.#asked !== undefined || this.#cause !== undefined) {
      return;
    }
    if (isFull) {
      this.#timers.hold('pressure');
    } else {
      this.#timers.release('pressure');
    }
    this.#attempt.holdBack(isFull);
  }

  // From here on reading is never held back again: a pipe that nobody reads would never close.
  readOn(): void {
    this.#timers.release('pressure');
    this.#attempt.holdBack(false);
  }
}
