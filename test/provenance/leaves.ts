/** The strings and numbers of a value, with the names of the fields that lead to them. */

export interface Leaf {
  /** Names of fields, `[]` for an item: `cost.totalUsd`. */
  readonly path: string;
  readonly value: string | number;
}

export function leavesOf(value: unknown, path = ''): Leaf[] {
  if (typeof value === 'string' || typeof value === 'number') {
    return [{ path, value }];
  }
  if (Array.isArray(value)) {
    return value.flatMap((item) => leavesOf(item, `${path}[]`));
  }
  if (typeof value !== 'object' || value === null) {
    return [];
  }
  return Object.entries(value).flatMap(([key, item]) => leavesOf(item, path === '' ? key : `${path}.${key}`));
}
