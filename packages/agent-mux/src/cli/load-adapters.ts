/** `--adapter`: adapters from outside, by the name of their package, by a path or by a file URL. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, parse, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Adapter, type AgentMuxClient, defineAdapter, type Prices, type RunStore } from '@agent-mux/core';
import { createClient } from '../create-client.ts';
import { type AgentWords, demandAgent } from './demand-agent.ts';
import { describeMistakes, type Mistake } from './describe-error.ts';
import type { GivenFlags } from './flag-table.ts';
import { importModule, NoTypeScript } from './import-module.ts';
import { UsageError } from './usage-error.ts';

/** A client with all built-in adapters and those of `--adapter`. `store` keeps its runs. */
export async function createCliClient(
  given: GivenFlags,
  { prices, store }: { readonly prices?: Prices; readonly store?: RunStore } = {},
): Promise<AgentMuxClient> {
  const adapters: Adapter[] = [];
  for (const from of given.get('adapter') ?? []) {
    adapters.push(...(await loadAdapters(from, process.cwd())));
  }
  demandDifferent(adapters);
  return createClient({
    adapters,
    ...(prices === undefined ? {} : { prices }),
    ...(store === undefined ? {} : { store }),
  });
}

export interface Trial {
  readonly client: AgentMuxClient;
  readonly mistakes: readonly Mistake[];
  /** Throws UsageError like `demandAgent`, except where an adapter could not be loaded, since the agent may be of that one. */
  demandAgent(agent: string, words?: AgentWords): void;
}

/** A client with the adapters that can be loaded and the prices that are right, and the mistakes in the others. It keeps no runs. */
export async function createTrialClient(
  given: GivenFlags,
  { prices }: { readonly prices?: Prices } = {},
): Promise<Trial> {
  const mistakes: Mistake[] = [];
  const adapters: Adapter[] = [];
  for (const from of given.get('adapter') ?? []) {
    try {
      adapters.push(...(await loadAdapters(from, process.cwd())));
    } catch (error) {
      mistakes.push(...describeMistakes(error, given));
    }
  }
  const areAllLoaded = mistakes.length === 0;
  const create = (): AgentMuxClient => {
    try {
      demandDifferent(adapters);
      return createClient({ adapters, ...(prices === undefined ? {} : { prices }) });
    } catch (error) {
      mistakes.push(...describeMistakes(error, given));
      const names = adapters.map(({ agent }) => agent);
      return createClient({ adapters: adapters.filter(({ agent }, at) => names.indexOf(agent) === at) });
    }
  };
  const client = create();
  return {
    client,
    mistakes,
    demandAgent(agent, words) {
      if (areAllLoaded) {
        demandAgent(client.adapters, agent, words);
      }
    },
  };
}

function demandDifferent(adapters: readonly Adapter[]): void {
  const twice = adapters.find(({ agent }, index) => adapters.findIndex((each) => each.agent === agent) !== index);
  if (twice !== undefined) {
    throw new UsageError(`--adapter gives two adapters for "${twice.agent}"; give one.`);
  }
}

/** Every adapter that a package or a file exports. Throws a UsageError that says what is wrong with it. */
async function loadAdapters(from: string, cwd: string): Promise<readonly Adapter[]> {
  const file = findModule(from, cwd);
  const module = await load(file, from);
  const adapters = [...new Set(Object.values(module))].filter(isMeantAsAdapter);
  if (adapters.length === 0) {
    throw new UsageError(
      `--adapter ${from}: ${file} exports no adapter. Export what defineAdapter() of @agent-mux/core gives.`,
    );
  }
  return adapters.map((adapter) => demand(adapter, from));
}

// An adapter that lacks a field is still recognised, so that the message can name the field.
function isMeantAsAdapter(value: unknown): value is Adapter {
  return isObject(value) && ('specVersion' in value || ('agent' in value && 'modes' in value));
}

// The adapter may have been made by another version of core, with other rules.
function demand(adapter: Adapter, from: string): Adapter {
  try {
    return defineAdapter(adapter);
  } catch (error) {
    throw new UsageError(`--adapter ${from}: ${messageOf(error)}`);
  }
}

