/** What is known of whether something holds. */
export type Trit = 'no' | 'unknown' | 'yes';

const ORDER: readonly Trit[] = ['no', 'unknown', 'yes'];

/** All of them hold. */
export function least(all: readonly Trit[]): Trit {
  return all.reduce((found, each) => (ORDER.indexOf(each) < ORDER.indexOf(found) ? each : found), 'yes');
}

/** One of them holds. */
export function most(all: readonly Trit[]): Trit {
  return all.reduce((found, each) => (ORDER.indexOf(each) > ORDER.indexOf(found) ? each : found), 'no');
}
