/** What is alive on this machine, seen from outside of the runtime. */
import { readdirSync, readFileSync } from 'node:fs';

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    // It ended meanwhile.
    return '';
  }
}

/** Living processes (zombies left out) whose environment or limits carry a mark of the run. */
export function processesOf(runId: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => read(`/proc/${pid}/environ`).includes(`AMUX_RUN_${runId}=`))
    .filter((pid) => !/^\d+ \(.*\) [ZX]/s.test(read(`/proc/${pid}/stat`)))
    .map(Number);
}

export function isAlive(pid: number): boolean {
  const stat = read(`/proc/${pid}/stat`);
  return stat !== '' && !/^\d+ \(.*\) [ZX]/s.test(stat);
}

export const commandLine = (pid: number): string => read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ');
