/**
 * The facts with which the host is asked before a process of a run is ended, and those of a process that it left alive.
 */
import { readlinkSync } from 'node:fs';
import { readProcFile } from './proc-file.ts';
import type { ProcessEntry } from './process-entry.ts';

/**
 * A process of a run that is about to be ended. The agent has chosen all of it but the numbers, so a name is no proof
 * of what the process does.
 */
export interface LeavableProcess {
  readonly pid: number;
  readonly parent: number;
  /** Its command line as the process itself shows it; empty where it cannot be read. */
  readonly argv: readonly string[];
  /** Its working folder; empty where it cannot be read. */
  readonly cwd: string;
}

/** A process that the host left alive on purpose. */
export interface LeftProcess {
  readonly pid: number;
  readonly command: string;
}

export function describeLeavable({ pid, parent }: ProcessEntry): LeavableProcess {
  const words = readProcFile(`/proc/${pid}/cmdline`) ?? '';
  const argv = Buffer.from(words, 'latin1').toString().split('\0').slice(0, -1);
  return { pid, parent, argv, cwd: readCwd(pid) };
}

function readCwd(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    // It has ended, or belongs to somebody else, or there is no /proc.
    return '';
  }
}
