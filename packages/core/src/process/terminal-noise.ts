/** What terminals are told between the words: colours, titles, cursor movements. A program that takes its pipe for a terminal writes them too. */

// ECMA-48: strings up to their terminator (OSC also up to BEL), control sequences, two-sign escapes.
const ESCAPE =
  '\\x1b(?:\\][^\\x07\\x1b\\x9c]*(?:\\x07|\\x1b\\\\|\\x9c)|[PX^_][^\\x1b\\x9c]*(?:\\x1b\\\\|\\x9c)|\\[[0-?]*[ -/]*[@-~]|[ -/]*[0-~])|\\x9b[0-?]*[ -/]*[@-~]';
const CONTROL = '[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f]';
const ESCAPES = new RegExp(`${ESCAPE}|${CONTROL}`, 'g');
// One piece of noise. A repeated group would keep a way back for each of them, and millions of them overflow the stack of V8's matcher (Node 20).
const NOISE = new RegExp(`${ESCAPE}|${CONTROL}|[\\s\\ufeff]+`, 'y');

/** Text as it would stand on paper: tabs and line breaks stay. */
export function withoutEscapes(text: string): string {
  return text.replace(ESCAPES, '');
}

/** Where the first sign stands that is no noise: neither an escape nor a control, a blank or a byte order mark. */
export function skipNoise(text: string, from = 0): number {
  let at = from;
  for (;;) {
    NOISE.lastIndex = at;
    if (!NOISE.test(text)) {
      return at;
    }
    at = NOISE.lastIndex;
  }
}
