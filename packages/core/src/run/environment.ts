/** What a CLI is started with as its environment: the host's, and what is said of this run. */
import type { Command } from '../adapter/index.ts';
import type { PreparedRun } from './prepared-run.ts';

type Started = Pick<PreparedRun, 'adapter' | 'mode' | 'options'>;

export function environmentOf(run: Started, command: Command): NodeJS.ProcessEnv {
  const { adapter, options } = run;
  const env: NodeJS.ProcessEnv = { ...process.env };
  // Inherited markers make the CLI think that it runs inside another agent; but for these, nothing of the user's is touched.
  for (const name of [...adapter.hostMarkers, ...grantsOfHost(run)]) {
    delete env[name];
  }
  // As a shell would: some go by it rather than by where they stand, and the inherited one names the folder of the host.
  return { ...env, PWD: command.cwd, ...options.native?.env, ...command.env, ...options.env };
}

/** Variables of the host by which the CLI would grant what this run denies. */
export function grantsOfHost({ mode, options }: Pick<Started, 'mode' | 'options'>): readonly string[] {
  const names = options.approvalMode === 'yolo' ? [] : Object.keys(mode.reserved?.granting?.env ?? {});
  return names.filter((name) => (process.env[name] ?? '') !== '');
}
