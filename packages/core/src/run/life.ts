/** The life of a run: what each message and each wish of the host sets off, and how it ends. */
import type { ErrorCode } from '@agent-mux/events';
import type { RunHeader } from '@agent-mux/events/journal';
import type { EventDraft, Writes } from '../adapter/index.ts';
import type { SteadyClock } from '../clock.ts';
import type { Channel } from '../interaction/index.ts';
import type { Journal } from '../readers/index.ts';
import { whileHeld } from '../readers/index.ts';
import type { RunResult } from '../results/index.ts';
import type { Attempt, AttemptEnd } from './attempt.ts';
import { Attempts, type AttemptsOptions } from './attempts.ts';
import { awaitEnd, type EndingRun, endRun, forgoRun } from './end-run.ts';
import type { EntryLog } from './entry-log.ts';
import { Farewell } from './farewell.ts';
import { Faults } from './faults.ts';
import { guardRecorder } from './guarded-recorder.ts';
import { createHearing } from './hearing.ts';
import type { HostAction } from './host-action.ts';
import { InputLog } from './input-log.ts';
import { Keeper } from './keeper.ts';
import { starterOf } from './lineage.ts';
import type { LiveTurns } from './live-turns.ts';
import type { PreparedRun } from './prepared-run.ts';
import { Prior } from './prior.ts';
import { Prompts } from './prompts.ts';
import type { Recorder } from './recorder.ts';
import { Delay } from './retry-policy.ts';
import type { RunDeps } from './run-deps.ts';
import { createHeader } from './run-header.ts';
import type { RunMachine } from './run-machine.ts';
import { createRunParts, type RunHooks, type RunParts } from './run-parts.ts';
import type { RunStatus } from './run-status.ts';
import { Spending } from './spending.ts';
import type { StandingClock } from './standing-clock.ts';
import { Stopper, type StopperParts } from './stopper.ts';

export class RunLife {
  readonly prepared: PreparedRun;
  readonly header: RunHeader;
  readonly journal: Journal;
  readonly entries: EntryLog;
  readonly channel: Channel;
  readonly prompts: Prompts;
  readonly stopper: Stopper;
  readonly turns: LiveTurns;
  readonly result: Promise<RunResult>;
  /** Stands still while the agent has to wait or is paused, and while it leaves. */
  readonly time: StandingClock;
  /** When the CLI was last heard. */
  lastHeard = 0;
  readonly #deps: RunDeps;
  readonly faults: Faults = new Faults((message) => this.#breakOff(message));
  readonly #clock: SteadyClock;
  readonly #parts: RunParts;
  readonly #machine: RunMachine;
  #recorder: Recorder | undefined;
  readonly #inputs: InputLog;
  readonly #keeper: Keeper;
  readonly #farewell: Farewell;
  readonly #delay: Delay;
  readonly #prior: Prior;
  #startedAt: number;
  readonly #spending: Spending;
  #resolve: (result: RunResult) => void = () => {};
  readonly #attempts: Attempts;

  constructor(prepared: PreparedRun, deps: RunDeps) {
    const clock = this.faults.guardClock(deps.clock);
    this.#clock = clock;
    this.prepared = prepared;
    this.header = createHeader(prepared);
    this.#deps = deps;
    this.#startedAt = clock.now();
    this.#delay = new Delay(clock);
    this.#prior = new Prior(deps.readPrior, (code, message) => this.#fail(code, message));
    this.#spending = new Spending(prepared);
    this.result = new Promise((resolve) => {
      this.#resolve = (result) => resolve(this.turns.finish(result));
    });
    this.#inputs = new InputLog(prepared.runId, (action) => this.act(action), starterOf(prepared.lineage));
    this.#keeper = new Keeper({
      openLog: deps.openLog,
      onBroken: (message) => (prepared.storeRequired ? this.#fail('STORE_ERROR', message) : this.warn(message)),
      onRefused: (message) => this.#fail('VALIDATION_ERROR', message),
      onPressure: () => this.steerReading(),
    });
    const parts = createRunParts(prepared, clock, this.#runHooks());
    this.#parts = parts;
    this.journal = parts.journal;
    this.turns = parts.turns;
    this.entries = parts.entries;
    this.channel = parts.channel;
    this.time = parts.time;
    this.#machine = parts.machine;
    const wires = this.#wires();
    this.#farewell = new Farewell({ ...parts, ...wires, settleMs: prepared.settleMs });
    this.prompts = this.#createPrompts();
    const { followUps } = this.prompts;
    const { runId } = prepared;
    this.stopper = new Stopper({ ...parts, ...wires, runId, status: this.status, followUps, delay: this.#delay });
    this.#attempts = new Attempts({
      ...wires,
      prepared,
      parts,
      prior: this.#prior,
      delay: this.#delay,
      random: deps.random,
      prompts: () => this.prompts,
      farewell: () => this.#farewell,
      recorder: () => this.#recorder,
      onFault: (message) => this.#fail('INTERNAL', message),
      on: this.#createHearing(),
    });
  }

  #runHooks(): RunHooks {
    return {
      kin: this.#deps.kin,
      keeper: this.#keeper,
      inputs: this.#inputs,
      dialect: () => this.attempt.dialect,
      say: (writes) => {
        this.say(writes);
        // The answer may have been all that it waited for.
        this.advance();
      },
      observe: (event) => {
        this.#spending.observe(event);
        this.prompts.followUps.observe(event);
      },
      onPressure: () => this.steerReading(),
      isUp: () => this.isUp,
      hasMore: () => !this.prompts.followUps.isEmpty,
      isAtWork: () => this.attempt.isAtWork,
      onTimeout: (kind) => this.stopper.stop({ type: 'timeout', kind }),
      onStuck: (message) => this.#fail('CAPABILITY_ERROR', message),
      onWarning: (message) => this.warn(message),
      priorTurnCount: () => this.#prior.session?.turnCount,
      faults: this.faults,
    };
  }

