/** A run: attempts, one journal, and everything that can be asked of it while it lives. */
import type { AgentEvent } from '@agent-mux/events';
import type { Dialect, PromptInput } from '../adapter/dialect.ts';
import type { EventDraft } from '../adapter/draft.ts';
import { type Assembler, createAssembler, type EndCause } from '../assembler/index.ts';
import type { Recorder } from '../cassette/index.ts';
import type { Clock } from '../clock.ts';
import { AgentMuxError } from '../errors.ts';
import { AnswerPolicy, Channel } from '../interaction/index.ts';
import { Attempt, type AttemptEnd } from './attempt.ts';
import { FollowUps } from './follow-ups.ts';
import { Journal } from './journal.ts';
import { causeOf, OUTCOMES } from './outcome.ts';
import type { PreparedRun } from './prepared-run.ts';
import { decideRetry, type RetryDecision } from './retry-policy.ts';
import { createResultFold, type ResultFold, type RunResult } from './run-result.ts';
import { isEnded, moveTo, type RunState } from './run-state.ts';
import { RunTimers } from './run-timers.ts';

export interface RunDeps {
  readonly clock: Clock;
  /** In [0, 1), for the jitter of retries. */
  readonly random: () => number;
  readonly recorder: Recorder | undefined;
  readonly onEnd: () => void;
}

