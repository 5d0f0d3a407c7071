import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { systemClock } from '../clock.ts';
import type { ChildEvents } from './child.ts';
import { findMissingInterpreter } from './interpreter.ts';
import type { SpawnOptions } from './spawn-options.ts';
import { startRun } from './start-run.ts';
import { observeAgent } from './testing/observe-agent.ts';

const folder = mkdtempSync(join(tmpdir(), 'amux-interpreter-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

function script(text: string): string {
  const path = join(folder, 'script');
  writeFileSync(path, text);
  chmodSync(path, 0o755);
  return path;
}

it.each<[string, string | undefined]>([
  ['#!/bin/sh\nexit 0\n', undefined],
  ['#! /bin/sh -e\n', undefined],
  ['#!/nowhere/bin/node\n', '/nowhere/bin/node'],
  ['#!\t/nowhere/python3 -u\n', '/nowhere/python3'],
  ['#!/usr/bin/env sh\n', undefined],
  ['#!/usr/bin/env -S A=1 sh -e\n', undefined],
  ['#!/usr/bin/env node-of-nowhere\n', 'node-of-nowhere'],
  ['#!/usr/bin/env -S A=1 python-of-nowhere -u\n', 'python-of-nowhere'],
  ['#!/usr/bin/env -u A node-of-nowhere\n', undefined],
  ['#!/bin/sh \t\n', undefined],
  ['#!/bin/sh\r\n', '/bin/sh\r'],
  ['#!/usr/bin/env sh\r\n', 'sh\r'],
  ['#!/usr/bin/env -S PATH=/nowhere node-of-nowhere\n', undefined],
  ['#!/usr/bin/env', undefined],
  ['#!relative/sh\n', undefined],
  ['echo no first line\n', undefined],
  ['', undefined],
])('%j lacks %s', (text, missing) => {
  expect(findMissingInterpreter(script(text), { env: process.env, cwd: folder, clock: systemClock })).toBe(missing);
});

it('is not looked for where there is no PATH, since the system has one of its own', () => {
  const path = script('#!/usr/bin/env sh\n');
  expect(findMissingInterpreter(path, { env: {}, cwd: folder, clock: systemClock })).toBeUndefined();
  expect(findMissingInterpreter(path, { env: { PATH: folder }, cwd: folder, clock: systemClock })).toBe('sh');
});

it('cannot be read, and then nothing is said of it', () => {
  expect(findMissingInterpreter(folder, { env: process.env, cwd: folder, clock: systemClock })).toBeUndefined();
});

it('is named where a start lacks it, and nothing is started', async () => {
  const { calls, closed } = observeAgent({ file: script('#!/nowhere/bin/node\n'), args: [] });
  expect(await closed).toMatchObject({ code: null, leftOver: 0 });
  expect(calls).toEqual(['spawnError: ENOENT']);
});

it('is not there where the lines of a script end in CRLF, and its start says so', async () => {
  const file = script('#!/bin/sh\r\necho up\r\n');
  const options = { file, args: [], runId: 'CRLF', env: process.env, cwd: folder, clock: systemClock };
  await expect(startRun(options as unknown as SpawnOptions, {} as ChildEvents, () => false)).rejects.toThrow(
    `Cannot start ${file}: it is to be run by /bin/sh, which was not found (its lines end in CRLF: save it with LF).`,
  );
});
