/** The frame around the activity: session, turns, steps, outcomes, and events that only inform. */
import type { Outcome } from '../adapter/index.ts';
import type { Closers, ClosersParts } from './closers.ts';
import type { DraftOf } from './contract.ts';
import { RunCost } from './cost.ts';
import { ModelCosts } from './model-costs.ts';
import { demoted, LastOutcome, worded } from './outcomes.ts';

interface FrameParts extends Pick<ClosersParts, 'out' | 'turns' | 'subagents' | 'blocks'> {
  readonly closers: Closers;
}

export class Frame {
  readonly lastOutcome: LastOutcome = new LastOutcome();
  readonly cost: RunCost = new RunCost();
  readonly modelCosts: ModelCosts = new ModelCosts();
  /** The answer of the last turn in a form that was asked for, where its text is not that. */
  output: unknown = undefined;
  isPaused = false;
  readonly #parts: FrameParts;

  constructor(parts: FrameParts) {
    this.#parts = parts;
  }

  keep(outcome: Outcome): void {
    const displaced = this.lastOutcome.set(worded(outcome), this.#parts.turns.count);
    if (displaced !== undefined) {
      this.#parts.out.put(demoted(displaced));
    }
  }

  /** Demotes the last outcome, because the run has not ended with it. */
  demoteOutcome(): void {
    const outcome = this.lastOutcome.take();
    if (outcome !== undefined) {
      this.#parts.out.put(demoted(outcome));
    }
  }

  /**
   * Settles the last outcome when the host ends the run: it wanted a turn that was cut short or a process that died,
   * but not a failure, so only a failure is demoted.
   */
  supersedeOutcome(): void {
    const type = this.lastOutcome.current?.type;
    if (type !== 'interrupted' && type !== 'turn_limit' && type !== 'crash') {
      this.demoteOutcome();
    }
  }

  beginTurn(): void {
    this.output = undefined;
    const { turns, closers, subagents } = this.#parts;
    if (turns.isActive && (turns.isExplicit || !turns.isOpen)) {
      closers.closeTurn('The next turn has begun.');
    }
    this.demoteOutcome();
    // An agent may name the messages of each turn alike, and say the same words under the same name again.
    subagents.main.forgetEarlier();
    if (turns.isOpen) {
      turns.isExplicit = true;
    } else {
      turns.begin();
    }
  }

  endTurn({ outcome, cost, model, provider, text, output }: DraftOf<'turn_end'>): void {
    const { turns, closers, blocks, subagents } = this.#parts;
    turns.join();
    if (outcome === undefined && text !== undefined) {
      blocks.settle(subagents.main, text);
    }
    turns.tellModel({ model, provider });
    this.output = output;
    // The agent has ended a turn that nobody announced: this is a turn like any other, and it went well.
    if (outcome === undefined && turns.isOpen && !turns.isExplicit && this.lastOutcome.turnCount < turns.count) {
      this.demoteOutcome();
    }
    closers.closeTurn('The turn has ended.', cost);
    if (outcome !== undefined) {
      this.keep(outcome);
    }
  }

  takeCost({ lane, cost, mode, models: told }: DraftOf<'cost'>): void {
    const total = this.cost.report(cost, mode);
    const byModel = this.modelCosts.report(told, mode);
    const models = byModel.length === 0 ? {} : { models: byModel };
    this.#parts.out.put({ type: 'cost', cost: total, ...models }, this.#parts.subagents.lane(lane));
  }

  pause(isPause: boolean): void {
    if (isPause !== this.isPaused) {
      this.isPaused = isPause;
      this.#parts.out.put({ type: isPause ? 'paused' : 'resumed' });
    }
  }
}
