export const TESTED_VERSIONS: readonly string[] = ['2026.9.6'];
