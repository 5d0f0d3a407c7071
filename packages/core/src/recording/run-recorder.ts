/** The recorder of a run, which RunOptions.record asks for. */
import { basename, resolve } from 'node:path';
import type { Command } from '../adapter/index.ts';
import type { Clock } from '../clock.ts';
import { runDirPath } from '../process/index.ts';
import {
  createRedactor,
  findMachineSecrets,
  findNativeSecrets,
  findServerSecrets,
  type Redactor,
} from '../redaction/index.ts';
import { type PreparedRun, type Recorder, recordOptions, tellingEnvironments } from '../run/index.ts';
import { createRecorder } from './recorder.ts';

interface RunRecording {
  readonly dir: string;
  readonly clock: Clock;
  readonly command: Pick<Command, 'env'>;
}

type Recorded = Pick<PreparedRun, 'runId' | 'agent' | 'adapter' | 'mode' | 'binary' | 'options'>;

type Secretive = Pick<PreparedRun, 'runId' | 'binary'> & {
  readonly options: Pick<PreparedRun['options'], 'cwd' | 'env' | 'native' | 'mcpServers'>;
};

/**
 * Makes the recorder that `RunOptions.record` asks for. `describe` gives it the facts that are only known later: the
 * whole argv and the version of the CLI.
 */
export function createRunRecorder(run: Recorded, { dir, clock, command }: RunRecording): Recorder {
  return createRecorder({
    dir: resolve(dir),
    clock,
    redactor: createRunRedactor(run, command),
    header: {
      agent: run.agent,
      cliVersion: 'unknown',
      argv: [run.binary],
      scenario: basename(resolve(dir)),
      framing: run.mode.transport,
      mode: run.mode.name,
      runId: run.runId,
      options: recordOptions(run),
    },
  });
}

/** Makes the redactor that the recording of a run has. The events of the same run are compared through it. */
export function createRunRedactor({ options, runId, binary }: Secretive, command: Pick<Command, 'env'>): Redactor {
  return createRedactor(
    findMachineSecrets({
      cwd: options.cwd,
      env: tellingEnvironments(options, command),
      binary,
      secrets: [...findServerSecrets(options.mcpServers ?? []), ...findNativeSecrets(options.native ?? {})],
      folders: [
        { kind: 'run', path: runDirPath(runId) },
        // The host itself works in this folder; programs that it names to the agent, such as MCP servers, are mostly
        // below it.
        { kind: 'host', path: process.cwd() },
      ],
    }),
  );
}
