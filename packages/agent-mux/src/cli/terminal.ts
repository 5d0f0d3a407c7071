/** What a terminal is shown: colours where they are wanted, and no control characters of somebody else's. */

type Paint = (text: string) => string;

export interface Palette {
  readonly dim: Paint;
  readonly bold: Paint;
  readonly red: Paint;
  readonly green: Paint;
  readonly yellow: Paint;
  readonly cyan: Paint;
}

const plain: Paint = (text) => text;

function sgr(on: number, off: number): Paint {
  return (text) => (text === '' ? '' : `\x1b[${on}m${text}\x1b[${off}m`);
}

const COLOURS: Palette = {
  dim: sgr(2, 22),
  bold: sgr(1, 22),
  red: sgr(31, 39),
  green: sgr(32, 39),
  yellow: sgr(33, 39),
  cyan: sgr(36, 39),
};
const NO_COLOURS: Palette = { dim: plain, bold: plain, red: plain, green: plain, yellow: plain, cyan: plain };

export interface ColourChoice {
  readonly isTty: boolean;
  /** --no-color was given. */
  readonly isRefused: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The flag decides, then FORCE_COLOR, then NO_COLOR, then whether it is a terminal: the order in which node does it. */
export function wantsColour({ isTty, isRefused, env }: ColourChoice): boolean {
  const { FORCE_COLOR, NO_COLOR = '', TERM } = env;
  if (isRefused) {
    return false;
  }
  if (FORCE_COLOR !== undefined) {
    return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  }
  return isTty && NO_COLOR === '' && TERM !== 'dumb';
}

export function createPalette(isColoured: boolean): Palette {
  return isColoured ? COLOURS : NO_COLOURS;
}

// Control characters but for tab and line feed, and what turns the direction of text around.
const UNSAFE = /(?![\t\n])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;
/** What follows the escape character in a colour of the palette. */
const PAINT = /^\[(?:1|2|22|31|32|33|36|39)m/;

/** Text that cannot move the cursor, hide a part of itself or talk to the terminal. `isPainted`: our own colours stay. */
export function makeVisible(text: string, { isPainted = false }: { readonly isPainted?: boolean } = {}): string {
  return text.replaceAll('\r\n', '\n').replace(UNSAFE, (char, offset: number, whole: string) => {
    if (isPainted && char === '\x1b' && PAINT.test(whole.slice(offset + 1, offset + 5))) {
      return char;
    }
    const code = char.charCodeAt(0);
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : '\ufffd';
  });
}

/** The first line, cut to a width. */
export function firstLine(text: string, width = 100): string {
  const line = text.trimStart().split('\n', 1)[0] ?? '';
  return line.length > width ? `${line.slice(0, width - 1)}…` : line;
}

/** The first lines, each cut to a width, and how many were left out. */
export function firstLines(
  text: string,
  { count, width = 100 }: { readonly count: number; readonly width?: number },
): string[] {
  const lines = text.replace(/\n+$/, '').split('\n');
  const shown = lines.slice(0, count).map((line) => (line.length > width ? `${line.slice(0, width - 1)}…` : line));
  return lines.length > count ? [...shown, `… ${lines.length - count} more lines`] : shown;
}
