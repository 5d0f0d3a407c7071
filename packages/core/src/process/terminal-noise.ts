/**
 * The noise between words for a terminal: colours, titles, cursor movements. A program that takes its pipe for a
 * terminal writes it too.
 */

// The pattern follows ECMA-48: strings up to their terminator (OSC also up to BEL), control sequences, two-character
// escapes.
const ESCAPE =
  '\\x1b(?:\\][^\\x07\\x1b\\x9c]*(?:\\x07|\\x1b\\\\|\\x9c)|[PX^_][^\\x1b\\x9c]*(?:\\x1b\\\\|\\x9c)|\\[[0-?]*[ -/]*[@-~]|[ -/]*[0-~])|\\x9b[0-?]*[ -/]*[@-~]';
const CONTROL = '[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f]';
const ESCAPES = new RegExp(`${ESCAPE}|${CONTROL}`, 'g');
// The pattern is one piece of noise. A repeated group would keep a way back for each of them, and millions of them
// overflow the stack of V8's matcher (Node 20).
const NOISE = new RegExp(`${ESCAPE}|${CONTROL}|[\\s\\ufeff]+`, 'y');

/** Returns the text as it would look on paper: tabs and line breaks stay. */
export function withoutEscapes(text: string): string {
  return text.replace(ESCAPES, '');
}

/**
 * Returns the position of the first character that is no noise: neither an escape nor a control, a blank or a byte
 * order mark.
 */
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
