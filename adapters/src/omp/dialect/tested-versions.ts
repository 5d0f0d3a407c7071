/** Versions of omp that the fixtures were recorded with, newest first. */

export const TESTED_VERSIONS: readonly string[] = ['18.2.3'];
