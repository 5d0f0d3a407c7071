/** Starts the built `amux` as a real process, and waits for what it says. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

/** The program that a user starts, which the set-up of the tests has built from the current sources. */
export const AMUX: string = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url));

export interface AmuxOptions {
  /** Another built program of ours. @defaultValue amux */
  readonly main?: string;
  /** The input that is piped in; absent means none, null a pipe that nobody ends. */
  readonly stdin?: string | null;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

export interface Amux {
  readonly child: ChildProcessWithoutNullStreams;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Waits until its output matches. */
  until(pattern: RegExp): Promise<void>;
  /** The exit code, or the signal that ended it. */
  readonly exited: Promise<number | string>;
}

export function startAmux(
  args: readonly string[],
  { stdin = '', env = {}, main = AMUX, cwd = process.cwd() }: AmuxOptions = {},
): Amux {
  const child = spawn(process.execPath, [main, ...args], { env: { ...process.env, ...env }, cwd });
  // A test that fails must not leave the process behind; its watchdog ends what it started.
  onTestFinished(() => void child.kill('SIGKILL'));
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk;
  });
  if (stdin !== null) {
    child.stdin.end(stdin);
  }
  const exited = once(child, 'close').then(([code, signal]): number | string => code ?? signal);
  return {
    child,
    stdout: () => stdout,
    stderr: () => stderr,
    exited,
    async until(pattern) {
      while (!pattern.test(stdout + stderr)) {
        const isOver = await Promise.race([
          once(child.stdout, 'data').then(() => false),
          once(child.stderr, 'data').then(() => false),
          exited.then(() => true),
        ]);
        if (isOver && !pattern.test(stdout + stderr)) {
          throw new Error(`amux ended without saying ${pattern}. It said:\n${stdout}\n${stderr}`);
        }
      }
    },
  };
}

export interface AmuxEnd {
  readonly code: number | string;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs it to its end. */
export async function runAmux(args: readonly string[], options: AmuxOptions = {}): Promise<AmuxEnd> {
  const amux = startAmux(args, options);
  const code = await amux.exited;
  return { code, stdout: amux.stdout(), stderr: amux.stderr() };
}
