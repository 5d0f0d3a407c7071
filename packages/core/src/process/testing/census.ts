/**
 * Counts the living processes from outside, by a mark of the test's own that nothing can shake off and that the code
 * under test does not know.
 */
import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

export interface Census {
  /** Returns the same command, marked so that it and everything that it starts is counted. */
  mark(command: { readonly file: string; readonly args: readonly string[] }): {
    readonly file: string;
    readonly args: string[];
  };
  /** Returns the living processes (not zombies), as "pid command". */
  alive(): string[];
  /** Ends the processes that a failed test left behind. */
  end(): void;
}

export function takeCensus(): Census {
  // Linux has no use for the limit of the resident set, but hands it down to every child.
  const value = String(1e15 + randomInt(2 ** 40));
  const pids = (): number[] => numbersIn('/proc').filter((pid) => isMarked(pid, value));
  return {
    mark: ({ file, args }) => ({ file: 'prlimit', args: [`--rss=${value}:${value}`, file, ...args] }),
    alive: () => pids().map((pid) => `${pid} ${read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').slice(0, 2_000)}`),
    end() {
      for (const pid of pids()) {
        kill(pid);
      }
    },
  };
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // The process has gone since it was counted, as the short-lived children of a shell do.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) {
      throw error;
    }
  }
}

export function isAlive(pid: number): boolean {
  return isLiving(read(`/proc/${pid}/stat`));
}

function isMarked(pid: number, value: string): boolean {
  return read(`/proc/${pid}/limits`).includes(` ${value} `) && isAlive(pid);
}

function isLiving(stat: string): boolean {
  return stat !== '' && !/^\) [ZX]/.test(stat.slice(stat.lastIndexOf(')')));
}

function numbersIn(folder: string): number[] {
  return readdirSync(folder)
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    // It has gone since the folder was read.
    return '';
  }
}
