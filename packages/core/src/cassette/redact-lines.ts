/** Redacts a sequence of lines, also where a secret is cut in two by the deltas of a stream. */
import { readStrings, type StringValue } from './json-strings.ts';
import { countKept, type Redactor } from './redact.ts';
import { type Chain, type Found, LiteralIndex, type Piece, shareOut, trimChain } from './secret-chains.ts';

export interface LineRedactor<T> {
  /** `stream`: only lines of the same stream continue each other. `undefined`: the line is passed on as it is, in its place. */
  push(line: string, stream: string | undefined, item: T): void;
  /** Nothing more comes: what was held back is given. */
  flush(): void;
}

// How far apart two halves of a secret may stand, and how much is held back for it.
const MAX_HELD_LINES = 64;
const MAX_HELD_CHARS = 1024 * 1024;

interface Held<T> {
  readonly line: string;
  readonly stream: string | undefined;
  readonly item: T;
  readonly number: number;
  readonly edits: { readonly from: number; readonly to: number; readonly text: string }[];
}

/**
 * Agents stream what they write in small pieces, and a path is then cut anywhere: `"/home/al` in one line, `ice/x"` in the next.
 * So a line whose string value ends like the beginning of a secret is held back until the next value of the same name says
 * what it was. `emit` is given the lines in the order in which they came.
 */
export function createLineRedactor<T>(redactor: Redactor, emit: (line: string, item: T) => void): LineRedactor<T> {
  return new HoldingRedactor(redactor, emit);
}

class HoldingRedactor<T> implements LineRedactor<T> {
  readonly #redactor: Redactor;
  readonly #emit: (line: string, item: T) => void;
  readonly #index: LiteralIndex;
  // By stream and name of the value, then by the open text: of two alike only the newer can go on.
  readonly #chains = new Map<string, Map<string, Chain<Held<T>>>>();
  #held: Held<T>[] = [];
  #heldChars = 0;
  #count = 0;

  constructor(redactor: Redactor, emit: (line: string, item: T) => void) {
    this.#redactor = redactor;
    this.#emit = emit;
    this.#index = new LiteralIndex(redactor.literals);
  }

  push(line: string, stream: string | undefined, item: T): void {
    const entry: Held<T> = { line, stream, item, number: this.#count++, edits: [] };
    this.#held.push(entry);
    this.#heldChars += line.length;
    if (stream !== undefined && this.#index.longest > 0 && line.startsWith('{')) {
      for (const value of readStrings(line)) {
        this.#take(entry, value, `${stream} ${value.key}`);
      }
    }
    this.#release(false);
  }

  flush(): void {
    this.#release(true);
  }

  #take(entry: Held<T>, { from, to }: StringValue, name: string): void {
    const rest = from < to && this.#chains.has(name) ? this.#continue(name, entry, from, to) : from;
    const text = entry.line.slice(Math.max(rest, to - this.#index.longest), to);
    const start = to - text.length;
    const open = this.#index.findOpen(text, (at) => !isEscaped(entry.line, start + at));
    if (open >= 0) {
      const end = text.slice(open);
      this.#keep(name, {
        pieces: [{ line: entry, from: start + open, to }],
        text: end,
        found: this.#index.findFrom(end, 0),
      });
    }
  }

