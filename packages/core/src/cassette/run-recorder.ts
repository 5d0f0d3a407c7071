/** The recorder of a run, as RunOptions.record asks for it. */
import { basename, resolve } from 'node:path';
import type { Clock } from '../clock.ts';
import { runDirPath } from '../process/run-dir.ts';
import type { PreparedRun } from '../run/prepared-run.ts';
import type { RecordedOptions } from './format.ts';
import { findMachineSecrets } from './machine-secrets.ts';
import { createRecorder, type Recorder } from './recorder.ts';
import { createRedactor, type Redactor } from './redact.ts';

type Recorded = Pick<PreparedRun, 'runId' | 'agent' | 'adapter' | 'mode' | 'binary' | 'options'>;

const RECORDED = [
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

/** `describe` gives it what is known only later: the whole argv and the version of the CLI. */
export function createRunRecorder(run: Recorded, dir: string, clock: Clock): Recorder {
  return createRecorder({
    dir: resolve(dir),
    clock,
    redactor: createRunRedactor(run),
    header: {
      agent: run.agent,
      cliVersion: 'unknown',
      argv: [run.binary],
      scenario: basename(resolve(dir)),
      framing: run.mode.transport,
      mode: run.mode.name,
      runId: run.runId,
      options: {
        ...Object.fromEntries(
          RECORDED.filter((name) => run.options[name] !== undefined).map((name) => [name, run.options[name]]),
        ),
        ...recordedEnv(run),
      },
    },
  });
}

function recordedEnv({ adapter, options }: Recorded): Pick<RecordedOptions, 'env'> {
  const names = adapter.recordedEnv ?? [];
  const kept = Object.entries(options.env ?? {}).filter(([name]) => names.includes(name));
  return kept.length === 0 ? {} : { env: Object.fromEntries(kept) };
}

/** The redactor that the recording of a run has; the events of the same run are compared through it. */
export function createRunRedactor({
  options,
  runId,
  binary,
}: Pick<PreparedRun, 'runId' | 'binary'> & {
  readonly options: Pick<PreparedRun['options'], 'cwd' | 'env'>;
}): Redactor {
  return createRedactor(
    findMachineSecrets({
      cwd: options.cwd,
      env: { ...process.env, ...options.env },
      binary,
      folders: [
        { kind: 'run', path: runDirPath(runId) },
        // Where the host itself is at work: programs that it names to the agent, such as MCP servers, mostly lie below.
        { kind: 'host', path: process.cwd() },
      ],
    }),
  );
}
