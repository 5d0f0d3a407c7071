/** Names values that came from outside: the value of a field is unknown until one of these has checked it. */

/** A value that may be an object with these fields, and others. */
export type Native<K extends string> = { readonly [key in K]?: unknown };

/** Whether the value is an object, whose fields are then looked at one by one. */
export function isNative<K extends string>(value: unknown): value is Native<K> {
  return typeof value === 'object' && value !== null;
}

export function objectOf<K extends string>(value: unknown): Native<K> | undefined {
  return isNative<K>(value) ? value : undefined;
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** A name or an id; an empty one counts as none. */
export function idOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** The number that digits within a text say; undefined where there are none. */
export function numberIn(digits: string | undefined): number | undefined {
  return digits === undefined ? undefined : Number(digits);
}

/** A count: 0 where it is missing or makes no sense. */
export function countOf(value: unknown): number {
  return typeof value === 'number' && value > 0 ? Math.round(value) : 0;
}

const NO_ITEMS: readonly unknown[] = Object.freeze([]);

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : NO_ITEMS;
}

export function textsOf(value: unknown): readonly string[] {
  return listOf(value).filter((item) => typeof item === 'string');
}

/** An entry of a table by a name that the CLI gave, which may be `toString`. */
export function entryOf<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** Reads a text as JSON; `undefined`, which JSON cannot express, where it is none. */
export function parseJson(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
