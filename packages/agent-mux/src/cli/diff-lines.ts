/** Which lines of a text were added and removed, where an agent gives the text before and after. */
import { diffArrays } from 'diff';

/** What differs in more lines than that is shown as removed and added as a whole: to find more that stayed takes time by the square of it. */
const MOST_EDITS = 400;
/** Lines that stayed are shown as far as this from one that did not. */
const CONTEXT = 3;

/** Each line with its sign; what stayed is cut where it is long. */
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
