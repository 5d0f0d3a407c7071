import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { fakeAgent } from '../../../testkit/src/fake-agent/index.ts';
import { type Clock, systemClock } from '../clock.ts';
import { startPlaces } from './start-queue.ts';
import { isAlive } from './testing/census.ts';
import { observeAgent, until } from './testing/observe-agent.ts';
import { watchClock } from './testing/watch-clock.ts';

const tmp = mkdtempSync(join(tmpdir(), 'agent-process-'));
afterAll(() => rmSync(tmp, { recursive: true }));

describe('start', () => {
  it.each([
    ['a program that does not exist', { file: 'no-such-agent', args: [] }, {}, 'ENOENT'],
    ['a file that cannot be executed', { file: '/etc/passwd', args: [] }, {}, 'ENOENT'],
    ['a working folder that does not exist', fakeAgent([]), { cwd: '/no/such/folder' }, 'ENOENT'],
    ['arguments that are too long for the system', { file: 'sh', args: ['-c', 'x'.repeat(300_000)] }, {}, 'E2BIG'],
    ['an argument with a NUL', { file: 'sh', args: ['-c', 'a\0b'] }, {}, 'Arguments cannot contain null bytes'],
    ['a program that does not exist, in a terminal', { file: 'no-such-agent', args: [] }, { framing: 'pty' }, 'ENOENT'],
  ] as const)('tells about %s, and ends', async (_name, command, overrides, code) => {
    const agent = observeAgent(command, overrides);
    expect(agent.calls).toEqual([]);
    const write = agent.write('hello');
    expect(await agent.closed).toEqual({ code: null, signal: null, leftOver: 0 });
    await write;
    expect([agent.process.pid, agent.calls]).toEqual([undefined, [expect.stringContaining(`spawnError: ${code}`)]]);
  });

  it('takes exit 127 for what it is', async () => {
    const agent = observeAgent({ file: 'sh', args: ['-c', 'no-such-agent'] });
    expect(await agent.closed).toEqual({ code: 127, signal: null, leftOver: 0 });
    expect(agent.calls).toHaveLength(1);
  });

  it('gives the process exactly the environment it was given, and the marks of its run and of this start', async () => {
    const { PATH } = process.env;
    const agent = observeAgent({ file: 'env', args: [] }, { runId: 'with-odd.id', env: { PATH, A: '1' } });
    await agent.closed;
    expect(agent.lines.toSorted()).toEqual([
      'A=1',
      'AMUX_RUN_with_2dodd_2eid=1',
      expect.stringMatching(/^AMUX_RUN_with_2dodd_2eid_[0-9a-f]{18}=1$/),
      `PATH=${PATH}`,
    ]);
  });

  it('passes arguments as they are, one that begins with a dash too', async () => {
    const args = ['-p', '--rttime=1', '', 'a b', '$HOME', '*', "it's"];
    const script = join(tmp, 'args.mjs');
    writeFileSync(script, 'console.log(JSON.stringify(process.argv.slice(2)))');
    const agent = observeAgent({ file: process.execPath, args: [script, ...args] });
    await agent.closed;
    expect(JSON.parse(agent.lines[0] ?? '')).toEqual(args);
  });

  it('never starts what was stopped before it existed', async () => {
    const file = join(tmp, 'started');
    const agent = observeAgent({ file: 'sh', args: ['-c', `echo started > ${file}`] });
    expect(await agent.stop()).toEqual({ code: null, signal: null, leftOver: 0 });
    expect([agent.process.pid, agent.calls]).toEqual([undefined, []]);
    expect(spawnSync('cat', [file]).status).toBe(1);
  });

  it('takes no place for what is stopped before its turn', async () => {
    const clock: Clock = {
      ...systemClock,
      after: (ms, callback) => systemClock.after(ms === 250 ? 1e9 : ms, callback),
    };
    const places = Array.from({ length: startPlaces(availableParallelism()) });
    await Promise.all(places.map(() => observeAgent({ file: 'echo', args: ['never'] }, { clock }).stop()));
    const agent = observeAgent({ file: 'echo', args: ['hello'] });
    expect(await Promise.race([agent.closed, delay(2_000)])).toEqual({ code: 0, signal: null, leftOver: 0 });
  });

  it('lets go at once of what is stopped while it waits for a place', async () => {
    // Who starts silently keeps its place, because this time never passes.
    const clock: Clock = {
      ...systemClock,
      after: (ms, callback) => systemClock.after(ms === 250 ? 1e9 : ms, callback),
    };
    const silent = Array.from({ length: startPlaces(availableParallelism()) }, () =>
      observeAgent({ file: 'sleep', args: ['600'] }, { clock }),
    );
    await until(() => silent.every(({ process: { pid } }) => pid !== undefined));
    const agent = observeAgent({ file: 'echo', args: ['hello'] });
    await delay(50);
    expect(await Promise.race([agent.stop(), delay(2_000)])).toEqual({ code: null, signal: null, leftOver: 0 });
    expect(agent.calls).toEqual([]);
    await Promise.all(silent.map((each) => each.stop()));
  });
});

