/** Tells the errors of a system that has no more to give at the moment from those that the next try would meet too. */
const SHORTAGES = ['EMFILE', 'ENFILE', 'EAGAIN', 'ENOMEM'];

/** Whether descriptors, processes or memory were missing, which another moment may have again. */
export function isShortage(error: unknown): boolean {
  return error instanceof Error && 'code' in error && SHORTAGES.some((code) => code === error.code);
}
