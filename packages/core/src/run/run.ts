/** A run with the calls that it takes while it lives. */
import type { Giver, NoteEntry } from '@agent-mux/events/journal';
import type { PromptInput } from '../adapter/index.ts';
import { AgentMuxError, CapabilityError } from '../errors.ts';
import { isJson, isRecord } from '../field-rules.ts';
import { type Boundary, type Delivery, whileHeld } from '../readers/index.ts';
import { aborted, type RunResult } from '../results/index.ts';
import { onAbortOf } from './abort-signals.ts';
import type { Attempt } from './attempt.ts';
import { RunLife } from './life.ts';
import type { PreparedRun } from './prepared-run.ts';
import type { RunDeps } from './run-deps.ts';

/** An interrupt that was sent to this attempt. */
interface AwaitedInterrupt {
  readonly attempt: Attempt;
  readonly since: number;
  readonly cancel: () => void;
}

export class Run {
  readonly prepared: PreparedRun;
  readonly life: RunLife;
  readonly #clock: RunDeps['clock'];
  readonly #kin: RunDeps['kin'];
  #phase: 'waiting' | 'begun' | 'forgone' = 'waiting';
  #isWatched = false;
  /** Whether somebody has said that no prompt is to follow. */
  #hasEnded = false;
  /** The run that takes over, once it is announced. */
  #successor: string | undefined;
  /** The interrupt that the CLI has to answer before its limit runs out. */
  #awaited: AwaitedInterrupt | undefined;

  /** Creates the run, but starts nothing. Throws what the adapter finds wrong with the options. */
  constructor(prepared: PreparedRun, deps: RunDeps) {
    this.prepared = prepared;
    this.#clock = deps.clock;
    this.#kin = deps.kin;
    this.life = new RunLife(prepared, deps);
  }

  get result(): Promise<RunResult> {
    return this.life.result;
  }

  get hasBegun(): boolean {
    return this.#phase === 'begun';
  }

  /** Whether its predecessor is not over, and nobody has given the run up. */
  get isWaiting(): boolean {
    return this.#phase === 'waiting';
  }

  /** Whether its end is decided, or it is over; `leaving` means that it has done everything that it had to do. */
  get ending(): 'nothing' | 'leaving' | 'stopped' {
    const { status } = this.life;
    if (status.cause !== undefined || !status.isActive) {
      return 'stopped';
    }
    return status.isLeaving ? 'leaving' : 'nothing';
  }

  /**
   * Opens the journal. The agent starts in a later turn, so that its caller can attach to the run first. Throws where
   * the run cannot be recorded.
   */
  begin(): void {
    const life = this.life;
    life.record();
    this.#phase = 'begun';
    life.faults.try('open the journal', () => life.open());
    queueMicrotask(() => this.#start());
  }

  /** Gives up a run that has not begun; `why` is the reason. */
  forgo(why: string): void {
    if (this.#phase === 'waiting') {
      this.#phase = 'forgone';
      this.life.forgo(why);
    }
  }

  /**
   * Lets the run `successor` take over when this one has done what it has to do. With `now` its turn is cut short, and
   * the waiting prompts are dropped.
   */
  makeRoom(successor: string, now: boolean): void {
    this.#successor = successor;
    if (now) {
      this.life.prompts.followUps.rejectAll(`Run ${this.prepared.runId} hands over to another one.`);
    }
    this.end();
    if (now && this.ending === 'nothing') {
      this.interrupt();
    }
  }

  #start(): void {
    for (const message of this.prepared.notes) {
      this.life.warn(message);
    }
    this.watchSignal();
    this.life.start();
  }

  /** Lets its signal abort it from here on, and not before, so that its caller can attach to it first. */
  watchSignal(): void {
    const { signal } = this.prepared;
    if (signal === undefined || this.#isWatched) {
      return;
    }
    this.#isWatched = true;
    const abort = (): void => this.abort(reasonOf(signal.reason));
    void this.result.then(onAbortOf(signal, abort));
    if (signal.aborted) {
      abort();
    }
  }

