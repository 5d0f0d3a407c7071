/** Copies plain data, so that whoever changes the original afterwards, or the copy, changes nothing for the other. */
import { isPlain } from './field-rules.ts';

type Container = Record<string, unknown> | unknown[];

/**
 * Returns a copy of lists and plain objects, at every depth. Everything else, such as a function, a schema or an
 * instance of a class, stays what it is. It needs no stack, because what an agent says may be deeper than that.
 */
export function copyPlain<T>(value: T): T {
  const copies = new Map<object, Container>();
  const open: (readonly [from: object, to: Container])[] = [];

  function copyOf(part: unknown): unknown {
    if (typeof part !== 'object' || part === null || !(Array.isArray(part) || isPlain(part))) {
      return part;
    }
    const known = copies.get(part);
    if (known !== undefined) {
      return known;
    }
    const copy: Container = Array.isArray(part) ? [] : {};
    copies.set(part, copy);
    open.push([part, copy]);
    return copy;
  }

  const whole = copyOf(value);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [from, to] = next;
    for (const [name, part] of Object.entries(from)) {
      // A field that is named `__proto__` is a field like any other.
      Object.defineProperty(to, name, { value: copyOf(part), writable: true, enumerable: true, configurable: true });
    }
    if (Array.isArray(from)) {
      (to as unknown[]).length = from.length;
    }
  }
  return whole as T;
}
