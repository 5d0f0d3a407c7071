/** Leaves out what is not known: nowhere stands a field that is `undefined`. */

type Absent<T> = { [K in keyof T]: undefined extends T[K] ? K : never }[keyof T];

/** The fields of a record, those that may be `undefined` as optional ones. */
export type Defined<T> = Omit<T, Absent<T>> & { readonly [K in Absent<T>]?: Exclude<T[K], undefined> };

/** The fields that have a value, in their order. */
export function defined<const T extends object>(fields: T): Defined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>;
}
