/**
 * Describes a thrown value in words. A user's function may throw anything, even a value that cannot be turned into
 * text.
 */
export function describeError(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error);
  } catch {
    return 'something that cannot be told in words';
  }
}

export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(describeError(thrown));
}
