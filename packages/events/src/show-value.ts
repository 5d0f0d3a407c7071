/** Shows a value in a message. */

/** A text as it is, cut to 60 characters; an object or a list only by its kind, because it may contain secrets. */
export function showValue(value: unknown): string {
  if (typeof value === 'string') {
    return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
  }
  if (typeof value === 'function' || typeof value === 'symbol' || typeof value === 'bigint') {
    return `a ${typeof value}`;
  }
  if (Array.isArray(value)) {
    return 'an array';
  }
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}
