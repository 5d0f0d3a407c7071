/** The child of all measurements: a shell script that stands where a CLI is expected. */
import { fileURLToPath } from 'node:url';

export const PLAYER = fileURLToPath(new URL('./play-agent.sh', import.meta.url));
