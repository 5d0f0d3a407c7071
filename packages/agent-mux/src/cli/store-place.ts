/** Where the command line keeps runs: a flag, the environment or the system decides. */
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

/** The store that keeps a run; undefined where none does. */
export async function openWantedStore(
  given: GivenFlags,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Store | undefined> {
  return isStoreWanted(given, env) ? openCliStore(given, env) : undefined;
}

export function openCliStore(given: GivenFlags, env: NodeJS.ProcessEnv = process.env): Promise<Store> {
  return openStore(findStore(given, env));
}

/** Opens the store for a command that only reads: a missing file is not made. Throws STORE_ERROR. */
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

/** Whether the store is there already. */
export function hasStore(given: GivenFlags, env: NodeJS.ProcessEnv = process.env): boolean {
  return existsSync(findStore(given, env));
}

/** Whether nobody has named a store, and the default one was not made yet. */
export function hasNoStoreYet(given: GivenFlags, env: NodeJS.ProcessEnv = process.env): boolean {
  return !isStoreWanted(given, env) && !hasStore(given, env);
}

/** The file of `--store`, else AMUX_STORE, else a file in the folder where the system keeps the state of programs. */
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
