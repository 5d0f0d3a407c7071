/** Orders two versions of a CLI: number by number; a pre-release comes before its release. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [split(a), split(b)];
  for (let index = 0; index < Math.max(left.numbers.length, right.numbers.length); index++) {
    const difference = (left.numbers[index] ?? 0) - (right.numbers[index] ?? 0);
    if (difference !== 0) {
      return difference;
    }
  }
  if (left.rest === right.rest) {
    return 0;
  }
  if (left.rest === '' || right.rest === '') {
    return left.rest === '' ? 1 : -1;
  }
  // `alpha.10` comes after `alpha.9`.
  return left.rest.localeCompare(right.rest, 'en', { numeric: true });
}

function split(version: string): { readonly numbers: readonly number[]; readonly rest: string } {
  const [, numbers = '', rest = ''] = /^v?(\d+(?:\.\d+)*)([\s\S]*)$/.exec(version) ?? [];
  return { numbers: numbers.split('.').map(Number), rest };
}
