/** Turns of all threads: of the main one, and of those that work for it. */
import type { EventDraft, Outcome } from '@agent-mux/core';
import { defined, textOf } from '../../shared/index.ts';
import { outcomeOfError } from '../shared/failures.ts';
import type { NativeTurn } from '../shared/native.ts';
import type { Items } from '../shared/tools.ts';
import type { MainThread } from './main-thread.ts';
import type { Asked } from './questions.ts';
import type { TokenUsage } from './usage.ts';

export interface TurnsParts {
  readonly main: MainThread;
  readonly items: Items;
  readonly usage: TokenUsage;
  /** The questions of a lane; they are built later than this. */
  readonly asked: () => Asked;
  /** A thread whose beginning was not seen is the main one. */
  readonly adopt: (threadId: string) => readonly EventDraft[];
  readonly onTurn: (turnId: string) => void;
}

export class Turns {
  readonly #parts: TurnsParts;
  // Turns of other threads, by thread.
  readonly #open = new Map<string, string>();

  constructor(parts: TurnsParts) {
    this.#parts = parts;
  }

  /** All that is under way, as thread and turn. */
  get open(): readonly (readonly [threadId: string, turnId: string])[] {
    const { main } = this.#parts;
    const own = main.id !== null && main.turnId !== undefined ? [[main.id, main.turnId] as const] : [];
    return [...own, ...this.#open];
  }

  /** The threads that have something to do: their ends may have been lost. */
  get working(): readonly string[] {
    const { main, items } = this.#parts;
    return [...(main.id !== null && main.isOpen ? [main.id] : []), ...items.subagents.working];
  }

  /** Codex was asked how a thread stands: whether this newest turn of it is the one at work, and over. */
  isOver(threadId: string, { id, status }: NativeTurn): boolean {
    const { main, items } = this.#parts;
    if (textOf(status) === undefined || status === 'inProgress') {
      return false;
    }
    if (threadId === main.id) {
      return main.isOpen && id === main.turnId;
    }
    // The beginning of a child's turn may have been lost as well.
    return items.subagents.isWorking(threadId) && id === (this.#open.get(threadId) ?? id);
  }

  laneOf(threadId: unknown): string | undefined {
    const { main } = this.#parts;
    return typeof threadId !== 'string' || main.id === null || threadId === main.id ? undefined : threadId;
  }

  began(threadId: string, turn: NativeTurn): readonly EventDraft[] {
    const { main, items, adopt, onTurn } = this.#parts;
    const turnId = textOf(turn.id) ?? '';
    if (threadId === '' || turnId === '') {
      return [];
    }
    if (this.laneOf(threadId) !== undefined) {
      this.#open.set(threadId, turnId);
      return items.subagents.turnBegan(threadId);
    }
    const drafts = main.id === null ? adopt(threadId) : [];
    main.begin(turnId);
    onTurn(turnId);
    return [...drafts, { type: 'turn_start' }, ...this.#checkpoint(turnId)];
  }

  // Codex can take a kept thread back to before any of its turns; files stay as they are.
  #checkpoint(checkpointId: string): readonly EventDraft[] {
    const { main } = this.#parts;
    return main.id === null || main.isEphemeral
      ? []
      : [{ type: 'session_checkpoint', sessionId: main.id, checkpointId }];
  }

  /** Something of a turn came whose beginning was not seen. */
  ensure(turnId: string | undefined, lane: string | undefined): readonly EventDraft[] {
    const { main } = this.#parts;
    const isKnown = lane !== undefined || main.isOpen || main.id === null;
    return isKnown || turnId === undefined || main.hasEnded(turnId) ? [] : this.began(main.id ?? '', { id: turnId });
  }

  // Codex does not tell when it asks the model: what comes first after the usage of one request is of the next (0.169.0).
  beginStep(lane: string | undefined): readonly EventDraft[] {
    const { main, items } = this.#parts;
    const stepType = lane === undefined ? main.takeStep() : undefined;
    return stepType === undefined ? [] : [...items.calls.leaveAlone(undefined), { type: 'step_start', stepType }];
  }

  ended(threadId: string, turn: NativeTurn): readonly EventDraft[] {
    const { main, items, asked } = this.#parts;
    const lane = this.laneOf(threadId);
    const withdrawn = asked().laneEnded(lane);
    if (lane !== undefined) {
      this.#open.delete(threadId);
      items.calls.laneEnded(lane);
      return [...withdrawn, ...items.subagents.turnEnded(threadId, turn)];
    }
    if (!main.isOpen) {
      return withdrawn;
    }
    const outcome = this.#outcomeOf(turn);
    const left = outcome === undefined ? items.calls.leaveAlone(undefined) : [];
    items.calls.laneEnded(undefined);
    main.end(outcome);
    return [...withdrawn, ...left, { type: 'turn_end', ...defined({ outcome }) }];
  }

  #outcomeOf(turn: NativeTurn): Outcome | undefined {
    const { main, usage } = this.#parts;
    if (turn.status === 'interrupted') {
      return { type: 'interrupted' };
    }
    if (turn.status !== 'failed') {
      return undefined;
    }
    const outcome = outcomeOfError(turn.error) ??
      main.failure ?? { type: 'error', code: 'AGENT_ERROR', message: 'The turn failed; Codex does not say why.' };
    // Codex names the size of the window with every usage, and not with its failure.
    return outcome.type === 'context_exceeded' && outcome.maxTokens === undefined && usage.gauge.maxTokens > 0
      ? { ...outcome, usedTokens: usage.gauge.usedTokens, maxTokens: usage.gauge.maxTokens }
      : outcome;
  }
}
