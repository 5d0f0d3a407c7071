/** What native messages say: their strings and numbers with the fields that hold them, also in JSON that stands in a string. */
import { leavesOf } from './leaves.ts';

const NUMBER = /(?<![\w.-])-?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?=m?s\b|[^\w-]|$)/gi;

/** A number above it is a moment, in milliseconds. */
const EPOCH = 1e12;

/** A field whose value says what kind of message it is, and nothing about what was done. */
const ENVELOPE =
  /^(?:params\.)?(?:jsonrpc|method|type|timestamp|uuid|(?:update|event|item|payload|message)\.(?:sessionUpdate|type|timestamp))$/;

interface Said<T> {
  /** Names of fields; empty for a line that is no JSON. */
  readonly path: string;
  readonly value: T;
}

export class NativeWords {
  readonly texts: Said<string>[] = [];
  readonly counted: Said<number>[] = [];
  /** Moments, as ISO dates. */
  readonly times: string[] = [];

  /** @param isWhole the message as it is counts too, not only what stands in its fields */
  constructor(message: string, isWhole = false) {
    if (isWhole) {
      this.texts.push({ path: '', value: message });
    }
    this.#add(message, '');
  }

  get strings(): readonly string[] {
    return this.texts.map(({ value }) => value);
  }

  get numbers(): ReadonlySet<number> {
    return new Set(this.counted.map(({ value }) => value));
  }

  /** @param field what the field, or one around it, has to be called; a line without fields has any name */
  says(text: string, field = /(?:)/): boolean {
    const isHere = (path: string): boolean => path === '' || field.test(path);
    return (
      this.texts.some(({ path, value }) => isHere(path) && value.includes(text)) ||
      this.counted.some(({ path, value }) => isHere(path) && String(value) === text)
    );
  }

  counts(count: number, field = /(?:)/): boolean {
    return this.counted.some(({ path, value }) => value === count && (path === '' || field.test(path)));
  }

  /** Counts in fields with such a name, and in lines without fields. */
  countsIn(field = /(?:)/): readonly number[] {
    return this.counted.flatMap(({ path, value }) => (path === '' || field.test(path) ? [value] : []));
  }

  /** Milliseconds between two moments of the message. */
  get spans(): ReadonlySet<number> {
    const moments = this.countsIn(/(?:time|at|start|end)$/i).filter((one) => one > EPOCH);
    return new Set(moments.flatMap((one) => moments.map((other) => one - other)));
  }

  #add(text: string, path: string): void {
    const parsed = parseJson(text);
    if (path !== '' || parsed === undefined) {
      this.texts.push({ path, value: text });
      for (const match of text.matchAll(NUMBER)) {
        this.counted.push({ path, value: Number(match[0]) });
      }
    }
    for (const { path: name, value } of leavesOf(parsed)) {
      const inner = path === '' ? name : `${path}.${name}`;
      if (typeof value === 'number') {
        this.counted.push({ path: inner, value });
      } else if (/^\d{4}-\d\d-\d\dT/.test(value)) {
        this.times.push(value);
      }
      if (typeof value === 'string' && !ENVELOPE.test(inner)) {
        this.#add(value, inner);
      }
    }
  }
}

/** undefined where it is no JSON object or list. */
export function parseJson(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) {
    return undefined;
  }
  try {
    return JSON.parse(text);
  } catch {
    // Because it is text that begins like JSON.
    return undefined;
  }
}
