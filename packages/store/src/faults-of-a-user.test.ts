/** Faults that root never meets: a user who may not write, and a full disk of that user. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { encodeEntry } from '@agent-mux/events/journal';
import { afterEach, describe, expect, it } from 'vitest';
import { clearAway, newFolder, newStore } from './testing/folders.ts';
import { bytesBeside, filledFile } from './testing/harm.ts';
import { asNobody, canBeNobody, giveToNobody } from './testing/other-user.ts';
import { headerOf, runIdOf, speakingRun } from './testing/runs.ts';

const MIB = 2 ** 20;

const mounted: string[] = [];
afterEach(async () => {
  for (const folder of mounted.splice(0)) {
    execFileSync('umount', ['-l', folder]);
  }
  await clearAway();
});

/** A folder that everybody may enter, with one of that user's in it. */
function folderOfNobody(): string {
  const outer = newFolder();
  chmodSync(outer, 0o755);
  const folder = join(outer, 'runs');
  mkdirSync(folder, { mode: 0o700 });
  giveToNobody(folder);
  return folder;
}

async function filledForNobody(): Promise<string> {
  const file = await filledFile(join(folderOfNobody(), 'runs.db'));
  giveToNobody(file);
  return file;
}

const OPEN = `
  await store.openStore(args[0], options).then(
    (opened) => opened.close().then(() => console.log('opened')),
    (error) => console.log(error.code, error.message),
  );`;

/** A program that stores the entries of a file of lines, commits the first of them, does the harm, and goes on. */
const storing = (harm: string): string => `
  const { createEntryDecoder } = await import('@agent-mux/events/journal');
  const decoder = createEntryDecoder();
  const entries = fs.readFileSync(args[1], 'utf8').trim().split('\\n').map((line) => decoder.decode(line));
  const opened = await store.openStore(args[0], options);
  const log = opened.open(entries[0].header, { secrets: [], onBroken: (error) => console.log(error.message) });
  log.append(entries[0]);
  console.log(await log.barrier());
  ${harm}
  for (const entry of entries.slice(1)) log.append(entry);
  console.log(await log.finish());
  await opened.close();`;

