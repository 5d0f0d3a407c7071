/** Redacts a sequence of lines, also where a secret is cut in two by the deltas of a stream. */
import { readStrings, type StringValue } from './json-strings.ts';
import { countKept, type Redactor } from './redact.ts';
import { type Chain, type Piece, shareOut, trimChain } from './secret-chains.ts';
import { type Found, SecretIndex } from './secret-index.ts';

/** Takes the secrets out of lines, also where they run from one line into the next. */
export interface LineRedactor<T> {
  /** `stream`: only lines of the same stream continue each other. `undefined`: the line is passed on as it is, in its place; '': it is redacted, and continues none. */
  push(line: string, stream: string | undefined, item: T): void;
  /** Nothing more comes: what has waited is given. */
  flush(): void;
  /**
   * Somebody waits: what has waited is given. A beginning of a secret is hidden from four characters on, whatever it becomes;
   * what follows it is still looked at, so that the rest of a secret is hidden too.
   */
  mask(): void;
  /** A stream goes on no more: nothing is waited for that began in it. */
  end(stream: string): void;
  /** Other texts are hidden from now on; they should be more than before. */
  hide(redactor: Redactor): void;
}

/** What was done to a line: `beginning`, where a part was hidden that might only have become a secret. */
export type LineChange = 'none' | 'secret' | 'beginning';

// How far apart two pieces of a secret may stand, and how much waits for it.
const MAX_WAITING_LINES = 64;
const MAX_WAITING_CHARS = 1024 * 1024;
/** Of values with one name. */
const MAX_CHAINS = 128;
/** A longer line is no piece of a stream, or repeats what it is a piece of. */
const MAX_FRAME = 4_096;
/** What is new in each line of a stream, and says nothing about whose it is. */
const VOLATILE = /"(?:uuid|timestamp|time|ts|\w*AtMs|seq|sequence_number)":(?:"[^"\\]*"|[\d.]+)/g;

interface Waiting<T> {
  readonly line: string;
  readonly stream: string | undefined;
  readonly item: T;
  readonly number: number;
  readonly edits: { readonly from: number; readonly to: number; readonly text: string }[];
  /** It was given, and cannot be edited any more. */
  isOut: boolean;
  isMasked: boolean;
}

/** How a value is joined to what came before it. */
interface Joint {
  readonly frame: string | undefined;
  /** Only what is known to the letter is looked for. */
  readonly isExact: boolean;
}

/**
 * Makes a redactor of lines.
 * Agents stream what they write in small pieces, and a path is then cut anywhere: `"/home/al` in one line, `ice/x"` in the next.
 * So a line whose string value ends like the beginning of a secret waits until the next value of the same name says
 * what it was. `emit` is given the lines in the order in which they came.
 */
export function createLineRedactor<T>(
  redactor: Redactor,
  emit: Emit<T>,
  options: LineRedactorOptions = {},
): LineRedactor<T> {
  return new WaitingRedactor(redactor, emit, options);
}

/** What `createLineRedactor` takes beside its redactor. */
export interface LineRedactorOptions {
  /**
   * Each stream is one text, whose pieces are the values of these names; a beginning must have so many characters to be waited for,
   * and it is not waited for once the next piece has come. Absent: any value may go on in a later one of its name.
   */
  readonly texts?: Readonly<Record<string, number>>;
}

type Emit<T> = (line: string, item: T, change: LineChange) => void;

class WaitingRedactor<T> implements LineRedactor<T> {
  readonly #emit: Emit<T>;
  readonly #texts: LineRedactorOptions['texts'];
  #redactor: Redactor;
  #index: SecretIndex;
  // By stream and name of the value.
  readonly #chains = new Map<string, Set<Chain<Waiting<T>>>>();
  // By name of the value: the frames in which it came lately.
  readonly #frames = new Map<string, Set<string>>();
  #waiting: Waiting<T>[] = [];
  #waitingChars = 0;
  #count = 0;

  constructor(redactor: Redactor, emit: Emit<T>, { texts }: LineRedactorOptions) {
    this.#texts = texts;
    this.#redactor = redactor;
    this.#emit = emit;
    this.#index = new SecretIndex(redactor.literals, redactor.patterns);
  }

