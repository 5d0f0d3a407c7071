/** What stands around the activity: session, turns, steps, outcomes, and what only informs. */
import type { EventDraft, Outcome } from '../adapter/index.ts';
import type { Closers } from './closers.ts';
import { RunCost } from './cost.ts';
import { cutJson } from './json-text.ts';
import { ModelCosts } from './model-costs.ts';
import { demoted, LastOutcome } from './outcomes.ts';
import type { Output } from './output.ts';
import type { Session } from './session.ts';
import type { Subagents } from './subagents.ts';
import type { Turns } from './turns.ts';

type DraftOf<T extends EventDraft['type']> = Extract<EventDraft, { type: T }>;

export type FrameDraft = DraftOf<
  | 'session_start'
  | 'session_checkpoint'
  | 'turn_start'
  | 'turn_end'
  | 'step_start'
  | 'step_end'
  | 'outcome'
  | 'plugin_loaded'
  | 'skill_loaded'
  | 'agentdoc_read'
  | 'cost'
  | 'paused'
  | 'resumed'
>;

export interface FrameParts {
  readonly out: Output;
  readonly session: Session;
  readonly turns: Turns;
  readonly subagents: Subagents;
  readonly closers: Closers;
}

export class Frame {
  readonly lastOutcome: LastOutcome = new LastOutcome();
  readonly cost: RunCost = new RunCost();
  readonly modelCosts: ModelCosts = new ModelCosts();
  /** What the last turn answered in a form that was asked for, where its text is not that. */
  output: unknown = undefined;
  isPaused = false;
  readonly #parts: FrameParts;

  constructor(parts: FrameParts) {
    this.#parts = parts;
  }

  take(draft: FrameDraft): void {
    const { out, session, turns, closers } = this.#parts;
    if (draft.type === 'cost') {
      this.#takeCost(draft);
      return;
    }
    if (draft.lane !== undefined) {
      this.#takeLaned(draft);
      return;
    }
    switch (draft.type) {
      case 'session_start':
        session.start(draft);
        break;
      case 'session_checkpoint':
        out.put({ type: 'session_checkpoint', sessionId: session.id, checkpointId: draft.checkpointId });
        break;
      case 'turn_start':
        this.#beginTurn();
        break;
      case 'turn_end':
        this.#endTurn(draft);
        break;
      case 'step_start':
        closers.closeStep();
        turns.beginStep(draft.stepType ?? 'generation');
        break;
      case 'step_end':
        // A step lasts until its tools are done, which this does not say: the next step or the end of the turn closes it.
        break;
      case 'outcome':
        this.keep(draft.outcome);
        break;
      case 'plugin_loaded':
      case 'skill_loaded':
      case 'agentdoc_read':
        this.#takeLoad(draft);
        break;
      case 'paused':
      case 'resumed':
        this.#takePause(draft.type);
        break;
      default:
        draft satisfies never;
    }
  }

  keep(outcome: Outcome): void {
    const displaced = this.lastOutcome.set(outcome, this.#parts.turns.count);
    if (displaced !== undefined) {
      this.#parts.out.put(demoted(displaced));
    }
  }

  /** The run has not ended with the last outcome. */
  demoteOutcome(): void {
    const outcome = this.lastOutcome.take();
    if (outcome !== undefined) {
      this.#parts.out.put(demoted(outcome));
    }
  }

  /** The host ends the run: a turn that was cut short, or a process that died, is what it wanted; a failure is not. */
  supersedeOutcome(): void {
    const type = this.lastOutcome.current?.type;
    if (type !== 'interrupted' && type !== 'turn_limit' && type !== 'crash') {
      this.demoteOutcome();
    }
  }

  #beginTurn(): void {
    this.output = undefined;
    const { turns, closers } = this.#parts;
    if (turns.isActive && (turns.isExplicit || !turns.isOpen)) {
      closers.closeTurn('The next turn has begun.');
    }
    this.demoteOutcome();
    if (turns.isOpen) {
      turns.isExplicit = true;
    } else {
      turns.begin();
    }
  }

  #endTurn({ outcome, cost, model, provider, output }: DraftOf<'turn_end'>): void {
    const { turns, closers } = this.#parts;
    turns.join();
    turns.tellModel({ model, provider });
    this.output = output;
    // A turn that nobody announced, ended by the agent: a turn all the same, and it went well.
    if (outcome === undefined && turns.isOpen && !turns.isExplicit && this.lastOutcome.turnCount < turns.count) {
      this.demoteOutcome();
    }
    closers.closeTurn('The turn has ended.', cost);
    if (outcome !== undefined) {
      this.keep(outcome);
    }
  }

  #takeLoad(draft: DraftOf<'plugin_loaded' | 'skill_loaded' | 'agentdoc_read'>): void {
    const { out, turns } = this.#parts;
    const { lane, ...body } = draft;
    if (turns.count === 0) {
      out.put(body);
    } else {
      out.debug('info', `Loaded during the run: ${cutJson(body)}`);
    }
  }

  #takeCost({ lane, cost, mode, models }: DraftOf<'cost'>): void {
    const total = this.cost.report(cost, mode);
    const byModel = this.modelCosts.report(models, mode);
    this.#parts.out.put(
      byModel.length === 0 ? { type: 'cost', cost: total } : { type: 'cost', cost: total, models: byModel },
      this.#parts.subagents.lane(lane),
    );
  }

  #takePause(type: 'paused' | 'resumed'): void {
    const isPause = type === 'paused';
    if (isPause !== this.isPaused) {
      this.isPaused = isPause;
      this.#parts.out.put({ type });
    }
  }

  // A subagent has no session, turns and steps of its own in the stream; its failure is not the run's.
  #takeLaned(draft: Exclude<FrameDraft, { type: 'cost' }>): void {
    if ((draft.type === 'outcome' || draft.type === 'turn_end') && draft.outcome !== undefined) {
      this.#parts.out.put(demoted(draft.outcome), this.#parts.subagents.lane(draft.lane));
    }
  }
}
