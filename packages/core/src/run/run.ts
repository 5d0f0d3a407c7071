/** What a run can be asked while it lives. */
import type { PromptInput } from '../adapter/dialect.ts';
import { AgentMuxError } from '../errors.ts';
import type { InteractionChannel } from '../interaction/index.ts';
import type { Boundary, Delivery } from './follow-ups.ts';
import type { Journal } from './journal.ts';
import { type RunDeps, RunLife } from './life.ts';
import type { PreparedRun } from './prepared-run.ts';
import type { RunResult } from './run-result.ts';
import type { RunState } from './run-state.ts';

export class Run {
  readonly prepared: PreparedRun;
  readonly #life: RunLife;
  readonly #clock: RunDeps['clock'];

  /** Throws what the adapter finds wrong with the options; starts nothing. */
  constructor(prepared: PreparedRun, deps: RunDeps) {
    this.prepared = prepared;
    this.#clock = deps.clock;
    this.#life = new RunLife(prepared, deps);
  }

  get journal(): Journal {
    return this.#life.journal;
  }

  get interaction(): InteractionChannel {
    return this.#life.channel;
  }

  get result(): Promise<RunResult> {
    return this.#life.result;
  }

  get state(): RunState {
    return this.#life.state;
  }

  get pid(): number | undefined {
    return this.#life.attempt.pid;
  }

  start(): void {
    const { signal, notes } = this.prepared;
    for (const message of notes) {
      this.#life.warn(message);
    }
    if (signal !== undefined) {
      const onAbort = (): void => this.abort();
      signal.addEventListener('abort', onAbort, { once: true });
      void this.result.then(() => signal.removeEventListener('abort', onAbort));
      if (signal.aborted) {
        this.abort();
      }
    }
    this.#life.start();
  }

  interrupt(): void {
    this.#demandActive('interrupt');
    const life = this.#life;
    life.noteInterrupt();
    if (!life.isUp) {
      life.stop({ type: 'interrupted' }, 'interrupt');
      return;
    }
    if (life.state === 'paused') {
      this.resume();
    }
    if (life.attempt.dialect.state.busy) {
      life.attempt.say(life.attempt.dialect.interrupt());
      life.readOn();
      this.#insistOnInterrupt();
    }
  }

  abort(): void {
    this.#life.stop({ type: 'aborted' }, 'abort');
  }

  pause(): void {
    this.#demandActive('pause');
    this.#life.move('paused');
    this.#life.pushOwn({ type: 'paused' });
    this.#life.attempt.suspend();
  }

  resume(): void {
    this.#demandActive('resume');
    if (this.#life.state !== 'paused') {
      throw new AgentMuxError('INVALID_STATE_TRANSITION', `resume(): the run is ${this.#life.state}, not paused.`);
    }
    this.#life.move('running');
    this.#life.pushOwn({ type: 'resumed' });
    this.#life.attempt.continue();
  }

  /** No more follow-ups: the run ends when its turn and queue are done. */
  end(): void {
    this.#life.finishWhenDone();
  }

  /** Resolves when the prompt was handed over; `now`: into the running turn if the CLI can. */
  async followUp(what: string, input: PromptInput, when: Boundary | 'now'): Promise<Delivery> {
    this.#demandFollowUps(what);
    if (when === 'now' && this.#life.steerNow(input)) {
      return { delivered: 'steered' };
    }
    const delivery = this.#life.followUps.add(input, when === 'now' ? 'next-turn' : when);
    if (this.#life.isUp) {
      this.#life.advance();
    }
    return delivery;
  }

  #demandFollowUps(what: string): void {
    const { mode, agent, options, runId } = this.prepared;
    if (this.#life.isEnding) {
      const hint = options.keepOpen ? '' : ' Start it with `keepOpen: true` to keep it open for follow-ups.';
      throw new AgentMuxError('RUN_NOT_ACTIVE', `${what}(): run ${runId} is over or ending.${hint}`);
    }
    if (!mode.capabilities.supportsMultiTurn) {
      throw new AgentMuxError(
        'CAPABILITY_ERROR',
        `${what}(): ${agent} takes no follow-ups in mode "${mode.name}". Use another mode, or a new run with \`sessionId\`.`,
      );
    }
  }

  #demandActive(what: string): void {
    if (!this.#life.isActive) {
      throw new AgentMuxError('RUN_NOT_ACTIVE', `${what}(): run ${this.prepared.runId} is over (${this.state}).`);
    }
  }

  // A CLI that does not answer to an interrupt must not keep its caller waiting.
  #insistOnInterrupt(): void {
    const { attempt } = this.#life;
    const cancel = this.#clock.after(this.prepared.gracePeriodMs, () => {
      if (this.#life.isInterrupted && this.#life.attempt === attempt && attempt.dialect.state.turn) {
        this.#life.stop({ type: 'interrupted' }, 'interrupt');
      }
    });
    void this.result.then(cancel);
  }
}
