/** The environment of programs that serve this host, and no run: its watchdog, and `stty`. */
import { given } from '../given.ts';

/**
 * Returns what programs need to be found and to be loaded. The rest of the host's environment may be too long for any program (E2BIG), and
 * no other process needs its secrets.
 */
export function helperEnvironment(): NodeJS.ProcessEnv {
  const { PATH, LD_LIBRARY_PATH, DYLD_LIBRARY_PATH } = process.env;
  return given({ PATH, LD_LIBRARY_PATH, DYLD_LIBRARY_PATH });
}
