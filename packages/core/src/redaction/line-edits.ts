/** Takes secrets out of single lines, some of which have a part of a secret that is spread over several. */
import type { StringValue } from './json-strings.ts';
import { valuesOf } from './line-values.ts';
import { countKept, type Redactor } from './redact.ts';
import { type Piece, shareOut } from './secret-chains.ts';
import type { Found, SecretIndex } from './secret-index.ts';
import type { Edit, Waiting } from './waiting-lines.ts';

/** The number of characters before and behind an edit in which secrets of its own line are looked for. */
const AROUND = 1_024;

/** Takes a secret out of the lines that can still be changed. `isMask` means that it may only become one. */
export function edit<T>(pieces: readonly Piece<Waiting<T>>[], found: Found, isMask = false): void {
  for (const { line, from, to, text } of shareOut(pieces, found, canEdit)) {
    line.isMasked ||= isMask;
    const start = Math.min(to, from + countKept(line.line, from));
    // The same text may be found to be a part of a longer secret.
    const others = line.edits.filter((known) => known.from !== start || known.to !== to);
    line.edits = [...others, { from: start, to, text }];
  }
}

function canEdit<T>({ isOut }: Waiting<T>): boolean {
  return !isOut;
}

/** The line with its edits, and without what is a secret by itself. */
export function writeEdited<T>({ line, edits: own }: Waiting<T>, redactor: Redactor, index: SecretIndex): string {
  if (own.length === 0) {
    return redactor.line(line);
  }
  const values = [...valuesOf(line)];
  const edits = [...own, ...own.flatMap((each) => findCut({ line, values }, each, index))];
  let text = '';
  let at = 0;
  for (const { from, to, text: by } of edits.sort((a, b) => a.from - b.from || b.to - a.to)) {
    // Two edits that overlap are two ways to read one text, and whatever either of them hides is hidden.
    if (from >= at) {
      text += redactor.piece(line.slice(at, from)) + by;
    }
    at = Math.max(at, to);
  }
  return text + redactor.piece(line.slice(at));
}

interface ReadLine {
  readonly line: string;
  readonly values: readonly StringValue[];
}

/**
 * The secrets of the line itself that an edit takes a part of, such as their name, so that the rest would not look like one any more. It
 * happens where a piece of one lane is taken for the rest of a secret of another lane.
 */
function findCut({ line, values }: ReadLine, { from, to }: Edit, index: SecretIndex): readonly Edit[] {
  const start = Math.max(0, from - AROUND);
  const text = line.slice(start, to + AROUND);
  // A secret may be read over the end of a value, which has to stay.
  const value = values.find((each) => each.from <= from && to <= each.to);
  const cut: Edit[] = [];
  for (let found = index.findFrom(text, 0); found !== undefined; ) {
    const end = found.at + found.length;
    if (start + found.begin < to && start + end > from) {
      const first = Math.max(start + found.at, value?.from ?? 0);
      cut.push({ from: first, to: Math.min(start + end, value?.to ?? line.length), text: found.placeholder });
    }
    found = index.findFrom(text, end);
  }
  return cut.filter((each) => each.from < each.to);
}
