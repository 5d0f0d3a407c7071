import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeRunDir, runDirPath } from './run-dir.ts';

const tmp = mkdtempSync(join(tmpdir(), 'run-dir-'));
afterAll(() => rmSync(tmp, { recursive: true }));

const modeOf = (path: string): number => statSync(path).mode & 0o777;

describe('makeRunDir', () => {
  it('keeps the folder and its files from other users, and removes them', async () => {
    const before = process.umask(0);
    const dir = makeRunDir('RUN1', tmp);
    const file = dir.write('a/settings.json', '{}');
    process.umask(before);
    expect(file).toBe(join(runDirPath('RUN1', tmp), 'a', 'settings.json'));
    expect([modeOf(dir.path), modeOf(join(dir.path, 'a')), modeOf(file)]).toEqual([0o700, 0o700, 0o600]);
    dir.write('a/settings.json', '{"again":true}');
    expect(readFileSync(file, 'utf8')).toBe('{"again":true}');
    await dir.remove();
    await dir.remove();
    expect(existsSync(dir.path)).toBe(false);
  });

  it('empties what an earlier run of this host left behind', () => {
    makeRunDir('RUN2', tmp).write('old', 'x');
    expect(existsSync(join(makeRunDir('RUN2', tmp).path, 'old'))).toBe(false);
  });

  it('does not follow a link that stands in its place', () => {
    mkdirSync(join(tmp, 'precious'));
    symlinkSync(join(tmp, 'precious'), runDirPath('RUN3', tmp));
    expect(() => makeRunDir('RUN3', tmp)).toThrow(/belongs to somebody else/);
    expect(() => makeRunDir('RUN3', tmp)).toThrow(expect.objectContaining({ code: 'INTERNAL' }));
  });

  it.each(['../x', '..', '.', '/etc/passwd', 'a/../../x'])('refuses the file name %s', (name) => {
    expect(() => makeRunDir('RUN4', tmp).write(name, '')).toThrow(/outside of the folder/);
  });

  it('refuses a run id that leads elsewhere', () => {
    expect(() => makeRunDir('/../../x', tmp)).toThrow(/not the name of a folder/);
  });
});
