/** Lays two sequences side by side along the longest order that both keep. */

export interface Aligned<T> {
  readonly item: T;
  readonly in: 'both' | 'first' | 'second';
}

/** Aligns both in order; gaps do not break what is common. */
export function align<T>(first: readonly T[], second: readonly T[]): Aligned<T>[] {
  // lengths[i][j] is the length of what is common to the first from i and the second from j.
  const lengths = Array.from({ length: first.length + 1 }, () => new Uint32Array(second.length + 1));
  const at = (i: number, j: number): number => lengths[i]?.[j] ?? 0;
  for (let i = first.length - 1; i >= 0; i--) {
    const row = lengths[i];
    for (let j = second.length - 1; row !== undefined && j >= 0; j--) {
      row[j] = first[i] === second[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const aligned: Aligned<T>[] = [];
  let j = 0;
  for (const [i, item] of first.entries()) {
    const from = j;
    while (j < second.length && item !== second[j] && at(i + 1, j) < at(i, j + 1)) {
      j++;
    }
    aligned.push(...onlyInSecond(second.slice(from, j)));
    const isCommon = j < second.length && item === second[j];
    aligned.push({ item, in: isCommon ? 'both' : 'first' });
    j += isCommon ? 1 : 0;
  }
  return [...aligned, ...onlyInSecond(second.slice(j))];
}

function onlyInSecond<T>(items: readonly T[]): readonly Aligned<T>[] {
  return items.map((item) => ({ item, in: 'second' }));
}
