/** The life of a run: the effects of each message and of each wish of the host, and how it ends. */
import type { RunHeader } from '@agent-mux/events/journal';
import type { EventDraft, Writes } from '../adapter/index.ts';
import type { EndCause } from '../assembler/index.ts';
import { BEFORE_ALL } from '../clock.ts';
import { whileHeld } from '../readers/index.ts';
import type { RunResult } from '../results/index.ts';
import type { Attempt } from './attempt.ts';
import type { AttemptEnd } from './attempt-end.ts';
import { Attempts } from './attempts.ts';
import { awaitEnd, type EndingRun, endRun, forgoRun } from './end-run.ts';
import { Farewell } from './farewell.ts';
import { Faults } from './faults.ts';
import { guardRecorder } from './guarded-recorder.ts';
import { createHearing } from './hearing.ts';
import type { HostAction } from './host-action.ts';
import { InputLog } from './input-log.ts';
import { Keeper } from './keeper.ts';
import { starterOf } from './lineage.ts';
import type { PreparedRun } from './prepared-run.ts';
import { Prior } from './prior.ts';
import { Prompts } from './prompts.ts';
import type { Recorder } from './recorder.ts';
import { Delay } from './retry-policy.ts';
import type { RunDeps } from './run-deps.ts';
import { createHeader } from './run-header.ts';
import { createRunParts, type RunParts } from './run-parts.ts';
import type { RunStatus } from './run-status.ts';
import { Spending } from './spending.ts';
import { Stopper } from './stopper.ts';
import { Waits } from './waits.ts';
import type { RunWires } from './wires.ts';

export class RunLife {
  readonly prepared: PreparedRun;
  readonly header: RunHeader;
  readonly parts: RunParts;
  readonly prompts: Prompts;
  readonly stopper: Stopper;
  readonly result: Promise<RunResult>;
  /** The moment at which the CLI was last heard. */
  lastHeard: number = BEFORE_ALL;
  readonly faults: Faults = new Faults((message) => this.#breakOff(message));
  readonly #deps: RunDeps;
  readonly #wires: RunWires;
  #recorder: Recorder | undefined;
  readonly #farewell: Farewell;
  readonly #prior: Prior;
  #startedAt: number;
  readonly #spending: Spending;
  #resolve: (result: RunResult) => void = () => {};
  readonly #attempts: Attempts;
  /** Whether the agent is read though its readers are behind, because its turn was interrupted. */
  #isSpared = false;

  constructor(prepared: PreparedRun, deps: RunDeps) {
    this.prepared = prepared;
    this.header = createHeader(prepared);
    this.#deps = deps;
    this.#spending = new Spending(prepared);
    this.result = new Promise((resolve) => {
      this.#resolve = (result) => resolve(this.parts.turns.finish(result));
    });
    const wires = this.#createWires();
    this.#wires = wires;
    this.#startedAt = wires.clock.now();
    this.#prior = new Prior(deps.readPrior, wires.fail, wires.waits);
    const parts = createRunParts({
      ...wires,
      observe: (event) => {
        this.#spending.observe(event);
        this.prompts.followUps.observe(event);
      },
      hasMore: () => !this.prompts.followUps.isEmpty,
      isAtWork: () => this.attempt.isAtWork,
      isSuspended: () => this.attempt.isSuspended,
      priorTurnCount: () => this.#prior.session?.turnCount,
    });
    this.parts = parts;
    const shared = { ...wires, ...parts, attempt: () => this.attempt, delay: new Delay(wires.clock) };
    this.#farewell = new Farewell(shared);
    this.prompts = new Prompts({ ...shared, onDone: () => this.#farewell.begin() });
    const { prompts } = this;
    this.stopper = new Stopper({ ...shared, followUps: prompts.followUps });
    this.#attempts = new Attempts({
      ...shared,
      prior: this.#prior,
      random: deps.random,
      prompts: () => prompts,
      farewell: () => this.#farewell,
      recorder: () => this.#recorder,
      on: createHearing({
        ...shared,
        prompts,
        spending: this.#spending,
        onHeard: (now) => {
          this.lastHeard = Math.max(this.lastHeard, now);
          // The agent has begun its next turn by itself, which nothing else tells.
          if (this.#isSpared && this.status.asked === undefined) {
            this.steerReading();
          }
        },
        onSpawnError: (message) => {
          this.#attempts.spawnError = message;
        },
      }),
    });
  }

  #createWires(): RunWires {
    const { prepared, faults } = this;
    const { kin, openLog, clock } = this.#deps;
    const stop = (cause: EndCause): void => this.stopper.stop(cause);
    const fail: RunWires['fail'] = (code, message) => stop({ type: 'error', code, message });
    const guarded = faults.guardClock(clock);
    const waits = new Waits(guarded);
    return {
      prepared,
      clock: guarded,
      waits,
      faults,
      kin,
      keeper: new Keeper({
        openLog: openLog && ((header, callbacks) => openLog(header, callbacks, this.attempt.command)),
        onBroken: (message) => (prepared.storeRequired ? fail('STORE_ERROR', message) : this.warn(message)),
        onRefused: (message) => fail('VALIDATION_ERROR', message),
        onPressure: () => this.steerReading(),
        waits,
      }),
      inputs: new InputLog(prepared.runId, starterOf(prepared.lineage)),
      dialect: () => this.attempt.dialect,
      isUp: () => this.isUp,
      act: (action) => this.act(action),
      say: (writes, said) => this.say(writes, said),
      advance: () => this.advance(),
      steerReading: () => this.steerReading(),
      pushOwn: (draft) => this.pushOwn(draft),
      warn: (message) => this.warn(message),
      stop,
      fail,
    };
  }

