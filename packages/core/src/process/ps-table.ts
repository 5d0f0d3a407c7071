/** The process table by `ps`, where there is no /proc. */
import { spawnSync } from 'node:child_process';
import type { ProcessEntry, ProcessTable } from './process-entry.ts';

const COLUMNS = 'pid=,ppid=,pgid=,stat=,lstart=,command=';
// The columns are pid ppid pgid stat, "Sat Nov 21 10:11:12 2026", command and environment.
const ROW = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(\w+\s+\w+\s+\w+\s+[\d:]+\s+\d+)\s?(.*)$/;

export function scanByPs(): ProcessTable {
  return parsePs(runPs(['-A', '-E', '-ww', '-o', COLUMNS]));
}

export function identifyByPs(pid: number): ProcessEntry | undefined {
  return parsePs(runPs(['-ww', '-o', COLUMNS, '-p', String(pid)]))[0];
}

/** Parses rows of `ps` with the environment after the command, as macOS prints them. */
export function parsePs(output: string): ProcessTable {
  return output.split('\n').flatMap((row): ProcessEntry[] => {
    const [, pid, parent, group, state = '', start = '', command = ''] = ROW.exec(row) ?? [];
    if (pid === undefined) {
      return [];
    }
    return [
      {
        pid: Number(pid),
        parent: Number(parent),
        group: Number(group),
        start: Date.parse(start),
        isZombie: state.startsWith('Z'),
        envMarks: () => command.match(/(?<=\s)AMUX_RUN_\w+=1(?=\s|$)/g) ?? [],
        hasLimit: () => false,
      },
    ];
  });
}

function runPs(args: readonly string[]): string {
  return (
    spawnSync('ps', args, { encoding: 'utf8', maxBuffer: 256 * 1024 * 1024, env: { ...process.env, LC_ALL: 'C' } })
      .stdout ?? ''
  );
}
