/** Installs the pinned CLIs of test/agents, all or the named ones, where they are missing. Usage: install-agents.mjs [name…] */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../test/agents', import.meta.url));
const pinned = readJson(join(folder, 'package.json')).dependencies;
const names = process.argv.slice(2);

/** A CLI's program is a placeholder of some hundred bytes until its install script has run. */
const MIN_PROGRAM_BYTES = 1_000_000;

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

function fail(message) {
  console.error(message);
  process.exit(1);
}

/** `npm:@scope/name@1.2.3` and `1.2.3` alike. */
function versionOf(spec) {
  return spec.slice(spec.lastIndexOf('@') + 1);
}

/** What is wrong with an installed CLI; undefined where nothing is. Starts no program. */
function findFault(name) {
  const manifest = join(folder, 'node_modules', name, 'package.json');
  if (!existsSync(manifest)) return 'is not installed';
  const { version, bin } = readJson(manifest);
  if (version !== versionOf(pinned[name])) return `is ${version}, not ${versionOf(pinned[name])}`;
  for (const path of typeof bin === 'string' ? [bin] : Object.values(bin ?? {})) {
    const program = join(folder, 'node_modules', name, path);
    if (!existsSync(program)) return `lacks ${path}`;
    if (program.endsWith('.exe') && statSync(program).size < MIN_PROGRAM_BYTES)
      return `has only a placeholder at ${path}: its install script did not run, or there is no build for this platform`;
  }
  return undefined;
}

const unknown = names.filter((name) => !Object.keys(pinned).some((known) => isOf(known, name)));
if (unknown.length > 0) fail(`No CLI named ${unknown.join(', ')} is pinned in test/agents/package.json.`);

/** `claude` stands for all pinned versions of it: claude, claude-197. */
function isOf(known, name) {
  return known === name || known.startsWith(`${name}-`);
}

const wanted = Object.keys(pinned).filter((known) => names.length === 0 || names.some((name) => isOf(known, name)));
const list = wanted.map((name) => `${name} ${versionOf(pinned[name])}`).join(', ');

if (wanted.some((name) => findFault(name) !== undefined)) {
  const command = existsSync(join(folder, 'package-lock.json')) ? 'ci' : 'install';
  // One string through a shell, with nothing in it from outside: npm is a script on Windows.
  const { status, error } = spawnSync(`npm ${command} --no-fund --no-audit --loglevel=error`, {
    cwd: folder,
    shell: true,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0)
    fail(
      `\`npm ${command}\` in test/agents failed (${error?.message ?? `exit code ${status}`}). Is the registry reachable?`,
    );
}
const faults = wanted.flatMap((name) => {
  const fault = findFault(name);
  return fault === undefined ? [] : [`${name} ${fault}`];
});
if (faults.length > 0)
  fail(`The CLIs could not be installed: ${faults.join('; ')}. Remove test/agents/node_modules and try again.`);
console.log(`Agents installed: ${list}.`);
