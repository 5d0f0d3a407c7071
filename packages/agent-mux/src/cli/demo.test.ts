import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writePlayerBinary } from '@agent-mux/core/cassette';
import { afterAll, describe, expect, it } from 'vitest';
import { findPinnedClaude } from './demo/find-pinned-claude.ts';
import { fixture } from './testing/fixture.ts';
import { runAmux } from './testing/run-amux.ts';

const folder = mkdtempSync(join(tmpdir(), 'amux-demo-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('amux demo', () => {
  it('says how to get the CLI where there is none', async () => {
    const end = await runAmux(['demo'], { cwd: folder, env: { PATH: '/nowhere' } });
    expect([end.code, end.stdout]).toEqual([4, '']);
    expect(end.stderr).toMatch(/^amux: .*Install it with: npm install .*\n$/);
  });

  it('does not take a run that failed for a success', async () => {
    const binary = writePlayerBinary(join(folder, 'failing'), join(fixture('auth-error'), 'cassette.jsonl'));
    const end = await runAmux(['demo', '--binary', binary]);
    expect(end.code).toBe(5);
    expect(end.stdout).toMatch(/outcome +failed\n/);
    expect(end.stdout).toContain('The run did not complete (failed).');
  });

  it('does not take an unchanged file for a success', async () => {
    const binary = writePlayerBinary(join(folder, 'idle'), join(fixture('text'), 'cassette.jsonl'));
    const end = await runAmux(['demo', '--binary', binary]);
    expect(end.code).toBe(1);
    expect(end.stdout).toMatch(/outcome +completed\n/);
    expect(end.stdout).toContain('is not mended');
  });
});

describe('the pinned CLI', () => {
  const manifest = join(folder, 'test', 'agents', 'node_modules', 'claude');
  mkdirSync(join(manifest, 'bin'), { recursive: true });
  mkdirSync(join(folder, 'packages', 'x'), { recursive: true });
  writeFileSync(join(manifest, 'package.json'), JSON.stringify({ bin: { claude: 'bin/claude.exe' } }));
  const program = join(manifest, 'bin', 'claude.exe');

  it.each([
    ['is found from any folder of the repository', 2_000_000, program],
    ['is none while it is only a placeholder', 500, undefined],
  ])('%s', (_, size, found) => {
    writeFileSync(program, Buffer.alloc(size));
    expect(findPinnedClaude(join(folder, 'packages', 'x'))).toBe(found);
  });

  it('is none outside of the repository', () => {
    expect(findPinnedClaude(tmpdir())).toBeUndefined();
  });
});
