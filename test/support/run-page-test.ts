/** Runs a test that a page shows, by vitest, as a reader would: in a folder of its own, with the built packages. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { onTestFinished } from 'vitest';
import { readBlocks } from './docs-blocks.ts';

const ROOT = join(import.meta.dirname, '../..');

const CONFIG = `export default { test: { include: ['page.test.ts'], testTimeout: 120_000 } };`;

export interface PageTest {
  readonly page: string;
  /** Which of the page's programs, from 0. */
  readonly block: number;
  readonly env?: Readonly<Record<string, string>>;
  /** Puts beside the test what it reads. */
  readonly prepare?: (folder: string) => void;
}

/** Resolves with what vitest prints, without colours; rejects where a test is red. */
export async function runPageTest({ page, block, env = {}, prepare }: PageTest): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'amux-page-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'vitest.config.mjs'), CONFIG);
  const { code = '' } = readBlocks(ROOT, page)[block] ?? {};
  // A program without a test is one test.
  const isTest = code.includes("from 'vitest'");
  const imports = [...code.matchAll(/^import .*$/gm)].map(([line]) => line).join('\n');
  const body = code.replaceAll(/^import .*$/gm, '');
  writeFileSync(
    join(folder, 'page.test.ts'),
    isTest ? code : `${imports}\nimport { it } from 'vitest';\nit('runs', async () => {${body}});\n`,
  );
  prepare?.(folder);
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const { VITEST: _, VITEST_POOL_ID: __, VITEST_WORKER_ID: ___, VITEST_MODE: ____, ...own } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, [vitest, 'run', '--no-color'], {
    cwd: folder,
    env: { ...own, ...env },
    timeout: 200_000,
  }).catch((error: { stdout?: string; stderr?: string }) => {
    throw new Error(`The test of ${page} is red:\n${error.stdout}\n${error.stderr}`);
  });
  // What a program prints may be coloured, whatever vitest was told about itself.
  return stripVTControlCharacters(stdout);
}
