/** Whether JSON gives a value back exactly as it is. */

/**
 * The depth is more than that of any message of a CLI; a deeper value is left to code that can report that it is too
 * deep.
 */
const MAX_DEPTH = 64;

/**
 * Whether the value consists of texts, finite numbers, booleans, null, and plain objects and arrays of them, without
 * undefined, holes and -0.
 */
export function isPlainJson(value: unknown, depth = 0): boolean {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return true;
    case 'number':
      return Number.isFinite(value) && !Object.is(value, -0);
    case 'object':
      return value === null || (depth < MAX_DEPTH && isPlainObject(value, depth));
    default:
      return false;
  }
}

function isPlainObject(value: object, depth: number): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (Array.isArray(value)) {
    const isBare = prototype === Array.prototype && Object.keys(value).length === value.length;
    return isBare && value.every((inner) => isPlainJson(inner, depth + 1));
  }
  if (prototype !== Object.prototype || Object.getOwnPropertySymbols(value).length > 0) {
    return false;
  }
  for (const inner of Object.values(value)) {
    if (!isPlainJson(inner, depth + 1)) {
      return false;
    }
  }
  return true;
}
