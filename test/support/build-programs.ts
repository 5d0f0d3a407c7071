/**
 * Builds once, before any test, what tests start as processes of their own: the packages as a user gets them, and hosts that tests
 * kill. Starting `tsx` for each of some 400 starts instead costs a second of a core every time.
 */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Options } from 'tsup';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SOURCES = [
  'packages/events',
  'packages/core',
  'packages/store',
  'packages/protocols',
  'packages/otel',
  'packages/policy',
  'adapters',
  'packages/testkit',
  'packages/agent-mux',
];
/** What the build writes last: the packages are built where it is newer than every source. */
const BUILT_LAST = join(ROOT, 'packages/agent-mux/dist/cli/main.js');
/** Programs that only tests start, by the name under which they are found. */
const HOSTS = {
  'amux-host': 'packages/agent-mux/src/cli/testing/amux-host.ts',
  'answering-host': 'test/support/answering-host.ts',
  'clock-host': 'test/support/clock-host.ts',
  'flood-host': 'test/support/flood-host.ts',
  'killable-host': 'packages/core/src/process/testing/killable-host.ts',
  'secret-host': 'test/support/secret-host.ts',
  'read-runs': 'test/support/read-runs.ts',
  'replay-all': 'test/support/replay-all.ts',
  'leaving-host': 'packages/store/src/testing/leaving-host.ts',
  'store-host': 'packages/store/src/testing/store-host.ts',
  'waiting-host': 'packages/store/src/testing/waiting-host.ts',
  'toy-program': 'test/support/toy-program.ts',
  'tree-host': 'test/support/tree-host.ts',
  'tree-reader': 'test/support/tree-reader.ts',
};
/** They have all of our sources in them: what is changed in any package is in the next thread that a test starts. */
const WHOLE = { store: 'packages/store/src/index.ts', 'store-writer': 'packages/store/src/writer/main.ts' };
/** Node finds from there what the packages of both hosts import. */
const CACHE = join(ROOT, 'packages/agent-mux/node_modules/.cache');

/** Called by vitest; what it returns is called after the last test. Nothing is built for who says that his tests start nothing. */
export async function setup(): Promise<() => void> {
  // Node 20 reads these certificates at each start, which takes 30 ms of a core: three times as long as all the rest. Tests start it
  // some 2,500 times, and none of them speaks TLS.
  delete process.env['NODE_EXTRA_CA_CERTS'];
  // Each project of the tests calls this by itself, and all of them find what the first one has built.
  if (process.env['AMUX_TEST_PROGRAMS'] === 'none' || existsSync(process.env['AMUX_TEST_HOSTS'] ?? '')) {
    return () => {};
  }
  if (isStale()) {
    await build({ config: join(ROOT, 'tsup.config.ts'), silent: true });
  }
  mkdirSync(CACHE, { recursive: true });
  // A folder for each run: two may be under way in one clone, such as those of two versions of Node.
  const hosts = mkdtempSync(join(CACHE, 'hosts-'));
  // Some tests start a program as another user.
  chmodSync(hosts, 0o755);
  await buildHosts(hosts);
  // Whoever tests inherits it.
  process.env['AMUX_TEST_HOSTS'] = hosts;
  return () => rmSync(hosts, { recursive: true, force: true });
}

/** Into a folder below the cache. */
export async function buildHosts(hosts: string): Promise<void> {
  await Promise.all([
    build({ ...inFolder(hosts, HOSTS), skipNodeModulesBundle: true }),
    build({
      ...inFolder(hosts, WHOLE),
      noExternal: [/^@agent-mux\//],
      esbuildOptions: (options) => void Object.assign(options, { conditions: ['agent-mux-source'] }),
    }),
  ]);
}

function inFolder(outDir: string, programs: Readonly<Record<string, string>>): Options {
  return {
    config: false,
    silent: true,
    entry: Object.fromEntries(Object.entries(programs).map(([name, path]) => [name, join(ROOT, path)])),
    outDir,
    outExtension: () => ({ js: '.mjs' }),
    format: 'esm',
    target: 'node20',
    platform: 'node',
    splitting: false,
  };
}

function isStale(): boolean {
  if (!existsSync(BUILT_LAST)) {
    return true;
  }
  const builtAt = statSync(BUILT_LAST).mtimeMs;
  const sources = SOURCES.flatMap((folder) =>
    readdirSync(join(ROOT, folder, 'src'), { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  return [...sources, join(ROOT, 'tsup.config.ts')].some((file) => statSync(file).mtimeMs > builtAt);
}
