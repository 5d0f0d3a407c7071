/**
 * Finds the name that was meant by a wrong one: mostly a letter is wrong, missing or additional, or two have changed places, or it is the
 * beginning of the name.
 */

/** The length of the shortest beginning, because a shorter one fits too many names. */
const LEAST_BEGINNING = 4;

/**
 * The known name with the fewest edits, at most `mostEdits`; case makes no difference. Where none is so near, the only one that begins with
 * the typed text; undefined where there is none. @param mostEdits by default none for up to 2 letters, 1 for up to 5, and 2 for more,
 * because a short name might be a typo of anything. Where it is given, no beginning is taken
 */
export function nearestName(typed: string, known: readonly string[], mostEdits?: number): string | undefined {
  const edits = mostEdits ?? (typed.length < 3 ? 0 : typed.length < 6 ? 1 : 2);
  return nameWithin(edits, typed, known) ?? (mostEdits === undefined ? nameThatBegins(typed, known) : undefined);
}

function nameThatBegins(typed: string, known: readonly string[]): string | undefined {
  const lower = typed.toLowerCase();
  const names = lower.length < LEAST_BEGINNING ? [] : known.filter((name) => name.toLowerCase().startsWith(lower));
  return names.length === 1 ? names[0] : undefined;
}

function nameWithin(mostEdits: number, typed: string, known: readonly string[]): string | undefined {
  const lower = typed.toLowerCase();
  const [best] = known
    // Names whose lengths differ by more need no comparison.
    .filter((name) => Math.abs(name.length - typed.length) <= mostEdits)
    .map((name) => ({ name, edits: countEdits(lower, name.toLowerCase()) }))
    .filter(({ edits }) => edits <= mostEdits)
    .sort((a, b) => a.edits - b.edits || lengthApart(a.name, typed) - lengthApart(b.name, typed));
  return best?.name;
}

/**
 * The sentence that asks whether the nearest of the names was meant, with a space before it; empty where none is near, or the given value
 * is no text.
 */
export function hintAtName(given: unknown, known: readonly string[]): string {
  const near = typeof given === 'string' ? nearestName(given, known) : undefined;
  return near === undefined ? '' : ` Did you mean ${JSON.stringify(near)}?`;
}

const lengthApart = (a: string, b: string): number => Math.abs(a.length - b.length);

/** The number of edits between two names: a letter inserted, removed or replaced, or two neighbours swapped. */
function countEdits(a: string, b: string): number {
  let above: readonly number[] = [];
  let row: readonly number[] = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwapped ? (above[j - 2] ?? 0) + 1 : replaced;
      next.push(Math.min(replaced, swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    [above, row] = [row, next];
  }
  return row.at(-1) ?? 0;
}
