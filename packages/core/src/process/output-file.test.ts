import { once } from 'node:events';
import { fstatSync, ftruncateSync, mkdtempSync, readdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fakeAgent } from '../../../testkit/src/fake-agent/index.ts';
import { createManualClock } from '../run/testing/manual-clock.ts';
import { OutputFile } from './output-file.ts';
import { observeAgent, until } from './testing/observe-agent.ts';

const LINES = 40_000;
// The program does not wait for its pipe before it exits, as Gemini CLI does not.
const HASTY = `
  process.stdout._handle?.setBlocking?.(false);
  for (let n = 0; n < ${LINES}; n += 1) process.stdout.write('line ' + n + ' ' + 'x'.repeat(90) + '\\n');
  process.stdout.write('{"last":"without a line end"}');
  process.exit(0);
`;
const hasty = { file: process.execPath, args: ['-e', HASTY] };
const IN_FILE = { stdout: 'file' } as const;

describe('stdout in a file', () => {
  it.each([
    ['as it comes', {}],
    ['eagerly', { eagerRead: true }],
  ] as const)('has all that a process has written when it leaves in haste, read %s', async (_how, overrides) => {
    const agent = observeAgent(hasty, { ...IN_FILE, ...overrides });
    expect(await agent.closed).toEqual({ code: 0, signal: null, leftOver: 0 });
    expect(agent.lines.map((line) => line.slice(0, 11))).toEqual([
      ...Array.from({ length: LINES }, (_, n) => `line ${n} xxxxx`.slice(0, 11)),
      '{"last":"wi',
    ]);
  });

  it('is read while the process lives, beside its stderr', async () => {
    const agent = observeAgent({ file: 'sh', args: ['-c', 'echo up; read word; echo "$word" >&2; echo end'] }, IN_FILE);
    await agent.line('up');
    await agent.write('go on');
    expect(await agent.closed).toMatchObject({ code: 0 });
    expect(agent.lines).toEqual(['up', 'end']);
    expect(agent.calls).toContain('stderr: go on');
  });

  it('waits for a reader who asked to wait', async () => {
    const agent = observeAgent(fakeAgent([{ do: 'lines', count: 500 }, { do: 'read-all' }], { light: true }), IN_FILE);
    agent.process.pauseReading();
    await until(() => agent.process.pid !== undefined);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(agent.lines).toEqual([]);
    agent.process.resumeReading();
    await agent.line('line 499');
    agent.endInput();
    expect(await agent.closed).toMatchObject({ code: 0 });
  });

  it('holds what a child has written after the exit', async () => {
    const agent = observeAgent({ file: 'sh', args: ['-c', '{ sleep 0.1; echo late; } & echo early'] }, IN_FILE);
    expect(await agent.closed).toEqual({ code: 0, signal: null, leftOver: 0 });
    expect(agent.lines).toEqual(['early', 'late']);
  });

  it('ends with all who write to it', async () => {
    const agent = observeAgent(
      { file: 'sh', args: ['-c', 'setsid sh -c "while :; do echo on; done" & echo up'] },
      IN_FILE,
    );
    expect(await agent.closed).toEqual({ code: 0, signal: null, leftOver: 0 });
    expect(agent.lines).toContain('up');
  });

  it('stands in no folder', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'output-file-'));
    const { TMPDIR: before } = process.env;
    process.env['TMPDIR'] = folder;
    try {
      const agent = observeAgent({ file: 'sh', args: ['-c', 'echo up; read word'] }, IN_FILE);
      await agent.line('up');
      expect(readdirSync(folder)).toEqual([]);
      await agent.stop();
    } finally {
      if (before === undefined) {
        delete process.env['TMPDIR'];
      } else {
        process.env['TMPDIR'] = before;
      }
      rmSync(folder, { recursive: true });
    }
  });

  it('is a pipe where no file can be made', async () => {
    const { TMPDIR: before } = process.env;
    process.env['TMPDIR'] = '/no/such/folder';
    try {
      const agent = observeAgent(
        { file: 'sh', args: ['-c', 'test -p /dev/stdout || test -S /dev/stdout; echo $?'] },
        IN_FILE,
      );
      await agent.closed;
      expect(agent.lines).toEqual(['0']);
    } finally {
      if (before === undefined) {
        delete process.env['TMPDIR'];
      } else {
        process.env['TMPDIR'] = before;
      }
    }
  });

  it.each([['/no/such/program'], ['/etc/passwd']])('tells that %s cannot be started', async (file) => {
    const agent = observeAgent({ file, args: [] }, IN_FILE);
    expect(await agent.closed).toEqual({ code: null, signal: null, leftOver: 0 });
    expect(agent.calls).toEqual([expect.stringContaining('spawnError: ')]);
  });
});

