/** Long options as programs read them: any unambiguous beginning is enough, such as `--out` for `--output`. */

export class LongOptions {
  readonly names: readonly string[];
  readonly #other: RegExp | undefined;
  readonly #dashes: RegExp;

  constructor(names: readonly string[], other: RegExp | undefined, dashes: RegExp) {
    this.names = names;
    this.#other = other;
    this.#dashes = dashes;
  }

  /** Whether a word may be one of them, shortened or followed by more, because nobody knows which options a version has. */
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

/**
 * Makes the options from names that blanks separate; `other` matches further ones. `one dash` says that the program takes a single dash as
 * well, as npm does.
 */
export function longOptions(
  names: string,
  other?: RegExp,
  dashes: 'two dashes' | 'one dash' = 'two dashes',
): LongOptions {
  // One letter behind one dash is an option of its own.
  return new LongOptions(names.split(' '), other, dashes === 'one dash' ? /^-(?:-+|(?=[^-=]{2}))/ : /^--/);
}
