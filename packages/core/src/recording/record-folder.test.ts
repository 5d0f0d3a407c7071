import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ValidationError } from '../errors.ts';
import { checkRecordFolder } from './record-folder.ts';

const root = mkdtempSync(join(tmpdir(), 'record-folder-'));
afterAll(() => rmSync(root, { recursive: true }));

function problemOf(dir: string): string | undefined {
  try {
    checkRecordFolder(dir, 'call()');
  } catch (error) {
    if (error instanceof ValidationError) {
      const [field] = error.fields;
      expect(field).toMatchObject({ field: 'record', received: dir, expected: 'a folder that is empty or missing' });
      expect(error.message).toBe(`call(): ${field?.message}`);
      return field?.message.replace(`\`record\`: the recording cannot be written to ${dir}: `, '');
    }
    throw error;
  }
  return undefined;
}

/** Makes another folder each time, so that a test can be repeated. */
function folderWith(count: number): string {
  const path = mkdtempSync(join(root, 'folder-'));
  for (let index = 0; index < count; index++) {
    writeFileSync(join(path, `file-${index}`), '');
  }
  return path;
}

describe('a folder for a recording', () => {
  it('may be missing, however deep, or empty, or a link to such a one', () => {
    const empty = folderWith(0);
    const link = join(folderWith(0), 'link');
    symlinkSync(empty, link);
    expect([join(root, 'a', 'b', 'c'), empty, link].map(problemOf)).toEqual([undefined, undefined, undefined]);
  });

  it.each([
    [1, 'it is not empty (file-0). Give an empty folder or a new name.'],
    [3, 'it is not empty (file-0, file-1, file-2). Give an empty folder or a new name.'],
    [4, 'it is not empty (file-0, file-1, file-2, …). Give an empty folder or a new name.'],
  ])('is refused with %i files in it', (count, problem) => {
    expect(problemOf(folderWith(count))).toBe(problem);
  });

  it.runIf(process.platform === 'linux')('is not below a folder that nobody can write to, however deep', () => {
    // Linux lets not even root make files among the settings of the kernel.
    for (const path of ['/proc/sys/new', '/proc/sys/new/newer']) {
      expect(problemOf(path)).toBe('/proc/sys cannot be written. Give another folder.');
    }
  });

  it('is no file, is not below one, and is no link to nothing', () => {
    const file = join(folderWith(0), 'file');
    writeFileSync(file, '');
    const dangling = join(folderWith(0), 'dangling');
    symlinkSync(join(root, 'nowhere'), dangling);
    expect(problemOf(file)).toBe('there is a file of that name. Give a folder.');
    expect(problemOf(join(file, 'below'))).toMatch(/ENOTDIR.*\. Give another folder\.$/);
    expect(problemOf(dangling)).toMatch(/^ENOENT.*\. Give another folder\.$/);
  });
});
