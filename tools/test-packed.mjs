/** Packs all packages, installs the tarballs in a scratch folder, and runs the `amux` that a user would get. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tryBundles } from './packed/bundle-hosts.mjs';
import { tryPages } from './packed/bundle-pages.mjs';
import { tryPolicyBundles } from './packed/bundle-policy.mjs';
import { checkContents } from './packed/check-contents.mjs';
import { checkTypes } from './packed/check-types.mjs';
import { INSTALLED_WITH_AGENT_MUX, PACKAGES } from './packed/list-packages.mjs';
import { HAS_CHROMIUM } from './packed/run-in-chromium.mjs';

/** The limit in blocks of 4 kB as a disk keeps them, without optional peers. */
const MOST_INSTALLED_MB = 15;

const root = fileURLToPath(new URL('..', import.meta.url));
/** A recording in which a command is granted. */
const cassette = join(root, 'fixtures/claude/2.1.329/approval-granted/cassette.jsonl');
const scratch = mkdtempSync(join(tmpdir(), 'amux-packed-'));
const run = (file, args, options = {}) =>
  execFileSync(file, args, { cwd: scratch, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], ...options });

try {
  const tarballOf = {};
  for (const folder of [...PACKAGES, 'examples/adapter-echo']) {
    const [packed] = JSON.parse(run('npm', ['pack', '--json', '--pack-destination', scratch, join(root, folder)]));
    tarballOf[folder] = join(scratch, packed.filename);
    if (PACKAGES.includes(folder)) {
      checkContents(
        join(root, folder),
        packed.files.map(({ path }) => path),
      );
    }
  }
  await tryAlone(Object.fromEntries(INSTALLED_WITH_AGENT_MUX.map((folder) => [folder, tarballOf[folder]])));
  writeFileSync(join(scratch, 'package.json'), JSON.stringify({ name: 'scratch', private: true, type: 'module' }));
  const tarballs = readdirSync(scratch).filter((name) => name.endsWith('.tgz'));
  run('npm', ['install', '--no-audit', '--no-fund', ...tarballs.map((name) => `./${name}`)]);
  const amux = join(scratch, 'node_modules/.bin/amux');
  process.stdout.write(`${checkTypes(scratch, root, PACKAGES)} parts of packages compile strictly\n`);

  const names = [
    'createClient',
    'defineAdapter',
    'AgentMuxError',
    'ValidationError',
    'EVENT_TYPES',
    'isToolEvent',
    'encodeEvent',
  ];
  const script = `const all = await import('agent-mux'); console.log(${JSON.stringify(names)}.filter((name) => !(name in all)).join());`;
  const lacking = run('node', ['--input-type=module', '-e', script]).trim();
  if (lacking !== '') {
    throw new Error(`The installed agent-mux does not export ${lacking}`);
  }

  // Each language that a run can be projected to is a subpath of its own, and needs nothing but the events.
  const { exports: languages } = JSON.parse(readFileSync(join(root, 'packages/protocols/package.json'), 'utf8'));
  const subpaths = Object.keys(languages).filter((subpath) => subpath !== './package.json');
  const imports = subpaths.map((subpath) => `await import('@agent-mux/protocols${subpath.slice(1)}');`).join(' ');
  run('node', ['--input-type=module', '-e', imports]);

  if (HAS_CHROMIUM) {
    const { version, names: pages } = await tryPages(scratch, cassette);
    process.stdout.write(`events, policy and protocols in ${version}: bundled by ${pages.join('; ')}\n`);
  } else {
    process.stdout.write(`Left out on ${process.platform}-${process.arch}: the pages in Chromium\n`);
  }

  // npm installs its peer, and a tracer that does nothing is one too.
  const traced = run('node', [
    '--input-type=module',
    '-e',
    `const { trace, spanRecords } = await import('@agent-mux/otel');
     const { trace: api } = await import('@opentelemetry/api');
     const { projectAll } = await import('@agent-mux/protocols');
     const entries = [{ type: 'turn_start', turnIndex: 0, runId: 'r', agent: 'claude', timestamp: 1, seq: 0 }];
     await trace(entries, api.getTracer('packed'));
     console.log(projectAll(entries, spanRecords()).length);`,
  ]).trim();
  if (traced !== '3') {
    throw new Error(`The installed @agent-mux/otel made ${traced} records of one event`);
  }

  // A store without its peer says what to install; with it, the store keeps runs and gives them back.
  const open = "const { openStore } = await import('@agent-mux/store'); const store = await openStore('kept/runs.db');";
  const without = run('node', [
    '--input-type=module',
    '-e',
    `${`${open}`.replace(';', '; try {')} } catch (error) { console.log(error.code, error.message); }`,
  ]);
  if (!/^STORE_ERROR .*npm install @photostructure\/sqlite@1\.2\.1/.test(without)) {
    throw new Error(`A store without its peer said ${JSON.stringify(without)}`);
  }
  run('npm', ['install', '--no-audit', '--no-fund', '@photostructure/sqlite@1.2.1']);
  const checked = run('node', [
    '--input-type=module',
    '-e',
    `${open} console.log(JSON.stringify(await store.check())); await store.close();`,
  ]);
  if (JSON.parse(checked).isSound !== true) {
    throw new Error(`A new store is not sound: ${checked}`);
  }

  const version = run(amux, ['--version']).trim();
  if (!/^\d+\.\d+\.\d+/.test(version)) {
    throw new Error(`amux --version printed ${JSON.stringify(version)}`);
  }
  const fixture = join(root, 'fixtures/claude/2.1.329/text');
  const lines = run(amux, ['replay', fixture, '--json']).trim().split('\n');
  const last = JSON.parse(lines.at(-1) ?? '');
  if (last.type !== 'run_result' || last.exitReason !== 'completed') {
    throw new Error(`amux replay ended with ${lines.at(-1)}`);
  }
  const said = run(amux, ['run', 'echo', 'Say it again.', '--quiet', '--adapter', 'agent-mux-adapter-echo'], {
    env: { ...process.env, PATH: `${join(scratch, 'node_modules/.bin')}:${process.env.PATH}` },
  });
  if (said !== 'Say it again.\n') {
    throw new Error(`An adapter from outside printed ${JSON.stringify(said)}`);
  }
  const claude = join(root, 'test/agents/node_modules/claude/bin/claude.exe');
  const demo = run(amux, ['demo', '--yes', '--binary', claude], { timeout: 120_000 });
  process.stdout.write(
    `amux ${version}: replay gave ${lines.length} lines, demo printed ${demo.split('\n').length} lines\n`,
  );
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** Tries what somebody has who installs agent-mux and nothing else. */
async function tryAlone(tarballs) {
  const alone = join(scratch, 'alone');
  mkdirSync(alone);
  writeFileSync(join(alone, 'package.json'), JSON.stringify({ name: 'alone', private: true }));
  const runHere = (file, args, options = {}) => run(file, args, { cwd: alone, ...options });
  runHere('npm', ['install', '--no-audit', '--no-fund', ...Object.values(tarballs)]);
  const installedMb = Number(runHere('du', ['-sk', 'node_modules']).split('\t')[0]) / 1024;
  if (installedMb > MOST_INSTALLED_MB) {
    throw new Error(`agent-mux and what it needs take ${installedMb.toFixed(1)} MB, more than ${MOST_INSTALLED_MB}`);
  }
  for (const optional of ['node-pty', '@photostructure/sqlite', '@agent-mux/testkit']) {
    if (existsSync(join(alone, 'node_modules', optional))) {
      throw new Error(`${optional} was installed with agent-mux, though it is optional`);
    }
  }
  const kind = runHere('node', ['-e', "console.log(typeof require('agent-mux').createClient)"]).trim();
  if (kind !== 'function') {
    throw new Error(`require('agent-mux').createClient is ${kind}`);
  }
  const asked = failing(() => runHere('node', ['node_modules/agent-mux/bin/amux.js', 'demo'], { stdio: 'pipe' }));
  if (!asked.includes('npm install @agent-mux/testkit')) {
    throw new Error(`amux demo without its testkit said ${JSON.stringify(asked)}`);
  }
  tryTypeScript(alone, runHere);
  const { writePlayerBinary } = await import('@agent-mux/testkit');
  const bundled = await tryBundles(alone, writePlayerBinary({ binary: join(alone, 'claude'), cassette }));
  const policies = await tryPolicyBundles(alone);
  process.stdout.write(`agent-mux alone: ${installedMb.toFixed(1)} MB; bundled by ${bundled.join('; ')}\n`);
  process.stdout.write(`@agent-mux/policy: bundled by ${policies.join('; ')}\n`);
}

/** Tries an adapter in TypeScript, which is refused with advice where neither Node nor tsx can load it. */
function tryTypeScript(folder, runHere) {
  writeFileSync(join(folder, 'typed.ts'), 'const answer: number = 42;\nexport { answer };\n');
  const args = ['node_modules/agent-mux/bin/amux.js', 'agents', '--adapter', './typed.ts'];
  const said = failing(() => runHere('node', args, { stdio: 'pipe' }));
  if (!said.includes(process.features.typescript ? 'exports no adapter' : 'npm install tsx')) {
    throw new Error(`amux said of an adapter in TypeScript ${JSON.stringify(said)}`);
  }
}

/** The stderr of a program that must fail. */
function failing(start) {
  try {
    start();
  } catch (error) {
    return String(error.stderr);
  }
  return 'nothing, and succeeded';
}
