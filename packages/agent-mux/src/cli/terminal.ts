/** What a terminal is shown: colours where they are wanted, and no foreign control or invisible characters. */
import { randomUUID } from 'node:crypto';

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

// Only this process knows the number, so that no text of an agent can contain a colour that would be taken for one of ours.
const NONCE = randomUUID();
const COLOUR = new RegExp(`<${NONCE} (\\d+)>`, 'g');

function sgr(on: number, off: number): Paint {
  return (text) => (text === '' ? '' : `<${NONCE} ${on}>${text}<${NONCE} ${off}>`);
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
  /** Whether --no-color was given. */
  readonly isRefused: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The flag decides, then FORCE_COLOR, then NO_COLOR, then whether it is a terminal, which is the order of node. */
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

// Unsafe are control characters except for tab and line feed, whatever reverses the direction of text, and whatever takes no room on the
// screen.
const UNSAFE =
  /(?![\t\n]|\ufe0f)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?<!\p{Emoji}|\u20e3)\ufe0f/gu;
// The joiner connects the parts of one emoji, so that its effect is visible.
const JOINER = /(?<=\p{Extended_Pictographic}\ufe0f?|\p{Emoji_Modifier})\u200d(?=\p{Extended_Pictographic})/gu;

/** The text without anything that could move the cursor, hide a part of it or talk to the terminal. */
export function makeVisible(text: string): string {
  const joiners = new Set([...text.matchAll(JOINER)].map(({ index }) => index));
  return text.replaceAll('\r\n', '\n').replace(UNSAFE, (char, offset: number) => {
    const code = char.charCodeAt(0);
    if (joiners.size > 0 && joiners.has(offset)) {
      return char;
    }
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : '\ufffd';
  });
}

/** Makes a painted text visible like `makeVisible`, and turns the colours of the palette, and no others, into those of the terminal. */
export function showPainted(text: string): string {
  return makeVisible(text).replace(COLOUR, '\x1b[$1m');
}

/** Replaces a line break in a foreign text that is part of a line of ours. */
export const BREAK = '␊';

/** A foreign text as a part of one line. */
export function makeInline(text: string): string {
  return makeVisible(text).replaceAll('\n', BREAK).replaceAll('\t', ' ');
}

/** A foreign name at the beginning of a line: it is quoted unless it is a word, so that none looks like a line of ours. */
export function makeName(name: string): string {
  return /^[\w.$-]+$/.test(name) ? name : makeInline(JSON.stringify(name));
}

/** A foreign name in a line that a person types behind: only a short word, since this line is not broken where the terminal ends. */
export function makePromptName(name: string, other: string): string {
  return /^[\w.$-]{1,24}$/.test(name) ? name : other;
}

/** A value of an agent with each of its texts made fit for a line of ours. */
export function makeInlineDeep<T>(value: T): T {
  return inlineDeep(value) as T;
}

function inlineDeep(value: unknown): unknown {
  if (typeof value === 'string') {
    return makeInline(value);
  }
  if (Array.isArray(value)) {
    return value.map(inlineDeep);
  }
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, each]) => [makeInline(name), inlineDeep(each)]))
    : value;
}

/** The lines of a foreign text. */
export function linesOf(text: string): string[] {
  return makeInline(text).split(BREAK);
}

/** The mark before each line that is an agent's, and before no line of ours. */
export const GUTTER = '│ ';

/** Whole lines of a foreign text, each marked as such. */
export function quoteLines(lines: readonly string[], paint: Paint = plain): string {
  return lines.map((line) => `    ${GUTTER}${paint(line)}`).join('\n');
}

/** The first line, cut to a width. */
export function firstLine(text: string, width = 100): string {
  const line = linesOf(text.trimStart()).find((each) => each.trim() !== '') ?? '';
  return line.length > width ? `${line.slice(0, width - 1)}…` : line;
}

/** The first lines, each cut to a width, and how many were left out. */
export function firstLines(
  text: string,
  { count, width = 100 }: { readonly count: number; readonly width?: number },
): string[] {
  const lines = linesOf(text);
  while (lines.length > 1 && lines.at(-1) === '') {
    lines.pop();
  }
  const shown = lines.slice(0, count).map((line) => (line.length > width ? `${line.slice(0, width - 1)}…` : line));
  return lines.length > count ? [...shown, `… ${lines.length - count} more lines`] : shown;
}
