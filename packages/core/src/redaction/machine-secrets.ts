/**
 * The secrets of this machine that a recording must not show: its folders, its user, the keys and loopback ports in an
 * environment.
 */
import { realpathSync } from 'node:fs';
import { homedir, hostname, tmpdir, userInfo } from 'node:os';
import type { RedactOptions } from './redact.ts';
import { secretsIn } from './secrets-in.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The known facts about the machine whose secrets are searched. */
export interface MachineOptions {
  /** The working folder of the CLI. */
  readonly cwd: string;
  /** The environment of the CLI, or all those that it is made of: a value that a later one covers is looked at too. */
  readonly env: Environment | readonly Environment[];
  /** The path of the CLI, because the traces of its errors show where its packages are installed. */
  readonly binary?: string;
  /** More folders by kind, which come before home and temporary ones. */
  readonly folders?: RedactOptions['folders'];
  /** The names and values of other things that the CLI is given, such as the headers for its MCP servers. */
  readonly settings?: readonly (readonly [name: string, value: string])[];
  /** Texts that are secrets, whatever they are called. */
  readonly secrets?: readonly string[];
}

// A host with the name of a thing, such as "laptop", reveals nothing.
const MIN_HOST_LENGTH = 6;

/** Finds what a recording must not show of this machine and its user. */
export function findMachineSecrets({
  cwd,
  env,
  binary,
  folders = [],
  settings = [],
  secrets = [],
}: MachineOptions): RedactOptions {
  const environments = [env].flat();
  const valuesOf = (...names: readonly string[]) => environments.flatMap((each) => names.map((name) => each[name]));
  const homes = [...valuesOf('HOME', 'USERPROFILE'), homedir()];
  const temporary = [...valuesOf('TMPDIR', 'TMP', 'TEMP'), tmpdir(), ...(process.platform === 'win32' ? [] : ['/tmp'])];
  const variables = environments.flatMap((each) => Object.entries(each));
  return {
    folders: [
      { kind: 'cwd', path: cwd },
      ...folders,
      ...list('packages', [binary, findRealPath(binary ?? '')].map(findPackages)),
      ...list('home', homes),
      ...list('tmp', temporary),
    ].flatMap(({ kind, path }) => [{ kind, path }, ...list(kind, [findRealPath(path)])]),
    secrets: [
      ...[
        ...[...variables, ...settings].flatMap(([name, value]) => (value === undefined ? [] : secretsIn(name, value))),
        ...secrets,
      ].map((value) => ({ kind: 'key', value })),
      ...(isTelling(hostname()) ? [{ kind: 'host', value: hostname() }] : []),
    ],
    ports: [...new Set(variables.flatMap(([, value = '']) => findPorts(value)))],
    ...findUser(),
  };
}

function list(kind: string, paths: readonly (string | undefined)[]): { kind: string; path: string }[] {
  return paths.flatMap((path) => (path === undefined || path === '' ? [] : [{ kind, path }]));
}

function isTelling(host: string): boolean {
  return host.length >= MIN_HOST_LENGTH && /[\d.-]/.test(host);
}

function findPorts(value: string): number[] {
  return [...value.matchAll(/(?:127\.0\.0\.1|localhost|\[::1\]|0\.0\.0\.0):(\d{2,5})\b/g)].map(([, port]) =>
    Number(port),
  );
}

/** Returns a folder of packages only, because one such as `/usr/bin` reveals nothing. */
function findPackages(binary: string | undefined): string | undefined {
  return /^.*?[\\/]node_modules(?=[\\/])/.exec(binary ?? '')?.[0];
}

// On macOS the temporary folder is a link, and programs print either name.
function findRealPath(path: string): string | undefined {
  try {
    const real = realpathSync(path);
    return real === path ? undefined : real;
  } catch {
    // A folder that does not exist has no other name.
    return undefined;
  }
}

function findUser(): { user?: string } {
  try {
    return { user: userInfo().username };
  } catch {
    // A user without an entry has no name that could be seen.
    return {};
  }
}
