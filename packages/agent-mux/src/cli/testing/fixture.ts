/** Recordings of the real CLIs that tests of the command line replay or play as a process. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../../../../../fixtures', import.meta.url));
const VERSIONS = { claude: '2.1.329', gemini: '0.61.0' } as const;

/** The folder of a recorded scenario. */
export function fixture(scenario: string, agent: keyof typeof VERSIONS = 'claude'): string {
  return join(FOLDER, agent, VERSIONS[agent], scenario);
}
