/** All fields of what a person is asked to grant; long and many ones are folded, and it is said how many. */
import type { Described, DescribeOptions } from './describe-asked.ts';
import { createHider, type Hider } from './hide-keys.ts';
import { GUTTER, makeName, makeVisible, type Palette } from './terminal.ts';

/** The limits of all fields together. */
const MOST_LINES = 24;
const MOST_CHARACTERS = 4_000;
/** The limits of one value. */
const MAX_LINES = 12;
const MAX_CHARACTERS = 1_200;
/** The limit of a name. */
const MAX_NAME = 60;
const SHORT = 120;

interface Field {
  readonly lines: readonly string[];
  readonly isFolded: boolean;
}

/** Describes the fields. The text is empty where there are none. */
export function describeFields(
  input: unknown,
  palette: Palette,
  { isWhole = false, showsKeys = false }: DescribeOptions = {},
): Described {
  const hider = createHider({ showsKeys });
  const entries = entriesOf(input);
  const lines: string[] = [];
  let isFolded = false;
  let room = isWhole ? Number.POSITIVE_INFINITY : MOST_CHARACTERS;
  let count = 0;
  for (const [name, value] of entries) {
    const most = isWhole ? Number.POSITIVE_INFINITY : Math.min(MAX_LINES, MOST_LINES - lines.length - 1);
    if (most < 0 || room <= 0) {
      break;
    }
    const field = describeField(name, value, { most, isWhole, hider, palette });
    isFolded ||= field.isFolded;
    lines.push(...field.lines);
    room -= field.lines.join('\n').length;
    count++;
  }
  const rest = entries.length - count;
  if (rest > 0) {
    lines.push(`    ${palette.yellow(`… ${rest} more ${rest === 1 ? 'field' : 'fields'} folded`)}`);
  }
  return { lines: lines.join('\n'), isFolded: isFolded || rest > 0, hasHidden: hider.hasHidden };
}

interface FieldOptions {
  /** The most lines of the value that are shown below its name. */
  readonly most: number;
  readonly isWhole: boolean;
  readonly hider: Hider;
  readonly palette: Palette;
}

function describeField(name: string, value: unknown, { most, isWhole, hider, palette }: FieldOptions): Field {
  const { dim } = palette;
  const isLongName = !isWhole && name.length > MAX_NAME;
  const label = isLongName
    ? `  ${makeName(name.slice(0, MAX_NAME))}${dim(`… (a name of ${name.length} characters)`)}:`
    : `  ${makeName(name)}:`;
  const text = makeVisible(hider.hide(textOf(value)));
  if (text.length <= SHORT && !text.includes('\n')) {
    return { lines: [`${label} ${text}`], isFolded: isLongName };
  }
  const all = text.split('\n');
  const isLong = !isWhole && (all.length > most || text.length > MAX_CHARACTERS);
  const shown = isLong ? text.slice(0, MAX_CHARACTERS).split('\n').slice(0, most) : all;
  const size = dim(`${text.length} characters, ${all.length} lines${isLong ? ', folded: s shows all of it' : ''}`);
  return {
    lines: [`${label} ${size}`, ...shown.map((line) => `    ${GUTTER}${line}`)],
    isFolded: isLongName || isLong,
  };
}

function entriesOf(input: unknown): readonly (readonly [string, unknown])[] {
  if (input === undefined || input === null) {
    return [];
  }
  return typeof input === 'object' && !Array.isArray(input) ? Object.entries(input) : [['input', input]];
}

function textOf(value: unknown): string {
  if (typeof value === 'string') {
    return value === '' ? '""' : value;
  }
  const short = JSON.stringify(value) ?? 'undefined';
  return short.length <= SHORT ? short : JSON.stringify(value, null, 2);
}
