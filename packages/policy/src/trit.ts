/** What is known of whether something holds. */
export type Trit = 'no' | 'unknown' | 'yes';

const ORDER: readonly Trit[] = ['no', 'unknown', 'yes'];

/** All of them hold. */
export function least(all: readonly Trit[]): Trit {
  return ORDER[Math.min(2, ...all.map((each) => ORDER.indexOf(each)))] ?? 'no';
}

/** One of them holds. */
export function most(all: readonly Trit[]): Trit {
  return ORDER[Math.max(0, ...all.map((each) => ORDER.indexOf(each)))] ?? 'no';
}
