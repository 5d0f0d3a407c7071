/** The versions of Gemini CLI that the fixtures were recorded with, newest first. */

export const TESTED_VERSIONS: readonly string[] = ['0.61.0'];
