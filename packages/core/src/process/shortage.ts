/** Tells the errors of a system that has no more to give at the moment from those that the next try would meet too. */
const SHORTAGES = ['EMFILE', 'ENFILE', 'EAGAIN', 'ENOMEM'];

/** Whether descriptors, processes or memory were missing, which another moment may have again. */
export function isShortage(error: unknown): boolean {
  return error instanceof Error && 'code' in error && SHORTAGES.some((code) => code === error.code);
}

/** Returns what `look` finds; undefined where this program lacks what it takes to look at the moment. */
export function unlessShort<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    if (isShortage(error)) {
      return undefined;
    }
    throw error;
  }
}