  interrupt(): void {
    this.#demandActive('interrupt');
    const life = this.life;
    if (this.isWaiting) {
      this.forgo(`Run ${this.prepared.runId} was interrupted before it began.`);
      return;
    }
    if (life.status.isEnding) {
      return;
    }
    life.parts.entries.ask({ action: 'interrupt' });
    const { isPaused } = life.status;
    // What waits while it is paused is taken up only after the agent was told, and listeners hear of it only then too.
    whileHeld(life.parts.journal, () => {
      if (isPaused) {
        life.pushOwn({ type: 'resumed' });
      }
      this.#interruptNow();
    });
    if (isPaused) {
      this.#goOn();
    }
    // The turn that was to be stopped may not have begun, and then the CLI sends nothing that ends the run.
    life.advance();
  }

  #interruptNow(): void {
    const life = this.life;
    if (life.isUp || (life.prompts.goesOn && this.#canInterruptEarly)) {
      this.#interruptTurn();
    } else {
      life.stopper.noteInterrupt('run');
      life.stopper.stop({ type: 'interrupted' });
    }
  }

  /**
   * Aborts the run. The `reason` is the one in its journal, its `aborted` event and its result; `by` is who does it, if
   * not the program.
   */
  abort(reason?: string, by?: Giver): void {
    const { faults, stopper } = this.life;
    if (this.isWaiting) {
      this.forgo(`Run ${this.prepared.runId} was aborted before it began.`);
      return;
    }
    // The agent has ended, and the runs that it has called are about to end.
    if (!this.life.status.isActive && !this.life.parts.journal.isOver) {
      this.#kin.forgoSuccessor(`Run ${this.prepared.runId}, from which this one was to take over, was aborted.`);
    }
    faults.try('abort the run', () => stopper.stop(aborted(reason), by));
  }

  pause(): void {
    this.#demandActive('pause');
    this.#demandBegun('pause');
    const life = this.life;
    life.status.demand('paused');
    life.parts.entries.ask({ action: 'draft', draft: { type: 'paused' } });
    life.attempt.suspend();
    life.pushOwn({ type: 'paused' });
  }

  resume(): void {
    this.#demandActive('resume');
    const life = this.life;
    if (!life.status.isPaused) {
      throw new AgentMuxError('INVALID_STATE_TRANSITION', `resume(): the run is ${life.status.state}, not paused.`);
    }
    life.parts.entries.ask({ action: 'draft', draft: { type: 'resumed' } });
    life.pushOwn({ type: 'resumed' });
    this.#goOn();
    life.advance();
  }

