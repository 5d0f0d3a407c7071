/** Looks from outside whether anything of a run is alive, independently of the runtime, by what each process shows in /proc. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

export interface LeftOver {
  /** The runs, whose mark every process of theirs has in its environment. */
  readonly runIds: readonly string[];
  /** A folder that only these runs work in. @defaultValue none: the marks alone tell */
  readonly folder?: string;
}

/**
 * Living processes (not zombies) that carry the mark of the runs or work in the folder, as `pid command`. Empty where there is no /proc.
 */
export function findLeftOver({ runIds, folder }: LeftOver): string[] {
  const marks = runIds.map((id) => `AMUX_RUN_${id}=`);
  return listPids().flatMap((pid) => {
    const environ = read(`/proc/${pid}/environ`);
    const isOurs =
      marks.some((mark) => environ.includes(mark)) || (folder !== undefined && isWithin(readCwd(pid), folder));
    return isOurs && isLiving(pid)
      ? [`${pid} ${read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').slice(0, 200)}`]
      : [];
  });
}

function listPids(): string[] {
  if (process.platform !== 'linux') {
    return [];
  }
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
}

function isLiving(pid: string): boolean {
  const stat = read(`/proc/${pid}/stat`);
  // The name in parentheses may contain anything.
  return stat !== '' && !/^\) [ZX]/.test(stat.slice(stat.lastIndexOf(')')));
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

function readCwd(pid: string): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    // The process has gone since the folder was read, or belongs to somebody else.
    return '';
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    // The process has gone, or belongs to somebody else.
    return '';
  }
}
