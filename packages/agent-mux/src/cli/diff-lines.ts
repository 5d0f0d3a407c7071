/** Finds the lines of a text that were added and removed, where an agent gives the text before and after. */
import { diffArrays } from 'diff';

/**
 * The most differing lines that are compared: the time grows with their square, so that larger differences are shown as removed and added
 * as a whole.
 */
const MOST_EDITS = 400;
/** How many unchanged lines are shown around a change. */
const CONTEXT = 3;

/** Each line with its sign; long runs of unchanged lines are cut. */
export function diffLines(before: readonly string[], after: readonly string[]): readonly string[] {
  const pieces = diffArrays([...before], [...after], { maxEditLength: MOST_EDITS }) ?? [
    { removed: true, added: false, value: before },
    { removed: false, added: true, value: after },
  ];
  return pieces.flatMap(({ added, removed, value }, at) => {
    if (added || removed) {
      return value.map((line) => `${added ? '+' : '-'}${line}`);
    }
    const kept = value.map((line) => ` ${line}`);
    const first = at === 0 ? 0 : CONTEXT;
    const last = at === pieces.length - 1 ? 0 : CONTEXT;
    return kept.length <= first + last ? kept : [...kept.slice(0, first), '@@', ...kept.slice(kept.length - last)];
  });
}
