import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { fakeAgent } from '../../../testkit/src/fake-agent/index.ts';
import { observeAgent, until } from './testing/observe-agent.ts';

describe('output', () => {
  it('delivers every line before the end, also what came with the exit', async () => {
    const agent = observeAgent(
      fakeAgent([
        { do: 'lines', count: 20_000, text: 'ö {n}' },
        { do: 'write', text: 'half a line' },
        { do: 'exit', code: 3 },
      ]),
    );
    expect(await agent.closed).toEqual({ code: 3, signal: null, leftOver: 0 });
    expect(agent.lines).toEqual([...Array.from({ length: 20_000 }, (_, n) => `ö ${n}`), 'half a line']);
  });

  it('marks a last line without a newline, and keeps stdout and stderr apart', async () => {
    const agent = observeAgent(
      fakeAgent([
        { do: 'line', text: 'out' },
        { do: 'write', text: 'broken', to: 'stderr' },
        { do: 'wait', ms: 50 },
        { do: 'line', text: ' off', to: 'stderr' },
        { do: 'wait', ms: 50 },
        { do: 'bytes', base64: Buffer.from('ca').toString('base64') },
        { do: 'bytes', base64: Buffer.from([0x66, 0xc3]).toString('base64') },
        { do: 'wait', ms: 50 },
        { do: 'bytes', base64: Buffer.from([0xa9]).toString('base64') },
      ]),
    );
    await agent.closed;
    expect(agent.calls).toEqual(['stdout: out', 'stderr: broken off', 'stdout partial: café']);
  });

  it.each([
    ['content-length', 'Content-Length: 5\r\n\r\n{\n"a"', ['stdout: {\n"a"']],
    ['document', '{\n"a": 1\n}\n', ['stdout: {\n"a": 1\n}\n']],
  ] as const)('reads %s framing', async (framing, text, expected) => {
    const agent = observeAgent(fakeAgent([{ do: 'write', text }]), { framing });
    await agent.closed;
    expect(agent.calls).toEqual(expected);
  });

  it('says how long a line was that is over the limit, and goes on', async () => {
    const agent = observeAgent(
      fakeAgent([
        { do: 'flood', bytes: 3_000, line: 'x'.repeat(1_499) },
        { do: 'line', text: 'next' },
      ]),
      { maxLineBytes: 1_000 },
    );
    await agent.closed;
    expect(agent.calls).toEqual(['stdout lost: 1499', 'stdout lost: 1499', 'stdout: next']);
  });

  it('keeps the last 64 KiB of both streams', async () => {
    const agent = observeAgent(
      fakeAgent([
        { do: 'flood', bytes: 200_000 },
        { do: 'line', text: 'the end' },
        { do: 'write', text: 'oh', to: 'stderr' },
      ]),
    );
    await agent.closed;
    expect([
      agent.process.tail('stdout').length,
      agent.process.tail('stdout').slice(-8),
      agent.process.tail('stderr'),
    ]).toEqual([65_536, 'the end\n', 'oh']);
  });

  it('hands the raw bytes of both streams to the tap', async () => {
    const seen = { stdout: '', stderr: '' };
    const agent = observeAgent(
      fakeAgent([
        { do: 'read' },
        { do: 'write', text: 'a\nb\n' },
        { do: 'write', text: 'c', to: 'stderr' },
        { do: 'read-all' },
        { do: 'hang' },
      ]),
      {
        tap: (source, chunk) => {
          seen[source] += chunk;
        },
      },
    );
    await agent.write('hello');
    agent.endInput();
    await agent.said('stdin');
    await until(() => seen.stderr !== '');
    await agent.stop();
    expect(seen).toEqual({ stdout: 'a\nb\n{"fake":"stdin","bytes":0}\n', stderr: 'c' });
  });
});

describe('input', () => {
  it('sends what was written before the process existed, in order', async () => {
    const agent = observeAgent(fakeAgent([{ do: 'echo' }]));
    expect(agent.process.pid).toBeUndefined();
    const writes = ['one', '{"two":2}', 'drei ö'].map((message) => agent.write(message));
    agent.endInput();
    await Promise.all(writes);
    expect(agent.process.pid).toBeGreaterThan(0);
    expect(await agent.closed).toMatchObject({ code: 0 });
    expect(agent.lines).toEqual(['one', '{"two":2}', 'drei ö']);
  });

  it.each([
    ['end', 0],
    [{ text: 'ö'.repeat(600_000) }, 1_200_000],
  ] as const)('closes the input of a program that reads to its end (%#)', async (stdin, bytes) => {
    const agent = observeAgent(fakeAgent([{ do: 'read-all' }]), { stdin });
    expect(await agent.said('stdin')).toEqual({ fake: 'stdin', bytes });
    await agent.closed;
  });

  it('takes a message of 20 MB, and waits for a reader that takes its time', async () => {
    const agent = observeAgent(fakeAgent([{ do: 'line', text: 'up' }, { do: 'read-all' }]));
    await agent.line('up');
    const pid = agent.process.pid ?? 0;
    expect(pid).toBeGreaterThan(0);
    process.kill(pid, 'SIGSTOP');
    let isWritten = false;
    const write = agent.write('x'.repeat(20_000_000)).then(() => {
      isWritten = true;
    });
    await delay(100);
    expect(isWritten).toBe(false);
    process.kill(pid, 'SIGCONT');
    await write;
    agent.endInput();
    expect(await agent.said('stdin')).toEqual({ fake: 'stdin', bytes: 20_000_001 });
    await agent.closed;
  });

  it('tells once that the process has stopped reading, settles every write, and does not end the host', async () => {
    const agent = observeAgent(
      fakeAgent([{ do: 'close', stream: 'stdin' }, { do: 'line', text: 'closed' }, { do: 'hang' }]),
    );
    await agent.line('closed');
    await Promise.all(Array.from({ length: 20 }, () => agent.write('x'.repeat(100_000))));
    await agent.write('more');
    await agent.stop();
    await agent.write('after the end');
    expect(agent.calls).toEqual(['stdout: closed', 'stdinError: EPIPE']);
  });

  it('settles a write that is under way when the process is killed', async () => {
    const agent = observeAgent(fakeAgent([{ do: 'line', text: 'up' }, { do: 'hang' }]));
    await agent.line('up');
    const write = agent.write('x'.repeat(10_000_000));
    await agent.stop();
    await write;
  });

  it('tells about a message after the end of the input', async () => {
    const agent = observeAgent(fakeAgent([{ do: 'read-all' }]), { stdin: 'end' });
    await agent.write('too late');
    await agent.closed;
    expect(agent.calls[0]).toMatch(/^stdinError: A message was written after/);
  });
});
