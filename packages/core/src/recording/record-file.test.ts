import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { RecordFile } from './record-file.ts';

const root = mkdtempSync(join(tmpdir(), 'amux-record-file-'));
afterAll(() => rmSync(root, { recursive: true }));

let count = 0;
function open(dir = join(root, `run-${count++}`)) {
  const errors: string[] = [];
  const file = new RecordFile(dir, 'a.jsonl', ({ message }) => errors.push(message));
  const path = join(dir, 'a.jsonl');
  return { file, errors, path, partial: `${path}.partial` };
}

/** A line that fills a batch. */
const LINE = 'x'.repeat(64 * 1024);
const MOST_WAITING = 8 * 1024 * 1024;

it('has its name once it is complete, and is for its owner alone', async () => {
  const { file, errors, path, partial } = open();
  file.append('one');
  file.append('zwei: ü');
  expect([existsSync(path), existsSync(partial), statSync(partial).mode & 0o777]).toEqual([false, true, 0o600]);
  expect(await file.close()).toBe(true);
  expect([readFileSync(path, 'utf8'), existsSync(partial), errors]).toEqual(['one\nzwei: ü\n', false, []]);
});

it('is there without a line too', async () => {
  const { file, path } = open();
  expect([await file.close(), readFileSync(path, 'utf8')]).toEqual([true, '']);
});

it('holds up whoever writes where more than 8 MiB is on its way, and keeps the order', async () => {
  const { file, path, partial } = open();
  const lines = Math.ceil(MOST_WAITING / (LINE.length + 1));
  for (let n = 0; n < lines; n++) {
    file.append(LINE);
  }
  // Nothing is written while the test keeps the turn.
  expect(statSync(partial).size).toBeLessThan(2 * LINE.length);
  file.append('last of a batch'.padEnd(LINE.length, '.'));
  expect(statSync(partial).size).toBe((lines + 1) * (LINE.length + 1));
  file.append('end');
  expect(await file.close()).toBe(true);
  const written = readFileSync(path, 'utf8').split('\n');
  expect(written.length).toBe(lines + 3);
  expect(written.slice(0, lines).every((line) => line === LINE)).toBe(true);
  expect(written.slice(lines).map((line) => line.slice(0, 15))).toEqual(['last of a batch', 'end', '']);
});

it('holds nobody up any more once what was on its way has arrived', async () => {
  const { file, path, partial } = open();
  const lines = Math.ceil(MOST_WAITING / (LINE.length + 1));
  for (let n = 0; n < lines; n++) {
    file.append(LINE);
  }
  const arrived = lines * (LINE.length + 1);
  await expect.poll(() => statSync(partial).size).toBe(arrived);
  // The last of them is counted after its bytes are there.
  await new Promise((resolve) => setTimeout(resolve, 50));
  file.append(LINE);
  expect(statSync(partial).size).toBe(arrived);
  expect(await file.close()).toBe(true);
  expect(statSync(path).size).toBe(arrived + LINE.length + 1);
});

it('says once what went wrong, and takes the rest for nothing', async () => {
  const blocked = join(root, 'blocked');
  writeFileSync(blocked, '');
  const { file, errors } = open(join(blocked, 'run'));
  file.append('one');
  file.append(LINE);
  expect([await file.close(), errors.length]).toEqual([false, 1]);
});

it('is not written over one that is there unfinished', async () => {
  const first = open(join(root, 'same'));
  const second = open(join(root, 'same'));
  expect([await second.file.close(), second.errors.length]).toEqual([false, 1]);
  first.file.append('mine');
  expect([await first.file.close(), readFileSync(first.path, 'utf8')]).toEqual([true, 'mine\n']);
});

it('collects a whole batch again after each one', async () => {
  const { file, partial } = open();
  file.append(LINE);
  file.append(LINE.slice(1));
  await expect.poll(() => statSync(partial).size, { timeout: 10_000 }).toBe(LINE.length + 1);
  // Whatever is short waits, however long.
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(statSync(partial).size).toBe(LINE.length + 1);
  await file.close();
});

it('writes the first batch with the line that fills it, and not before', async () => {
  const { file, partial } = open();
  file.append(LINE.slice(1));
  file.append('x');
  await expect.poll(() => statSync(partial).size).toBe(LINE.length + 2);
  await file.close();
});
