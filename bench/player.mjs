/** The child of all measurements: a shell script that stands in for a CLI. */
import { fileURLToPath } from 'node:url';

export const PLAYER = fileURLToPath(new URL('./play-agent.sh', import.meta.url));