  get status(): RunStatus {
    return this.parts.machine.status;
  }

  /** The current attempt, or the last one. */
  get attempt(): Attempt {
    return this.#attempts.current;
  }

  /** Whether the process exists and can be talked to. */
  get isUp(): boolean {
    return this.status.isActive && this.attempt.isReachable && this.attempt.pid !== undefined;
  }

  /** Opens the recorder. Throws where the run cannot be recorded. */
  record(): void {
    this.#recorder = guardRecorder(
      this.#deps.record(this.attempt.command),
      (message) => this.warn(message),
      this.#wires.waits,
    );
  }

  /** Writes the header and the first words, before anybody asks anything of the run. */
  open(): void {
    this.#startedAt = this.#wires.clock.now();
    this.#tellHeader();
    this.parts.entries.prompt(this.#wires.inputs.first(this.prepared.input));
  }

  #tellHeader(): void {
    this.#wires.keeper.open(this.header);
    this.parts.entries.open(this.header);
  }

  /** Ends a run that never begins. Its journal only says what it was to be, and that it was aborted. */
  forgo(message: string): void {
    this.faults.try('open the journal', () => this.#tellHeader());
    void forgoRun(this.#ending, message).then(this.#resolve);
  }

  /** Begins the run; nothing has happened before. */
  start(): void {
    this.faults.try('begin the run', () => {
      this.parts.timers.start();
      this.#recorder?.onError(({ message }) => this.warn(message));
    });
    void this.#live();
  }

  /** Hands messages to the running CLI; `said` is called unless the writing has ended before. */
  say(writes: Writes, said?: () => void): void {
    this.parts.timers.touch(this.#wires.clock.now());
    this.attempt.say(writes, said);
  }

  async #live(): Promise<void> {
    const kept = this.#wires.keeper.committed();
    if (kept !== undefined) {
      await kept;
    }
    // Only a run with a prior session waits here. All others start at once, so that the next request to them finds a
    // process.
    if (this.#deps.readPrior !== undefined) {
      await this.#prior.settle(() => this.attempt.learnPrior());
    }
    const end = await this.#play();
    const read = await this.parts.turns.readLast();
    if (read !== undefined) {
      this.parts.machine.hearOutput(read, (draft) => this.pushOwn(draft));
    }
    const how = { attemptEnd: end, startedAt: this.#startedAt, spawnError: this.#attempts.spawnError };
    void endRun(this.#ending, how).then(this.#resolve);
  }

  async #play(): Promise<AttemptEnd> {
    try {
      return await this.#attempts.play();
    } catch (error) {
      this.faults.report('lead the run', error);
      return awaitEnd(this.attempt, this.faults);
    }
  }

  get #ending(): EndingRun {
    return {
      ...this.#wires,
      ...this.parts,
      followUps: this.prompts.followUps,
      recorder: this.#recorder,
      release: () => this.#attempts.listeners.release(),
      onEnd: this.#deps.onEnd,
    };
  }

  // This is called in a turn of its own.
  #breakOff(message: string): void {
    this.faults.try('end the run', () => this.#wires.fail('INTERNAL', message));
    this.faults.try('end the agent', () => this.attempt.stop());
  }

  /** Hands over the next prompt if the agent is idle, or lets the agent go. */
  advance(): void {
    this.prompts.advance();
    this.parts.turns.activity.touch();
  }

  /** Does something to the run for the host: this is the only way, and it writes the action down and does it. */
  act(action: HostAction): void {
    this.parts.entries.take(action);
    this.#recorder?.host(action);
    whileHeld(this.parts.journal, () => {
      this.parts.machine.act(action, this.#wires.clock.now());
      this.parts.time[this.status.isPaused ? 'stand' : 'goOn']('paused');
    });
  }

  /** Says something as the runtime itself; a replay says it again. */
  pushOwn(draft: EventDraft): void {
    this.faults.try('tell an event of its own', () => {
      if (!this.parts.journal.isOver) {
        this.act({ action: 'draft', draft });
      }
    });
  }

  warn(message: string): void {
    this.pushOwn({ type: 'debug', level: 'warn', message });
  }

  /**
   * Holds the agent back while its readers are behind. It never does on the way to an end, because a pipe that nobody
   * reads does not close.
   */
  steerReading(): void {
    const isBehind = this.parts.journal.isFull || this.#wires.keeper.isBehind || this.#deps.kin.isFull;
    const isThrottled = isBehind && !this.status.isEnding && this.status.asked === undefined;
    this.#isSpared = isBehind && this.status.asked !== undefined;
    this.parts.time[isThrottled ? 'stand' : 'goOn']('pressure');
    this.attempt.throttle(isThrottled, this.#spending.isCounting);
    this.parts.channel.release();
  }
}
