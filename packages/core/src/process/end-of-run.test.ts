import { describe, expect, it } from 'vitest';
import { type ForkStep, fakeAgent } from '../../../testkit/src/fake-agent/index.ts';
import { type Clock, systemClock } from '../clock.ts';
import type { Child } from './child.ts';
import { drainAfterExit } from './end-of-run.ts';
import { takeCensus } from './testing/census.ts';
import { observeAgent } from './testing/observe-agent.ts';
import { watchClock } from './testing/watch-clock.ts';

const holder = (fork: Omit<ForkStep, 'do'>): ReturnType<typeof fakeAgent> =>
  fakeAgent([
    // It lives for 10 minutes: a run that waited for it would not end within any test.
    { do: 'fork', holdsOutput: true, ...fork },
    { do: 'lines', count: 20_000 },
    { do: 'write', text: 'END' },
  ]);
const expectedLines = [...Array.from({ length: 20_000 }, (_, n) => `line ${n}`), 'END'];

describe('the end of a run', () => {
  it('waits for a late writer', async () => {
    const agent = observeAgent(
      fakeAgent([
        { do: 'fork', holdsOutput: true, lifeMs: 100, lastWords: 'late' },
        { do: 'line', text: 'early' },
      ]),
    );
    expect(await agent.closed).toEqual({ code: 0, signal: null, leftOver: 0 });
    expect(agent.lines).toEqual(['early', 'late']);
  });

  it.each([
    ['holds the pipes', {}],
    ['holds the pipes from a session of its own and ignores SIGTERM', { session: true, ignoresTerm: true }],
    ['holds the pipes, far from the tree', { session: true, doubleFork: true, emptyEnv: true }],
  ])('does not wait for a process that %s, and loses nothing', async (_name, fork) => {
    const census = takeCensus();
    const agent = observeAgent(census.mark(holder(fork)));
    expect(await agent.closed).toEqual({ code: 0, signal: null, leftOver: 0 });
    expect(agent.lines).toEqual(expectedLines);
    expect(census.alive()).toEqual([]);
  });

  it('ends a holder that goes on writing', async () => {
    const agent = observeAgent(
      fakeAgent([
        { do: 'fork', holdsOutput: true, chatty: true, session: true, ignoresTerm: true },
        { do: 'line', text: 'END' },
      ]),
    );
    expect(await agent.closed).toEqual({ code: 0, signal: null, leftOver: 0 });
    expect(agent.lines.filter((line) => line !== 'chatter')).toEqual(['END']);
  });

  // These processes have shed every mark on purpose, as a daemon of another user would look.
  const shedding = (body: string): { file: string; args: string[] } => ({
    file: 'sh',
    args: ['-c', `(prlimit --rttime=7:7 setsid env -i sh -c '${body}' &) ; sleep 0.1; seq 1 20000; echo END`],
  });

  it('lets go of the pipes when the holder cannot be found and is quiet', async () => {
    const census = takeCensus();
    const countPipes = (): number => process.getActiveResourcesInfo().filter((name) => name === 'PipeWrap').length;
    const before = countPipes();
    const agent = observeAgent(census.mark(shedding('exec /bin/sleep 60')));
    expect(await agent.closed).toEqual({ code: 0, signal: null, leftOver: 0 });
    expect(countPipes()).toBe(before);
    expect([agent.lines.length, agent.lines.at(-1)]).toEqual([20_001, 'END']);
    expect(census.alive()).toHaveLength(1);
    census.end();
  });

  // The lines of the output are 1 to 20000, and END without a newline.
  const seq = `${Array.from({ length: 20_000 }, (_, n) => n + 1).join('')}END`;

  it('lets go after 5 s of a stranger who goes on writing', async () => {
    const census = takeCensus();
    const passed: number[] = [];
    // The first timer is that of the queue of starts, which passes when the first output is late.
    let isStarting = true;
    const clock: Clock = {
      now: systemClock.now,
      after: (ms, callback) => {
        const isOfStart = isStarting;
        isStarting = false;
        return systemClock.after(ms, () => {
          if (!isOfStart) {
            passed.push(ms);
          }
          callback();
        });
      },
    };
    const chatter = census.mark(shedding('while :; do echo chatter; /bin/sleep 0.05; done'));
    const agent = observeAgent(chatter, { clock });
    expect(await agent.closed).toEqual({ code: 0, signal: null, leftOver: 0 });
    // A late writer is waited for first, and then there are 20 looks for more output.
    expect(passed).toEqual(Array(21).fill(250));
    // The stranger's words may come in the middle of a line.
    expect(agent.lines.join('').replaceAll('chatter', '')).toBe(seq);
    census.end();
  });

  it('leaves no timer behind', async () => {
    const clock = watchClock();
    const agent = observeAgent(fakeAgent([{ do: 'line', text: 'one' }], { light: true }), { clock });
    await agent.closed;
    expect(clock.waiting()).toEqual([]);
  });

  it('takes a run of hundreds of agents that end at once', async () => {
    const agents = Array.from({ length: 200 }, () =>
      observeAgent(fakeAgent([{ do: 'lines', count: 3 }], { light: true })),
    );
    const exits = await Promise.all(agents.map((agent) => agent.closed));
    expect(exits.filter(({ code, leftOver }) => code === 0 && leftOver === 0)).toHaveLength(200);
    expect(agents.every((agent) => agent.lines.length === 3)).toBe(true);
  });
});

