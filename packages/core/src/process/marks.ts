/** The two marks by which a process is known to belong to a run: a variable of its environment, and a resource limit. */
import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { systemClock } from '../clock.ts';
import { findExecutable } from './find-executable.ts';
import { readProcFile } from './proc-file.ts';

export interface RunMark {
  /** `AMUX_RUN_<id>=1`: the id is in the name, so that a run within a run adds its own and takes none away. */
  readonly env: string;
  /** Hard limit of real-time run time in microseconds, absent where it cannot be set. It survives `env -i`, setsid and a double fork. */
  readonly rttime?: string;
}

/** 31 years of real-time scheduling: it limits nobody, and nobody else sets such a value. */
const RTTIME_BASE = 1e15;
const RTTIME_RANGE = 2 ** 48 - 1;

export function markRun(runId: string, limiter: string | undefined): RunMark {
  // Shells drop variables whose name they could not set themselves.
  const name = runId.replace(/[^A-Za-z0-9]/g, (sign) => `_${sign.charCodeAt(0).toString(16)}`);
  const env = `AMUX_RUN_${name}=1`;
  return limiter === undefined ? { env } : { env, rttime: newRttime() };
}

export interface MarkedCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

/** The same command, started so that it and all it starts carry the marks. No process is added: prlimit becomes the program. */
export function applyMark(command: MarkedCommand, mark: RunMark, limiter: string | undefined): MarkedCommand {
  const env = { ...command.env, [mark.env.slice(0, mark.env.indexOf('='))]: '1' };
  if (limiter === undefined || mark.rttime === undefined) return { ...command, env };
  return { file: limiter, args: [`--rttime=${mark.rttime}:${mark.rttime}`, command.file, ...command.args], env };
}

let limiter: Promise<string | undefined> | undefined;

/** Path of a prlimit that works here, found once. Undefined outside of Linux and where an outer run has set the limit already. */
export function findLimiter(): Promise<string | undefined> {
  limiter ??= probeLimiter();
  return limiter;
}

async function probeLimiter(): Promise<string | undefined> {
  if (process.platform !== 'linux') return undefined;
  // The limit can be lowered but not raised: an outer run's mark must stay as it is.
  if (!/^Max realtime timeout +\S+ +unlimited/m.test(readProcFile('/proc/self/limits') ?? '')) return undefined;
  const { PATH: searchPath = '' } = process.env;
  const env = { PATH: `${searchPath}:/usr/bin:/bin:/usr/sbin:/sbin` };
  const path = findExecutable('prlimit', { env, cwd: '/', clock: systemClock });
  if (path === undefined) return undefined;
  const value = newRttime();
  return new Promise((resolve) => {
    execFile(path, [`--rttime=${value}:${value}`, 'cat', '/proc/self/limits'], { env, cwd: '/' }, (error, stdout) => {
      resolve(error === null && stdout.includes(` ${value} `) ? path : undefined);
    });
  });
}

function newRttime(): string {
  return String(RTTIME_BASE + randomInt(RTTIME_RANGE));
}
