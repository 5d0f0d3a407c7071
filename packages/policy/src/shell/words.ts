/** What the shell makes of one word of a command line, as far as that can be known without a shell. */

/**
 * How certain a word is: `exact` where the program gets this text; `pattern` where the shell may make other words of it (`*`, `{a,b}`, `a$?`);
 * `odd` where the text is obfuscated (`$'\x72'`); `unknown` where only the shell knows.
 */
type WordKind = 'exact' | 'pattern' | 'odd' | 'unknown';

export interface Word {
  readonly kind: WordKind;
  /** The text without quotes and escapes; that of a `pattern` as it is written; empty where it is `unknown`. */
  readonly text: string;
  /** Whether it begins with a `~` that the shell replaces. */
  readonly isHome: boolean;
  /** The word as it is written. */
  readonly source: string;
}

const ORDER: readonly WordKind[] = ['exact', 'pattern', 'odd', 'unknown'];

/** Matches variables that are always numbers: the exit code, the process, the count of arguments. */
const NUMBERS = /\$(?:[?$#]|\{[?$#]\})/g;

/** Whether a word is a pattern for no other reason than that it contains a number which only the shell knows. */
export function isNumbered({ kind, text }: Word): boolean {
  return kind === 'pattern' && !/[*?[{]/.test(text.replaceAll(NUMBERS, ''));
}

/** Joins adjacent pieces to one word. */
export function joinWords(pieces: readonly Word[], source: string): Word {
  const kinds = pieces.map(({ kind }) => ORDER.indexOf(kind));
  const joined = pieces.map(({ text }) => text).join('');
  const bare = pieces.filter(({ source: piece }) => !/^["'$]/.test(piece)).map(({ source: piece }) => piece);
  const worst = ORDER[Math.max(0, ...kinds)] ?? 'unknown';
  // The grammar splits `a{b,c}` at its braces.
  const kind = worst === 'exact' && hasBraces(bare.join('')) ? 'pattern' : worst;
  return { kind, text: kind === 'unknown' ? '' : joined, isHome: pieces[0]?.isHome ?? false, source };
}

export function unknownWord(source: string): Word {
  return { kind: 'unknown', text: '', isHome: false, source };
}

export function exactWord(text: string, source: string = text): Word {
  return { kind: 'exact', text, isHome: false, source };
}

/** Reads a word without quotes. */
export function readBare(source: string): Word {
  // A shell would end the word at these, or begin something else; a leading `=` is the path of a program to zsh.
  const plain = source.replaceAll(/\\[\s\S]/g, '');
  if (/[\s$`"'()<>|;&\\]/.test(plain) || plain.startsWith('=') || source.endsWith('\\') || /\\\n./.test(source)) {
    return unknownWord(source);
  }
  const text = source.replaceAll(/\\([\s\S])/g, (_, sign: string) => (sign === '\n' ? '' : sign));
  const isPattern = /[*?[]/.test(plain) || hasBraces(plain);
  return { kind: isPattern ? 'pattern' : 'exact', text, isHome: source.startsWith('~'), source };
}

// A shell leaves `{}` and `{a}` as they are.
function hasBraces(source: string): boolean {
  const [begin, end] = [source.indexOf('{'), source.lastIndexOf('}')];
  return begin >= 0 && begin < end && /,|\.\./.test(source.slice(begin + 1, end));
}

/** Reads the text between double quotes, where nothing in it is expanded. */
export function readQuoted(source: string): Word {
  const text = source.slice(1, -1).replaceAll(/\\([$`"\\\n])/g, (_, sign: string) => (sign === '\n' ? '' : sign));
  return exactWord(text, source);
}

const ESCAPES: Readonly<Record<string, string>> = {
  ...{ a: '\x07', b: '\b', e: '\x1b', E: '\x1b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' },
  ...{ '\\': '\\', "'": "'", '"': '"', '?': '?' },
};

/** Reads `$'…'`, which may spell any text. */
export function readAnsi(source: string): Word {
  const pattern = /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,6})|([0-7]{1,3})|([\s\S]))/g;
  const text = source
    .slice(2, -1)
    .replaceAll(pattern, (whole, hex?: string, short?: string, long?: string, octal?: string, sign = '') => {
      const digits = hex ?? short ?? long;
      const code = digits === undefined ? Number.parseInt(octal ?? '', 8) : Number.parseInt(digits, 16);
      return Number.isNaN(code) || code > 0x10ffff ? (ESCAPES[sign] ?? whole) : String.fromCodePoint(code);
    });
  return { kind: 'odd', text, isHome: false, source };
}
