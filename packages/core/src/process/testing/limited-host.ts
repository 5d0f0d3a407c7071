/**
 * A host that looks for a limiter in one situation after the other, and prints what it found in each: the limit, `none`, or the error. Its
 * working folder has programs of that name, which do nothing.
 */
import { spawnSync } from 'node:child_process';
import { takeDescriptors } from './take-descriptors.ts';

const { PATH = '' } = process.env;
let loads = 0;

/** A host that has just started, since each keeps what it found. */
async function load(): Promise<() => Promise<string>> {
  loads += 1;
  const { findLimiter }: typeof import('../marks.ts') = await import(`../marks.ts?${loads}`);
  return () =>
    findLimiter().then(
      (limiter) => limiter?.option ?? 'none',
      (error) => (error instanceof Error && 'code' in error ? String(error.code) : String(error)),
    );
}

async function lookWith(path: string): Promise<string> {
  const look = await load();
  process.env['PATH'] = path;
  const found = await look();
  process.env['PATH'] = PATH;
  return found;
}

const relative = await lookWith('failing');
const idle = await lookWith(`${process.cwd()}/idle`);

const look = await load();
// One is enough to read a file, and too few to start a program.
const giveBack = takeDescriptors(1);
const poor = await look();
giveBack();
const afterwards = await look();

const free: string[] = [];
for (let found = ''; found !== 'none' && free.length < 9; free.push(found)) {
  found = await (await load())();
  spawnSync('prlimit', [`--pid=${process.pid}`, `--${found}=7:7`]);
}
process.stdout.write(JSON.stringify({ relative, idle, poor, afterwards, free }));
