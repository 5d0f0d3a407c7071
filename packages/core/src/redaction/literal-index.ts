/** Finds literals in a text by their first two characters, since a key of many lines has a thousand of them. */

/** One form of a secret, and the placeholder for it. */
export interface Literal {
  readonly form: string;
  readonly placeholder: string;
}

/** The literals of a redactor. Every one has two characters at least. */
export class LiteralIndex {
  readonly #byPair = new Map<number, Literal[]>();
  readonly #byFirst = new Map<number, Literal[]>();
  // Most places are passed over by their first character alone, which is quicker than a look into a map.
  readonly #isFirst = new Uint8Array(0x10000);

  /** Creates the index; the `literals` come longest first. */
  constructor(literals: readonly Literal[]) {
    for (const literal of literals) {
      put(this.#byPair, pairAt(literal.form, 0), literal);
      put(this.#byFirst, literal.form.charCodeAt(0), literal);
      this.#isFirst[literal.form.charCodeAt(0)] = 1;
    }
  }

  /** Returns the longest literal that stands at a place. */
  at(text: string, at: number): Literal | undefined {
    return this.#isFirst[text.charCodeAt(at)] !== 1
      ? undefined
      : this.#byPair.get(pairAt(text, at))?.find(({ form }) => text.startsWith(form, at));
  }

  /** Returns the longest literal that begins with a text, which may be all of it. */
  beginningWith(text: string): Literal | undefined {
    return this.#beginningLike(text).find(({ form }) => form.startsWith(text));
  }

  /** Whether a literal goes on after a text that it begins with; `counts` tells which literals are looked at. */
  goesOn(text: string, counts: (literal: Literal) => boolean = () => true): boolean {
    return this.#beginningLike(text).some(
      (literal) => literal.form.length > text.length && literal.form.startsWith(text) && counts(literal),
    );
  }

  /** Puts other texts in the place of the literals, from left to right. */
  replace(text: string, by: (literal: Literal, at: number) => string): string {
    let written = '';
    let from = 0;
    for (let at = 0; at < text.length; ) {
      const literal = this.at(text, at);
      if (literal === undefined) {
        at++;
      } else {
        written += text.slice(from, at) + by(literal, at);
        at += literal.form.length;
        from = at;
      }
    }
    return from === 0 ? text : written + text.slice(from);
  }

  #beginningLike(text: string): readonly Literal[] {
    return (text.length < 2 ? this.#byFirst.get(text.charCodeAt(0)) : this.#byPair.get(pairAt(text, 0))) ?? [];
  }
}

function put(groups: Map<number, Literal[]>, key: number, literal: Literal): void {
  const group = groups.get(key);
  if (group === undefined) {
    groups.set(key, [literal]);
  } else {
    group.push(literal);
  }
}

function pairAt(text: string, at: number): number {
  return text.charCodeAt(at) * 65_536 + text.charCodeAt(at + 1);
}
