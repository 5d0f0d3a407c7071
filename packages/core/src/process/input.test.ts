import { describe, expect, it } from 'vitest';
import type { Child } from './child.ts';
import { Input } from './input.ts';

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function setUp(framing: 'lines' | 'pty' = 'lines') {
  const log: string[] = [];
  const done: (() => void)[] = [];
  const input = new Input(framing, ({ message }) => log.push(`error ${message}`));
  /** A pipe that takes its data when `done` is called. */
  const child: Child = {
    pid: 1,
    exited: new Promise(() => {}),
    closed: new Promise(() => {}),
    write: (data, whenDone) => {
      log.push(`pipe ${JSON.stringify(data)}`);
      done.push(whenDone);
    },
    endInput: () => log.push('pipe end'),
    pause: () => {},
    resume: () => {},
    destroy: () => {},
  };
  return { input, log, done, attach: () => input.attach(child) };
}

async function isDone(promise: Promise<void>): Promise<boolean> {
  return await Promise.race([promise.then(() => true), settle().then(() => false)]);
}

describe('what is said to a process', () => {
  it.each([
    ['lines', '"a\\n"'],
    ['pty', '"a\\r"'],
  ] as const)('goes into the pipe with its frame: %s', async (framing, data) => {
    const { input, log, done, attach } = setUp(framing);
    attach();
    const written = input.write('a');
    expect(log).toEqual([`pipe ${data}`]);
    expect(await isDone(written)).toBe(false);
    done[0]?.();
    expect(await isDone(written)).toBe(true);
  });

  it('waits for the process, in its order, and its end with it', () => {
    const { input, log, attach } = setUp();
    void input.write('a');
    void input.writeRaw('b');
    input.end();
    input.end();
    expect(log).toEqual([]);
    attach();
    expect(log).toEqual(['pipe "a\\n"', 'pipe "b"', 'pipe end']);
  });

  it('goes at once where the process is there, and once', () => {
    const { input, log, attach } = setUp();
    void input.write('a');
    attach();
    void input.write('b');
    input.end();
    input.end();
    expect(log).toEqual(['pipe "a\\n"', 'pipe "b\\n"', 'pipe end']);
  });

  it('is told to have come too late after its end, once, and waits for nothing', async () => {
    const { input, log, attach } = setUp();
    attach();
    input.end();
    expect(await isDone(input.write('late'))).toBe(true);
    await input.write('later');
    expect(log).toEqual(['pipe end', 'error A message was written after the input of the process was closed.']);
  });
});

describe('a pipe that breaks', () => {
  it('is told once, and takes nothing any more', async () => {
    const { input, log, attach } = setUp();
    attach();
    input.fail(new Error('EPIPE'));
    input.fail(new Error('again'));
    expect(await isDone(input.write('a'))).toBe(true);
    input.end();
    expect(log).toEqual(['error EPIPE']);
  });

  it('lets go of what waited for its process, and of its end', async () => {
    const { input, log } = setUp();
    const written = input.write('a');
    input.end();
    input.fail();
    expect(await isDone(written)).toBe(true);
    // There is nothing to report, because nobody has given a reason: the process is just gone.
    expect(log).toEqual([]);
  });

  it('says nothing of an error that comes after the process has gone', async () => {
    const { input, log } = setUp();
    input.fail();
    input.fail(new Error('EPIPE'));
    await input.write('a');
    expect(log).toEqual([]);
  });
});