/** Mounts a disk of that user's own, of so many bytes. */
function mountForNobody(folder: string, bytes: number): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes},uid=65534,gid=65534,mode=700`, 'tmpfs', folder]);
  mounted.push(folder);
}

/** The lines that such a program is to store. */
async function linesOf(folder: string, size: number): Promise<{ readonly path: string; readonly lines: string[] }> {
  const header = headerOf(runIdOf(50));
  const deltas = Array.from({ length: size }, () => 'x'.repeat(1_000));
  const lines = speakingRun(header, deltas).map(encodeEntry);
  const path = join(folder, 'lines');
  writeFileSync(path, lines.join('\n'));
  chmodSync(path, 0o644);
  return { path, lines };
}

async function storedLines(file: string): Promise<string[]> {
  const lines: string[] = [];
  for await (const { entry } of (await newStore(file)).read(runIdOf(50))) {
    lines.push(encodeEntry(entry));
  }
  return lines;
}

describe.skipIf(!canBeNobody)('a user who is not root', { timeout: 60_000 }, () => {
  it.each<[string, (file: string) => void, RegExp]>([
    [
      'whose folder is read-only',
      (file) => chmodSync(dirname(file), 0o555),
      /^STORE_ERROR openStore\(\): .*runs\.db was not opened: /,
    ],
    [
      'whose file cannot be read',
      (file) => chmodSync(file, 0o000),
      /^STORE_ERROR openStore\(\): .*runs\.db was not opened: /,
    ],
  ])('%s is refused, and the file stays as it is', async (_, harm, words) => {
    const file = await filledForNobody();
    harm(file);
    const before = bytesBeside(file);
    expect(asNobody(OPEN, [file], dirname(dirname(file)))).toEqual([expect.stringMatching(words)]);
    expect(bytesBeside(file)).toEqual(before);
  });

  it('whose file is read-only can read it, and a run is told once that it is not stored', async () => {
    const file = await filledForNobody();
    chmodSync(file, 0o400);
    const before = bytesBeside(file);
    const { path } = await linesOf(dirname(dirname(file)), 3);
    const reading = 'console.log((await opened.list()).length, (await opened.check()).isSound);';
    const said = asNobody(storing(reading), [file, path], dirname(dirname(file)));
    expect(said).toEqual([expect.stringMatching(/cannot be written/), 'broken', '3 true', 'partial']);
    expect(bytesBeside(file)).toEqual(before);
  });

  it('whose folder becomes read-only in mid-run still stores it whole: the files are open', async () => {
    const folder = folderOfNobody();
    const file = join(folder, 'runs.db');
    const { path, lines } = await linesOf(dirname(folder), 3);
    const said = asNobody(storing('fs.chmodSync(args[2], 0o555);'), [file, path, folder], dirname(folder));
    expect(said).toEqual(['stored', 'whole']);
    expect(statSync(folder).mode & 0o777).toBe(0o555);
    expect(await storedLines(file)).toEqual(lines);
  });

  it('whose file is deleted in mid-run is told so once', async () => {
    const folder = folderOfNobody();
    const file = join(folder, 'runs.db');
    const { path } = await linesOf(dirname(folder), 3);
    expect(asNobody(storing('fs.rmSync(args[0]);'), [file, path], dirname(folder))).toEqual([
      'stored',
      expect.stringMatching(/was deleted or replaced/),
      'partial',
    ]);
  });

  it('whose disk is full is told so once, and what was committed stays', async () => {
    const folder = folderOfNobody();
    mountForNobody(folder, MIB);
    const file = join(folder, 'runs.db');
    const { path, lines } = await linesOf(dirname(folder), 3_000);
    expect(asNobody(storing(''), [file, path], dirname(folder))).toEqual([
      'stored',
      expect.stringMatching(/the disk is full/),
      'partial',
    ]);
    const copy = join(newFolder(), 'runs.db');
    execFileSync('sh', [
      '-c',
      'for end in "" -wal; do [ -e "$1$end" ] && cp "$1$end" "$2$end"; done; true',
      'sh',
      file,
      copy,
    ]);
    const read = await storedLines(copy);
    expect(read.length).toBeGreaterThan(0);
    expect(read).toEqual(lines.slice(0, read.length));
  });

  it('whose disk is full at the opening is refused a new file, and gets it once there is room', () => {
    const folder = folderOfNobody();
    mountForNobody(folder, MIB);
    writeFileSync(join(folder, 'ballast'), Buffer.alloc(MIB - 8_192));
    const file = join(folder, 'runs.db');
    expect(asNobody(OPEN, [file], dirname(folder))).toEqual([
      expect.stringMatching(/^STORE_ERROR openStore\(\): .*runs\.db.*full/),
    ]);
    // A store that could not be begun there is no obstacle once there is room.
    rmSync(join(folder, 'ballast'));
    expect(asNobody(OPEN, [file], dirname(folder))).toEqual(['opened']);
  });

  it('whose disk is read-only can read what is there, and gets no new file', async () => {
    const folder = folderOfNobody();
    mountForNobody(folder, 16 * MIB);
    const file = join(folder, 'runs.db');
    // Another program copies the file, because this one may keep open for a while what it has had open there, and such a disk cannot change.
    execFileSync('cp', [await filledFile(), file]);
    giveToNobody(file);
    execFileSync('mount', ['-o', 'remount,ro', folder]);
    const before = bytesBeside(file);
    const opened = asNobody(OPEN, [file], dirname(folder));
    const other = asNobody(OPEN, [join(folder, 'other.db')], dirname(folder));
    expect([opened, other]).toEqual([
      [expect.stringMatching(/^STORE_ERROR openStore\(\): .*runs\.db/)],
      [expect.stringMatching(/^STORE_ERROR openStore\(\): .*other\.db/)],
    ]);
    expect(bytesBeside(file)).toEqual(before);
  });
});
