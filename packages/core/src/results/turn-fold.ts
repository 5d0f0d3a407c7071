/**
 * Divides a run into its turns, as a pure fold over its entries. A turn begins with a prompt, and contains everything
 * until the agent takes up the next prompt.
 */
import type { AgentEvent, CostRecord } from '@agent-mux/events';
import type { InputEntry, JournalEntry, TurnEntry } from '@agent-mux/events/journal';
import { given } from '../given.ts';
import { ModelFold } from './model-usage.ts';
import { costSince, TurnPart } from './turn-part.ts';
import type { TurnResult } from './turn-result.ts';

/** How the run ended, for the turns that it ended with. */
export type TurnEnd = Pick<TurnEntry, 'outcome' | 'error' | 'output'>;

/** A prompt that was said, and its turn. */
export interface TurnState {
  /** The id of the prompt. */
  readonly id: string;
  readonly prompt: string;
  /** The place of its first entry; undefined while the agent has not taken the prompt up. */
  from: number | undefined;
  /** The place of the first entry after it; undefined while it goes on. */
  to: number | undefined;
  end: TurnEnd | undefined;
  /** The part of the run that certainly belongs to it. */
  part: TurnPart | undefined;
}

type PromptEntry = Extract<InputEntry, { readonly input: 'prompt' }>;

export class TurnFold {
  readonly #begun: TurnState[] = [];
  #announced: TurnState[] = [];
  /** The words for a running turn, by id, while it is not known whether a turn of their own begins with them. */
  readonly #steers = new Map<string, string>();
  /** The turn that a prompt began or joined. */
  readonly #turnOf = new Map<string, TurnState>();
  /**
   * A turn that the agent has begun by itself. It belongs to the turn before, unless the agent says which words it
   * began with.
   */
  #own: TurnPart | undefined;
  #cost: CostRecord | undefined;
  /** The cost of each model so far. */
  readonly #models = new ModelFold();

  /** The turns that have begun, in order. */
  get begun(): readonly TurnState[] {
    return this.#begun;
  }

  /** All turns; the prompts that were said and not taken up yet come last. */
  get all(): readonly TurnState[] {
    return [...this.#begun, ...this.#announced];
  }

  /** The turns for which no entry says yet how they ended: the last one that has begun, and the prompts after it. */
  get unsettled(): readonly TurnState[] {
    const last = this.#begun.at(-1);
    return last === undefined || last.end !== undefined ? this.#announced : [last, ...this.#announced];
  }

  /** The turn that a prompt began, or joined. */
  turnOf(id: string): TurnState | undefined {
    return this.#turnOf.get(id) ?? this.#begun.at(-1);
  }

  /** Takes an entry at its `place` in the journal. Returns whether a turn has begun or ended with it. */
  take(entry: JournalEntry, place: number): boolean {
    // Every entry is checked here, and most are deltas.
    const { type } = entry as Partial<AgentEvent>;
    switch (type) {
      case undefined:
        return this.#takeOther(entry as Exclude<JournalEntry, AgentEvent>, place);
      case 'turn_start':
      case 'turn_end':
      case 'retry':
        this.#takeBoundary(entry as AgentEvent, place);
        return false;
      default:
        (this.#own ?? this.#begun.at(-1)?.part)?.add(entry as AgentEvent);
        if (type === 'cost') {
          const event = entry as Extract<AgentEvent, { type: 'cost' }>;
          this.#cost = event.cost;
          this.#models.cost(event);
        }
        return false;
    }
  }

  /** Returns the result of a turn. `end` is that of the run, for a turn whose own end nothing else tells. */
  resultOf(turn: TurnState, end?: TurnEnd, index: number = this.all.indexOf(turn)): TurnResult {
    const isLast = index >= this.#begun.length - 1;
    const known: TurnEnd = turn.end ?? (isLast ? end : undefined) ?? { outcome: 'completed' };
    const { outcome, error, output } = known;
    const part = this.#wholeOf(turn);
    const models = part?.models ?? [];
    return {
      index,
      prompt: turn.prompt,
      text: part?.text ?? '',
      ...given({ output }),
      usage: part?.usage ?? null,
      cost: costSince(part?.costBefore, part?.cost),
      ...given({ models: models.length === 0 ? undefined : models }),
      tools: part?.tools ?? [],
      files: part?.files ?? [],
      outcome,
      ...given({ error }),
    };
  }

  /** Returns the results of all turns, where the run has ended in this way. */
  results(end: TurnEnd): readonly TurnResult[] {
    return this.all.map((turn, index) => this.resultOf(turn, end, index));
  }

  #takeOther(entry: Exclude<JournalEntry, AgentEvent>, place: number): boolean {
    switch (entry.entry) {
      case 'input':
        return entry.input === 'prompt' && this.#takePrompt(entry, place);
      case 'delivered':
        return this.#takeDelivered(entry, place);
      case 'turn': {
        const turn = this.#turnOf.get(entry.id);
        if (turn === undefined) {
          return false;
        }
        this.#begin(turn, place);
        const { outcome, error, output } = entry;
        turn.end = { outcome, ...given({ error, output }) };
        turn.to ??= place;
        return true;
      }
      default:
        return false;
    }
  }

  #takePrompt({ id, text, as }: PromptEntry, place: number): boolean {
    if (as === 'steer') {
      this.#steers.set(id, text);
      return false;
    }
    const turn = this.#announce(id, text);
    if (as === 'first') {
      this.#begin(turn, place);
    }
    return as === 'first';
  }

