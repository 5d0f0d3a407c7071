/** What a CLI is started with as its environment: the host's, and what is said of this run. */
import type { Command } from '../adapter/index.ts';
import type { PreparedRun } from './prepared-run.ts';

export function environmentOf(
  { adapter, options }: Pick<PreparedRun, 'adapter' | 'options'>,
  command: Command,
): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { ...process.env };
  // Inherited markers make the CLI think that it runs inside another agent; nothing else of the user's is touched.
  for (const marker of adapter.hostMarkers) {
    delete env[marker];
  }
  // As a shell would: some go by it rather than by where they stand, and the inherited one names the folder of the host.
  return { ...env, PWD: command.cwd, ...options.native?.env, ...command.env, ...options.env };
}
