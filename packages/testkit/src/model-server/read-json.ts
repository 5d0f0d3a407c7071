/** Reads JSON of unknown shape without trusting it. */

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function readText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function readList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/**
 * Parses a text; one that is no JSON becomes an empty object, because a script may break input on purpose where the wire can only carry
 * objects.
 */
export function parseOrEmpty(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The docstring says why.
    return {};
  }
}