  #keep(name: string, chain: Chain<Held<T>>): void {
    const chains = this.#chains.get(name) ?? new Map<string, Chain<Held<T>>>();
    this.#chains.set(name, chains);
    chains.delete(chain.text);
    chains.set(chain.text, chain);
  }

  /** Where what belongs to no chain begins; the newest chain that can go on does. */
  #continue(name: string, entry: Held<T>, from: number, to: number): number {
    const chains = this.#chains.get(name) ?? new Map<string, Chain<Held<T>>>();
    const head = entry.line.slice(from, Math.min(to, from + this.#index.longest));
    for (const [text, chain] of [...chains].reverse()) {
      const joined = text + head;
      const found = this.#index.findAcross(joined, text.length) ?? chain.found;
      const open = head.length === to - from ? this.#index.findOpenAcross(joined, text.length, found) : -1;
      if (open >= 0) {
        if (open === 0) {
          chains.delete(text);
        }
        const longer = { pieces: [...chain.pieces, { line: entry, from, to }], text: joined, found };
        this.#keep(name, trimChain(longer, open));
        return to;
      }
      if (found !== undefined) {
        chains.delete(text);
        return this.#close(name, { ...chain, found }, entry, from, to);
      }
    }
    return from;
  }

  /** What was found stands. Returns where the rest of the value begins, after what is left of the chain went on in it. */
  #close(name: string, { pieces, text, found }: Chain<Held<T>>, entry: Held<T>, from: number, to: number): number {
    const end = (found?.at ?? 0) + (found?.literal.form.length ?? 0);
    if (found !== undefined && end > text.length) {
      const at = from + end - text.length;
      this.#apply(pieces, text.slice(0, found.at));
      edit([...pieces, { line: entry, from, to: at }], found);
      return at;
    }
    this.#apply(pieces, text);
    const open = this.#index.findOpen(text.slice(end), () => true);
    if (open < 0) {
      return from;
    }
    this.#keep(name, trimChain({ pieces, text, found: undefined }, end + open));
    return this.#continue(name, entry, from, to);
  }

  #apply(pieces: Chain<Held<T>>['pieces'], text: string): void {
    for (let found = this.#index.findFrom(text, 0); found !== undefined; ) {
      edit(pieces, found);
      found = this.#index.findFrom(text, found.at + found.literal.form.length);
    }
  }

  #release(isAll: boolean): void {
    const first = this.#settle(isAll);
    const keep = this.#held.findIndex(({ number }) => number >= first);
    const ready = keep < 0 ? this.#held : this.#held.slice(0, keep);
    this.#held = keep < 0 ? [] : this.#held.slice(keep);
    for (const entry of ready) {
      this.#heldChars -= entry.line.length;
      this.#emit(entry.stream === undefined ? entry.line : this.#write(entry), entry.item);
    }
  }

  /** Ends the chains that have waited too long. Returns the number of the first line that is still waited for. */
  #settle(isAll: boolean): number {
    let first = this.#count;
    for (const [name, chains] of this.#chains) {
      for (const [text, chain] of chains) {
        const number = chain.pieces[0]?.line.number ?? 0;
        if (isAll || this.#count - number > MAX_HELD_LINES || this.#heldChars > MAX_HELD_CHARS) {
          this.#apply(chain.pieces, chain.text);
          chains.delete(text);
        } else {
          first = Math.min(first, number);
        }
      }
      if (chains.size === 0) {
        this.#chains.delete(name);
      }
    }
    return first;
  }

  #write({ line, edits }: Held<T>): string {
    if (edits.length === 0) {
      return this.#redactor.line(line);
    }
    let text = '';
    let at = 0;
    for (const { from, to, text: by } of edits.sort((a, b) => a.from - b.from)) {
      // Two that overlap were two ways to read one text.
      if (from >= at) {
        text += this.#redactor.piece(line.slice(at, from)) + by;
        at = to;
      }
    }
    return text + this.#redactor.piece(line.slice(at));
  }
}

function edit<T>(pieces: readonly Piece<Held<T>>[], found: Found): void {
  for (const { line, from, to, text } of shareOut(pieces, found)) {
    line.edits.push({ from: Math.min(to, from + countKept(line.line, from)), to, text });
  }
}

// What follows an odd number of backslashes ends an escape sequence and begins nothing.
function isEscaped(line: string, at: number): boolean {
  let backslashes = 0;
  while (line[at - 1 - backslashes] === '\\') {
    backslashes++;
  }
  return backslashes % 2 === 1;
}
