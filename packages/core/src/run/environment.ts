/** The environment that a CLI is started with: the host's, with the variables of this run. */
import type { Command, RunOptions } from '../adapter/index.ts';
import type { PreparedRun } from './prepared-run.ts';

type Variables = Pick<RunOptions, 'env' | 'native'>;
type Started = Pick<PreparedRun, 'adapter' | 'mode' | 'options'>;

export function environmentOf(run: Started, command: Command): NodeJS.ProcessEnv {
  const { adapter, options } = run;
  const env: NodeJS.ProcessEnv = { ...process.env };
  // Inherited markers make the CLI think that it runs inside another agent; nothing else of the user's environment is
  // touched.
  for (const name of [...adapter.hostMarkers, ...grantsOfHost(run)]) {
    delete env[name];
  }
  // `PWD` is set as a shell would set it: some programs trust it more than their real working folder, and the inherited
  // one names the folder of the host.
  return { ...env, PWD: command.cwd, ...variablesOf(options, command) };
}

/**
 * Returns the environments in which secrets are looked for: the host's, and all that are laid over it. Each stands by itself, because an
 * agent finds a value that another one covers as well, in a file or in the environment of a process above it.
 */
export function tellingEnvironments(
  options: Variables,
  command: Pick<Command, 'env'>,
): readonly Readonly<NodeJS.ProcessEnv>[] {
  return [{ ...process.env }, ...layersOf(options, command)];
}

function variablesOf(options: Variables, command: Pick<Command, 'env'>): NodeJS.ProcessEnv {
  return Object.assign({}, ...layersOf(options, command));
}

/** The variables of a run by who gives them; a later one wins. */
function layersOf({ env = {}, native }: Variables, command: Pick<Command, 'env'>): readonly NodeJS.ProcessEnv[] {
  return [native?.env ?? {}, command.env ?? {}, env];
}

/** Returns the variables of the host by which the CLI would grant what this run denies. */
export function grantsOfHost({ mode, options }: Pick<Started, 'mode' | 'options'>): readonly string[] {
  const names = options.approvalMode === 'yolo' ? [] : Object.keys(mode.reserved?.granting?.env ?? {});
  return names.filter((name) => (process.env[name] ?? '') !== '');
}