describe('the pace of reading a file', () => {
  const CHUNK = 64 * 1024;

  function follow() {
    const clock = createManualClock();
    const file = OutputFile.open(clock) ?? expect.fail('no file');
    const sizes: number[] = [];
    file.follow(({ length }) => sizes.push(length));
    return { clock, file, sizes, write: (bytes: number) => writeSync(fdOf(file), Buffer.alloc(bytes, 'x')) };
  }

  const fdOf = ({ stream }: OutputFile): number => ('fd' in stream ? Number(stream.fd) : -1);

  it('is at once after a whole chunk, and every 20 ms else', () => {
    const { clock, file, sizes, write } = follow();
    write(2 * CHUNK + 5);
    clock.pass(19);
    expect(sizes).toEqual([]);
    clock.pass(1);
    expect(sizes).toEqual([CHUNK, CHUNK, 5]);
    write(3);
    clock.pass(19);
    expect(sizes).toHaveLength(3);
    clock.pass(1);
    expect(sizes).toEqual([CHUNK, CHUNK, 5, 3]);
    file.close();
    expect(clock.size).toBe(0);
  });

  it('leaves a paused one alone', () => {
    const { clock, file, sizes, write } = follow();
    file.pause();
    write(5);
    clock.pass(1_000);
    expect([sizes, clock.size]).toEqual([[], 0]);
    file.resume();
    clock.pass(20);
    expect(sizes).toEqual([5]);
    file.close();
  });

  it('has the rest of a paused one read, beyond a chunk', async () => {
    const { file, sizes, write } = follow();
    file.pause();
    write(CHUNK + 7);
    await file.readRest();
    expect(sizes).toEqual([CHUNK, 7]);
  });

  it('has no more of it read than there was, however much is written meanwhile', async () => {
    const { file, sizes, write } = follow();
    write(7);
    file.follow(({ length }) => {
      sizes.push(length);
      write(5);
    });
    await file.readRest();
    expect(sizes).toEqual([7]);
  });

  it('tells each byte, and nothing while there is none', () => {
    const { clock, file, sizes, write } = follow();
    clock.pass(20);
    write(1);
    clock.pass(20);
    expect(sizes).toEqual([1]);
    file.close();
  });

  it('begins when somebody follows, and once however often that is asked', () => {
    const clock = createManualClock();
    const file = OutputFile.open(clock) ?? expect.fail('no file');
    file.resume();
    expect(clock.size).toBe(0);
    file.follow(() => {});
    file.resume();
    expect(clock.size).toBe(1);
    file.leave();
    file.resume();
    expect(clock.size).toBe(0);
    file.close();
  });

  it('stops when the reader asks to wait for more', () => {
    const { clock, file, write } = follow();
    file.follow(() => file.pause());
    write(5);
    clock.pass(20);
    expect(clock.size).toBe(0);
    file.close();
  });

  it('is over when the reader has failed', () => {
    const { clock, file, write } = follow();
    file.follow(() => expect.fail('not this'));
    write(5);
    clock.pass(20);
    file.resume();
    expect(clock.size).toBe(0);
    file.close();
  });

  it('is not kept up while the rest is read, after which the file is closed', async () => {
    const { clock, file, write } = follow();
    const fd = fdOf(file);
    const { ino } = fstatSync(fd);
    write(5);
    const rest = file.readRest();
    expect(clock.size).toBe(0);
    await rest;
    const inoNow = (): number | undefined => {
      try {
        return fstatSync(fd).ino;
      } catch {
        return undefined;
      }
    };
    expect(inoNow()).not.toBe(ino);
  });

  it('ends where the process has cut its output off', async () => {
    const { file, sizes, write } = follow();
    write(CHUNK + 7);
    file.follow(({ length }) => {
      sizes.push(length);
      ftruncateSync(fdOf(file), 0);
    });
    await file.readRest();
    expect(sizes).toEqual([CHUNK]);
  });

  it('goes on when the stream has ended that the process was started with', async () => {
    const { file, sizes, write } = follow();
    write(5);
    file.stream.end();
    await once(file.stream, 'finish');
    expect(file.stream.destroyed).toBe(false);
    await file.readRest();
    expect(sizes).toEqual([5]);
  });
});
