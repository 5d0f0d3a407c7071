/** Passes command lines to a process that runs them as `amux` does, for tests of messages. `runAmux` proves that the program starts. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { HostAnswer, HostCall } from './amux-host.ts';
import type { AmuxEnd, AmuxOptions } from './run-amux.ts';

/** The program, which the set-up of the tests has built from the current sources. */
const HOST = join(process.env['AMUX_TEST_HOSTS'] ?? '', 'amux-host.mjs');

/** One process serves all test files of a worker. */
let host: ChildProcess | undefined;
let before: Promise<unknown> = Promise.resolve();

export interface AmuxCall extends Pick<AmuxOptions, 'env' | 'cwd'> {
  readonly stdin?: string;
  /** Whether stdout and stderr say that they are a terminal. @defaultValue false */
  readonly isTty?: boolean;
}

/** Runs a command line after those before it; the input that is piped in has an end. */
export function callAmux(
  args: readonly string[],
  { stdin = '', env = {}, cwd = process.cwd(), isTty = false }: AmuxCall = {},
): Promise<AmuxEnd> {
  const answer = before.then(() => ask({ args, env: { ...process.env, ...env }, cwd, stdin, isTty }));
  before = answer.catch(() => undefined);
  return answer;
}

/** Starts the process, which ends with this one and keeps it alive only while a test waits for an answer. */
function startHost(): ChildProcess {
  // The process resolves packages like a user's, and not like a test's.
  const child = fork(HOST, { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  child.unref();
  child.channel?.unref();
  child.once('exit', () => {
    host = undefined;
  });
  return child;
}

async function ask(call: HostCall): Promise<HostAnswer> {
  host ??= startHost();
  const over = new AbortController();
  const answer: Promise<[HostAnswer]> = once(host, 'message', { signal: over.signal }) as never;
  const ended = once(host, 'exit', { signal: over.signal }).then(([code, signal]) => {
    throw new Error(`The process that obeys command lines has ended with ${code ?? signal} at ${call.args.join(' ')}.`);
  });
  host.send(call);
  try {
    const [first] = await Promise.race([answer, ended]);
    return first;
  } finally {
    over.abort();
    answer.catch(() => undefined);
    ended.catch(() => undefined);
  }
}
