/** Versions of pi that the fixtures were recorded with, newest first. */

export const TESTED_VERSIONS: readonly string[] = ['0.73.1'];
