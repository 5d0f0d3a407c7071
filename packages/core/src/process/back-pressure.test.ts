import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { fakeAgent } from '../../../testkit/src/fake-agent/index.ts';
import { backlogBytes } from './agent-process.ts';
import type { SpawnOptions } from './index.ts';
import { type ObservedAgent, observeAgent, until } from './testing/observe-agent.ts';

const MIB = 1024 * 1024;
const LINE = 'x'.repeat(1_023);

interface Flood {
  readonly agent: ObservedAgent;
  read: number;
  delivered: number;
  /** The line at which the reader asks to wait. */
  pauseAt: number;
}

/** Starts a flood of output, and counts what was read from the pipe and what was delivered; it keeps no line. */
function startFlood(bytes: number, overrides: Partial<SpawnOptions> = {}): Flood {
  const flood = { read: 0, delivered: 0, pauseAt: -1 };
  const agent = observeAgent(fakeAgent([{ do: 'flood', bytes, line: LINE }]), {
    on: {
      line: () => {
        flood.delivered += 1;
        if (flood.delivered === flood.pauseAt) {
          agent.process.pauseReading();
        }
      },
      lost: () => undefined,
      stdinError: () => undefined,
      spawnError: () => undefined,
      fault: () => undefined,
      fullDisk: () => undefined,
    },
    tap: (_, chunk) => {
      flood.read += chunk.length;
    },
    ...overrides,
  });
  return Object.assign(flood, { agent });
}

describe('back-pressure', () => {
  it('holds the process back while the reader waits, in bounded memory, and loses nothing', async () => {
    const flood = startFlood(512 * MIB);
    await until(() => flood.read > MIB);
    flood.agent.process.pauseReading();
    flood.agent.process.pauseReading();
    const [read, rss] = [flood.read, process.memoryUsage().rss];
    await delay(1_000);
    expect(flood.read - read).toBeLessThan(MIB);
    expect(process.memoryUsage().rss - rss).toBeLessThan(100 * MIB);
    flood.agent.process.resumeReading();
    expect(await flood.agent.closed).toMatchObject({ code: 0 });
    expect(flood.delivered).toBe((512 * MIB) / 1024);
  });

  it('reads nothing of a process that was paused before it existed', async () => {
    const flood = startFlood(8 * MIB);
    flood.agent.process.pauseReading();
    await until(() => flood.agent.process.pid !== undefined);
    await delay(300);
    expect([flood.read, flood.delivered]).toEqual([0, 0]);
    flood.agent.process.resumeReading();
    await flood.agent.closed;
    expect(flood.delivered).toBe(8 * 1024);
  });

  it('lets nothing wait for the reader of a pipe, 16 MiB for that of a terminal, and all of an eager one', () => {
    expect(backlogBytes({ framing: 'lines', eagerRead: false })).toBe(0);
    expect(backlogBytes({ framing: 'pty', eagerRead: false })).toBe(16_777_216);
    expect(backlogBytes({ framing: 'lines', eagerRead: true })).toBe(Number.POSITIVE_INFINITY);
  });

  it('holds back both streams, and lets both go on', async () => {
    const script = 'echo err >&2; echo out; read x';
    const agent = observeAgent({ file: 'sh', args: ['-c', script] });
    agent.process.pauseReading();
    await until(() => agent.process.pid !== undefined);
    await delay(100);
    expect([agent.process.tail('stdout'), agent.process.tail('stderr')]).toEqual(['', '']);
    agent.process.resumeReading();
    await until(() => agent.calls.length === 2);
    expect(agent.calls.toSorted()).toEqual(['stderr: err', 'stdout: out']);
    agent.endInput();
    await agent.closed;
  });

  it('delivers nothing within the call that resumes', async () => {
    const flood = startFlood(4 * MIB, { eagerRead: true });
    flood.agent.process.pauseReading();
    await until(() => flood.read === 4 * MIB);
    flood.agent.process.resumeReading();
    expect(flood.delivered).toBe(0);
    await flood.agent.closed;
    expect(flood.delivered).toBe(4 * 1024);
  });

  it('never holds back an agent that must be read eagerly: its bytes wait, over its exit too', async () => {
    const flood = startFlood(32 * MIB, { eagerRead: true });
    flood.agent.process.pauseReading();
    let isClosed = false;
    void flood.agent.closed.then(() => {
      isClosed = true;
    });
    await until(() => flood.read === 32 * MIB);
    await delay(500);
    expect([flood.delivered, isClosed]).toEqual([0, false]);
    flood.pauseAt = 1_000;
    flood.agent.process.resumeReading();
    await until(() => flood.delivered >= 1_000);
    await delay(100);
    expect(flood.delivered).toBeLessThan(1_200);
    flood.agent.process.resumeReading();
    expect(await flood.agent.closed).toMatchObject({ code: 0 });
    expect(flood.delivered).toBe(32 * 1024);
  });

  it.each([false, true])('reads on for good when the process ends or is ended (eagerRead %s)', async (eagerRead) => {
    const agent = observeAgent(fakeAgent([{ do: 'lines', count: 500 }, { do: 'hang' }], { light: true }), {
      eagerRead,
    });
    await agent.line('line 10');
    agent.process.pauseReading();
    const end = agent.stop();
    agent.process.pauseReading();
    expect(await end).toMatchObject({ leftOver: 0 });
    expect(agent.lines.slice(0, 11)).toEqual(Array.from({ length: 11 }, (_, n) => `line ${n}`));
  });

  it('delivers the rest of a process that exited while the reader waited', async () => {
    // These bytes surely fit into the pipe; a remainder would keep the process from its exit.
    const agent = observeAgent(fakeAgent([{ do: 'flood', bytes: 60_000, line: 'x'.repeat(99) }]));
    agent.process.pauseReading();
    expect(await agent.closed).toMatchObject({ code: 0 });
    expect(agent.lines).toHaveLength(600);
  });

  it('keeps the order of both streams under pauses at random moments', async () => {
    const agent = observeAgent(fakeAgent([{ do: 'lines', count: 30_000, text: '{n}' }]));
    for (let round = 0; round < 50 && agent.lines.length < 30_000; round += 1) {
      agent.process.pauseReading();
      await delay(Math.random() * 4);
      agent.process.resumeReading();
      await delay(Math.random() * 4);
    }
    await agent.closed;
    expect(agent.lines).toEqual(Array.from({ length: 30_000 }, (_, n) => String(n)));
  });
});
