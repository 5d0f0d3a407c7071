/** Where in a text a secret stands, or begins and may go on in what follows. */
import type { Literal } from './redact.ts';
import { countPublic, type Pattern } from './secret-patterns.ts';

/** A secret in a text. */
export interface Found {
  readonly at: number;
  /** Where the text begins by which it is known, such as the name of a password. */
  readonly begin: number;
  readonly length: number;
  readonly placeholder: string;
}

/** Nothing that goes on begins further from the end of a text than this. */
const REACH = 8_300;
/** What has no spaces in it is looked for from the last space on, and at least so far back. */
const NEAR = 160;

/** Fewer characters tell nothing of a secret. */
export const MIN_BEGUN = 4;

export class SecretIndex {
  readonly longest: number;
  readonly #byFirst = new Map<number, Literal[]>();
  readonly #looks: readonly { readonly whole: RegExp; readonly placeholder: string }[];
  readonly #longestLiteral: number;
  // One pattern for all, since it is tried at each word near the end of a text.
  readonly #open: RegExp | undefined;

  /** `literals`: longest first. */
  constructor(literals: readonly Literal[], patterns: readonly Pattern[]) {
    const begun = patterns.flatMap(({ open = '' }) => (open === '' ? [] : [open]));
    this.#open = begun.length === 0 ? undefined : new RegExp(begun.map((source) => `(?:${source})`).join('|'), 'y');
    this.#looks = patterns
      .filter(({ open }) => open !== undefined)
      .map(({ regex, placeholder }) => ({ whole: new RegExp(regex.source, 'y'), placeholder }));
    this.#longestLiteral = literals[0]?.form.length ?? 0;
    this.longest = Math.max(this.#longestLiteral, begun.length > 0 ? REACH : 0);
    for (const literal of literals) {
      const first = literal.form.charCodeAt(0);
      const group = this.#byFirst.get(first) ?? [];
      this.#byFirst.set(first, group);
      group.push(literal);
    }
  }

  /** The longest secret that begins at a place. `isExact`: none that is known by its looks alone. */
  findAt(text: string, at: number, isExact = false): Found | undefined {
    const literal = this.#literalAt(text, at);
    return literal === undefined
      ? isExact
        ? undefined
        : this.#findLooks(text, at)
      : { at, begin: at, length: literal.form.length, placeholder: literal.placeholder };
  }

  /** The leftmost secret from a place on. */
  findFrom(text: string, from: number): Found | undefined {
    for (let at = from; at < text.length; at++) {
      const found = this.findAt(text, at);
      if (found !== undefined) {
        return found;
      }
    }
    return undefined;
  }

  /** Whether all that follows a place is the beginning of a secret that may go on. */
  isOpen(text: string, at: number, isExact = false): boolean {
    return this.#isLiteralOpen(text, at) || (!isExact && this.#isLooksOpen(text, at));
  }

  /** Whether a text is the beginning of a key that is known to the letter; folders, names and ports are none. */
  isKeyOpen(text: string): boolean {
    const group = this.#byFirst.get(text.charCodeAt(0)) ?? [];
    return group.some(
      ({ form, placeholder }) => placeholder === '<key>' && form.length > text.length && form.startsWith(text),
    );
  }

  /** What would be the secret of a text that is open from this place on. `undefined`: too little to tell anything. */
  findBegun(text: string, begin: number): Found | undefined {
    const open = text.slice(begin);
    const literal = this.#byFirst.get(open.charCodeAt(0))?.find(({ form }) => form.startsWith(open));
    const at = begin + (literal === undefined ? countPublic(open) : 0);
    const length = text.length - at;
    return length < MIN_BEGUN ? undefined : { at, begin, length, placeholder: literal?.placeholder ?? '<key>' };
  }

  /** The first place where a secret begins that may go on after the end of the text, or -1. */
  findOpen(text: string, isAllowed: (at: number) => boolean): number {
    const far = this.#open === undefined ? undefined : LONG.exec(text.slice(-REACH));
    const first = far === undefined || far === null ? text.length : Math.max(0, text.length - REACH) + far.index;
    const near = Math.min(text.length - NEAR, 1 + Math.max(...BREAKS.map((sign) => text.lastIndexOf(sign))));
    for (let at = Math.max(0, Math.min(first, near, text.length - this.#longestLiteral)); at < text.length; at++) {
      if (this.isOpen(text, at) && isAllowed(at)) {
        return at;
      }
    }
    return -1;
  }

  #literalAt(text: string, at: number): Literal | undefined {
    return this.#byFirst.get(text.charCodeAt(at))?.find(({ form }) => text.startsWith(form, at));
  }

  #isLiteralOpen(text: string, at: number): boolean {
    const group = this.#byFirst.get(text.charCodeAt(at));
    if (group === undefined) {
      return false;
    }
    const end = text.slice(at);
    return group.some(({ form }) => form.length > end.length && form.startsWith(end));
  }

  #findLooks(text: string, at: number): Found | undefined {
    if (!isPlace(text, at)) {
      return undefined;
    }
    for (const { whole, placeholder } of this.#looks) {
      whole.lastIndex = at;
      const match = whole.exec(text);
      if (match !== null) {
        const kept = match.groups?.['keep']?.length ?? 0;
        return { at: at + kept, begin: at, length: match[0].length - kept, placeholder };
      }
    }
    return undefined;
  }

  #isLooksOpen(text: string, at: number): boolean {
    if (this.#open === undefined || !isPlace(text, at)) {
      return false;
    }
    this.#open.lastIndex = at;
    return this.#open.test(text);
  }
}

const BREAKS = [' ', '"', "'", '\n', '\t'];
/** What begins a secret that may have spaces in it. */
const LONG = /-----BEGIN|cookie|authorization|pass|pwd|secret|key|token|credential|dsn|earer|asic/i;

/** The beginning of a word, or of what is no word: only there is something looked for by its looks. */
function isPlace(text: string, at: number): boolean {
  const before = text[at - 1] ?? '';
  const char = text[at] ?? '';
  if (char === ':' || char === '-') {
    return before !== char;
  }
  if (!/[A-Za-z]/.test(char)) {
    return false;
  }
  return !/[A-Za-z]/.test(before) || (/[a-z]/.test(before) && (/[A-Z]/.test(char) || text[at - 2] === '\\'));
}