  /** What its parts need of the run itself. */
  #wires(): Pick<AttemptsOptions, 'clock' | 'inputs' | 'faults' | 'act' | 'steerReading'> &
    Pick<StopperParts, 'kin' | 'attempt' | 'say'> {
    return {
      kin: this.#deps.kin,
      clock: this.#clock,
      inputs: this.#inputs,
      faults: this.faults,
      attempt: () => this.attempt,
      act: (action) => this.act(action),
      say: (writes) => this.say(writes),
      steerReading: () => this.steerReading(),
    };
  }

  #createPrompts(): Prompts {
    const { runId, input, mode } = this.prepared;
    return new Prompts({
      runId,
      first: input,
      keep: (prompt) => this.#keeper.keepPrompt(prompt, this.entries),
      inputs: this.#inputs,
      entries: this.entries,
      status: this.status,
      isMultiTurn: mode.capabilities.supportsMultiTurn,
      dialect: () => this.attempt.dialect,
      isUp: () => this.isUp,
      onRest: () => this.turns.rest(),
      onTurn: () => this.steerReading(),
      onDone: () => this.#farewell.begin(),
      say: (writes) => this.say(writes),
    });
  }

  #createHearing(): AttemptsOptions['on'] {
    const { runId, agent } = this.prepared;
    return createHearing({
      ...this.#parts,
      runId,
      agent,
      spending: this.#spending,
      prompts: this.prompts,
      stopper: this.stopper,
      onHeard: (now) => {
        this.lastHeard = now;
      },
      onSpawnError: (message) => {
        this.#attempts.spawnError = message;
      },
      advance: () => this.advance(),
      pushOwn: (draft) => this.pushOwn(draft),
      warn: (message) => this.warn(message),
      onBroken: (message) => this.#fail('INTERNAL', message),
    });
  }

  get status(): RunStatus {
    return this.#machine.status;
  }

  /** The attempt that lives, or the last one. */
  get attempt(): Attempt {
    return this.#attempts.current;
  }

  /** The process exists and can be talked to. */
  get isUp(): boolean {
    return this.status.isActive && this.attempt.isReachable && this.attempt.pid !== undefined;
  }

  /** Throws where the run cannot be recorded. */
  record(): void {
    this.#recorder = guardRecorder(this.#deps.record(), (message) => this.warn(message));
  }

  /** Says what the run is, and its first words, before all that anybody asks of it. */
  open(): void {
    this.#startedAt = this.#clock.now();
    this.#tellHeader();
    this.entries.prompt(this.#inputs.first(this.prepared.input));
  }

  #tellHeader(): void {
    this.#keeper.open(this.header);
    this.entries.open(this.header);
  }

  /** It never begins: all that is said of it is what it was to be, and that it was aborted. */
  forgo(message: string): void {
    this.faults.try('open the journal', () => this.#tellHeader());
    void forgoRun(this.#ending, message).then(this.#resolve);
  }

  /** Begins; before it nothing has happened. */
  start(): void {
    this.faults.try('begin the run', () => {
      this.#parts.timers.start();
      this.#recorder?.onError(({ message }) => this.warn(message));
    });
    void this.#live();
  }

  /** Hands it to the CLI that lives. */
  say(writes: Writes): void {
    this.#parts.timers.touch(this.#clock.now());
    this.attempt.say(writes);
  }

  async #live(): Promise<void> {
    const kept = this.#keeper.committed();
    if (kept !== undefined) {
      await kept;
    }
    // Only then, since all others start at once: what is asked of them next finds a process.
    if (this.#deps.readPrior !== undefined) {
      await this.#prior.settle(() => this.attempt.learnPrior());
    }
    const end = await this.#play();
    const read = await this.turns.readLast();
    if (read !== undefined) {
      this.#machine.hearOutput(read, (draft) => this.pushOwn(draft));
    }
    this.#finish(end);
  }

  async #play(): Promise<AttemptEnd> {
    try {
      return await this.#attempts.play();
    } catch (error) {
      this.faults.report('lead the run', error);
      return awaitEnd(this.attempt, this.faults);
    }
  }

  #finish(attemptEnd: AttemptEnd): void {
    const how = { attemptEnd, startedAt: this.#startedAt, spawnError: this.#attempts.spawnError };
    void endRun(this.#ending, how).then(this.#resolve);
  }

  get #ending(): EndingRun {
    return {
      ...this.#parts,
      prepared: this.prepared,
      followUps: this.prompts.followUps,
      recorder: this.#recorder,
      keeper: this.#keeper,
      faults: this.faults,
      clock: this.#clock,
      release: () => this.#attempts.listeners.release(),
      kin: this.#deps.kin,
      onEnd: this.#deps.onEnd,
    };
  }

  // Called in a turn of its own.
  #breakOff(message: string): void {
    this.faults.try('end the run', () => this.#fail('INTERNAL', message));
    this.faults.try('end the agent', () => this.attempt.stop());
  }

  /** Hands over the next prompt if the agent is idle, or lets it go. */
  advance(): void {
    this.prompts.advance();
    this.turns.activity.touch();
  }

  #fail(code: ErrorCode, message: string): void {
    this.stopper.stop({ type: 'error', code, message });
  }

  /** The one way in which the host does something to the run: it is written down, and done. */
  act(action: HostAction): void {
    this.entries.take(action);
    this.#recorder?.host(action);
    whileHeld(this.journal, () => {
      this.#machine.act(action, this.#clock.now());
      this.time[this.status.isPaused ? 'stand' : 'goOn']('paused');
    });
  }

  /** Says something of the runtime's own; a replay says it again. */
  pushOwn(draft: EventDraft): void {
    this.faults.try('tell an event of its own', () => {
      if (!this.journal.isOver) {
        this.act({ action: 'draft', draft });
      }
    });
  }

  warn(message: string): void {
    this.pushOwn({ type: 'debug', level: 'warn', message });
  }

  /** Holds the agent back while its readers are behind; never on the way to an end: a pipe that nobody reads does not close. */
  steerReading(): void {
    const isBehind = this.journal.isFull || this.#keeper.isBehind || this.#deps.kin.isFull;
    const isThrottled = isBehind && !this.status.isEnding && this.status.asked === undefined;
    this.time[isThrottled ? 'stand' : 'goOn']('pressure');
    this.attempt.throttle(isThrottled);
  }
}
