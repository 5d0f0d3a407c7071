/** The recorder of a run: what its cassette says of it, and what must never be in it. */
import { homedir, tmpdir, userInfo } from 'node:os';
import type { RecordOptions } from '../adapter/options.ts';
import { createRecorder, createRedactor, type RecordedOptions, type Recorder } from '../cassette/index.ts';
import type { Clock } from '../clock.ts';
import { runDirPath } from '../process/index.ts';
import type { PreparedRun } from './prepared-run.ts';

/** Names of variables whose values are taken for secrets. */
const SECRET_NAME = /key|token|secret|password|passwd|credential|auth/i;
/** Names of variables that hold folders of the user's. */
const FOLDER_NAME = /home|_dir$|_path$/i;

const SHAPING = [
  'stream',
  'approvalMode',
  'includeSubagents',
  'keepOpen',
  'maxTurns',
  'sessionId',
  'forkSessionId',
  'noSession',
  'model',
  'thinkingEffort',
  'thinkingBudgetTokens',
  'systemPromptMode',
] as const satisfies readonly (keyof RecordedOptions)[];

export function createRunRecorder(
  prepared: PreparedRun,
  { dir, scenario = 'unnamed', cliVersion = 'unknown', modelScript, notes }: RecordOptions,
  clock: Clock,
): Recorder {
  const { agent, runId, mode, options, binary } = prepared;
  const env: NodeJS.ProcessEnv = { ...process.env, ...options.env };
  return createRecorder({
    dir,
    clock,
    header: {
      agent,
      cliVersion,
      argv: [binary],
      scenario,
      framing: mode.transport,
      mode: mode.name,
      runId,
      options: shapingOptions(options),
      ...(modelScript === undefined ? {} : { modelScript }),
      ...(notes === undefined ? {} : { notes }),
    },
    redactor: createRedactor({
      folders: [
        { kind: 'run', path: runDirPath(runId) },
        { kind: 'cwd', path: options.cwd },
        ...foldersOf(options.env ?? {}),
        { kind: 'home', path: env['HOME'] ?? homedir() },
        { kind: 'home', path: homedir() },
        { kind: 'tmp', path: tmpdir() },
      ],
      secrets: secretsOf(env),
      ports: portsOf(env),
      user: userInfo().username,
    }),
  });
}

function shapingOptions(options: PreparedRun['options']): RecordedOptions {
  return Object.fromEntries(SHAPING.filter((name) => options[name] !== undefined).map((name) => [name, options[name]]));
}

function secretsOf(env: NodeJS.ProcessEnv): { kind: string; value: string }[] {
  return Object.entries(env).flatMap(([name, value]) =>
    // A short value is a switch, not a secret, and would be found everywhere.
    SECRET_NAME.test(name) && value !== undefined && value.length >= 8 ? [{ kind: 'key', value }] : [],
  );
}

// Only those that the run was given: inherited ones such as PATH or PWD are not of the conversation.
function foldersOf(env: Readonly<Record<string, string>>): { kind: string; path: string }[] {
  return Object.entries(env).flatMap(([name, value]) =>
    FOLDER_NAME.test(name) && value.startsWith('/') && !value.includes(':') ? [{ kind: 'home', path: value }] : [],
  );
}

function portsOf(env: NodeJS.ProcessEnv): number[] {
  return Object.values(env).flatMap((value = '') =>
    [...value.matchAll(/(?:127\.0\.0\.1|localhost|\[::1\]):(\d{2,5})/g)].map(([, port]) => Number(port)),
  );
}