  /** Takes up what waits, and lets the agent go on. A listener that heard of it may have paused it again, or ended it. */
  #goOn(): void {
    if (this.life.status.state === 'running') {
      this.life.attempt.continue();
      this.life.parts.channel.release();
    }
  }

  /** Takes no more follow-ups: the run ends when its turn and queue are done. */
  end(): void {
    if (!this.life.status.isFinishing && this.life.status.isActive && this.hasBegun) {
      this.life.parts.entries.end();
    }
    this.life.status.isFinishing = true;
    this.#hasEnded = true;
    this.life.advance();
  }

  /**
   * Adds a follow-up. Resolves when the prompt was handed over; with `now` it goes into the running turn if the CLI
   * can, and the CLI has then said what became of it. Throws where the run takes none.
   */
  followUp(what: string, input: PromptInput, when: Boundary | 'now'): Promise<Delivery> {
    this.#demandFollowUps(what);
    const { prompts, parts } = this.life;
    const steered = when === 'now' ? prompts.steerNow(input) : undefined;
    const handedOver = steered ?? prompts.followUps.add(input, when === 'now' ? 'next-turn' : when);
    const delivery = handedOver.then((how) => parts.turns.deliveryOf(how));
    // A caller that does not wait for its prompt must not lose its host when the run ends first.
    delivery.catch(() => {});
    this.life.advance();
    return delivery;
  }

  /** Puts a note of the host among the entries; the agent does not hear of it. */
  publish(note: Pick<NoteEntry, 'kind' | 'lane' | 'data'>): void {
    if (this.life.parts.journal.isOver) {
      throw new AgentMuxError('RUN_NOT_ACTIVE', `publish(): run ${this.prepared.runId} is over.`);
    }
    this.#demandBegun('publish');
    this.life.parts.entries.note(note);
  }

  #demandFollowUps(what: string): void {
    const { mode, agent, options, runId } = this.prepared;
    if (!mode.capabilities.supportsMultiTurn) {
      throw new CapabilityError(
        agent,
        'followUps',
        `${what}(): ${agent} takes no follow-ups in mode "${mode.name}". Use another mode, or a new run with \`sessionId\`.`,
      );
    }
    if (this.#successor !== undefined) {
      const message = `${what}(): run ${runId} hands over to run ${this.#successor} and takes no more prompts.`;
      throw new AgentMuxError('RUN_NOT_ACTIVE', message);
    }
    if (this.#hasEnded) {
      const message = `${what}(): run ${runId} was told to end, and takes no more prompts.`;
      throw new AgentMuxError('RUN_NOT_ACTIVE', message);
    }
    if (this.life.status.isEnding) {
      const hint = options.keepOpen ? '' : ' Start it with `keepOpen: true` to keep it open for follow-ups.';
      throw new AgentMuxError('RUN_NOT_ACTIVE', `${what}(): run ${runId} is over or ending.${hint}`);
    }
  }

  #demandActive(what: string): void {
    if (!this.life.status.isActive) {
      throw new AgentMuxError(
        'RUN_NOT_ACTIVE',
        `${what}(): run ${this.prepared.runId} is over (${this.life.status.state}).`,
      );
    }
  }

  #demandBegun(what: string): void {
    if (this.isWaiting) {
      const { runId, lineage } = this.prepared;
      const message = `${what}(): run ${runId} has not begun: it waits for the end of run ${lineage.handoffFrom}.`;
      throw new AgentMuxError('INVALID_STATE_TRANSITION', message);
    }
  }

  /** Whether an interrupt can be sent ahead to a process that is being started: a signal would find nobody. */
  get #canInterruptEarly(): boolean {
    return this.life.attempt.isReachable && this.prepared.mode.capabilities.interrupt === 'protocol';
  }

  #interruptTurn(): void {
    const life = this.life;
    if (life.attempt.dialect.state.busy) {
      const isRepeated = life.status.asked === 'interrupt';
      life.stopper.interruptTurn();
      if (!isRepeated || this.#awaited === undefined || this.#isAnswered(this.#awaited)) {
        this.#insistOnInterrupt();
      }
    }
  }

  // A CLI that does not answer an interrupt must not keep its caller waiting, however often that calls.
  #insistOnInterrupt(): void {
    const life = this.life;
    this.#awaited?.cancel();
    const awaited = {
      attempt: life.attempt,
      since: this.#clock.now(),
      cancel: life.parts.time.after(this.prepared.gracePeriodMs, () => {
        this.#awaited = undefined;
        if (life.status.asked === 'interrupt' && awaited.attempt.dialect.state.busy && !this.#isAnswered(awaited)) {
          life.stopper.stop({ type: 'interrupted' });
        }
      }),
    };
    this.#awaited = awaited;
    void this.result.then(() => awaited.cancel());
  }

  /**
   * Whether the CLI has said something since, outside of a turn, or is another one. Before the turn of a prompt has begun, what it says is no
   * answer: it still starts, and may stand still.
   */
  #isAnswered({ attempt, since }: AwaitedInterrupt): boolean {
    const { attempt: current, status, lastHeard } = this.life;
    return current !== attempt || (!status.awaitsTurn && !attempt.dialect.state.turn && lastHeard > since);
  }
}

/**
 * Returns the reason in the argument of `abort()` or of a controller: a text, a number, the message of an error, or
 * plain data as JSON. The default reason of a controller says nothing, so it is left out.
 */
export function reasonOf(given: unknown): string | undefined {
  try {
    if (given instanceof Error) {
      return given.name === 'AbortError' ? undefined : textOf(given.message);
    }
    return textOf(isPlain(given) ? JSON.stringify(given) : typeof given === 'number' ? String(given) : given);
  } catch {
    // Anybody may have written the error. It cannot be read, and the run is to end all the same.
    return undefined;
  }
}

function textOf(given: unknown): string | undefined {
  return typeof given === 'string' && given !== '' ? given : undefined;
}

// An instance of a class is none: the event of a button that is to abort a run is no reason.
function isPlain(given: unknown): boolean {
  return isRecord(given) && Object.getPrototypeOf(given) === Object.prototype && isJson(given);
}