  push(line: string, stream: string | undefined, item: T): void {
    const entry: Waiting<T> = { line, stream, item, number: this.#count++, edits: [], isOut: false, isMasked: false };
    this.#waiting.push(entry);
    this.#waitingChars += line.length;
    if (stream !== undefined && stream !== '') {
      for (const value of line.startsWith('{') ? readStrings(line) : wholeLine(line)) {
        if (this.#texts === undefined || Object.hasOwn(this.#texts, value.key)) {
          this.#take(entry, value, `${stream} ${value.key}`);
        }
      }
    }
    this.#release(false);
  }

  flush(): void {
    this.#release(true);
  }

  mask(): void {
    for (const chains of this.#chains.values()) {
      for (const { pieces, text } of chains) {
        const begun = this.#index.findBegun(text);
        if (begun !== undefined) {
          edit(pieces, begun, true);
        }
      }
    }
    this.#give(this.#waiting.splice(0));
  }

  end(stream: string): void {
    for (const name of this.#texts === undefined ? [] : Object.keys(this.#texts)) {
      for (const chain of this.#chains.get(`${stream} ${name}`) ?? []) {
        this.#apply(chain);
      }
      this.#chains.delete(`${stream} ${name}`);
      this.#frames.delete(`${stream} ${name}`);
    }
    this.#release(false);
  }

  hide(redactor: Redactor): void {
    this.#redactor = redactor;
    this.#index = new SecretIndex(redactor.literals, redactor.patterns);
  }

  #take(entry: Waiting<T>, { key, from, to }: StringValue, name: string): void {
    const isFollowed = from < to && this.#chains.has(name);
    const followed = isFollowed ? frameOf(entry.line, from, to) : undefined;
    const rest = isFollowed ? this.#continue(name, { line: entry, from, to }, followed) : from;
    const text = entry.line.slice(Math.max(rest, to - this.#index.longest), to);
    const start = to - text.length;
    const open = this.#index.findOpen(text, (at) => !isEscaped(entry.line, start + at));
    if (open < 0 || text.length - open < (this.#texts?.[key] ?? 0)) {
      this.#note(name, followed);
      return;
    }
    const frame = followed ?? frameOf(entry.line, from, to);
    this.#note(name, frame);
    this.#keep(name, { pieces: [{ line: entry, from: start + open, to }], text: text.slice(open), frame });
  }

  #keep(name: string, chain: Chain<Waiting<T>>): void {
    const chains = this.#chains.get(name) ?? new Set<Chain<Waiting<T>>>();
    this.#chains.set(name, chains.add(chain));
    if (chains.size > MAX_CHAINS) {
      const [oldest = chain] = [...chains].sort((a, b) => lastLine(a) - lastLine(b) || a.text.length - b.text.length);
      chains.delete(oldest);
      this.#apply(oldest);
    }
  }

  /**
   * Where what belongs to no secret begins. It is not told which lane of the stream a value belongs to, so each chain goes on that
   * can; where the value's frame was seen before, only what is known to the letter goes on from another frame.
   */
  #continue(name: string, piece: Piece<Waiting<T>>, frame: string | undefined): number {
    const chains = this.#chains.get(name) ?? new Set<Chain<Waiting<T>>>();
    let rest = piece.from;
    const isKnown = frame !== undefined && this.#frames.get(name)?.has(frame) === true;
    for (const chain of [...chains]) {
      const isExact = isKnown && chain.frame !== frame;
      rest = Math.max(rest, this.#join(name, chain, piece, { frame, isExact }));
      if (this.#texts !== undefined && chains.delete(chain)) {
        this.#apply(chain);
      }
    }
    return rest;
  }

  #note(name: string, frame: string | undefined): void {
    if (frame === undefined) {
      return;
    }
    const frames = this.#frames.get(name) ?? new Set<string>();
    frames.delete(frame);
    this.#frames.set(name, frames.add(frame));
    const [oldest] = frames;
    if (frames.size > MAX_CHAINS && oldest !== undefined) {
      frames.delete(oldest);
    }
  }

  /** Reads on from a chain into a piece. Gives where the piece is free of the secrets that were found. */
  #join(name: string, chain: Chain<Waiting<T>>, piece: Piece<Waiting<T>>, { frame, isExact }: Joint): number {
    const { from, to, line } = piece;
    const seam = chain.text.length;
    const head = line.line.slice(from, Math.min(to, from + this.#index.longest));
    const longer = { pieces: [...chain.pieces, piece], text: chain.text + head, frame };
    for (let at = 0; at < seam; at++) {
      if (head.length === to - from && this.#index.isOpen(longer.text, at, isExact)) {
        if (at === 0) {
          this.#drop(name, chain, frame);
        }
        this.#keep(name, trimChain(longer, at));
        return from;
      }
      const found = this.#index.findAt(longer.text, at, isExact);
      const end = found === undefined ? 0 : found.at + found.length;
      // One that ends where the piece begins may go on in a later piece, of its own lane.
      if (found !== undefined && (end > seam || (end === seam && this.#index.findAt(chain.text, at) === undefined))) {
        // What was passed over on the way here ends with this chain too.
        this.#apply({ ...longer, text: longer.text.slice(0, found.begin) });
        edit(longer.pieces, found);
        this.#drop(name, chain, frame);
        return from + end - seam;
      }
      at = Math.max(at, end - 1);
    }
    return from;
  }

  // Where it is not sure that the value belongs to it, what it was until now stays beside what it may have become.
  #drop(name: string, chain: Chain<Waiting<T>>, frame: string | undefined): void {
    if (frame === undefined || chain.frame === frame) {
      this.#chains.get(name)?.delete(chain);
    }
  }

  #apply({ pieces, text }: Chain<Waiting<T>>): void {
    for (let found = this.#index.findFrom(text, 0); found !== undefined; ) {
      edit(pieces, found);
      found = this.#index.findFrom(text, found.at + found.length);
    }
  }

  #release(isAll: boolean): void {
    const first = this.#settle(isAll);
    const keep = this.#waiting.findIndex(({ number }) => number >= first);
    const ready = keep < 0 ? this.#waiting : this.#waiting.slice(0, keep);
    this.#waiting = keep < 0 ? [] : this.#waiting.slice(keep);
    this.#give(ready);
  }

  #give(entries: readonly Waiting<T>[]): void {
    for (const entry of entries) {
      const { line, stream, item, isMasked } = entry;
      this.#waitingChars -= line.length;
      entry.isOut = true;
      const text = stream === undefined ? line : this.#write(entry);
      this.#emit(text, item, isMasked ? 'beginning' : text === line ? 'none' : 'secret');
    }
  }

