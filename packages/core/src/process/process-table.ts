/** All processes of this machine at one moment. */
import { readdirSync } from 'node:fs';
import { readProcFile } from './proc-file.ts';
import type { ProcessEntry, ProcessTable } from './process-entry.ts';
import { identifyByPs, scanByPs } from './ps-table.ts';

const isLinux = process.platform === 'linux';

/** Reads the table. Throws where this program has no descriptor left; then the table is not empty, but unknown. */
export function scanProcesses(): ProcessTable {
  return isLinux ? scanProc() : scanByPs();
}

let shared: Promise<ProcessTable> | undefined;

/** Scans once for all callers in the same turn, because many runs may end at once. The scan begins after the call. */
export function scanShared(): Promise<ProcessTable> {
  shared ??= new Promise((resolve, reject) => {
    setImmediate(() => {
      shared = undefined;
      try {
        resolve(scanProcesses());
      } catch (error) {
        reject(error);
      }
    });
  });
  return shared;
}

/** Returns the process that has a pid now; undefined when none does. Throws where this program has no descriptor left. */
export function identify(pid: number): ProcessEntry | undefined {
  return isLinux ? readStat(pid) : identifyByPs(pid);
}

let hostGroup: number | undefined;

/** Returns the process group of this program, to which no signal of ours may go. */
export function ownGroup(): number {
  hostGroup ??= identify(process.pid)?.group ?? process.pid;
  return hostGroup;
}

function scanProc(): ProcessTable {
  const table: ProcessEntry[] = [];
  for (const name of readdirSync('/proc')) {
    if (!/^\d/.test(name)) {
      continue;
    }
    const entry = readStat(Number(name));
    if (entry !== undefined) {
      table.push(entry);
    }
  }
  return table;
}

function readStat(pid: number): ProcessEntry | undefined {
  const stat = readProcFile(`/proc/${pid}/stat`);
  if (stat === undefined) {
    return undefined;
  }
  // The name in parentheses may contain anything, parentheses and newlines too.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, parent, group] = fields;
  let marks: readonly string[] | undefined;
  let limits: string | undefined;
  return {
    pid,
    start: Number(fields[19]),
    parent: Number(parent),
    group: Number(group),
    isZombie: state === 'Z' || state === 'X' || state === 'x',
    envMarks: () => {
      marks ??= findEnvMarks(readProcFile(`/proc/${pid}/environ`) ?? '');
      return marks;
    },
    hasLimit: (value) => {
      limits ??= readProcFile(`/proc/${pid}/limits`) ?? '';
      return limits.includes(` ${value} `);
    },
  };
}

function findEnvMarks(environ: string): readonly string[] {
  if (!environ.includes('AMUX_RUN_')) {
    return [];
  }
  return environ.split('\0').filter((entry) => entry.startsWith('AMUX_RUN_'));
}
