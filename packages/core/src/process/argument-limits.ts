/**
 * The most that a system takes as command line and environment of a new process. Beyond it a start fails with E2BIG,
 * which does not say what is too long.
 */
import type { MarkedCommand } from './marks.ts';
import { readProcFile } from './proc-file.ts';

/** The part that is too much: one word, one variable, or all of it together. */
export type Excess =
  | { readonly what: 'word'; readonly index: number; readonly bytes: number; readonly limit: number }
  | { readonly what: 'variable'; readonly name: string; readonly bytes: number; readonly limit: number }
  | { readonly what: 'all'; readonly bytes: number; readonly limit: number };

export interface ArgumentLimits {
  /** The limit of one word, and of one variable as `NAME=value`. */
  readonly one: number;
  readonly all: number;
}

// The limit is 32 pages of 4 KiB, with the zero byte at the end. A kernel with larger pages takes more.
const LINUX_ONE = 128 * 1024 - 1;
const LINUX_ALL_MOST = 6 * 1024 * 1024;
const LINUX_STACK = 8 * 1024 * 1024;
const MACOS_ALL = 1024 * 1024;
const POINTER = 8;
/** The bytes for the marks of the run and the interpreter of a script, which are added later. */
const RESERVE = 8 * 1024;

/** Returns the limits of a system; undefined where they are not known. */
export function argumentLimits(platform: NodeJS.Platform = process.platform): ArgumentLimits | undefined {
  switch (platform) {
    case 'linux':
      // The limit is a quarter of the stack that the process may have, within bounds.
      return { one: LINUX_ONE, all: Math.min(Math.max(stackLimit() / 4, LINUX_ONE + 1), LINUX_ALL_MOST) - RESERVE };
    case 'darwin':
      return { one: MACOS_ALL - RESERVE, all: MACOS_ALL - RESERVE };
    default:
      return undefined;
  }
}

/** Finds the first part that keeps a process from starting; undefined where none does. */
export function findExcess(
  { file, args, env }: MarkedCommand,
  limits: ArgumentLimits | undefined = argumentLimits(),
): Excess | undefined {
  if (limits === undefined) {
    return undefined;
  }
  let all = 0;
  const count = (text: string): number => {
    const bytes = Buffer.byteLength(text);
    all += bytes + 1 + POINTER;
    return bytes;
  };
  for (const [index, word] of [file, ...args].entries()) {
    const bytes = count(word);
    if (bytes > limits.one) {
      return { what: 'word', index: index - 1, bytes, limit: limits.one };
    }
  }
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined) {
      continue;
    }
    const bytes = count(`${name}=${value}`);
    if (bytes > limits.one) {
      return { what: 'variable', name, bytes, limit: limits.one };
    }
  }
  return all > limits.all ? { what: 'all', bytes: all, limit: limits.all } : undefined;
}

function stackLimit(): number {
  const soft = /^Max stack size +(\S+)/m.exec(readOwnLimits())?.[1];
  return soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft ?? LINUX_STACK);
}

function readOwnLimits(): string {
  try {
    return readProcFile('/proc/self/limits') ?? '';
  } catch {
    // There is no descriptor for it, which the start itself will tell.
    return '';
  }
}
