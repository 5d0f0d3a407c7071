/**
 * What a person is asked to grant, as far as the agent describes it: the command on lines of its own, and each change as a coloured diff.
 */
import type { ApprovalFacts, FileChange } from '@agent-mux/events';
import { diffLines } from './diff-lines.ts';
import { hideKeys } from './hide-keys.ts';
import { linesOf, type Palette, quoteLines } from './terminal.ts';

const MOST_LINES = 24;
/** The limit above which lines are folded. */
const MOST_CHARACTERS = 4_000;

export interface Described {
  /** The text as whole lines; empty where there is no command and no change. */
  readonly lines: string;
  readonly isFolded: boolean;
}

/** A line and its colour. */
type Painted = readonly [text: string, paint: (text: string) => string];

/** Describes the question; `isWhole` folds nothing. */
export function describeAsked(
  { command, changes = [] }: ApprovalFacts,
  palette: Palette,
  { isWhole = false }: { readonly isWhole?: boolean } = {},
): Described {
  const commands: readonly Painted[] =
    command === undefined
      ? []
      : linesOf(hideKeys(command)).map((line, at) => [`${at === 0 ? '$' : ' '} ${line}`, palette.bold] as const);
  const all = [...commands, ...changes.flatMap((change) => describeChange(change, palette))];
  const shown = isWhole ? all : fold(all);
  const lines = shown.map(([text, paint]) => quoteLines([text], paint));
  const isFolded = shown !== all;
  if (isFolded) {
    const rest = all.length - shown.length;
    const what = rest > 0 ? `${rest} more ${rest === 1 ? 'line' : 'lines'}` : 'the rest of a long line';
    lines.push(`    ${palette.yellow(`… ${what} folded`)}`);
  }
  return { lines: lines.join('\n'), isFolded };
}

/** The lines that are shown; all of them where they are few. */
function fold(all: readonly Painted[]): readonly Painted[] {
  const shown: Painted[] = [];
  let room = MOST_CHARACTERS;
  for (const [text, paint] of all.slice(0, MOST_LINES)) {
    if (room <= 0) {
      break;
    }
    shown.push([text.slice(0, room), paint]);
    room -= text.length;
  }
  return shown.length === all.length && room >= 0 ? all : shown;
}

function describeChange(change: FileChange, { dim, red, green, bold }: Palette): readonly Painted[] {
  const { path, movedTo } = change;
  const [place = '', ...others] = linesOf(`${change.change} ${path}${movedTo === undefined ? '' : ` → ${movedTo}`}`);
  const head: readonly Painted[] = [place, ...others].map((line) => [line, bold]);
  const lines = bodyOf(change).map((line): Painted => {
    const paint = line.startsWith('+') ? green : line.startsWith('-') ? red : dim;
    return [line, paint];
  });
  return [...head, ...lines];
}

/** The lines of a change, each with its sign: added, removed or unchanged. */
function bodyOf({ diff, oldText, newText }: FileChange): readonly string[] {
  if (diff !== undefined) {
    return withoutHead(linesOf(hideKeys(diff)));
  }
  return oldText === undefined && newText === undefined
    ? []
    : diffLines(linesIn(oldText ?? ''), linesIn(newText ?? ''));
}

/** The lines of a text; the end of the last line begins no other. */
function linesIn(text: string): readonly string[] {
  const lines = linesOf(hideKeys(text));
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
