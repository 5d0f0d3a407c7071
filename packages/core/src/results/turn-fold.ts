/**
 * Tells the turns of a run apart: a pure fold over its entries. A turn begins with a prompt, and all that comes until the next one
 * has been taken up belongs to it.
 */
import type { AgentEvent, CostRecord } from '@agent-mux/events';
import type { InputEntry, JournalEntry, TurnEntry } from '@agent-mux/events/journal';
import { given } from '../given.ts';
import { ModelFold } from './model-usage.ts';
import { costSince, TurnPart } from './turn-part.ts';
import type { TurnResult } from './turn-result.ts';

/** How the run ended, for the turns that it ended with. */
export type TurnEnd = Pick<TurnEntry, 'outcome' | 'error' | 'output'>;

/** A prompt that was said, and what came of it. */
export interface TurnState {
  /** The id of the prompt. */
  readonly id: string;
  readonly prompt: string;
  /** Place of its first entry; undefined while the agent has not taken the prompt up. */
  from: number | undefined;
  /** Place of the first entry that is not of it; undefined while it goes on. */
  to: number | undefined;
  end: TurnEnd | undefined;
  /** What is sure to be of it. */
  part: TurnPart | undefined;
}

type PromptEntry = Extract<InputEntry, { readonly input: 'prompt' }>;

export class TurnFold {
  readonly #begun: TurnState[] = [];
  #announced: TurnState[] = [];
  /** Words for a running turn, of which it is not known yet whether a turn of their own begins with them. */
  readonly #steers = new Map<string, string>();
  /** The turn that a prompt began or joined. */
  readonly #turnOf = new Map<string, TurnState>();
  /** A turn that the agent has begun by itself: it is of the turn before, unless the agent says which words it began with. */
  #own: TurnPart | undefined;
  #cost: CostRecord | undefined;
  /** What each model has cost so far. */
  readonly #models = new ModelFold();

  /** Those that have begun, in their order. */
  get begun(): readonly TurnState[] {
    return this.#begun;
  }

  /** All, the prompts that were said and not taken up yet last. */
  get all(): readonly TurnState[] {
    return [...this.#begun, ...this.#announced];
  }

  /** The last of those that have begun, and what was said after it: those of which no entry says yet how they ended. */
  get unsettled(): readonly TurnState[] {
    const last = this.#begun.at(-1);
    return last === undefined || last.end !== undefined ? this.#announced : [last, ...this.#announced];
  }

  /** The turn that a prompt began, or joined. */
  turnOf(id: string): TurnState | undefined {
    return this.#turnOf.get(id) ?? this.#begun.at(-1);
  }

  /** `place`: of the entry in the journal. Returns whether a turn has begun or is over by it. */
  take(entry: JournalEntry, place: number): boolean {
    // Asked of every entry, of which most are deltas.
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

  /** `end`: of the run, for a turn of which nothing else says how it ended. */
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

  /** All of them, as they are when the run has ended so. */
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
      // The CLI may say what a turn has begun with when it has begun it already.
      const own = words !== undefined && this.#own?.isOpen === true ? this.#own : undefined;
      return this.#begin(this.#turnOf.get(id) ?? this.#announce(id, words ?? ''), own?.from ?? place, own);
    }
    const current = this.#begun.at(-1);
    if (words !== undefined && current !== undefined) {
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

  /** Returns whether it had not begun yet. `own`: what was heard of it before it was known that it is of it. */
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
    } else if (!part.isOpen && this.all.length === 1) {
      // Between its turns only the runtime repeats something: what the attempt before had said is given up.
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

  // Nobody has said what it began with: it is of the turn before.
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
