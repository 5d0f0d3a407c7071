/** Recordings of the real claude CLI that tests of the command line replay or play as a process. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = '/tmp/cli-work/fixtures';

/** The folder of a recorded scenario. */
export function fixture(scenario: string): string {
  return join(FOLDER, scenario);
}