  #takeDelivered({ id, delivered }: { readonly id: string; readonly delivered: string }, place: number): boolean {
    const words = this.#steers.get(id);
    this.#steers.delete(id);
    if (delivered === 'new-turn') {
      // The CLI may only say which words a turn began with after it has begun.
      const own = words !== undefined && this.#own?.isOpen === true ? this.#own : undefined;
      return this.#begin(this.#turnOf.get(id) ?? this.#announce(id, words ?? ''), own?.from ?? place, own);
    }
    const current = this.#begun.at(-1);
    // A prompt that was to begin a turn may have joined one that the agent began by itself.
    const others = this.#announced.filter((turn) => turn.id !== id);
    if (current !== undefined && (words !== undefined || others.length < this.#announced.length)) {
      this.#announced = others;
      this.#turnOf.set(id, current);
    }
    return false;
  }

  #announce(id: string, prompt: string): TurnState {
    const turn: TurnState = { id, prompt, from: undefined, to: undefined, end: undefined, part: undefined };
    this.#announced.push(turn);
    this.#turnOf.set(id, turn);
    return turn;
  }

  /**
   * Begins a turn; returns false where it had begun before. `own` is what was heard of it before it was known to which
   * turn that belongs.
   */
  #begin(turn: TurnState, from: number, own?: TurnPart): boolean {
    if (turn.from !== undefined) {
      return false;
    }
    const previous = this.#begun.at(-1);
    if (previous !== undefined) {
      previous.to ??= from;
    }
    if (own === undefined) {
      this.#keepOwn();
    }
    this.#own = undefined;
    turn.from = from;
    turn.part = own ?? this.#part(from);
    this.#announced = this.#announced.filter((other) => other !== turn);
    this.#begun.push(turn);
    return true;
  }

  #takeBoundary(event: AgentEvent, place: number): void {
    const current = this.#begun.at(-1);
    if (current?.part === undefined || event.lane !== undefined) {
      return;
    }
    const part = this.#own ?? current.part;
    if (event.type === 'turn_start') {
      this.#beginNative(current.part, place);
    } else if (event.type === 'turn_end') {
      part.isOpen = false;
    } else if (event.type === 'retry' && event.newAttempt === true) {
      current.part.text = '';
      part.text = '';
    }
  }

  #beginNative(part: TurnPart, place: number): void {
    this.#keepOwn();
    const begun = part.hasTurn ? this.#part(place) : part;
    begun.isOpen = true;
    begun.hasTurn = true;
    this.#own = begun === part ? undefined : begun;
  }

  #part(from: number): TurnPart {
    return new TurnPart(from, { costBefore: this.#cost, modelsBefore: this.#models.all });
  }

  // Nobody has said which words it began with, so it belongs to the turn before.
  #keepOwn(): void {
    if (this.#own !== undefined) {
      this.#begun.at(-1)?.part?.join(this.#own);
      this.#own = undefined;
    }
  }

  #wholeOf(turn: TurnState): TurnPart | undefined {
    const { part } = turn;
    if (part === undefined || this.#own === undefined || turn !== this.#begun.at(-1)) {
      return part;
    }
    const whole = new TurnPart(part.from, part);
    whole.join(part);
    whole.join(this.#own);
    return whole;
  }
}
