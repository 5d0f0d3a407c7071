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
