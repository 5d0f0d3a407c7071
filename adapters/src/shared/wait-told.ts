/** How long a service asks to wait before the next try, in a message or in a header. */

const MS_PER: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
// A service may print a floating-point number as it is, which has up to 23 decimals before JavaScript writes it with an exponent.
const TIME = String.raw`(\d{1,15}(?:\.\d{1,30})?) ?(ms|s|m|h|d|milliseconds?|secs?|seconds?|mins?|minutes?|hrs?|hours?|days?)(?![a-z])`;
// At most eight parts match, because V8 keeps a way back for each and exceeds its stack on millions.
const WAIT = new RegExp(
  String.raw`\b(?:retry(?:ing)? (?:after|in)|try again (?:after|in)|resets? in) ((?:${TIME}(?:,? and |, | )?){1,8})`,
  'i',
);

/**
 * The wait in a text such as `retry after 1s`, `try again in 0.5s` or `retry in 1m30s`. A time of day says nothing, because a dialect has
 * no clock.
 */
export function waitInWords(message: string): number | undefined {
  const wait = WAIT.exec(message)?.[1];
  if (wait === undefined) {
    return undefined;
  }
  const times = [...wait.matchAll(new RegExp(TIME, 'gi'))];
  return Math.round(times.reduce((sum, [, count, unit = '']) => sum + Number(count) * msPer(unit), 0));
}

/** The wait in the value of a `retry-after` header, in milliseconds. A date says nothing, because a dialect has no clock. */
export function waitInHeader(value: unknown): number | undefined {
  const seconds = typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
  return Number.isFinite(seconds) && seconds >= 0 ? Math.round(seconds * 1_000) : undefined;
}

function msPer(unit: string): number {
  const name = unit.toLowerCase();
  return MS_PER[name.startsWith('mil') ? 'ms' : name] ?? MS_PER[name.slice(0, 1)] ?? 0;
}
