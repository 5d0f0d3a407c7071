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
    const rest = from < to && this.#chains.has(name) ? this.#continue(name, { line: entry, from, to }) : from;
    const text = entry.line.slice(Math.max(rest, to - this.#index.longest), to);
    const start = to - text.length;
    const open = this.#index.findOpen(text, (at) => !isEscaped(entry.line, start + at));
    if (open >= 0) {
      this.#keep(name, { pieces: [{ line: entry, from: start + open, to }], text: text.slice(open) });
    }
  }

  #keep(name: string, chain: Chain<Held<T>>): void {
    const chains = this.#chains.get(name) ?? new Map<string, Chain<Held<T>>>();
    const older = chains.get(chain.text);
    if (older !== undefined) {
      chains.delete(chain.text);
      this.#apply(older);
    }
    this.#chains.set(name, chains.set(chain.text, chain));
  }

  /** Where what belongs to no chain begins; the newest chain that can go on does. */
  #continue(name: string, piece: Piece<Held<T>>): number {
    const chains = this.#chains.get(name) ?? new Map<string, Chain<Held<T>>>();
    for (const chain of [...chains.values()].reverse()) {
      const rest = this.#join(name, chains, chain, piece);
      if (rest !== undefined) {
        return rest;
      }
    }
    return piece.from;
  }

  /** Reads on from a chain into a piece. Where that gives nothing, undefined: the piece may be another lane's. */
  #join(
    name: string,
    chains: Map<string, Chain<Held<T>>>,
    chain: Chain<Held<T>>,
    piece: Piece<Held<T>>,
  ): number | undefined {
    const { from, to, line } = piece;
    const seam = chain.text.length;
    const head = line.line.slice(from, Math.min(to, from + this.#index.longest));
    const longer = { pieces: [...chain.pieces, piece], text: chain.text + head };
    let hasFound = false;
    for (let at = 0; at < seam; at++) {
      if (head.length === to - from && this.#index.isOpen(longer.text, at)) {
        if (at === 0 || hasFound) {
          chains.delete(chain.text);
        }
        this.#keep(name, trimChain(longer, at));
        return to;
      }
      const literal = this.#index.findAt(longer.text, at);
      if (literal !== undefined) {
        hasFound = true;
        edit(longer.pieces, { literal, at });
        at += literal.form.length - 1;
        if (at >= seam) {
          chains.delete(chain.text);
          return from + at + 1 - seam;
        }
      }
    }
    if (hasFound) {
      chains.delete(chain.text);
      return from;
    }
    return undefined;
  }

  #apply({ pieces, text }: Chain<Held<T>>): void {
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
          this.#apply(chain);
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
