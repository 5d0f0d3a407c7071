/** Asks a CLI for its version, for the header of a recording. */
import { execFile } from 'node:child_process';

const TIMEOUT_MS = 5_000;

/** undefined where it does not say in time. */
export function askVersion(binary: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(binary, ['--version'], { timeout: TIMEOUT_MS, killSignal: 'SIGKILL' }, (error, stdout) => {
      resolve(error === null ? /\d+\.\d+\.\d+[\w.+-]*/.exec(stdout)?.[0] : undefined);
    }).stdin?.end();
  });
}