describe('end', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('sends %s to the group', async (signal) => {
    const agent = observeAgent({
      file: 'sh',
      args: ['-c', `trap 'exit 7' ${signal.slice(3)}; sleep 100 & echo up; wait`],
    });
    await agent.line('up');
    agent.signal(signal);
    expect(await agent.closed).toEqual({ code: 7, signal: null, leftOver: 0 });
  });

  it('tells by which signal the process died', async () => {
    expect(await observeAgent(fakeAgent([{ do: 'die', signal: 'SIGSEGV' }])).closed).toEqual({
      code: null,
      signal: 'SIGSEGV',
      leftOver: 0,
    });
  });

  it('asks first, and lets the process say its last words', async () => {
    const agent = observeAgent(
      fakeAgent([
        {
          do: 'on',
          signal: 'SIGTERM',
          steps: [
            { do: 'wait', ms: 100 },
            { do: 'line', text: 'bye' },
            { do: 'exit', code: 5 },
          ],
        },
        { do: 'line', text: 'up' },
        { do: 'hang' },
      ]),
      { gracePeriodMs: 20_000 },
    );
    await agent.line('up');
    const [first, second] = [agent.stop(), agent.stop()];
    expect(await first).toEqual({ code: 5, signal: null, leftOver: 0 });
    expect(await second).toBe(await first);
    expect(agent.lines).toEqual(['up', 'bye']);
    expect(await agent.stop()).toBe(await agent.closed);
  });

  it('hears what is written while it may still end by itself', async () => {
    const script = `trap 'read -r x; echo "got $x"; exit 5' TERM; echo up; sleep 600 >/dev/null & wait`;
    const agent = observeAgent({ file: 'sh', args: ['-c', script] }, { gracePeriodMs: 15_000 });
    await agent.line('up');
    const stopped = agent.stop();
    await agent.write('last words');
    expect(await stopped).toEqual({ code: 5, signal: null, leftOver: 0 });
    expect(agent.lines).toEqual(['up', 'got last words']);
  });

  it('kills what does not listen, after the grace period and not before', async () => {
    const waiting: { readonly ms: number; readonly callback: () => void }[] = [];
    // The grace period ends when the test says so; every other timer takes its own time.
    const clock: Clock = {
      now: systemClock.now,
      after(ms, callback) {
        if (ms !== 400) {
          return systemClock.after(ms, callback);
        }
        waiting.push({ ms, callback });
        return () => {};
      },
    };
    const agent = observeAgent(
      fakeAgent([{ do: 'ignore', signals: ['SIGTERM'] }, { do: 'line', text: 'up' }, { do: 'hang' }]),
      { gracePeriodMs: 400, clock },
    );
    await agent.line('up');
    const stopped = agent.stop();
    await until(() => waiting.length > 0);
    expect([waiting.length, isAlive(agent.process.pid ?? 0)]).toEqual([1, true]);
    for (const { callback } of waiting.splice(0)) {
      callback();
    }
    expect(await stopped).toEqual({ code: null, signal: 'SIGKILL', leftOver: 0 });
  });

  it('gives up a process that is still there 5 s after it was killed', async () => {
    // The time is over at once, whereas no test can have a process that is stuck in the kernel.
    const clock: Clock = {
      now: systemClock.now,
      after(ms, callback) {
        if (ms === 5_000) {
          callback();
        }
        return systemClock.after(ms === 400 ? 0 : ms, callback);
      },
    };
    const agent = observeAgent(
      { file: 'sh', args: ['-c', `trap '' TERM; echo up; exec sleep 600`] },
      { gracePeriodMs: 400, clock },
    );
    await agent.line('up');
    expect(await agent.stop()).toEqual({ code: null, signal: null, leftOver: 0 });
  });

  it('ends a process that is stopped in the moment of its start, which then hears nothing any more', async () => {
    // The clock is read while the program is looked up, right before the start.
    const now = (): number => {
      void agent.stop();
      return systemClock.now();
    };
    const agent = observeAgent(
      { file: 'sleep', args: ['600'] },
      { gracePeriodMs: 15_000, clock: { ...systemClock, now } },
    );
    const write = agent.write('hello');
    expect(await agent.closed).toEqual({ code: null, signal: 'SIGTERM', leftOver: 0 });
    await write;
    expect(agent.calls).toEqual([]);
  });

  it('signals nobody before there is a process', async () => {
    const agent = observeAgent({ file: 'echo', args: ['hello'] });
    agent.signal('SIGKILL');
    expect(await agent.closed).toEqual({ code: 0, signal: null, leftOver: 0 });
    expect(agent.lines).toEqual(['hello']);
  });

  it('signals nobody after the end, whoever lives on in the group, and says nothing to anybody', async () => {
    const clock = watchClock();
    const agent = observeAgent(
      { file: 'sh', args: ['-c', 'sleep 600 >/dev/null 2>&1 & echo $!'] },
      { clock, leaveRunning: () => true },
    );
    const { leftRunning = [] } = await agent.closed;
    const [{ pid } = { pid: 0 }] = leftRunning;
    try {
      expect([leftRunning, agent.lines]).toEqual([[{ pid, command: 'sleep 600' }], [String(pid)]]);
      agent.signal('SIGKILL');
      agent.process.suspend();
      agent.process.continue();
      agent.process.pauseReading();
      await agent.write('too late');
      expect(await agent.stop()).toMatchObject({ code: 0 });
      // A signal takes a moment to end a process.
      await delay(100);
      expect([isAlive(pid), clock.waiting(), agent.calls]).toEqual([true, [], [`stdout: ${pid}`]]);
    } finally {
      process.kill(pid, 'SIGKILL');
    }
  });

  it('leaves no timer behind when a process ends within its grace period', async () => {
    const clock = watchClock();
    const agent = observeAgent(
      { file: 'sh', args: ['-c', 'echo up; exec sleep 600'] },
      { clock, gracePeriodMs: 15_000 },
    );
    await agent.line('up');
    expect(await agent.stop()).toEqual({ code: null, signal: 'SIGTERM', leftOver: 0 });
    expect(clock.waiting()).toEqual([]);
  });

  it('leaves no timer behind when a process had to be killed', async () => {
    const clock = watchClock();
    const agent = observeAgent(
      { file: 'sh', args: ['-c', `trap '' TERM; echo up; exec sleep 600`] },
      { clock, gracePeriodMs: 50 },
    );
    await agent.line('up');
    expect(await agent.stop()).toEqual({ code: null, signal: 'SIGKILL', leftOver: 0 });
    expect(clock.waiting()).toEqual([]);
  });
});

