/** Installs one version of a CLI in a folder of its own, outside of the repository. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { agentBinary, agentVersions } from '../../test/real/support/agents.ts';

const PINNED = fileURLToPath(new URL('../../test/agents', import.meta.url));

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly allowScripts?: Readonly<Record<string, boolean>>;
  readonly bin?: string | Readonly<Record<string, string>>;
  readonly version?: string;
}

/** The absolute path of the CLI; the pinned one where that version is pinned. */
export function installVersion(
  agent: string,
  version: string,
  pinned: (version: string) => string = (each) => agentBinary(agent, each),
): string {
  if (agentVersions(agent).includes(version)) {
    return pinned(version);
  }
  const { name, allowScripts } = findPackage(agent);
  const folder = join(tmpdir(), 'amux-drift', `${agent}-${version}`);
  const installed = join(folder, 'node_modules', name);
  if (!existsSync(join(installed, 'package.json'))) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, allowScripts }));
    npm(['install', '--no-audit', '--no-fund', '--loglevel=error', `${name}@${version}`], folder);
  }
  const { bin } = readManifest(installed);
  const path = typeof bin === 'string' ? bin : (bin?.[agent] ?? Object.values(bin ?? {})[0]);
  if (path === undefined) {
    throw new Error(`${name}@${version} has no program.`);
  }
  return join(installed, path);
}

/** The newest version in the registry. */
export function latestVersion(agent: string): string {
  return npm(['view', findPackage(agent).name, 'version'], tmpdir()).trim();
}

function npm(args: readonly string[], cwd: string): string {
  return execFileSync('npm', [...args], { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

/** The npm package of an agent, according to test/agents. */
function findPackage(agent: string): { readonly name: string; readonly allowScripts: Manifest['allowScripts'] } {
  const folders = readdirSync(PINNED, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
    .map((entry) => join(PINNED, entry.name));
  for (const folder of [PINNED, ...folders]) {
    if (!existsSync(join(folder, 'package.json'))) {
      continue;
    }
    const { dependencies = {}, allowScripts } = readManifest(folder);
    const spec = dependencies[agent];
    if (spec !== undefined) {
      return { name: /^npm:(.+)@[^@]+$/.exec(spec)?.[1] ?? agent, allowScripts };
    }
  }
  throw new Error(`No npm package is known for ${agent}: it is not pinned in test/agents.`);
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}
