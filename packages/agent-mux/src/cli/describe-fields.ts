/** All fields of what a person is asked to grant; long ones are folded, and none is left out. */
import { hideKeys } from './hide-keys.ts';
import { GUTTER, makeName, makeVisible, type Palette } from './terminal.ts';

const MAX_LINES = 12;
const MAX_CHARACTERS = 1_200;
const SHORT = 120;

export interface Fields {
  /** The text as whole lines; empty where there are no fields. */
  readonly lines: string;
  /** Whether something was folded. */
  readonly isFolded: boolean;
}

/** Describes the fields; `isWhole` folds nothing. */
export function describeFields(
  input: unknown,
  { dim }: Palette,
  { isWhole = false }: { readonly isWhole?: boolean } = {},
): Fields {
  let isFolded = false;
  const lines = entriesOf(input).map(([name, value]) => {
    const label = `  ${makeName(name)}:`;
    const text = makeVisible(hideKeys(textOf(value)));
    if (text.length <= SHORT && !text.includes('\n')) {
      return `${label} ${text}`;
    }
    const all = text.split('\n');
    const isLong = !isWhole && (all.length > MAX_LINES || text.length > MAX_CHARACTERS);
    isFolded ||= isLong;
    const shown = isLong ? text.slice(0, MAX_CHARACTERS).split('\n').slice(0, MAX_LINES) : all;
    const size = dim(`${text.length} characters, ${all.length} lines${isLong ? ', folded: s shows all of it' : ''}`);
    return [`${label} ${size}`, ...shown.map((line) => `    ${GUTTER}${line}`)].join('\n');
  });
  return { lines: lines.join('\n'), isFolded };
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