async function load(file: string, from: string): Promise<Readonly<Record<string, unknown>>> {
  let giveUp = (): void => {};
  // The module waits for something that never comes, and node would leave without a word.
  const stuck = new Promise<never>((_, reject) => {
    giveUp = () => reject(new Error('it waits for something that never comes.'));
  });
  process.once('beforeExit', giveUp);
  try {
    return await Promise.race([importModule(file), stuck]);
  } catch (error) {
    if (error instanceof NoTypeScript) {
      throw new UsageError(`--adapter ${from}: ${error.message}`);
    }
    throw new UsageError(`--adapter ${from}: ${file} could not be loaded: ${messageOf(error)}${adviceFor(error)}`);
  } finally {
    process.off('beforeExit', giveUp);
  }
}

/** A folder outside of any project has nothing that an adapter could import. */
function adviceFor(error: unknown): string {
  const [, name] = /^Cannot find package '((?:@agent-mux\/)?[\w.-]+)'/.exec(messageOf(error)) ?? [];
  return name === undefined ? '' : `. Install what it needs beside it: npm install ${name}, in its folder.`;
}

function findModule(from: string, cwd: string): string {
  if (from === '') {
    throw new UsageError('--adapter must be the name of a package or a path, not "".');
  }
  const place = readPlace(from);
  const isPath = isAbsolute(place) || /^\.{1,2}([/\\]|$)/.test(place);
  const path = resolve(cwd, place);
  const found = isPath ? path : (findPackage(from, cwd) ?? findPackage(from, OWN_FOLDER) ?? path);
  if (!existsSync(found)) {
    throw new UsageError(
      isPath
        ? `--adapter ${from}: there is no ${found}.`
        : `--adapter ${from}: there is no such package in the node_modules of ${cwd} and above, and no such path. Install it there (npm install ${from}), or give a path.`,
    );
  }
  return statSync(found).isDirectory() ? findEntry(found, from) : found;
}

// A shell leaves the `~` of --adapter=~/x as it is.
function readPlace(from: string): string {
  if (!from.startsWith('file:')) {
    return from.replace(/^~(?=[/\\]|$)/, () => homedir());
  }
  try {
    return fileURLToPath(from);
  } catch (error) {
    throw new UsageError(`--adapter ${from}: it is no URL of a file: ${messageOf(error)}`);
  }
}

const OWN_FOLDER = dirname(fileURLToPath(import.meta.url));

/** The folder of a package, which is found as node does, even where it exports nothing to `require`. */
function findPackage(name: string, folder: string): string | undefined {
  const { root } = parse(folder);
  for (let at = folder; ; at = dirname(at)) {
    const found = join(at, 'node_modules', name);
    if (existsSync(join(found, 'package.json'))) {
      return found;
    }
    if (at === root) {
      return undefined;
    }
  }
}

function findEntry(folder: string, from: string): string {
  const manifest = readManifest(join(folder, 'package.json'), from);
  const { exports } = manifest;
  const root = isObject(exports) && '.' in exports ? exports['.'] : exports;
  const usual = ['index.js', 'index.ts'].find((name) => existsSync(join(folder, name))) ?? 'index.js';
  const main = typeof manifest['main'] === 'string' ? manifest['main'] : usual;
  const entry = join(folder, pickTarget(root) ?? main);
  if (!existsSync(entry)) {
    throw new UsageError(`--adapter ${from}: the package at ${folder} has no ${entry}. Was it built?`);
  }
  return entry;
}

function readManifest(path: string, from: string): Readonly<Record<string, unknown>> {
  if (!existsSync(path)) {
    return {};
  }
  try {
    const manifest: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return isObject(manifest) ? manifest : {};
  } catch (error) {
    throw new UsageError(`--adapter ${from}: ${path} could not be read: ${messageOf(error)}`);
  }
}

/** The target that `import` would take from a value of `exports`; the first condition that applies counts. */
function pickTarget(value: unknown): string | undefined {
  if (typeof value === 'string') {
    return value;
  }
  if (Array.isArray(value)) {
    return value.map(pickTarget).find((target) => target !== undefined);
  }
  const conditions = ['node', 'import', 'module-sync', 'default'];
  return isObject(value)
    ? Object.entries(value)
        .filter(([condition]) => conditions.includes(condition))
        .map(([, target]) => pickTarget(target))
        .find((target) => target !== undefined)
    : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
