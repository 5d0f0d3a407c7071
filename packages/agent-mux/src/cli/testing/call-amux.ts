/** Hands command lines to a process that obeys them as `amux` does, for tests of what a command says. That it starts at all is shown by `runAmux`. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { HostAnswer, HostCall } from './amux-host.ts';
import type { AmuxEnd, AmuxOptions } from './run-amux.ts';

/** The set-up of the tests has built it from the sources of this moment. */
const HOST = join(process.env['AMUX_TEST_HOSTS'] ?? '', 'amux-host.mjs');

/** One for all test files of a process. */
let host: ChildProcess | undefined;
let before: Promise<unknown> = Promise.resolve();

/** Obeyed when those before it are; what is piped in has an end. */
export function callAmux(
  args: readonly string[],
  { stdin, env = {}, cwd = process.cwd() }: Pick<AmuxOptions, 'env' | 'cwd'> & { readonly stdin?: string } = {},
): Promise<AmuxEnd> {
  const answer = before.then(() => ask({ args, env: { ...process.env, ...env }, cwd, stdin: stdin ?? '' }));
  before = answer.catch(() => undefined);
  return answer;
}

/** It ends with this process, and holds it no longer than a test waits for an answer. */
function startHost(): ChildProcess {
  // It has the conditions of a user's process, and not those of a test's.
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
