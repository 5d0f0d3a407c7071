/** Leaves out unknown fields, so that no field of a draft is `undefined`. */

type Absent<T> = { [K in keyof T]: undefined extends T[K] ? K : never }[keyof T];

/** The fields of a record, of which those that may be `undefined` are optional. */
export type Defined<T> = Omit<T, Absent<T>> & { readonly [K in Absent<T>]?: Exclude<T[K], undefined> };

/** The fields that have a value, in their order. */
export function defined<const T extends object>(fields: T): Defined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>;
}