describe('a fault of ours', () => {
  it('is told where it happens while output is taken in, and the run goes on', async () => {
    const tap = (): never => {
      throw new Error('The recorder is broken.');
    };
    const agent = observeAgent({ file: 'sh', args: ['-c', 'echo hello; exit 3'] }, { tap });
    expect(await agent.closed).toEqual({ code: 3, signal: null, leftOver: 0 });
    expect(agent.calls).toEqual(['fault: The recorder is broken.']);
  });

  it('is no failed start where there is a process already, whose end is waited for', async () => {
    const clock: Clock = {
      now() {
        // This is read while the program is looked up, right before the start.
        void agent.stop();
        return systemClock.now();
      },
      after(ms, callback) {
        if (ms === 15_000) {
          throw new Error('The clock is broken.');
        }
        return systemClock.after(ms, callback);
      },
    };
    const agent = observeAgent({ file: 'sh', args: ['-c', 'exit 3'] }, { clock, gracePeriodMs: 15_000 });
    expect(await agent.closed).toEqual({ code: 3, signal: null, leftOver: 0 });
    expect(agent.calls).toEqual(['fault: The clock is broken.']);
  });

  it('is told where it happens at the end of a run, all of which is ended even so', async () => {
    let isBroken = false;
    const clock: Clock = {
      now: systemClock.now,
      after(ms, callback) {
        if (isBroken) {
          throw new Error('The clock is broken.');
        }
        return systemClock.after(ms, callback);
      },
    };
    const agent = observeAgent({ file: 'sh', args: ['-c', 'sleep 600 & echo $!; read x'] }, { clock });
    const pid = Number(await agent.line(''));
    isBroken = true;
    agent.endInput();
    expect(await agent.closed).toEqual({ code: null, signal: null, leftOver: 0 });
    expect([isAlive(pid), agent.calls.slice(1)]).toEqual([false, ['fault: The clock is broken.']]);
  });
});

it('leaves nothing in the host: no signal handlers, no listener per run, no output of its own', async () => {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'uncaughtException', 'unhandledRejection'];
  const count = (): number[] => [...signals, 'exit'].map((name) => process.listenerCount(name));
  await observeAgent(fakeAgent([])).closed;
  const before = count();
  const agents = Array.from({ length: 5 }, () =>
    observeAgent(fakeAgent([{ do: 'line', text: 'up' }, { do: 'hang' }], { light: true })),
  );
  await Promise.all(agents.map((agent) => agent.line('up')));
  expect(count()).toEqual(before);
  await Promise.all(agents.map((agent) => agent.stop()));
  expect(count()).toEqual(before);
});

it('lets the host end by itself when its runs have ended', () => {
  const script = `
    import { AgentProcess } from ${JSON.stringify(new URL('./index.ts', import.meta.url).href)};
    import { systemClock } from ${JSON.stringify(new URL('../clock.ts', import.meta.url).href)};
    const on = { line() {}, lost() {}, stdinError() {}, spawnError() {} };
    const common = { runId: 'HOST', env: process.env, cwd: '/', stdin: 'open', framing: 'lines', maxLineBytes: 1e6, gracePeriodMs: 5000, eagerRead: false };
    await new AgentProcess({ ...common, file: 'sh', args: ['-c', 'echo hello'], clock: systemClock, on }).closed;
  `;
  const file = join(tmp, 'host.mts');
  writeFileSync(file, script);
  const host = spawnSync(process.execPath, ['--conditions=agent-mux-source', '--import', 'tsx', file], {
    encoding: 'utf8',
    timeout: 100_000,
  });
  expect([host.status, host.stdout, host.stderr]).toEqual([0, '', '']);
});
