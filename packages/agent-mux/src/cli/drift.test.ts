import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runDrift } from './drift.ts';

const clone = mkdtempSync(join(tmpdir(), 'amux-drift-'));
mkdirSync(join(clone, 'tools'));
writeFileSync(join(clone, 'package.json'), JSON.stringify({ name: 'agent-mux-workspace', type: 'module' }));
symlinkSync(join(import.meta.dirname, '../../../../node_modules'), join(clone, 'node_modules'), 'dir');
afterAll(() => rmSync(clone, { recursive: true }));

describe('a drift check', () => {
  it.each([
    ['1 where it found drift', 'process.exitCode = 1;', 1],
    ['2 where a signal ended it', "process.kill(process.pid, 'SIGKILL');\nawait new Promise(() => {});", 2],
  ])('gives %s', async (_, script, code) => {
    writeFileSync(join(clone, 'tools/drift.ts'), `${script}\nexport {};\n`);
    expect(await runDrift('claude', join(clone, 'tools'))).toBe(code);
  });
});
