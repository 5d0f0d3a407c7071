/** Goes through the lines of a chunk: deltas are read by their frames, other lines are parsed when they are asked for. */
import type { Chunk, Hidden } from './chunks.ts';
import type { DeltaLines, Fields } from './delta-lines.ts';

const MOST_AT_ONCE = 64;

export class ChunkLines {
  /** Of the chunk. */
  readonly id: number;
  /** The place in the tree of its first line. */
  readonly #first: number;
  readonly #cursor: string;
  readonly #body: string;
  readonly #hidden: Chunk['hidden'];
  readonly #deltas: DeltaLines;
  /** Of the line that was taken last. */
  #from = 0;
  #to = 0;
  /** What was parsed in advance, by where the lines begin. */
  #parsed: ReadonlyMap<number, unknown> = new Map();

  /** From a place in the tree on. */
  constructor({ id, first, body, hidden }: Chunk, deltas: DeltaLines, pos: number) {
    this.id = id;
    this.#first = first;
    this.#cursor = `${id}.`;
    this.#body = body;
    this.#hidden = hidden;
    this.#deltas = deltas;
    for (let passed = first; passed < pos; passed++) {
      this.#to = this.#endOf(this.#to);
    }
  }

  /** Goes to the next line. What it holds, where it is a delta that is read by its frame. */
  next(): Fields | undefined {
    this.#from = this.#to;
    const delta = this.#deltas.read(this.#body, this.#from);
    this.#to = delta === undefined ? this.#endOf(this.#from) : this.#deltas.end;
    return delta;
  }

  /** Why the entry at a place in the tree is not as the run had it. */
  hiddenAt(pos: number): Hidden | undefined {
    return this.#hidden.size === 0 ? undefined : this.#hidden.get(pos - this.#first);
  }

  /** For `tail()` of a context. */
  cursorAt(pos: number): string {
    return this.#cursor + (pos - this.#first);
  }

  get line(): string {
    return this.#body.slice(this.#from, this.#to - 1);
  }

  /** What the line holds; the line itself where it, or one that was parsed with it, is wrong: whoever decodes it says how. */
  get value(): unknown {
    if (!this.#parsed.has(this.#from)) {
      this.#parsed = this.#parse();
    }
    return this.#parsed.get(this.#from) ?? this.line;
  }

  /** Lines up to the next delta at once, which costs half of what they cost one by one. */
  #parse(): ReadonlyMap<number, unknown> {
    const starts = [this.#from];
    let end = this.#to;
    while (end < this.#body.length && starts.length < MOST_AT_ONCE) {
      if (this.#deltas.read(this.#body, end) !== undefined) {
        break;
      }
      starts.push(end);
      end = this.#endOf(end);
    }
    try {
      const values: unknown = JSON.parse(`[${this.#body.slice(this.#from, end - 1).replaceAll('\n', ',')}]`);
      if (!Array.isArray(values) || values.length !== starts.length) {
        return new Map();
      }
      return new Map(values.map((value, at) => [starts[at] ?? 0, value]));
    } catch {
      // Why nothing is done: one by one they say which is wrong.
      return new Map();
    }
  }

  #endOf(from: number): number {
    return this.#body.indexOf('\n', from) + 1;
  }
}
