/** Where the pinned CLIs stand. tools/install-agents.mjs has put them there. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../agents', import.meta.url));

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly bin?: string | Readonly<Record<string, string>>;
}

interface Pinned {
  /** The name of the package in the manifest: `claude`, `claude-197`. */
  readonly name: string;
  readonly version: string;
  /** The folder whose manifest names it: CLIs that cannot be installed with the others have one of their own. */
  readonly folder: string;
}

/** Absolute path of a pinned CLI; `command` is the program's name where its package has several. */
export function agentBinary(agent: string, version?: string, command = agent): string {
  const pinned = listPinned().filter(({ name }) => name === agent || name.startsWith(`${agent}-`));
  const wanted = version === undefined ? pinned[0] : pinned.find((each) => each.version === version);
  if (wanted === undefined) {
    const known = pinned.map((each) => each.version).join(', ') || 'none';
    throw new Error(`${agent} ${version ?? ''} is not pinned in test/agents. Pinned: ${known}.`);
  }
  const folder = join(wanted.folder, 'node_modules', wanted.name);
  if (!existsSync(join(folder, 'package.json'))) {
    throw new Error(`${agent} ${wanted.version} is not at ${folder}. Run \`node tools/install-agents.mjs\` first.`);
  }
  const { bin } = readManifest(folder);
  const path = typeof bin === 'string' ? bin : (bin?.[command] ?? Object.values(bin ?? {})[0]);
  if (path === undefined) {
    throw new Error(`The package at ${folder} has no program.`);
  }
  return join(folder, path);
}

/** The pinned versions of an agent, in the order of the manifest. */
export function agentVersions(agent: string): readonly string[] {
  return listPinned()
    .filter(({ name }) => name === agent || name.startsWith(`${agent}-`))
    .map(({ version }) => version);
}

function listPinned(): Pinned[] {
  const folders = readdirSync(ROOT, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
    .map(({ name }) => join(ROOT, name));
  return [ROOT, ...folders]
    .filter((folder) => existsSync(join(folder, 'package.json')))
    .flatMap((folder) =>
      Object.entries(readManifest(folder).dependencies ?? {}).map(([name, spec]) => ({
        name,
        // `npm:@scope/name@1.2.3` and `1.2.3` alike.
        version: spec.slice(spec.lastIndexOf('@') + 1),
        folder,
      })),
    );
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}
