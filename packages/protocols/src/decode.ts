/** Reads another system's own language: what is missing or wrong is named, and what is unknown passes. */
import { show } from './show.ts';

/** The required fields of a language's events. */
export interface Language<Kind extends string> {
  /** The name of the language, for messages. */
  readonly name: string;
  /** The field that names the type of an event. */
  readonly tag: 'type' | 'kind';
  /** The required fields of each type, by what they must be. */
  readonly fields: Readonly<Record<string, Readonly<Record<string, Kind>>>>;
  readonly kinds: Readonly<Record<Kind, FieldCheck>>;
  /** The fields of a type whose name only begins in a known way. */
  readonly fieldsOf?: (type: string) => Readonly<Record<string, Kind>> | undefined;
}

export interface FieldCheck {
  readonly expected: string;
  readonly is: (value: unknown) => boolean;
  /** The values, where it is one of a few texts. */
  readonly choices?: readonly string[];
}

export interface DecodeOptions {
  /** Called instead of throwing; the line is skipped then. */
  readonly onInvalid?: (error: TypeError) => void;
}

/**
 * Decodes a line, or a parsed value. Types that the language does not know pass. Throws a TypeError that names the wrong fields;
 * `onInvalid` is called with it instead, and the result is undefined.
 */
export function decodeWith<Kind extends string>(
  language: Language<Kind>,
  line: unknown,
  { onInvalid }: DecodeOptions = {},
): Record<string, unknown> | undefined {
  try {
    return demand(language, typeof line === 'string' ? parse(language.name, line) : line);
  } catch (error) {
    if (onInvalid === undefined || !(error instanceof TypeError)) {
      throw error;
    }
    onInvalid(error);
    return undefined;
  }
}

/** The faults of an event's fields, each as a sentence that names the field. */
export function findFieldProblems<Kind extends string>(
  { fields, kinds, tag, fieldsOf }: Language<Kind>,
  event: Readonly<Record<string, unknown>>,
): string[] {
  const type = event[tag];
  const wanted = typeof type !== 'string' ? undefined : Object.hasOwn(fields, type) ? fields[type] : fieldsOf?.(type);
  return Object.entries(wanted ?? {}).flatMap(([name, kind]) => {
    const { expected, is } = kinds[kind];
    return is(event[name]) ? [] : [`${name}: expected ${expected}, got ${show(event[name])}`];
  });
}

function demand<Kind extends string>(language: Language<Kind>, value: unknown): Record<string, unknown> {
  const { name, tag } = language;
  if (!isObject(value)) {
    throw new TypeError(`Cannot read an event of ${name}: expected an object, got ${show(value)}`);
  }
  const type = value[tag];
  if (typeof type !== 'string' || type === '') {
    throw new TypeError(
      `Cannot read an event of ${name}: ${tag}: expected a string that is not empty, got ${show(type)}`,
    );
  }
  const problems = findFieldProblems(language, value);
  if (problems.length > 0) {
    throw new TypeError(`Cannot read a ${type} of ${name}: ${problems.join('; ')}`);
  }
  return value;
}

function parse(name: string, line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw new TypeError(`Cannot read an event of ${name}: the line is not JSON: ${show(line)}`, { cause });
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export { show };
