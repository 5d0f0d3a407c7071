import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { isAlive } from '../process/testing/census.ts';
import { until } from '../process/testing/observe-agent.ts';
import { askVersion } from './ask-version.ts';

const scratch = mkdtempSync(join(tmpdir(), 'amux-version-'));
afterAll(() => rmSync(scratch, { recursive: true }));

let programs = 0;
function program(content: string | Uint8Array, mode = 0o755): string {
  const path = join(scratch, `cli-${programs++}`);
  writeFileSync(path, content, { mode });
  return path;
}

const failed = (exitCode: number, reason: string) => ({ kind: 'failed', exitCode, signal: null, reason });

describe('a time without an end', () => {
  it.each([Number.POSITIVE_INFINITY, 2 ** 31])('is not taken for none: %d ms', async (timeoutMs) => {
    expect(await askVersion(program('#!/bin/sh\necho 1.2.3\n'), { timeoutMs })).toEqual({ version: '1.2.3' });
  });
});

describe('a wrong option', () => {
  it.each([Number.NaN, -1, '5', null])('is refused before anything starts: a time of %s', async (timeoutMs) => {
    const mark = join(scratch, `started-${programs}`);
    const file = program(`#!/bin/sh\ntouch ${mark}\necho 1.2.3\n`);
    await expect(askVersion(file, { timeoutMs: timeoutMs as number })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringMatching(/^askVersion\(\): .*timeoutMs/),
    });
    expect(existsSync(mark)).toBe(false);
  });

  it('is refused: a file that is no text', async () => {
    await expect(askVersion(undefined as unknown as string)).rejects.toThrow(/^askVersion\(\): .*file/);
  });
});

describe('no version', () => {
  it.each<[string, string | Uint8Array, object]>([
    [
      'its interpreter is missing',
      '#!/nonexistent/interp\n',
      { kind: 'not-started', reason: 'the program that its first line names is not there' },
    ],
    ['it fails', '#!/bin/sh\nexit 127\n', failed(127, '')],
    [
      'it fails with a word',
      '#!/bin/sh\necho first >&2\nprintf "\\033[31mno bun\\n\\n" >&2\nexit 1\n',
      failed(1, '[31mno bun'),
    ],
    ['it fails with a version', '#!/bin/sh\necho 1.2.3\nexit 3\n', failed(3, '1.2.3')],
    [
      'it is garbage',
      new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2, 3]),
      { kind: expect.stringMatching(/^(?:failed|not-started)$/) },
    ],
    [
      'a signal ends it',
      '#!/bin/sh\nkill -SEGV $$\n',
      { kind: 'failed', exitCode: null, signal: 'SIGSEGV', reason: '' },
    ],
    ['it says something else', '#!/bin/sh\necho unknown\n', { kind: 'no-version' }],
  ])('is told where %s', async (_, content, fault) => {
    expect(await askVersion(program(content))).toEqual({ version: null, fault: expect.objectContaining(fault) });
  });

  it('is told where there is no file, and where it may not be started', async () => {
    const faults = await Promise.all([askVersion(join(scratch, 'none')), askVersion(program('', 0o644))]);
    expect(faults).toEqual([
      { version: null, fault: { kind: 'not-started', reason: 'there is no such file' } },
      { version: null, fault: { kind: 'not-started', reason: expect.stringContaining('EACCES') } },
    ]);
  });

  it('is told where it does not end, and nothing that it started lives on', async () => {
    const pid = join(scratch, 'slow');
    const answer = await askVersion(program(`#!/bin/sh\nsleep 600 &\necho $! > ${pid}\nsleep 600\n`), {
      timeoutMs: 2_000,
    });
    expect(answer).toEqual({ version: null, fault: { kind: 'timeout', timeoutMs: 2_000 } });
    await gone(pid);
  });
});

describe('a version', () => {
  it.each([
    ['codex-cli 0.144.2', '0.144.2'],
    ['v1.2.3-beta.4+abc.', '1.2.3-beta.4+abc'],
    ['1.2 of 3.4.5', '3.4.5'],
    ['1.2.3.4', '1.2.3.4'],
    ['1234567890.2.11', '1234567890.2.11'],
    ['1.20261129123456.0', '1.20261129123456.0'],
    ['1.2.20261129123456', '1.2.20261129123456'],
    ['20261129123456.1 then 1.2.3', '1.2.3'],
  ])('is read whole, however long its numbers are: %s', async (said, version) => {
    expect(await askVersion(program(`#!/bin/sh\necho '${said}'\n`))).toEqual({ version });
  });

  it('is believed of a CLI that leaves something behind, which is ended', async () => {
    const pid = join(scratch, 'held');
    const answer = await askVersion(program(`#!/bin/sh\nsleep 600 &\necho $! > ${pid}\necho 1.2.3\n`), {
      timeoutMs: 2_000,
    });
    expect(answer).toEqual({ version: '1.2.3' });
    await gone(pid);
  });

  it('is asked of many at once, and leaves no listener', async () => {
    const before = process.eventNames().map((name) => [name, process.listenerCount(name)]);
    const cli = program('#!/bin/sh\necho 1.2.3\n');
    const answers = await Promise.all(Array.from({ length: 12 }, () => askVersion(cli)));
    expect(answers).toEqual(Array(12).fill({ version: '1.2.3' }));
    expect(process.eventNames().map((name) => [name, process.listenerCount(name)])).toEqual(before);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('is not waited for after %s, which ends the CLI too', async (signal) => {
    const pid = join(scratch, signal);
    const cli = program(`#!/bin/sh\necho $$ > ${pid}\nsleep 600\n`);
    const module = JSON.stringify(fileURLToPath(new URL('ask-version.ts', import.meta.url)));
    const host = spawn(
      process.execPath,
      [
        '--import',
        'tsx',
        '--input-type=module',
        '-e',
        `const { askVersion } = await import(${module}); await askVersion(${JSON.stringify(cli)}, { timeoutMs: 60_000 });`,
      ],
      { stdio: 'inherit' },
    );
    const end = once(host, 'exit');
    await until(() => existsSync(pid) && readFileSync(pid, 'utf8').endsWith('\n'));
    host.kill(signal);
    expect(await end).toEqual([null, signal]);
    await gone(pid);
  });
});

async function gone(file: string): Promise<void> {
  const pid = Number(readFileSync(file, 'utf8'));
  await until(() => !isAlive(pid));
}
