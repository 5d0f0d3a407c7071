/** Recordings of the real claude CLI that tests of the command line replay or play as a process. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../../../../../fixtures/claude/2.1.329', import.meta.url));

/** The folder of a recorded scenario. */
export function fixture(scenario: string): string {
  return join(FOLDER, scenario);
}
