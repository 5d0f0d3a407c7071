/** Reads a command line that somebody else has written: which options stand on it, and what else. */

export interface Spelling {
  /** Whether an option takes the next word as its value. */
  takesValue(name: string): boolean;
  /** Options that take all words up to the next option, none of which we need. */
  readonly lists?: ReadonlySet<string>;
  /** What an option of one letter is called in full. */
  readonly short: Readonly<Record<string, string>>;
}

export interface CommandWords {
  readonly flags: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, string>;
  /** The words that are no options, such as a prompt. */
  readonly others: readonly string[];
}

/** Reads `words`, which lack the program. Options are named in full, without dashes. */
export function readWords(words: readonly string[], { takesValue, lists, short }: Spelling): CommandWords {
  const flags = new Set<string>();
  const values = new Map<string, string>();
  const others: string[] = [];
  let index = 0;
  while (index < words.length) {
    const word = words[index++] ?? '';
    if (word === '--') {
      // All words behind `--` are no options.
      others.push(...words.slice(index, index + 1));
      break;
    }
    const [name, inline] = word.startsWith('--') ? cut(word.slice(2)) : [short[word]];
    if (name === '') {
      continue;
    }
    if (name === undefined) {
      others.push(word);
    } else if (inline === undefined && lists?.has(name)) {
      while (index < words.length && !(words[index] ?? '').startsWith('-')) {
        index++;
      }
    } else if (takesValue(name)) {
      values.set(name, inline ?? words[index++] ?? '');
    } else {
      flags.add(name);
    }
  }
  return { flags, values, others };
}

function cut(word: string): readonly [name: string, value?: string] {
  const at = word.indexOf('=');
  return at < 0 ? [word] : [word.slice(0, at), word.slice(at + 1)];
}
