/** Starts a probe and waits for its line. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The limit of a probe, which is longer than any takes, so that one that hangs does not stop the bench. */
const PATIENCE_MS = 180_000;

const PROBE = fileURLToPath(new URL('./probe.mjs', import.meta.url));

/** Returns `run(name, input)`, which calls a function of the file in a fresh process. */
export function probesOf(fileUrl) {
  return (name, input = {}) =>
    new Promise((resolve, reject) => {
      execFile(
        process.execPath,
        [PROBE, fileUrl, name, JSON.stringify(input)],
        { timeout: PATIENCE_MS },
        (error, stdout, stderr) => {
          if (error === null) {
            resolve(JSON.parse(stdout));
          } else {
            reject(new Error(`${name} of ${fileUrl} failed: ${error.message}\n${stderr}`));
          }
        },
      );
    });
}

/** The processor time of a piece of work in its process, helper threads included. */
export async function timed(work) {
  const cpu = process.cpuUsage();
  const start = performance.now();
  const value = await work();
  const wallMs = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  return { value, wallMs, cpuMs: (user + system) / 1_000 };
}
