/** The store as a user has it: built, in a node_modules of somebody else's, without and with the library that it needs. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'tsup';
import { afterAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const place = mkdtempSync(join(tmpdir(), 'amux-installed-'));
const modules = join(place, 'node_modules');

for (const name of ['events', 'core', 'store']) {
  for (const part of ['package.json', 'dist']) {
    cpSync(join(root, 'packages', name, part), join(modules, '@agent-mux', name, part), { recursive: true });
  }
}
for (const name of readdirSync(join(root, 'node_modules'))) {
  if (!['@agent-mux', '@photostructure', 'agent-mux'].includes(name) && !name.startsWith('.')) {
    symlinkSync(join(root, 'node_modules', name), join(modules, name));
  }
}

afterAll(() => rmSync(place, { recursive: true, force: true }));

const OPEN = `
  const { openStore } = await import('@agent-mux/store');
  try {
    const store = await openStore('kept/runs.db');
    console.log(JSON.stringify(await store.check()));
    await store.close();
  } catch (error) {
    console.log(error.code, error.message);
  }`;

function run(...args: readonly string[]): string {
  // What stands in NODE_OPTIONS is for our sources.
  const env = { ...process.env, NODE_OPTIONS: '' };
  return execFileSync(process.execPath, args, { cwd: place, encoding: 'utf8', env });
}

describe('an installed store', () => {
  it('names the library that is missing, and makes no file', () => {
    expect(run('--input-type=module', '-e', OPEN)).toMatch(
      /^STORE_ERROR openStore\(\): the package @photostructure\/sqlite could not be loaded: .* npm install @photostructure\/sqlite@1\.2\.1/,
    );
    expect(readdirSync(place)).toEqual(['node_modules']);
  });

  it('keeps runs once the library is there, also where a bundler has put it into another file', {
    timeout: 120_000,
  }, async () => {
    mkdirSync(join(modules, '@photostructure'));
    symlinkSync(join(root, 'node_modules/@photostructure/sqlite'), join(modules, '@photostructure/sqlite'));
    expect(parsed(run('--input-type=module', '-e', OPEN))).toMatchObject({ isSound: true, trees: 0 });
    await build({
      config: false,
      silent: true,
      entry: { app: join(root, 'packages/store/dist/index.js') },
      outDir: join(place, 'bundle'),
      outExtension: () => ({ js: '.mjs' }),
      format: 'esm',
      platform: 'node',
      splitting: false,
      noExternal: [/^@agent-mux\//],
    });
    const bundled = OPEN.replace("'@agent-mux/store'", "'./bundle/app.mjs'");
    expect(parsed(run('--input-type=module', '-e', bundled))).toMatchObject({ isSound: true, trees: 0 });
  });
});

/** What was said is shown where it is no report. */
function parsed(said: string): unknown {
  return said.startsWith('{') ? JSON.parse(said) : said;
}
