/** Whether something is known to be true. */
export type Trit = 'no' | 'unknown' | 'yes';

const ORDER: readonly Trit[] = ['no', 'unknown', 'yes'];

/** The conjunction: yes if all of them are. */
export function least(all: readonly Trit[]): Trit {
  return all.reduce((found, each) => (ORDER.indexOf(each) < ORDER.indexOf(found) ? each : found), 'yes');
}

/** The disjunction: yes if one of them is. */
export function most(all: readonly Trit[]): Trit {
  return all.reduce((found, each) => (ORDER.indexOf(each) > ORDER.indexOf(found) ? each : found), 'no');
}
