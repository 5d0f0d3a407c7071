/** The fields of an object that are left out where nothing is known of them, because `undefined` would be a value. */

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Returns the fields that have a value. */
export function given<T extends object>(fields: T): Given<T> {
  const kept: Given<T> = {};
  for (const name in fields) {
    if (fields[name] !== undefined) {
      kept[name] = fields[name] as Given<T>[typeof name];
    }
  }
  return kept;
}
