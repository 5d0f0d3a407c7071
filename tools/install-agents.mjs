/** Installs the pinned CLIs of test/agents, all or the named ones, where they are missing. Usage: install-agents.mjs [name…] */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../test/agents', import.meta.url));
const names = process.argv.slice(2);

/** The smallest size of a real program: before its install script has run, a CLI's program is a placeholder of some hundred bytes. */
const MIN_PROGRAM_BYTES = 1_000_000;

/** The folders: one shared one with a lock file, and one for each CLI that cannot be installed by that. */
const folders = [root, ...subfolders()].map((dir) => ({ dir, ...readJson(join(dir, 'package.json')) }));
const shared = folders[0];

function subfolders() {
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(root, entry.name, 'package.json')))
    .map(({ name }) => join(root, name));
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** The version in a specifier such as `npm:@scope/name@1.2.3` or `1.2.3`. */
function versionOf(spec) {
  return spec.slice(spec.lastIndexOf('@') + 1);
}

/** What is wrong with an installed package; undefined where nothing is. It starts no program. */
function findFault({ dir, dependencies }, name) {
  const manifest = join(dir, 'node_modules', name, 'package.json');
  if (!existsSync(manifest)) {
    return 'is not installed';
  }
  const { version, bin } = readJson(manifest);
  if (version !== versionOf(dependencies[name])) {
    return `is ${version}, not ${versionOf(dependencies[name])}`;
  }
  for (const path of typeof bin === 'string' ? [bin] : Object.values(bin ?? {})) {
    const program = join(dir, 'node_modules', name, path);
    if (!existsSync(program)) {
      return `lacks ${path}`;
    }
    if (program.endsWith('.exe') && statSync(program).size < MIN_PROGRAM_BYTES) {
      return `has only a placeholder at ${path}: its install script did not run, or there is no build for this platform`;
    }
  }
  return undefined;
}

/** Whether a name stands for a package: `claude` stands for all pinned versions of it, claude and claude-197. */
function isOf(known, name) {
  return known === name || known.startsWith(`${name}-`);
}

function canRunHere({ os = [process.platform], cpu = [process.arch] }) {
  return os.includes(process.platform) && cpu.includes(process.arch);
}

/** The packages of a folder that were asked for; a folder with a single CLI has its name and is taken whole. */
function wantedOf(folder) {
  const known = Object.keys(folder.dependencies);
  if (names.length === 0) {
    return known;
  }
  if (folder === shared) {
    return known.filter((name) => names.some((asked) => isOf(name, asked)));
  }
  return names.some((name) => folder.dir === join(root, name)) ? known : [];
}

/** Installs the missing packages, and returns those that could not be installed. */
function install(folder) {
  const wanted = wantedOf(folder);
  if (wanted.every((name) => findFault(folder, name) === undefined)) {
    return [];
  }
  const command = existsSync(join(folder.dir, 'package-lock.json')) ? 'ci' : 'install';
  // The command is one string through a shell, without foreign parts, because npm is a script on Windows.
  const { status, error } = spawnSync(`npm ${command} --no-fund --no-audit --loglevel=error`, {
    cwd: folder.dir,
    shell: true,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) {
    return [
      `\`npm ${command}\` in ${folder.dir} failed (${error?.message ?? `exit code ${status}`}). Is the registry reachable?`,
    ];
  }
  return wanted.flatMap((name) => {
    const fault = findFault(folder, name);
    return fault === undefined ? [] : [`${name} ${fault}. Remove ${join(folder.dir, 'node_modules')} and try again.`];
  });
}

function fail(lines) {
  console.error(lines.join('\n'));
  process.exit(1);
}

function isKnown(folder, name) {
  return folder === shared
    ? Object.keys(folder.dependencies).some((known) => isOf(known, name))
    : folder.dir === join(root, name);
}

const strange = names.filter((name) => !folders.some((folder) => isKnown(folder, name)));
if (strange.length > 0) {
  fail([`No CLI named ${strange.join(', ')} is pinned below test/agents.`]);
}
const asked = folders.filter((folder) => wantedOf(folder).length > 0);
for (const { dir } of asked.filter((folder) => !canRunHere(folder))) {
  console.log(`Left out on ${process.platform}-${process.arch}: ${dir}.`);
}
const here = asked.filter(canRunHere);
const faults = here.flatMap(install);
if (faults.length > 0) {
  fail(['The CLIs could not be installed:', ...faults]);
}
const list = here.flatMap((folder) =>
  wantedOf(folder).map((name) => `${name} ${versionOf(folder.dependencies[name])}`),
);
console.log(`Agents installed: ${list.join(', ')}.`);
