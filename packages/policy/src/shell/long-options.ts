/** Long options as programs read them: by any beginning that is no other option's, as `--out` for `--output`. */

export class LongOptions {
  readonly names: readonly string[];
  readonly #other: RegExp | undefined;
  readonly #dashes: RegExp;

  constructor(names: readonly string[], other: RegExp | undefined, dashes: RegExp) {
    this.names = names;
    this.#other = other;
    this.#dashes = dashes;
  }

  /** Whether a word may be one of them, by its beginning or with more behind: which ones a version has is not known. */
  test(word: string): boolean {
    return this.#isLong(word) || this.#other?.test(word) === true;
  }

  #isLong(word: string): boolean {
    const [option = ''] = word.split('=', 1);
    const name = option.replace(this.#dashes, '');
    if (name === '' || name === option) {
      return false;
    }
    // Node takes `_` for `-`, and Perl letters of any case.
    const plain = name.toLowerCase().replaceAll('_', '-');
    return this.names.some((each) => each.startsWith(plain) || plain.startsWith(each));
  }
}

/** Names with blanks between; `other` is what steers besides. With `one dash` a program takes a single one as well, as npm does. */
export function longOptions(
  names: string,
  other?: RegExp,
  dashes: 'two dashes' | 'one dash' = 'two dashes',
): LongOptions {
  // One letter behind one dash is an option of its own.
  return new LongOptions(names.split(' '), other, dashes === 'one dash' ? /^-(?:-+|(?=[^-=]{2}))/ : /^--/);
}
