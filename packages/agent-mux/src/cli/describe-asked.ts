/**
 * What a person is asked to grant, as far as the agent describes it: the command on lines of its own, and each change as a coloured diff.
 */
import type { ApprovalFacts, FileChange } from '@agent-mux/events';
import { diffLines } from './diff-lines.ts';
import { createHider } from './hide-keys.ts';
import { linesOf, type Palette, quoteLines } from './terminal.ts';

const MOST_LINES = 24;
/** The limit above which lines are folded. */
const MOST_CHARACTERS = 4_000;

export interface Described {
  /** The text as whole lines; empty where there is no command and no change. */
  readonly lines: string;
  readonly isFolded: boolean;
  /** Whether a key was hidden. */
  readonly hasHidden: boolean;
}

/** How a question is described: `isWhole` folds nothing, and `showsKeys` hides none. */
export interface DescribeOptions {
  readonly isWhole?: boolean;
  readonly showsKeys?: boolean;
}

interface Line {
  readonly text: string;
  readonly paint: (text: string) => string;
  /** Whether it is a line of a file, which follows its sign. */
  readonly isOfFile?: boolean;
}

/** Describes the question. */
export function describeAsked(
  { command, changes = [] }: ApprovalFacts,
  palette: Palette,
  { isWhole = false, showsKeys = false }: DescribeOptions = {},
): Described {
  const hider = createHider({ showsKeys });
  const commands: readonly Line[] =
    command === undefined
      ? []
      : linesOf(hider.hide(command)).map((line, at) => ({
          text: `${at === 0 ? '$' : ' '} ${line}`,
          paint: palette.bold,
        }));
  const all = [...commands, ...changes.flatMap((change) => describeChange(change, palette))];
  const shown = isWhole ? all : fold(all);
  // Keys are hidden once the lines are compared, so that another key in the place of one is a change too.
  const lines = shown.map(({ text, paint, isOfFile = false }) =>
    quoteLines([isOfFile ? text.slice(0, 1) + hider.hide(text.slice(1)) : text], paint),
  );
  const isFolded = shown !== all;
  if (isFolded) {
    const rest = all.length - shown.length;
    const what = rest > 0 ? `${rest} more ${rest === 1 ? 'line' : 'lines'}` : 'the rest of a long line';
    lines.push(`    ${palette.yellow(`… ${what} folded`)}`);
  }
  return { lines: lines.join('\n'), isFolded, hasHidden: hider.hasHidden };
}

/** The lines that are shown; all of them where they are few. */
function fold(all: readonly Line[]): readonly Line[] {
  const shown: Line[] = [];
  let room = MOST_CHARACTERS;
  for (const line of all.slice(0, MOST_LINES)) {
    if (room <= 0) {
      break;
    }
    shown.push({ ...line, text: line.text.slice(0, room) });
    room -= line.text.length;
  }
  return shown.length === all.length && room >= 0 ? all : shown;
}

function describeChange(change: FileChange, { dim, red, green, bold }: Palette): readonly Line[] {
  const { path, movedTo } = change;
  const head = linesOf(`${change.change} ${path}${movedTo === undefined ? '' : ` → ${movedTo}`}`);
  return [
    ...head.map((text) => ({ text, paint: bold })),
    ...bodyOf(change).map((text) => {
      const paint = text.startsWith('+') ? green : text.startsWith('-') ? red : dim;
      return { text, paint, isOfFile: true };
    }),
  ];
}

/** The lines of a change, each with its sign: added, removed or unchanged. */
function bodyOf({ diff, oldText, newText }: FileChange): readonly string[] {
  if (diff !== undefined) {
    return withoutHead(linesOf(diff));
  }
  return oldText === undefined && newText === undefined
    ? []
    : diffLines(linesIn(oldText ?? ''), linesIn(newText ?? ''));
}

/** The lines of a text; the end of the last line begins no other. */
function linesIn(text: string): readonly string[] {
  const lines = linesOf(text);
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

/**
 * The diff without the names and hashes of files, which are shown already. Everything behind the first hunk belongs to the change, even a
 * line that looks like a head.
 */
function withoutHead(diff: readonly string[]): readonly string[] {
  const at = diff.findIndex((line) => line.startsWith('@@'));
  const head = diff.slice(0, Math.max(at, 0)).filter((line) => line !== '' && !HEAD.test(line));
  const body = diff.slice(Math.max(at, 0));
  return [...head, ...(body.at(-1) === '' ? body.slice(0, -1) : body)];
}

const HEAD = /^(?:--- |\+\+\+ |diff |index |Index: |=+$)/;
