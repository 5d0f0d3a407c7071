/** Asks a CLI for its version, and leaves nothing running of what was started for it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { LONGEST_TIMER_MS } from '../clock.ts';
import { checkArgument, checkOptions, demandCall } from '../demand-call.ts';
import { describeError } from '../describe-error.ts';
import { isRecord, number, type Rules, rule, text } from '../field-rules.ts';
import { type OpenQuestion, openQuestion } from './open-questions.ts';

const TIMEOUT_MS = 5_000;

/** The time that a CLI may take to say its version, and the environment in which it is asked. */
export interface AskVersionOptions {
  /** @defaultValue 5000 */
  readonly timeoutMs?: number;
  /** The whole environment. @defaultValue that of this process */
  readonly env?: NodeJS.ProcessEnv;
}

/** The reason why a CLI said no version. */
export type VersionFault =
  | { readonly kind: 'not-started'; readonly reason: string }
  | {
      readonly kind: 'failed';
      /** The exit code; null where a signal ended it. */
      readonly exitCode: number | null;
      readonly signal: string | null;
      /** The last line that it printed to stderr, or to stdout; empty where there is none. */
      readonly reason: string;
    }
  | { readonly kind: 'timeout'; readonly timeoutMs: number }
  /** The CLI ended well, but its output is no version. */
  | { readonly kind: 'no-version' };

/** The version of a CLI, or the reason why it said none. */
export type VersionAnswer = { readonly version: string } | { readonly version: null; readonly fault: VersionFault };

const OPTIONS: Rules<AskVersionOptions> = {
  timeoutMs: number(0, Number.POSITIVE_INFINITY),
  env: rule('an object', isRecord),
};

/** Asks a CLI for its version. Rejects with ValidationError for a wrong option, and for nothing else. */
export async function askVersion(file: string, options: AskVersionOptions = {}): Promise<VersionAnswer> {
  demandCall('askVersion()', [...checkArgument(text, file, 'file'), ...checkOptions(OPTIONS, options)]);
  const { timeoutMs = TIMEOUT_MS, env = process.env } = options;
  return await new Promise((resolve) => {
    const question = start(file, env);
    if (!('child' in question)) {
      resolve(question);
      return;
    }
    const { child } = question;
    child.once('error', (error) => settle(notStarted(file, error)));
    const output = { stdout: keepText(child.stdout), stderr: keepText(child.stderr) };
    const settle = (answer: VersionAnswer): void => {
      clearTimeout(timer);
      question.end();
      child.stdout?.destroy();
      child.stderr?.destroy();
      resolve(answer);
    };
    const judge = (exitCode: number | null, signal: string | null): VersionAnswer => {
      // pi says it on stderr (0.73.1).
      const version = versionIn(output.stdout()) ?? versionIn(output.stderr());
      if (exitCode === 0) {
        return version === undefined ? { version: null, fault: { kind: 'no-version' } } : { version };
      }
      const reason = lastLine(output.stderr()) || lastLine(output.stdout());
      return { version: null, fault: { kind: 'failed', exitCode, signal, reason } };
    };
    const timer = setTimeout(
      () => {
        const { exitCode, signalCode } = child;
        // It may have ended, and something that it started has its output open.
        const isRunning = exitCode === null && signalCode === null;
        settle(isRunning ? { version: null, fault: { kind: 'timeout', timeoutMs } } : judge(exitCode, signalCode));
      },
      Math.min(timeoutMs, LONGEST_TIMER_MS),
    );
    child.once('close', (exitCode, signal) => settle(judge(exitCode, signal)));
  });
}

/** The child has no streams where the host had no descriptor left to start it with. */
type Question = OpenQuestion & { readonly child: ChildProcess };

function start(file: string, env: NodeJS.ProcessEnv): Question | VersionAnswer {
  try {
    // The CLI has a group of its own, which is ended as one, because a launcher starts others.
    return openQuestion(() => spawn(file, ['--version'], { detached: true, env, stdio: ['ignore', 'pipe', 'pipe'] }));
  } catch (error) {
    return notStarted(file, error);
  }
}

function notStarted(file: string, error: unknown): VersionAnswer {
  const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
  const reason = isMissing
    ? existsSync(file)
      ? 'the program that its first line names is not there'
      : 'there is no such file'
    : describeError(error);
  return { version: null, fault: { kind: 'not-started', reason } };
}

/** The most output that is kept. A version is said at once, and the rest does not matter. */
const MAX_OUTPUT = 65_536;

function keepText(stream: Readable | null | undefined): () => string {
  let text = '';
  stream?.setEncoding('utf8');
  stream?.on('data', (chunk: string) => {
    text = (text + chunk).slice(0, MAX_OUTPUT);
  });
  return () => text;
}

function versionIn(text: string): string | undefined {
  // A full stop after the version ends a sentence. From within its first number it would be read anew for each digit.
  return /(?:^|\D)(\d+\.\d+\.\d+(?:[\w.+-]*\w)?)/.exec(text)?.[1];
}

const MAX_REASON = 200;

/** Returns the last line for a user, without characters that could control a terminal. */
function lastLine(text: string): string {
  const lines = text.split(/[\r\n]+/).map((line) => line.replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu, '').trim());
  return (lines.findLast((line) => line !== '') ?? '').slice(0, MAX_REASON);
}
