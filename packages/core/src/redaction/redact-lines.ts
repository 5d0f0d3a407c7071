/** Redacts a sequence of lines, even where the deltas of a stream cut a secret in two. */
import { isEscaped, type StringValue } from './json-strings.ts';
import { edit, writeEdited } from './line-edits.ts';
import { type Around, aroundOf, valuesOf } from './line-values.ts';
import type { Redactor } from './redact.ts';
import { type Chain, isShort, type Piece, trimChain } from './secret-chains.ts';
import { SecretIndex } from './secret-index.ts';
import { copyOf, endsAt, type Joint, lastLine, remember, type Waiting } from './waiting-lines.ts';

/** The change of a line. It is `beginning` where a part was hidden that might only have become a secret. */
export type LineChange = 'none' | 'secret' | 'beginning';

// The most lines between two pieces of a secret before the first line is released, and the most characters that wait.
const MAX_WAITING_LINES = 64;
const MAX_WAITING_CHARS = 1024 * 1024;
/** The largest number of values with one name. */
const MAX_CHAINS = 128;
/**
 * Makes a redactor of lines. Agents stream their text in small pieces, so a path may be cut anywhere: `"/home/al` in
 * one line, `ice/x"` in the next. A line whose string value ends like the beginning of a secret therefore waits until
 * the next value of the same name shows what it was. `emit` gets the lines in the order in which they came.
 */
export function createLineRedactor<T>(
  redactor: Redactor,
  emit: Emit<T>,
  options: LineRedactorOptions = {},
): LineRedactor<T> {
  return new LineRedactor(redactor, emit, options);
}

/** The options of `createLineRedactor` besides its redactor. */
export interface LineRedactorOptions {
  /**
   * The names of the values that are pieces of a text, where each stream is one text. The number is the fewest
   * characters of a beginning that is waited for, and the wait ends with the next piece. If too much follows before it
   * is known what a beginning is, its line is released with the beginning hidden as `mask()` hides it, and the
   * beginning is remembered until the text ends, so that its continuation is hidden too. Where `texts` is absent, any
   * value may go on in a later one of its name, and only a beginning that may become a key known to the letter is
   * remembered that long.
   */
  readonly texts?: Readonly<Record<string, number>>;
}

type Emit<T> = (line: string, item: T, change: LineChange) => void;

/** Takes the secrets out of lines, even where they run from one line into the next. */
export class LineRedactor<T> {
  readonly #emit: Emit<T>;
  readonly #texts: LineRedactorOptions['texts'];
  #redactor: Redactor;
  #index: SecretIndex;
  // The key is the stream and the name of the value.
  readonly #chains = new Map<string, Set<Chain<Waiting<T>>>>();
  // The key is the name of the value; it has the frames in which it came lately.
  readonly #frames = new Map<string, Set<string>>();
  // The names of `#chains` that have a chain that holds lines back, or may; the others are not checked with each line.
  readonly #holding = new Set<string>();
  #waiting: Waiting<T>[] = [];
  #waitingChars = 0;
  #count = 0;

  constructor(redactor: Redactor, emit: Emit<T>, { texts }: LineRedactorOptions) {
    this.#texts = texts;
    this.#redactor = redactor;
    this.#emit = emit;
    this.#index = new SecretIndex(redactor.literals, redactor.patterns);
  }

