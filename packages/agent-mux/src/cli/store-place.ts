/** Where the command line keeps runs: as a flag, the environment or the system says. */
import { existsSync } from 'node:fs';
import { homedir, platform } from 'node:os';
import { join } from 'node:path';
import { AgentMuxError } from '@agent-mux/core';
import { openStore, type Store } from '@agent-mux/store';
import type { GivenFlags } from './flag-table.ts';
import { asPath } from './read-value.ts';

const VARIABLE = 'AMUX_STORE';

/** Whether a run is to be kept. */
export function isStoreWanted(given: GivenFlags, env: NodeJS.ProcessEnv = process.env): boolean {
  return given.has('store') || (env[VARIABLE] ?? '') !== '';
}

/** The store that a run is to be kept in; undefined: in none. */
export async function openWantedStore(
  given: GivenFlags,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Store | undefined> {
  return isStoreWanted(given, env) ? openCliStore(given, env) : undefined;
}

export function openCliStore(given: GivenFlags, env: NodeJS.ProcessEnv = process.env): Promise<Store> {
  return openStore(findStore(given, env));
}

/** For a command that only looks: a file that is not there is not made. Throws STORE_ERROR. */
export async function openExistingStore(
  command: string,
  given: GivenFlags,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Store> {
  const file = findStore(given, env);
  if (!existsSync(file)) {
    const advice = `Name another file with --store or ${VARIABLE}; \`amux run --store\` makes one.`;
    throw new AgentMuxError('STORE_ERROR', `${command}: there is no store ${file}. ${advice}`);
  }
  return openStore(file);
}

/** Nobody has named a store, and none was made yet where it would be. */
export function hasNoStoreYet(given: GivenFlags, env: NodeJS.ProcessEnv = process.env): boolean {
  return !isStoreWanted(given, env) && !existsSync(findStore(given, env));
}

/** `--store` with a file, then AMUX_STORE, then the folder where the system keeps the state of programs. */
function findStore(given: GivenFlags, env: NodeJS.ProcessEnv): string {
  const typed = given.get('store')?.at(-1) ?? '';
  const wanted = env[VARIABLE] ?? '';
  if (typed !== '') {
    return asPath(typed, '--store');
  }
  return wanted === '' ? join(stateFolder(env), 'runs.db') : asPath(wanted, VARIABLE);
}

function stateFolder(env: NodeJS.ProcessEnv): string {
  switch (platform()) {
    case 'darwin':
      return join(homedir(), 'Library', 'Application Support', 'agent-mux');
    case 'win32':
      return join(env['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local'), 'agent-mux');
    default:
      return join(env['XDG_STATE_HOME'] || join(homedir(), '.local', 'state'), 'agent-mux');
  }
}
