/** Goes through the lines of a chunk: deltas are read by their frames, other lines are parsed when they are asked for. */
import type { Chunk, Hidden } from './chunks.ts';
import type { DeltaLines, Fields } from './delta-lines.ts';

const MOST_AT_ONCE = 64;

export class ChunkLines {
  /** The id of the chunk. */
  readonly id: number;
  /** The place in the tree of its first line. */
  readonly #first: number;
  readonly #cursor: string;
  readonly #body: string;
  readonly #hidden: Chunk['hidden'];
  readonly #deltas: DeltaLines;
  /** The beginning of the line that was taken last. */
  #from = 0;
  #to = 0;
  /** The values that were parsed in advance, by the beginnings of their lines. */
  #parsed: ReadonlyMap<number, unknown> = new Map();

  /** Begins at a place in the tree. */
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

  /** Goes to the next line. Returns its fields, if it is a delta that is read by its frame. */
  next(): Fields | undefined {
    this.#from = this.#to;
    const delta = this.#deltas.read(this.#body, this.#from);
    this.#to = delta === undefined ? this.#endOf(this.#from) : this.#deltas.end;
    return delta;
  }

  /** The reason why the entry at a place in the tree differs from what the run had. */
  hiddenAt(pos: number): Hidden | undefined {
    return this.#hidden.size === 0 ? undefined : this.#hidden.get(pos - this.#first);
  }

  /** The cursor of an entry for `tail()` of a context. */
  cursorAt(pos: number): string {
    return this.#cursor + (pos - this.#first);
  }

  get line(): string {
    return this.#body.slice(this.#from, this.#to - 1);
  }

  /** The value of the line; the line itself where it, or one that was parsed with it, is wrong, since whoever decodes it says how. */
  get value(): unknown {
    if (!this.#parsed.has(this.#from)) {
      this.#parsed = this.#parse();
    }
    return this.#parsed.get(this.#from) ?? this.line;
  }

  /** Parses all lines up to the next delta at once, which costs half of what they cost one by one. */
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
      // The lines are parsed one by one later, and the wrong one is reported then.
      return new Map();
    }
  }

  #endOf(from: number): number {
    return this.#body.indexOf('\n', from) + 1;
  }
}
