/** Asks a CLI for its version. */
import { execFile } from 'node:child_process';

const TIMEOUT_MS = 5_000;

/** null where it does not say one in time. */
export function askVersion(file: string): Promise<string | null> {
  return new Promise((resolve) => {
    execFile(file, ['--version'], { timeout: TIMEOUT_MS, killSignal: 'SIGKILL' }, (error, stdout, stderr) => {
      // pi says it on stderr (0.73.1).
      const version = versionIn(stdout) ?? versionIn(stderr);
      resolve(error === null && version !== undefined ? version : null);
    }).stdin?.end();
  });
}

function versionIn(text: string): string | undefined {
  // A full stop after it ends a sentence.
  return /\d+\.\d+\.\d+(?:[\w.+-]*\w)?/.exec(text)?.[0];
}
