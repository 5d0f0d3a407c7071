/**
 * Says whether somebody is logged in, according to what an adapter knows. It only looks at this machine, and keeps nothing that it reads.
 */
import { readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { Adapter, AuthFile } from '@agent-mux/core';
import type { AgentName } from '@agent-mux/events';

/** Whether a CLI will find a login. Whether that login is still valid is not checked, because only its own service could say so. */
export interface AuthState {
  readonly agent: AgentName;
  /** Whether a login was found. `unknown` means that none was, though one may lie where nobody looks. */
  readonly status: 'authenticated' | 'unauthenticated' | 'unknown';
  /** Where the login was found: the name of a variable or a path, never the value. */
  readonly source?: string;
  /** The state in one sentence. */
  readonly details: string;
}

/** Where a login is looked for. */
export interface AuthScene {
  /** @defaultValue process.env */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The home folder. @defaultValue that of the environment, else of the user */
  readonly home?: string;
  /** @defaultValue process.platform */
  readonly platform?: NodeJS.Platform;
}

/** Says whether a CLI will find a login on this machine. */
export function checkAuth(
  { agent, auth, authGuidance }: Pick<Adapter, 'agent' | 'auth' | 'authGuidance'>,
  { env = process.env, home = homeOf(env), platform = process.platform }: AuthScene = {},
): AuthState {
  if (auth === undefined) {
    return { agent, status: 'unknown', details: `What a login looks like is not known here. ${authGuidance}` };
  }
  const variable = auth.variables.find((name) => (env[name] ?? '') !== '');
  if (variable !== undefined) {
    return { agent, status: 'authenticated', source: variable, details: `The variable ${variable} is set.` };
  }
  for (const file of auth.files) {
    const path = locate(file, env, home);
    const finding = inspect(path, file.field);
    if (finding === 'login') {
      return { agent, status: 'authenticated', source: path, details: `There is ${path}.` };
    }
    if (finding === 'unreadable') {
      return { agent, status: 'unknown', source: path, details: `${path} is there and could not be read.` };
    }
  }
  for (const file of auth.settings ?? []) {
    const path = locate(file, env, home);
    if (inspect(path, file.field) !== 'nothing') {
      const details = `No login was found, but ${path} may have one, or name a provider with a key of its own. ${authGuidance}`;
      return { agent, status: 'unknown', source: path, details };
    }
  }
  const elsewhere = auth.elsewhere?.[platform];
  return elsewhere === undefined
    ? { agent, status: 'unauthenticated', details: authGuidance }
    : { agent, status: 'unknown', details: `${elsewhere} ${authGuidance}` };
}

function homeOf(env: Readonly<Record<string, string | undefined>>): string {
  return env['HOME'] || env['USERPROFILE'] || homedir();
}

function locate(file: AuthFile, env: AuthScene['env'], home: string): string {
  const { path, folderVariable, folderPath, homeVariable } = file;
  const names = path.split('/');
  const folder = folderVariable === undefined ? undefined : env?.[folderVariable];
  if (folder !== undefined && isAbsolute(folder)) {
    return join(folder, ...(folderPath?.split('/') ?? names.slice(-1)));
  }
  const other = homeVariable === undefined ? undefined : env?.[homeVariable];
  return join(other !== undefined && isAbsolute(other) ? other : home, ...names);
}

function inspect(path: string, field: string | undefined): 'login' | 'nothing' | 'unreadable' {
  try {
    // A folder shows nothing, and reading a pipe would wait for a writer.
    if (!statSync(path).isFile()) {
      return 'nothing';
    }
    const text = readFileSync(path, 'utf8').trim();
    if (text === '') {
      return 'nothing';
    }
    if (field === undefined && !path.endsWith('.json')) {
      return 'login';
    }
    const content: unknown = JSON.parse(text);
    return isFilled(field === undefined ? content : findField(content, field)) ? 'login' : 'nothing';
  } catch (error) {
    const isMissing =
      error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
    return isMissing ? 'nothing' : 'unreadable';
  }
}

function findField(value: unknown, field: string): unknown {
  return field
    .split('.')
    .reduce<unknown>(
      (found, name) =>
        typeof found === 'object' && found !== null && Object.hasOwn(found, name)
          ? (found as Readonly<Record<string, unknown>>)[name]
          : undefined,
      value,
    );
}

/** Whether the file contains anything: pi writes `{}` at its first start (0.73.1), and null may replace a key. */
function isFilled(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) {
    return Object.values(value).some(isFilled);
  }
  return value !== undefined && value !== null && value !== '' && value !== false;
}
