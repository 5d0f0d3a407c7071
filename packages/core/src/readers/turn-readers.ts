/** Hands out the turns of a run to its readers, live or stored alike. */
import type { JournalEntry } from '@agent-mux/events/journal';
import { isDelta, type TurnEnd, TurnFold, type TurnResult, type TurnState } from '../results/index.ts';
import type { Journal } from './journal.ts';
import type { AwaitableTurn, Turn } from './turn.ts';
import { eventsOfTurn } from './turn-events.ts';

interface Told {
  readonly result: Promise<TurnResult>;
  readonly tell: (result: TurnResult) => void;
  isOver: boolean;
}

export class TurnReaders {
  readonly fold: TurnFold;
  /** The turns whose output is being checked against its schema, by their prompts. */
  readonly unread: Set<string> = new Set();
  /** The values that a schema has made of the answers, for the turns that were checked against one. */
  readonly values: Map<TurnState, unknown> = new Map();
  readonly #journal: () => Journal;
  readonly #areRead: boolean;
  readonly #told = new Map<TurnState, Told>();
  readonly #handles = new Map<TurnState, AwaitableTurn>();
  #waiting: (() => void)[] = [];
  /** The results, once the run is over. */
  #results: readonly TurnResult[] | undefined;

  /**
   * Creates the readers. With `areRead` a schema has read the answers, and nobody here knows how long that took: only
   * the entry of its end, or the end of the run, then says how a turn ended.
   */
  constructor(journal: () => Journal, fold: TurnFold = new TurnFold(), areRead = false) {
    this.#journal = journal;
    this.fold = fold;
    this.#areRead = areRead;
  }

  /** Takes each entry before it is in the journal. */
  take(entry: JournalEntry): void {
    // Most entries are pieces of a text, which begin no turn and end none.
    if (!isDelta(entry) && this.fold.take(entry, this.#journal().length)) {
      this.look();
    }
  }

  /** Looks at the turns again, because one has begun or is over. */
  look(): void {
    if (this.#told.size > 0) {
      for (const turn of this.#told.keys()) {
        if (turn.end !== undefined || this.#isFollowed(turn)) {
          this.#settle(turn);
        }
      }
    }
    this.#wake();
  }

  /** Ends the turns with these results, because the run is over. */
  finish(results: readonly TurnResult[]): void {
    this.#results = results;
    for (const turn of this.#told.keys()) {
      this.#settle(turn);
    }
    this.#wake();
  }

  /** Returns the turn that a prompt began or joined. */
  of(id: string): AwaitableTurn {
    return this.#handleOf(demand(this.fold.turnOf(id)));
  }

  /** The turn that goes on, or the last one. */
  get current(): AwaitableTurn {
    return this.#handleOf(demand(this.fold.begun.at(-1)));
  }

  /** Returns the results of all turns, where the run has ended in this way. */
  results(end: TurnEnd): readonly TurnResult[] {
    return this.fold.all.map((turn, index) => this.#resultOf(turn, end, index));
  }

  /** Iterates over the turns as they begin, from the first on. */
  iterate(): AsyncIterableIterator<Turn, undefined, undefined> {
    let next = 0;
    let isOver = false;
    // A generator would wait for each turn until it is over.
    const iterator: AsyncIterableIterator<Turn, undefined, undefined> = {
      next: async () => {
        for (;;) {
          const turn = this.fold.begun[next];
          if (!isOver && turn !== undefined) {
            next++;
            return { done: false, value: this.#handleOf(turn) };
          }
          if (isOver || this.#results !== undefined) {
            return { done: true, value: undefined };
          }
          await new Promise<void>((resolve) => this.#waiting.push(resolve));
        }
      },
      return: async () => {
        isOver = true;
        this.#wake();
        return { done: true, value: undefined };
      },
      [Symbol.asyncIterator]() {
        return iterator;
      },
    };
    this.#journal().await();
    return iterator;
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) {
      resolve();
    }
  }

  #handleOf(turn: TurnState): AwaitableTurn {
    const known = this.#handles.get(turn);
    if (known !== undefined) {
      return known;
    }
    const { fold } = this;
    const result = (): Promise<TurnResult> => {
      this.#journal().await();
      return this.#tellOf(turn).result;
    };
    const handle: AwaitableTurn = {
      get index() {
        return fold.all.indexOf(turn);
      },
      prompt: turn.prompt,
      result,
      // biome-ignore lint/suspicious/noThenProperty: a turn is awaited as its result is.
      then: (onResult, onError) => result().then(onResult, onError),
      [Symbol.asyncIterator]: () => eventsOfTurn(turn, this.#journal),
    };
    this.#handles.set(turn, handle);
    return handle;
  }

  #tellOf(turn: TurnState): Told {
    let told = this.#told.get(turn);
    if (told === undefined) {
      let tell: Told['tell'] = () => {};
      const result = new Promise<TurnResult>((resolve) => {
        tell = resolve;
      });
      told = { result, tell, isOver: false };
      this.#told.set(turn, told);
      if (turn.end !== undefined || this.#results !== undefined || this.#isFollowed(turn)) {
        this.#settle(turn);
      }
    }
    return told;
  }

  // The agent has gone on to another prompt, and nobody has seen it rest in between.
  #isFollowed(turn: TurnState): boolean {
    const mayBeUnread = this.#areRead || this.unread.has(turn.id);
    return turn.from !== undefined && turn !== this.fold.begun.at(-1) && !mayBeUnread;
  }

  #settle(turn: TurnState): void {
    const told = this.#told.get(turn);
    if (told !== undefined && !told.isOver) {
      told.isOver = true;
      told.tell(this.#results?.[this.fold.all.indexOf(turn)] ?? this.#resultOf(turn));
    }
  }

  #resultOf(...of: Parameters<TurnFold['resultOf']>): TurnResult {
    const result = this.fold.resultOf(...of);
    const [turn] = of;
    return this.values.has(turn) ? { ...result, output: this.values.get(turn) } : result;
  }
}

// The first prompt of a run is in its journal before anything else.
function demand(turn: TurnState | undefined): TurnState {
  if (turn === undefined) {
    throw new TypeError('The run has no turn yet.');
  }
  return turn;
}