  /** Ends the chains that have waited too long. Returns the number of the first line that is still waited for. */
  #settle(isAll: boolean): number {
    let first = this.#count;
    for (const [name, chains] of this.#chains) {
      for (const chain of chains) {
        if (isAll || this.#count - lastLine(chain) > MAX_WAITING_LINES || this.#waitingChars > MAX_WAITING_CHARS) {
          this.#apply(chain);
          chains.delete(chain);
        } else {
          // Of what was given already nothing is waited for.
          first = Math.min(first, chain.pieces.find(({ line }) => !line.isOut)?.line.number ?? first);
        }
      }
      if (chains.size === 0) {
        this.#chains.delete(name);
      }
    }
    return first;
  }

  #write({ line, edits }: Waiting<T>): string {
    if (edits.length === 0) {
      return this.#redactor.line(line);
    }
    let text = '';
    let at = 0;
    for (const { from, to, text: by } of edits.sort((a, b) => a.from - b.from || b.to - a.to)) {
      // Two that overlap were two ways to read one text: all that either of them hides is hidden.
      if (from >= at) {
        text += this.#redactor.piece(line.slice(at, from)) + by;
      }
      at = Math.max(at, to);
    }
    return text + this.#redactor.piece(line.slice(at));
  }
}

/** A line that is no JSON, such as one of a key that fills several. */
function wholeLine(line: string): readonly StringValue[] {
  return /^\s*[[{]/.test(line) ? [] : [{ key: '', from: 0, to: line.length }];
}

function lastLine<T>({ pieces }: Chain<Waiting<T>>): number {
  return pieces.at(-1)?.line.number ?? 0;
}

/** The line without the value: the same for all pieces of one lane, where nothing in it counts or tells the time. */
function frameOf(line: string, from: number, to: number): string | undefined {
  return line.length - (to - from) > MAX_FRAME
    ? undefined
    : `${line.slice(0, from)}${line.slice(to)}`.replace(VOLATILE, '');
}

function edit<T>(pieces: readonly Piece<Waiting<T>>[], found: Found, isMask = false): void {
  for (const { line, from, to, text } of shareOut(pieces, found, { canEdit, least: isMask ? 1 : 2 })) {
    line.isMasked ||= isMask;
    line.edits.push({ from: Math.min(to, from + countKept(line.line, from)), to, text });
  }
}

function canEdit<T>({ isOut }: Waiting<T>): boolean {
  return !isOut;
}

// What follows an odd number of backslashes ends an escape sequence and begins nothing.
function isEscaped(line: string, at: number): boolean {
  let backslashes = 0;
  while (line[at - 1 - backslashes] === '\\') {
    backslashes++;
  }
  return backslashes % 2 === 1;
}
