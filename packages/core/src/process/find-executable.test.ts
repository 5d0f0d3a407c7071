import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findExecutable } from './find-executable.ts';

const root = mkdtempSync(join(tmpdir(), 'find-executable-'));
afterAll(() => rmSync(root, { recursive: true }));

let now = 1_000;
const clock = { now: () => now, after: () => () => undefined };

function install(folder: string, name: string, mode = 0o755): string {
  const path = join(root, folder, name);
  mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(path, '#!/bin/sh\n');
  chmodSync(path, mode);
  return path;
}

const find = (name: string, ...folders: string[]): string | undefined =>
  findExecutable(name, { env: { PATH: folders.join(':') }, cwd: root, clock });

describe('findExecutable', () => {
  it('takes the first executable file on PATH', () => {
    install('plain', 'agent', 0o644);
    mkdirSync(join(root, 'folder', 'agent'), { recursive: true });
    const first = install('first', 'agent');
    install('second', 'agent');
    const folders = ['plain', 'folder', 'nowhere', 'first', 'second'].map((name) => join(root, name));
    expect(find('agent', ...folders)).toBe(first);
  });

  it('takes relative entries of PATH, and names with a slash, from the working folder', () => {
    const path = install('relative', 'agent');
    expect([find('agent', 'relative'), find('./relative/agent'), find(path), find('./relative/none')]).toEqual([
      path,
      path,
      path,
      undefined,
    ]);
  });

  it('remembers what it found for 30 s, and never that something is missing', () => {
    const folders = [join(root, 'early'), join(root, 'late')];
    expect(find('late-agent', ...folders)).toBeUndefined();
    const path = install('late', 'late-agent');
    expect(find('late-agent', ...folders)).toBe(path);
    const better = install('early', 'late-agent');
    now += 29_999;
    expect(find('late-agent', ...folders)).toBe(path);
    now += 1;
    expect(find('late-agent', ...folders)).toBe(better);
  });

  it('finds a program that has moved to another folder of PATH since', () => {
    const folders = [join(root, 'from'), join(root, 'to')];
    const path = install('from', 'moving-agent');
    expect(find('moving-agent', ...folders)).toBe(path);
    rmSync(path);
    expect(find('moving-agent', ...folders)).toBeUndefined();
    const moved = install('to', 'moving-agent');
    expect(find('moving-agent', ...folders)).toBe(moved);
  });

  it('finds nothing without a PATH, and no program of that name in the working folder', () => {
    install('.', 'agent-of-the-project');
    expect(findExecutable('sh', { env: {}, cwd: root, clock })).toBeUndefined();
    expect(findExecutable('agent-of-the-project', { env: {}, cwd: root, clock })).toBeUndefined();
  });
});
