import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { runAmux } from '../packages/agent-mux/src/cli/testing/run-amux.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'amux-unbuilt-'));
afterAll(() => rmSync(scratch, { recursive: true }));

/** The package as it is in a clone in which nothing was built. */
function clone(name: string, hasModules: boolean): string {
  const folder = join(scratch, name);
  mkdirSync(folder);
  cpSync(join(ROOT, 'packages/agent-mux/bin'), join(folder, 'bin'), { recursive: true });
  cpSync(join(ROOT, 'packages/agent-mux/package.json'), join(folder, 'package.json'));
  symlinkSync(join(ROOT, 'packages/agent-mux/src'), join(folder, 'src'));
  if (hasModules) {
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  }
  return join(folder, 'bin/amux.js');
}

const SAYS = 'amux runs from the sources of this clone. It starts faster after `npm run build`.\n';

it('amux runs in a clone that was not built, with its own exit code', { timeout: 120_000 }, async () => {
  const main = clone('installed', true);
  expect(await runAmux(['replay', 'fixtures/claude/2.1.329/text', '-q'], { main, cwd: ROOT })).toEqual({
    code: 0,
    stdout: 'Hello from the scripted model, in many small pieces.\n',
    stderr: SAYS,
  });
  expect(await runAmux(['replay'], { main })).toMatchObject({ code: 2, stdout: '' });
});

it('amux says what is missing where nothing is installed', async () => {
  expect(await runAmux(['--version'], { main: clone('bare', false) })).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'amux is not built, and tsx, which would run its sources, is not installed. Run `npm ci` in the clone, or `npm run build`.\n',
  });
});
