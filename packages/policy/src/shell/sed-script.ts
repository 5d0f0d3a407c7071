/** What a script of sed runs: its command `e` runs a line, or what was read, and so does the letter `e` behind a replacement. */

/** What the scripts among the words run; undefined where they cannot be read. */
export interface SedRuns {
  /** The lines that stand in a script. */
  readonly lines: readonly string[];
  /** Whether it runs what it reads, which nobody can see. */
  readonly runsInput: boolean;
}

const RULE = String.raw`(?:\d+(?:~\d+)?|[+~]\d+|\$|\/(?:\\[\s\S]|[^\\/\n])*\/[IM]*|\\([^\\\n])(?:\\[\s\S]|(?!\1)[^\\\n])*\1[IM]*)`;
/** Matches what stands before a command: which lines it is for. */
const ADDRESSES = new RegExp(
  String.raw`[\s;{}]*(?:${RULE}(?:\s*,\s*${RULE.replaceAll(String.raw`\1`, String.raw`\2`)})?)?[\s!]*`,
  'y',
);
/** Matches the commands without `e` and `s`, with all that belongs to them. */
const OTHERS =
  /[{dDgGhHnNpPxz=F]|[qQlL][ \t]*\d*|[btTv][^\n;}]*|:[^\n;]*|[rRwW#][^\n]*|[aic](?:\\[\s\S]|[^\\])*?(?:\n|$)|y([^\\\n])(?:\\[\s\S]|(?!\1)[^\\])*\1(?:\\[\s\S]|(?!\1)[^\\])*\1/y;
const REPLACEMENT = /s([^\\\n])(?:\\[\s\S]|(?!\1)[^\\])*\1(?:\\[\s\S]|(?!\1)[^\\])*\1([gpiImMe\d]*)(?:[ \t]*w[^\n]*)?/y;
const RUN = /e([^\n]*)/y;
/** Matches an option with a script, which may stand behind other letters. */
const SCRIPT = /^(?:-[nErzusb]*e|--e[a-z]*=)([\s\S]*)$/;
const NEXT_IS_SCRIPT = /^(?:-[nErzusb]*e|--e[a-z]*)$/;
/** Matches an option of GNU sed with a number behind it. */
const NEXT_IS_NUMBER = /^(?:-[nErzusb]*l|--l[a-z-]*)$/;

export function readSed(words: readonly string[]): SedRuns | undefined {
  const [, ...rest] = words;
  const given = rest.flatMap((word, at) =>
    NEXT_IS_SCRIPT.test(word) ? (rest[at + 1] ?? []) : (SCRIPT.exec(word)?.[1] ?? []),
  );
  const isFile = rest.some((word) => /^(?:-[nErzusb]*f|--f)/.test(word));
  const isNumber = (at: number): boolean => NEXT_IS_NUMBER.test(rest[at - 1] ?? '') && /^\d+$/.test(rest[at] ?? '');
  // The `-i` of BSD has an empty word behind it.
  const isPlain = (word: string, at: number): boolean => word !== '' && !/^-./.test(word) && !isNumber(at);
  const first = given.length > 0 || isFile ? undefined : rest.find(isPlain);
  return readScript([...given, ...(first === undefined ? [] : [first])].join('\n'));
}

function readScript(script: string): SedRuns | undefined {
  const lines: string[] = [];
  let runsInput = false;
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(script);
    at = found === null ? at : pattern.lastIndex;
    return found;
  };
  for (;;) {
    take(ADDRESSES);
    if (at >= script.length) {
      return { lines, runsInput };
    }
    const run = take(RUN);
    const replaced = run === null ? take(REPLACEMENT) : null;
    if (run === null && replaced === null && take(OTHERS) === null) {
      return undefined;
    }
    const line = run?.[1]?.trim() ?? '';
    lines.push(...(line === '' ? [] : [line]));
    runsInput ||= (run !== null && line === '') || replaced?.[2]?.includes('e') === true;
  }
}