export class Run {
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
    this.journal = new Journal({
      highWaterMark: prepared.highWaterMark,
      collect: prepared.collectEvents,
      clock,
      onPressure: (isFull) => this.#onPressure(isFull),
      onWarning: (message) => this.#warn(message),
    });
    this.channel = new Channel({
      runId: prepared.runId,
      agent: prepared.agent,
      clock,
      say: (writes) => this.#attempt.say(writes),
      onWarning: (message) => this.#warn(message),
    });
    this.#answers = new AnswerPolicy({
      channel: this.channel,
      clock,
      approvalMode: prepared.options.approvalMode,
      onApprovalRequest: prepared.onApprovalRequest,
      onInputRequired: prepared.onInputRequired,
      timeoutMs: prepared.interactionTimeoutMs,
      isHeard: (type) => this.journal.isHeard(type),
      findEvent: (id) => this.journal.findInteraction(id),
      onWarning: (message) => this.#warn(message),
    });
    this.#assembler = createAssembler({
      runId: prepared.runId,
      agent: prepared.agent,
      stream: prepared.options.stream,
      streams: this.#streams(),
      includeSubagents: prepared.options.includeSubagents,
      interactions: this.channel.ids,
      emit: (event) => this.#emit(event),
    });
    this.#timers = new RunTimers({
      clock,
      timeout: prepared.timeout,
      inactivityTimeout: prepared.inactivityTimeout,
      onTimeout: (kind) => this.#stop({ type: 'timeout', kind }, 'timeout'),
    });
    this.#attempt = this.#createAttempt();
  }

  get state(): RunState {
    return this.#state;
  }

  get pid(): number | undefined {
    return this.#attempt.pid;
  }

  get isActive(): boolean {
    return !isEnded(this.#state);
  }

  /** Begins; before it nothing has happened. */
  start(): void {
    const { signal, notes } = this.prepared;
    this.#isStarted = true;
    for (const message of notes) {
      this.#pushOwn({ type: 'debug', level: 'warn', message });
    }
    if (signal !== undefined) {
      const onAbort = (): void => this.abort();
      signal.addEventListener('abort', onAbort, { once: true });
      void this.result.then(() => signal.removeEventListener('abort', onAbort));
      if (signal.aborted) {
        this.abort();
      }
    }
    void this.#live();
  }

  // Control

  interrupt(): void {
    this.#demandActive('interrupt');
    this.#asked = 'interrupt';
    this.#deps.recorder?.host({ action: 'interrupt' });
    if (this.#attempt.pid === undefined || this.#cancelWait !== undefined) {
      this.#stop({ type: 'interrupted' }, 'interrupt');
      return;
    }
    if (this.#state === 'paused') {
      this.resume();
    }
    if (this.#attempt.dialect.state.busy) {
      this.#attempt.say(this.#attempt.dialect.interrupt());
      this.#readOn();
      this.#insistOnInterrupt();
    }
  }

  abort(): void {
    this.#stop({ type: 'aborted' }, 'abort');
  }

  pause(): void {
    this.#demandActive('pause');
    this.#state = moveTo(this.#state, 'paused');
    this.#pushOwn({ type: 'paused' });
    this.#timers.hold('paused');
    this.#attempt.suspend();
  }

  resume(): void {
    this.#demandActive('resume');
    if (this.#state !== 'paused') {
      throw new AgentMuxError('INVALID_STATE_TRANSITION', `resume(): the run is ${this.#state}, not paused.`);
    }
    this.#state = moveTo(this.#state, 'running');
    this.#timers.release('paused');
    this.#pushOwn({ type: 'resumed' });
    this.#attempt.continue();
  }

  /** No more follow-ups: the run ends when its turn and queue are done. */
  end(): void {
    this.#isFinishing = true;
    if (this.#isStarted && this.#attempt.pid !== undefined) {
      this.#advance();
    }
  }

  // Follow-ups

  /** Throws what stands against a follow-up now. */
  demandFollowUps(what: string): void {
    const { mode, agent, options } = this.prepared;
    if (!this.isActive || this.#isClosing || this.#cause !== undefined) {
      const hint = options.keepOpen ? '' : ' Start it with `keepOpen: true` to keep it open for follow-ups.';
      throw new AgentMuxError('RUN_NOT_ACTIVE', `${what}: run ${this.prepared.runId} is over or ending.${hint}`);
    }
    if (!mode.capabilities.supportsMultiTurn) {
      throw new AgentMuxError(
        'CAPABILITY_ERROR',
        `${what}: ${agent} takes no follow-ups in mode "${mode.name}". Use another mode, or a new run with \`sessionId\`.`,
      );
    }
  }

  /** Into the running turn if the CLI can, else undefined. */
  steerNow(input: PromptInput): boolean {
    const { dialect } = this.#attempt;
    if (this.#attempt.pid === undefined || !dialect.state.turn) {
      return false;
    }
    const writes = dialect.steer(input);
    if (writes === undefined) {
      return false;
    }
    this.#hasSent = true;
    this.#attempt.say(writes);
    return true;
  }

  /** Hands over the next prompt if the agent is idle. */
  advanceSoon(): void {
    queueMicrotask(() => {
      if (this.#isStarted && this.isActive && this.#attempt.pid !== undefined) {
        this.#advance();
      }
    });
  }

  // The life of the run

  #createAttempt(): Attempt {
    return new Attempt({
      run: this.prepared,
      number: this.#attempts,
      assembler: this.#assembler,
      clock: this.#deps.clock,
      recorder: this.#deps.recorder,
      on: {
        asked: (key) => this.#answers.ask(key),
        autoApprove: (key) => this.#autoApprove(key),
        handled: () => this.#handled(),
        lost: (message) => this.#pushOwn({ type: 'error', code: 'PARSE_ERROR', message, recoverable: true }),
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
    if (this.#spawnError !== undefined && this.#cause === undefined) {
      this.#cause = { type: 'crash', exitCode: -1, stderr: this.#spawnError.message };
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

  #finish({ exit, stderr }: AttemptEnd): void {
    const { clock, recorder } = this.#deps;
    const { prepared } = this;
    this.#timers.stop();
    const end = this.#assembler.end(clock.now(), this.#cause);
    const foreignSignal = this.#cause === undefined && !this.#isClosing ? exit.signal : null;
    this.#state = moveTo(this.#state, OUTCOMES[causeOf(end, foreignSignal)].state);
    this.channel.close();
    this.followUps.rejectAll(new AgentMuxError('RUN_NOT_ACTIVE', `Run ${prepared.runId} ended before the prompt could be handed over.`));
    const result = this.#fold.finish({
      runId: prepared.runId,
      agent: prepared.agent,
      model: prepared.options.model,
      mode: prepared.mode.name,
      sessionId: this.#assembler.sessionId,
      durationMs: clock.now() - this.#startedAt,
      exitCode: exit.code,
      signal: exit.signal,
      attempts: this.#attempts,
      events: prepared.collectEvents ? this.journal.retained : [],
      tags: prepared.tags,
      diagnostics: { unknownNative: this.#assembler.unknownNative, repaired: this.#assembler.repaired },
      stderr,
      end,
      foreignSignal,
    });
    this.journal.close();
    this.#deps.onEnd();
    // The recording is part of the run: whoever awaits the result may read the cassette.
    if (recorder === undefined) {
      this.#resolve(result);
    } else {
      void recorder.finish().then(
        () => this.#resolve(result),
        () => this.#resolve(result),
      );
    }
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
      this.#stop({ type: 'turn_limit', maxTurns: this.prepared.options.maxTurns ?? 0 }, 'interrupt');
      return;
    }
    if (!this.followUps.isEmpty) {
      this.followUps.passBoundary((input) => this.steerNow(input));
    }
    this.#advance();
  }

  #advance(): void {
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
    this.#readOn();
    this.#attempt.say(this.#attempt.dialect.close());
    this.#cancelSettle = this.#deps.clock.after(this.prepared.settleMs, () => this.#attempt.stop());
  }

  #stop(cause: EndCause, asked: 'interrupt' | 'abort' | 'timeout'): void {
    if (!this.isActive || this.#cause !== undefined) {
      return;
    }
    this.#cause = cause;
    this.#asked = asked;
    this.#timers.stop();
    if (cause.type === 'turn_limit') {
      this.#deps.recorder?.host({ action: 'draft', draft: { type: 'outcome', outcome: cause } });
    } else if (asked !== 'interrupt') {
      this.#deps.recorder?.host(cause.type === 'timeout' ? { action: 'timeout', kind: cause.kind } : { action: 'abort' });
    }
    if (this.#state !== 'stopping') {
      this.#state = moveTo(this.#state, 'stopping');
    }
    this.followUps.rejectAll(new AgentMuxError('RUN_NOT_ACTIVE', `Run ${this.prepared.runId} is being ended (${cause.type}).`));
    this.#cancelWait?.();
    this.#readOn();
    this.#attempt.stop();
  }

  // A CLI that does not answer to an interrupt must not keep its caller waiting.
  #insistOnInterrupt(): void {
    const { clock } = this.#deps;
    const cancel = clock.after(this.prepared.gracePeriodMs, () => {
      if (this.#asked === 'interrupt' && this.#attempt.dialect.state.turn) {
        this.#stop({ type: 'interrupted' }, 'interrupt');
      }
    });
    void this.result.then(cancel);
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
      this.#warn(`${this.prepared.agent} closed its input early: ${error.message}`);
    }
  }

  // Interaction

  #autoApprove(key: string): void {
    const writes = this.#attempt.dialect.respond(key, { type: 'approve' });
    if (writes === 'gone' || writes === 'unsupported') {
      this.#warn(`An approval could not be given automatically: the CLI said "${writes}".`);
    } else {
      this.#attempt.say(writes);
    }
  }

  // Small things

  // Each attempt has a dialect of its own; the assembler asks for the one that lives.
  #streams(): Dialect['streams'] {
    const dialect = (): Dialect => this.#attempt.dialect;
    return {
      get text() {
        return dialect().streams.text;
      },
      get thinking() {
        return dialect().streams.thinking;
      },
      get toolInput() {
        return dialect().streams.toolInput;
      },
    };
  }

  #pushOwn(draft: EventDraft): void {
    this.#deps.recorder?.host({ action: 'draft', draft });
    this.#assembler.push(draft, this.#deps.clock.now());
  }

  #warn(message: string): void {
    this.#pushOwn({ type: 'debug', level: 'warn', message });
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
  #readOn(): void {
    this.#timers.release('pressure');
    this.#attempt.holdBack(false);
  }

  #demandActive(what: string): void {
    if (!this.isActive) {
      throw new AgentMuxError('RUN_NOT_ACTIVE', `${what}(): run ${this.prepared.runId} is over (${this.#state}).`);
    }
  }
}
