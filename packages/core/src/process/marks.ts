/**
 * The two marks by which a process is known to belong to one start of a run: a variable of its environment, and a
 * resource limit.
 */
import { execFile } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { steadyClock } from '../clock.ts';
import { findExecutable } from './find-executable.ts';
import { isShortage } from './shortage.ts';

export interface RunMark {
  /**
   * The variable `AMUX_RUN_<id>_<random>=1`. Everything is in its name, so that a run within a run adds its own and
   * removes none. The random part is new for each start, since two hosts may have been given the same id.
   */
  readonly env: string;
  /** The variable `AMUX_RUN_<id>=1`, which tells people and other programs the run; nobody is ended because of it. */
  readonly name: string;
  /** The value of a hard limit, absent where none can be set. It survives `env -i`, setsid and a double fork. */
  readonly limit?: string;
}

/** A program that sets a limit, and the limit that no outer run has set. */
export interface Limiter {
  readonly path: string;
  readonly option: string;
}

/**
 * Limits that restrict nobody: 31 years of real-time scheduling, and two that Linux has kept without a use since 2.6. A
 * limit can be lowered but not raised, so a run within a run takes the next one, and the mark of the outer run stays as
 * it is.
 */
const LIMITS = [
  { option: 'rttime', title: 'Max realtime timeout' },
  { option: 'locks', title: 'Max file locks' },
  { option: 'rss', title: 'Max resident set' },
] as const;

const LIMIT_BASE = 1e15;
const LIMIT_RANGE = 2 ** 48 - 1;

export function markRun(runId: string, limiter: Limiter | undefined): RunMark {
  // Shells drop variables whose name they could not set themselves.
  const name = `AMUX_RUN_${runId.replace(/[^A-Za-z0-9]/g, (sign) => `_${sign.charCodeAt(0).toString(16)}`)}`;
  const mark = { env: `${name}_${randomBytes(9).toString('hex')}=1`, name: `${name}=1` };
  return limiter === undefined ? mark : { ...mark, limit: newLimit() };
}

export interface MarkedCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

/**
 * Returns the same command, which makes the process and everything that it starts carry the marks. No process is added:
 * prlimit becomes the program.
 */
export function applyMark(command: MarkedCommand, mark: RunMark, limiter: Limiter | undefined): MarkedCommand {
  const variables = [mark.name, mark.env].map((entry) => [entry.slice(0, entry.indexOf('=')), '1']);
  const env = { ...command.env, ...Object.fromEntries(variables) };
  if (limiter === undefined || mark.limit === undefined) {
    return { ...command, env };
  }
  const setting = `--${limiter.option}=${mark.limit}:${mark.limit}`;
  return { file: limiter.path, args: [setting, command.file, ...command.args], env };
}

let limiter: Promise<Limiter | undefined> | undefined;

/**
 * Finds a prlimit that works here, once. Undefined outside of Linux, and where outer runs have set all limits already.
 * Rejects where the host has no descriptor left to look with; the next call looks again.
 */
export function findLimiter(): Promise<Limiter | undefined> {
  limiter ??= probeLimiter().catch((error: unknown) => {
    limiter = undefined;
    throw error;
  });
  return limiter;
}

async function probeLimiter(): Promise<Limiter | undefined> {
  if (process.platform !== 'linux') {
    return undefined;
  }
  const limits = readOwnLimits();
  const free = LIMITS.find(({ title }) => new RegExp(`^${title} +\\S+ +unlimited`, 'm').test(limits));
  const { PATH: searchPath = '' } = process.env;
  const env = { PATH: `${searchPath}:/usr/bin:/bin:/usr/sbin:/sbin` };
  const path = findExecutable('prlimit', { env, cwd: '/', clock: steadyClock });
  if (path === undefined || free === undefined) {
    return undefined;
  }
  const value = newLimit();
  return new Promise((resolve, reject) => {
    execFile(
      path,
      [`--${free.option}=${value}:${value}`, 'cat', '/proc/self/limits'],
      { env, cwd: '/' },
      (error, stdout) => {
        if (isShortage(error)) {
          reject(error);
          return;
        }
        resolve(error === null && stdout.includes(` ${value} `) ? { path, option: free.option } : undefined);
      },
    );
  });
}

function readOwnLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'latin1');
  } catch (error) {
    if (isShortage(error)) {
      throw error;
    }
    return '';
  }
}

function newLimit(): string {
  return String(LIMIT_BASE + randomInt(LIMIT_RANGE));
}
