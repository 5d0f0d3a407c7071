import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { launcherScript, launcherWords } from './mcp-launcher.ts';

const folder = mkdtempSync(join(tmpdir(), 'mcp-launcher-'));
afterAll(() => rmSync(folder, { recursive: true }));

const HOSTILE = [
  '$(touch stolen)',
  '`touch stolen`',
  "'; touch stolen; '",
  '"; touch stolen; "',
  'a\ntouch stolen\n',
  '-e',
  '*',
  '\\0101 %s \\n',
  'ö🚀\x01\x7f',
  '',
];

it.each(['sh', 'bash'])('hands every word and variable on as it is in %s, and runs none of them', (shell) => {
  const env = Object.fromEntries(HOSTILE.map((value, index) => [`VALUE_${index}`, value]));
  const script = 'console.log(JSON.stringify([process.argv.slice(1), process.env]))';
  writeFileSync(join(folder, 'launcher.sh'), launcherScript);
  writeFileSync(
    join(folder, 'words'),
    launcherWords({
      words: [process.execPath, '-e', script, '--', ...HOSTILE],
      env: { ...env, IFS: '0', PATH: '/none' },
    }),
  );
  const { stdout, stderr } = spawnSync(shell, ['launcher.sh', 'words'], { cwd: folder, encoding: 'utf8' });
  expect(stderr).toBe('');
  const [words, seen] = JSON.parse(stdout);
  expect(words).toEqual(HOSTILE);
  expect(seen).toMatchObject(env);
  expect(existsSync(join(folder, 'stolen'))).toBe(false);
});
