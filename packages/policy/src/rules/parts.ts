/** What within a word may be a path or a host: a value may stand behind a sign, and right behind the letters of options. */

/** Signs that programs put before or behind a value: `a=<b`, `-F x=@b`, `b:/x`, `a,b`, `a;type=b`. */
const SIGN = /[=:@,;<]/;
/** The letters of options, of which the last may have a value: `-sTx`. */
const LETTERS = /^-[A-Za-z][A-Za-z0-9]*/;

/** The most parts that are looked at one by one. */
const MOST_PARTS = 1_000;
/** The length of the longest path that a system takes. */
const LONGEST = 4_096;

/** The word and the parts of it that may be a value; undefined where there are too many to look at each. */
export function partsOf(text: string): readonly string[] | undefined {
  const pieces = text.split(SIGN);
  const [first = ''] = pieces;
  const letters = LETTERS.exec(text)?.[0].length ?? 0;
  if (pieces.length + letters > MOST_PARTS) {
    return undefined;
  }
  let at = 0;
  const behind = pieces.slice(0, -1).map((piece) => {
    at += piece.length + 1;
    return text.slice(at);
  });
  // Which of the letters take a value is known to the program alone.
  const attached = Array.from({ length: Math.max(0, letters - 1) }, (_, index) => index + 2).flatMap((from) => [
    text.slice(from),
    first.slice(from),
  ]);
  const parts = [...pieces, ...behind, ...attached].filter((part) => part !== '' && part.length <= LONGEST);
  return [...new Set([text, ...parts])];
}
