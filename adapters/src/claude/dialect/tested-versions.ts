/** Versions of Claude Code that the fixtures were recorded with, newest first. */

export const TESTED_VERSIONS: readonly string[] = ['2.1.329', '2.1.197'];
