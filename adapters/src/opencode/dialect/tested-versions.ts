/** Versions that the fixtures were recorded with, newest first. */
export const TESTED_VERSIONS: readonly string[] = ['1.18.33'];