  /**
   * Takes a line. Only lines of the same `stream` continue each other. With `undefined` the line is passed on as it is,
   * in its place; with '' it is redacted, and continues no other line.
   */
  push(line: string, stream: string | undefined, item: T): void {
    const entry: Waiting<T> = { line, stream, item, number: this.#count++, edits: [], isOut: false, isMasked: false };
    this.#waiting.push(entry);
    this.#waitingChars += line.length;
    if (stream !== undefined && stream !== '') {
      for (const value of valuesOf(line)) {
        if (this.#texts === undefined || Object.hasOwn(this.#texts, value.key)) {
          this.#take(entry, value, `${stream} ${value.key}`);
        }
      }
    }
    this.#release();
  }

  /** Releases the waiting lines, because nothing more comes. */
  flush(): void {
    for (const name of [...this.#chains.keys()]) {
      this.#endName(name);
    }
    this.#release();
  }

  /**
   * Releases the waiting lines, because somebody waits for them. A beginning of a secret is hidden from four characters
   * on, whatever it becomes; the text after it is still checked, so that the rest of a secret is hidden too.
   */
  mask(): void {
    for (const name of this.#holding) {
      const chains = this.#chains.get(name) ?? new Set();
      for (const chain of chains) {
        this.#letGo(chains, chain);
      }
    }
    this.#give(this.#waiting.splice(0));
  }

  /** Ends a stream, which does not go on, so that nothing that began in it is waited for. */
  end(stream: string): void {
    for (const name of this.#texts === undefined ? [] : Object.keys(this.#texts)) {
      this.#endName(`${stream} ${name}`);
      this.#frames.delete(`${stream} ${name}`);
    }
    this.#release();
  }

  /** Ends all streams that are over. */
  endAll(isOver: (stream: string) => boolean): void {
    for (const name of new Set([...this.#chains.keys(), ...this.#frames.keys()])) {
      if (isOver(name.slice(0, name.lastIndexOf(' ')))) {
        this.#endName(name);
        this.#frames.delete(name);
      }
    }
    this.#release();
  }

  /** Hides other texts from now on; they should be more than before. */
  hide(redactor: Redactor): void {
    this.#redactor = redactor;
    this.#index = new SecretIndex(redactor.literals, redactor.patterns);
  }

  #take(entry: Waiting<T>, { key, from, to }: StringValue, name: string): void {
    const isFollowed = from < to && this.#chains.has(name);
    const followed = isFollowed ? aroundOf(entry.line, from, to) : undefined;
    if (followed !== undefined) {
      this.#continue(name, { line: entry, from, to }, followed);
    }
    // What was found to end a secret may belong to another one too: it is of another lane, or goes on in the next piece.
    const text = entry.line.slice(Math.max(from, to - this.#index.longest), to);
    const start = to - text.length;
    const open = this.#index.findOpen(text, (at) => !isEscaped(entry.line, start + at));
    if (open < 0 || text.length - open < (this.#texts?.[key] ?? 0)) {
      this.#note(name, followed?.frame);
      return;
    }
    const around = followed ?? aroundOf(entry.line, from, to);
    this.#note(name, around.frame);
    this.#keep(name, trimChain({ pieces: [{ line: entry, from: start, to }], text, skip: 0, ...around }, open));
  }

  #keep(name: string, chain: Chain<Waiting<T>>): void {
    const chains = this.#chains.get(name) ?? new Set<Chain<Waiting<T>>>();
    this.#chains.set(name, chains.add(chain));
    this.#holding.add(name);
    if (chains.size > MAX_CHAINS) {
      const [oldest = chain] = [...chains].sort((a, b) => lastLine(a) - lastLine(b) || a.text.length - b.text.length);
      if (this.#texts === undefined) {
        this.#apply(oldest);
      } else {
        this.#hideBegun(oldest);
      }
      chains.delete(oldest);
    }
  }

  /**
   * The lane of a value is not known, so every chain goes on that can; where the value's frame was seen before, only a
   * text that is known to the letter goes on from another frame.
   */
  #continue(name: string, piece: Piece<Waiting<T>>, around: Around): void {
    const { frame } = around;
    const chains = this.#chains.get(name) ?? new Set<Chain<Waiting<T>>>();
    const isKnown = frame !== undefined && this.#frames.get(name)?.has(frame) === true;
    for (const chain of [...chains]) {
      const isExact = chain.isExact === true || (isKnown && chain.frame !== frame);
      this.#join(name, chain, piece, { ...around, isExact });
      if (this.#texts !== undefined && chains.delete(chain)) {
        this.#apply(chain);
      }
    }
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

  /** Reads on from a chain into a piece. */
  #join(name: string, chain: Chain<Waiting<T>>, piece: Piece<Waiting<T>>, joint: Joint): void {
    const { frame, head, isExact } = joint;
    const { from, to, line } = piece;
    const seam = chain.text.length;
    const begin = line.line.slice(from, Math.min(to, from + this.#index.longest));
    const longer = { pieces: [...chain.pieces, piece], text: chain.text + begin, skip: chain.skip, frame, head };
    for (let at = chain.skip; at < seam; at++) {
      if (begin.length === to - from && this.#index.isOpen(longer.text, at, isExact)) {
        if (at === chain.skip) {
          this.#drop(name, chain, frame);
        }
        this.#keep(name, trimChain(longer, at));
        return;
      }
      const found = this.#index.findAt(longer.text, at, isExact);
      const end = found === undefined ? 0 : found.at + found.length;
      // A secret that ends where the piece begins may go on in a later piece, of its own lane.
      if (found !== undefined && (end > seam || (end === seam && this.#index.findAt(chain.text, at) === undefined))) {
        // Secrets that were passed over on the way here end with this chain too.
        this.#apply({ ...longer, text: longer.text.slice(0, found.begin) });
        edit(longer.pieces, found);
        this.#drop(name, chain, frame);
        return;
      }
      at = Math.max(at, end - 1);
    }
    if (this.#texts !== undefined || endsAt(chain, joint)) {
      this.#endChain(name, chain, longer);
    }
  }

  // What follows tells whether a value was a plain word, such as `string`. Where a stream is not one text, another lane may have lines of the
  // same frame, so what is known to the letter goes on, once there is enough of it.
  #endChain(name: string, chain: Chain<Waiting<T>>, longer: Chain<Waiting<T>>): void {
    const chains = this.#chains.get(name);
    chains?.delete(chain);
    this.#apply(longer);
    if (this.#texts === undefined && !isShort(chain) && this.#index.isOpen(chain.text, chain.skip, true)) {
      chains?.add({ ...chain, isExact: true });
    }
  }

  // Where it is not sure that the value belongs to it, what it was until now stays beside what it may have become.
  #drop(name: string, chain: Chain<Waiting<T>>, frame: string | undefined): void {
    if (frame === undefined || chain.frame === frame) {
      this.#chains.get(name)?.delete(chain);
    }
  }

  #apply({ pieces, text, skip }: Chain<Waiting<T>>): void {
    for (let found = this.#index.findFrom(text, skip); found !== undefined; ) {
      edit(pieces, found);
      found = this.#index.findFrom(text, found.at + found.length);
    }
  }

  #endName(name: string): void {
    for (const chain of this.#chains.get(name) ?? []) {
      this.#apply(chain);
    }
    this.#chains.delete(name);
    this.#holding.delete(name);
  }

  #hideBegun({ pieces, text, skip }: Chain<Waiting<T>>): void {
    const begun = this.#index.findBegun(text, skip);
    if (begun !== undefined) {
      edit(pieces, begun, true);
    }
  }

  /** Releases the lines of a chain, whatever becomes of it. Values that may go on from it are still checked. */
  #letGo(chains: Set<Chain<Waiting<T>>>, chain: Chain<Waiting<T>>): void {
    if (chain.isLetGo !== true) {
      this.#hideBegun(chain);
      chains.delete(chain);
      // Neither may keep in memory the line that it was cut out of.
      chains.add({ ...chain, text: copyOf(chain.text), head: '', isLetGo: true });
    }
  }

  #release(): void {
    const first = this.#settle();
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
      const text = stream === undefined ? line : writeEdited(entry, this.#redactor, this.#index);
      entry.line = '';
      this.#emit(text, item, isMasked ? 'beginning' : text === line ? 'none' : 'secret');
    }
  }

  /** Nothing is waited for any more by chains that have waited too long. Returns the number of the first line that is. */
  #settle(): number {
    let first = this.#count;
    for (const name of this.#holding) {
      const chains = this.#chains.get(name) ?? new Set();
      let isHolding = false;
      for (const chain of chains) {
        if (this.#count - lastLine(chain) > MAX_WAITING_LINES || this.#waitingChars > MAX_WAITING_CHARS) {
          this.#giveUp(chains, chain);
        } else if (this.#texts === undefined || chain.isLetGo !== true) {
          isHolding = true;
          // Lines that are out already are not waited for.
          first = Math.min(first, chain.pieces.find(({ line }) => !line.isOut)?.line.number ?? first);
        }
      }
      if (chains.size === 0) {
        this.#chains.delete(name);
      }
      if (!isHolding) {
        this.#holding.delete(name);
      }
    }
    return first;
  }

  #giveUp(chains: Set<Chain<Waiting<T>>>, chain: Chain<Waiting<T>>): void {
    if (this.#texts !== undefined) {
      this.#letGo(chains, chain);
    } else if (chain.isExact !== true || chain.isLetGo !== true) {
      chains.delete(chain);
      if (this.#index.isKeyOpen(chain.text.slice(chain.skip))) {
        this.#hideBegun(chain);
        remember(chains, chain);
      } else {
        this.#apply(chain);
      }
    }
  }
}