describe('what is waited for after the exit', () => {
  /** Drains a child whose pipes close at that step, if at all, on a clock whose timers pass at once. */
  async function drain({ closesAt, bytes = () => 0 }: { closesAt?: string; bytes?: () => number }) {
    const log: unknown[] = [];
    let close: () => void = () => {};
    const closed = new Promise<void>((resolve) => {
      close = resolve;
    });
    const step = (name: string | number): void => {
      log.push(name);
      if (name === closesAt) {
        close();
      }
    };
    const child = {
      closed,
      destroy: () => step('destroy'),
      readRest: async () => step('rest'),
    } as Pick<Child, 'closed' | 'destroy' | 'readRest'> as Child;
    const leftOver = await drainAfterExit(child, {
      clock: {
        now: () => 0,
        after(ms, callback) {
          step(ms);
          let isOver = false;
          const end = (what: () => void): void => {
            if (!isOver) {
              isOver = true;
              what();
            }
          };
          setImmediate(() => end(callback));
          return () => end(() => log.push('cancelled'));
        },
      },
      bytesRead: bytes,
      sweep: async () => {
        step('sweep');
        return 3;
      },
    });
    expect(leftOver).toBe(3);
    return log;
  }

  it('is a late writer, then silence, then the pipes themselves, and in the end its file is read', async () => {
    expect(await drain({})).toEqual([250, 'sweep', 250, 'destroy', 1_000, 'rest']);
  });

  it('is no time at all once the pipes are closed', async () => {
    expect(await drain({ closesAt: 'sweep' })).toEqual([250, 'sweep', 250, 'cancelled', 'rest']);
    expect(await drain({ closesAt: 'destroy' })).toEqual([250, 'sweep', 250, 'destroy', 1_000, 'cancelled', 'rest']);
  });

  it('is a stranger who goes on writing, for 5 s', async () => {
    let read = 0;
    const looks = Array(20).fill(250);
    expect(await drain({ bytes: () => ++read })).toEqual([250, 'sweep', ...looks, 'destroy', 1_000, 'rest']);
  });

  it('is nothing where a process closes its pipes and has started none', async () => {
    // No timer of this clock ever passes.
    const clock: Clock = { now: systemClock.now, after: () => () => undefined };
    const agent = observeAgent({ file: 'echo', args: ['hello'] }, { clock });
    expect(await agent.closed).toEqual({ code: 0, signal: null, leftOver: 0 });
    expect(agent.lines).toEqual(['hello']);
  });
});
