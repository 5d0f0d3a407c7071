/** Shows values from outside in messages, whatever they are, even those that JSON does not have. */

const MAX_SHOWN = 120;

/** Shows a value, cut where it is long. */
export function show(value: unknown): string {
  const text = write(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

function write(value: unknown): string {
  if (typeof value === 'bigint') {
    return `${value}n`;
  }
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    // The value contains itself, or a bigint, and its message is about something else.
    return Object.prototype.toString.call(value);
  }
}
