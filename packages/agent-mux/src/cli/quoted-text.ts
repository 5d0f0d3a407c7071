/** A foreign text that comes in pieces: each of its lines on the screen is marked, even where the terminal is too narrow for one. */
import { GUTTER, makeVisible } from './terminal.ts';

const TAB = '    ';
/** The width that is used where a terminal says that it has none. */
const DEFAULT_COLUMNS = 80;
/** The width below which no line can be broken: the mark and one wide character. */
const MIN_COLUMNS = 4;
/** The width from which on a broken line goes on as far to the right as other lines of an agent. */
const INDENTED_COLUMNS = 20;

export interface QuotedText {
  /** Whether a line was begun and not ended. */
  readonly isOpen: boolean;
  /** The text to write for a piece. */
  add(piece: string): string;
  /** The text that ends the open line. */
  end(): string;
}

/**
 * Creates such a text. `columns` gives the width of the terminal and is called for each piece, since it may change; undefined means that
 * there is no terminal, and no line is broken.
 */
export function createQuotedText(columns: () => number | undefined): QuotedText {
  let isOpen = false;
  let column = 0;
  // The first half of a character whose second half comes with the next piece.
  let half = '';

  function put(char: string, width: number): string {
    if (char === '\n') {
      const begun = isOpen ? '' : GUTTER;
      isOpen = false;
      return `${begun}\n`;
    }
    const room = widthOf(char);
    const isFull = isOpen && column + room > width;
    const begun = isFull ? `\n${GUTTER}` : isOpen ? '' : GUTTER;
    column = begun === '' ? column + room : GUTTER.length + room;
    isOpen = true;
    return begun + char;
  }

  return {
    get isOpen() {
      return isOpen;
    },
    add(piece) {
      const all = half + piece;
      half = /[\ud800-\udbff]$/.test(all) ? all.slice(-1) : '';
      const width = usable(columns());
      let shown = '';
      for (const char of makeVisible(half === '' ? all : all.slice(0, -1)).replaceAll('\t', TAB)) {
        shown += put(char, width);
      }
      return shown;
    },
    end() {
      const rest = half === '' ? '' : put('\ufffd', usable(columns()));
      half = '';
      const ended = isOpen ? '\n' : '';
      isOpen = false;
      return rest + ended;
    },
  };
}

const ESCAPE = '\x1b';
const COLOUR = new RegExp(`(${ESCAPE}\\[\\d+m)`);

/** Breaks painted lines that are wider than the terminal, so that only a marked line begins a row of the screen. */
export function wrapLines(painted: string, columns: number | undefined): string {
  if (columns === undefined) {
    return painted;
  }
  const width = usable(columns);
  return painted
    .replaceAll('\t', TAB)
    .split('\n')
    .map((line) => wrapLine(line, width))
    .join('\n');
}

function wrapLine(line: string, width: number): string {
  if (line.length * 2 <= width) {
    return line;
  }
  const begin = width < INDENTED_COLUMNS ? GUTTER : `    ${GUTTER}`;
  let shown = '';
  let column = 0;
  for (const part of line.split(COLOUR)) {
    if (COLOUR.test(part)) {
      shown += part;
      continue;
    }
    for (const word of part.split(/(?<= )(?! )/)) {
      const length = sumWidths(word.trimEnd());
      // Whoever copies a word, such as the id of a session, gets all of it where a row has room for it.
      const isMoved = column + length > width && begin.length + length <= width;
      shown += isMoved ? `\n${begin}` : '';
      column = isMoved ? begin.length : column;
      for (const char of word) {
        const room = widthOf(char);
        const isFull = column + room > width;
        shown += isFull ? `\n${begin}${char}` : char;
        column = isFull ? begin.length + room : column + room;
      }
    }
  }
  return shown;
}

function usable(columns: number | undefined): number {
  return columns === undefined
    ? Number.POSITIVE_INFINITY
    : Math.max(columns === 0 ? DEFAULT_COLUMNS : columns, MIN_COLUMNS);
}

// All other characters may take two columns: also brackets and clocks between the arrows and the blocks. One that takes less only breaks its
// line early.
const NARROW = [
  { from: 0, to: 0x1100 },
  { from: 0x2000, to: 0x2300 },
  { from: 0x2400, to: 0x25fd },
];

function sumWidths(text: string): number {
  return [...text].reduce((sum, char) => sum + widthOf(char), 0);
}

function widthOf(char: string): number {
  const code = char.codePointAt(0) ?? 0;
  return NARROW.some(({ from, to }) => code >= from && code < to) ? 1 : 2;
}
