/** The versions of OpenClaw that recordings were made with. */
export const TESTED_VERSIONS: readonly string[] = ['2026.9.6'];
