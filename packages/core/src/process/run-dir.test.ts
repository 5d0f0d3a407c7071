import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
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

  it('refuses a run id with a line break, which the watchdog would take for two lines', () => {
    expect(() => makeRunDir('RUN\n5', tmp)).toThrow(/for the files of the run: there is a line break in its name/);
    expect(readdirSync(tmp).filter((name) => name.includes('\n'))).toEqual([]);
  });

  it('does not touch a file that stands in its place', () => {
    writeFileSync(runDirPath('RUN6', tmp), 'precious');
    expect(() => makeRunDir('RUN6', tmp)).toThrow(/belongs to somebody else\. Remove it or set TMPDIR\./);
    expect(readFileSync(runDirPath('RUN6', tmp), 'utf8')).toBe('precious');
  });

  it('takes a file name that only begins with two dots, and names the one that it refuses', () => {
    const dir = makeRunDir('RUN7', tmp);
    expect(dir.write('..a', 'x')).toBe(join(dir.path, '..a'));
    expect(() => dir.write('../b', '')).toThrow(`Cannot use ${join(tmp, 'b')} for`);
  });

  it('says which folder cannot be made, and why', () => {
    const nowhere = join(tmp, 'nowhere');
    expect(() => makeRunDir('RUN9', nowhere)).toThrow(
      `Cannot use ${runDirPath('RUN9', nowhere)} for the files of the run: ENOENT: no such file or directory`,
    );
    expect(() => makeRunDir('RUN9', nowhere)).toThrow(/\. Remove it or set TMPDIR\.$/);
  });

  it('stands in the folder for temporary files, under a name that no other host has', () => {
    expect(runDirPath('RUN8')).toMatch(new RegExp(`^${tmpdir()}/agent-mux-RUN8-[0-9a-f]{12}$`));
  });
});
