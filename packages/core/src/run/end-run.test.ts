import { describe, expect, it } from 'vitest';
import type { RunResult } from '../results/index.ts';
import { type AttemptEnd, NO_PROCESS } from './attempt-end.ts';
import { awaitEnd, type EndingRun, endRun, forgoRun } from './end-run.ts';
import { Faults } from './faults.ts';

const boom = (): never => {
  throw new Error('boom');
};

interface Changes {
  /** What the store has; absent where there is none. */
  readonly stored?: 'whole' | 'partial';
  readonly storeRequired?: boolean;
  readonly collectEvents?: boolean;
  readonly successor?: string;
  readonly isActive?: boolean;
  readonly cause?: object;
  readonly result?: Partial<RunResult>;
  /** The call that throws. */
  readonly breaks?: string;
  readonly leftRunning?: AttemptEnd['exit']['leftRunning'];
  readonly closesLate?: boolean;
  readonly recorder?: null;
}

const EVENT = { type: 'turn_start' };
const NOTE = { entry: 'note' };

/** A run at its end, whose parts write down what is asked of them. */
function setUp(changes: Changes = {}) {
  const done: unknown[][] = [];
  const note =
    <T>(what: string, returned?: T) =>
    (...given: unknown[]): T => {
      done.push([what, ...given]);
      return (what === changes.breaks ? boom() : returned) as T;
    };
  let isActive = changes.isActive ?? true;
  let closings = 0;
  const known: object[] = [];
  const faults = new Faults(() => {});
  const journal = {
    retained: [NOTE, EVENT],
    eventCount: 4,
    isClosed: false,
    append: note('append'),
    close: () => {
      closings++;
      done.push(['journal.close']);
      if (changes.closesLate === true && closings === 1) {
        boom();
      }
      journal.isClosed = true;
    },
  };
  const machine = {
    status: {
      get isActive() {
        return isActive;
      },
      cause: changes.cause,
      stop: note('status.stop'),
    },
    end: note('machine.end'),
    conclude: (end: unknown) => {
      isActive = false;
      done.push(['conclude', end]);
    },
    sumUp: ({ turnsOf, ...facts }: { turnsOf: (end: unknown) => unknown }) => {
      known.push({ ...facts, turns: turnsOf({ outcome: 'completed' }) });
      done.push(['sumUp']);
      if (changes.breaks === 'sumUp') {
        boom();
      }
      return { error: null, exitReason: 'completed', sessionId: 's', attempts: 2, ...changes.result };
    },
    closing: note('closing', { cause: 'completed', facts: { a: 1 } }),
  };
  const run = {
    prepared: {
      runId: 'run-1',
      agent: 'toy',
      mode: { name: 'talk' },
      options: { model: 'm' },
      tags: ['t'],
      collectEvents: changes.collectEvents ?? true,
      storeRequired: changes.storeRequired ?? false,
    },
    keeper: { finish: async () => changes.stored },
    faults,
    clock: { now: () => 50 },
    kin: {
      endCalled: async () => void done.push(['endCalled']),
      successor: note('successor', changes.successor),
      passOn: note('passOn'),
      leave: note('leave'),
    },
    followUps: { rejectAll: note('rejectAll') },
    recorder: changes.recorder === null ? undefined : { finish: async () => void done.push(['recorder.finish']) },
    release: note('release'),
    onEnd: note('onEnd'),
    journal,
    entries: { close: note('entries.close') },
    channel: { close: note('channel.close') },
    machine,
    timers: { stop: note('timers.stop') },
    turns: {
      lastRaw: 'raw',
      readers: { results: (end: unknown) => [end] },
    },
  } as unknown as EndingRun;
  return { run, done, known, faults, journal, names: () => done.map(([what]) => what) };
}

const exit = { code: 0, signal: null, leftOver: 0 };
const HOW = { attemptEnd: { exit, stderr: 'oh' }, startedAt: 20, spawnError: undefined };

describe('the end of a run', () => {
  it('comes in these steps', async () => {
    const { run, done, names } = setUp();
    const result = await endRun(run, HOW);
    expect(result).toMatchObject({ sessionId: 's', attempts: 2, exitReason: 'completed' });
    expect(result).not.toHaveProperty('stored');
    expect(names()).toEqual([
      'timers.stop',
      'rejectAll',
      'machine.end',
      'channel.close',
      'release',
      'recorder.finish',
      'endCalled',
      'sumUp',
      'closing',
      'successor',
      'entries.close',
      'passOn',
      'journal.close',
      'onEnd',
      'leave',
    ]);
    expect(done[1]).toEqual(['rejectAll', 'Run run-1 ended before the prompt could be handed over.']);
    expect(done).toContainEqual(['machine.end', 50, undefined]);
    expect(done).toContainEqual(['closing', result, 'raw', undefined]);
    expect(done).toContainEqual(['entries.close', { cause: 'completed', facts: { a: 1 } }]);
    expect(done).toContainEqual(['passOn', 'completed']);
  });

  it('needs no recorder', async () => {
    const { run, names } = setUp({ recorder: null });
    await endRun(run, HOW);
    expect(names()).not.toContain('recorder.finish');
  });

  it('tells its successor in its last entry', async () => {
    const { run, done } = setUp({ successor: 'run-2' });
    await endRun(run, HOW);
    expect(done).toContainEqual(['entries.close', { cause: 'completed', facts: { a: 1 }, handoffTo: 'run-2' }]);
  });

  it('is summed up from these facts', async () => {
    const { run, known } = setUp();
    await endRun(run, HOW);
    const facts = {
      runId: 'run-1',
      agent: 'toy',
      model: 'm',
      mode: 'talk',
      exitCode: 0,
      signal: null,
      tags: ['t'],
      stderr: 'oh',
      durationMs: 30,
      events: [EVENT],
      turns: [{ outcome: 'completed' }],
    };
    expect(known).toEqual([facts]);
    const leftRunning = [{ pid: 5, command: 'server' }] as never;
    const other = setUp({ collectEvents: false });
    await endRun(other.run, {
      attemptEnd: { exit: { ...exit, leftRunning }, stderr: '' },
      startedAt: 50,
      spawnError: 'no such file',
    });
    expect(other.known).toEqual([
      { ...facts, stderr: '', durationMs: 0, events: [], leftRunning, spawnError: 'no such file' },
    ]);
  });

  it.each(['timers.stop', 'rejectAll', 'machine.end', 'channel.close', 'release', 'closing', 'onEnd', 'leave'])(
    'comes also where %s fails',
    async (breaks) => {
      const { run, faults, names } = setUp({ breaks });
      expect(await endRun(run, HOW)).toMatchObject({ sessionId: 's' });
      expect(faults.cause?.message).toMatch(/^agent-mux failed to .+: boom/);
      expect(names().slice(-3)).toEqual(['journal.close', 'onEnd', 'leave']);
    },
  );

  it.each([
    ['timers.stop', 'stop its timers'],
    ['rejectAll', 'reject what waits'],
    ['machine.end', 'end the stream'],
    ['channel.close', 'close its questions'],
    ['release', 'tell the last events'],
    ['closing', 'close the journal'],
    ['onEnd', 'leave the client'],
    ['leave', 'leave the tree'],
    ['sumUp', 'sum up the run'],
  ])('says that %s has failed', async (breaks, what) => {
    const { run, faults } = setUp({ breaks });
    await endRun(run, HOW);
    expect(faults.cause?.message).toBe(`agent-mux failed to ${what}: boom. The run was ended; other runs go on.`);
  });

  it('has a result also where none can be summed up', async () => {
    const { run } = setUp({ breaks: 'sumUp' });
    const result = await endRun(run, HOW);
    expect(result).toMatchObject({
      runId: 'run-1',
      sessionId: undefined,
      attempts: 1,
      diagnostics: { unknownNative: {}, repaired: 0 },
      events: [EVENT],
    });
    // The end of the stream was told by then, so that the fault came too late for the reason of the end.
    expect(result.exitReason).toBe('failed');
    expect(result.turns).toHaveLength(1);
  });

  it('has no events where they cannot be collected', async () => {
    const { run, known, faults } = setUp();
    Object.defineProperty(run.journal, 'retained', { get: boom });
    await endRun(run, HOW);
    expect(known).toMatchObject([{ events: [] }]);
    expect(faults.cause?.message).toContain('agent-mux failed to collect the events: boom');
  });

  it('closes the journal once more where that has failed', async () => {
    const { run, journal, names, faults } = setUp({ closesLate: true });
    await endRun(run, HOW);
    expect([journal.isClosed, names().filter((name) => name === 'journal.close').length]).toEqual([true, 2]);
    expect(faults.cause?.message).toContain('agent-mux failed to end the stream: boom');
  });
});

describe('the end of a run after a fault', () => {
  const FAULT = {
    type: 'error',
    code: 'INTERNAL',
    message: 'agent-mux failed to do it: boom. The run was ended; other runs go on.',
  };
  const end = async (changes: Changes) => {
    const setting = setUp(changes);
    setting.faults.report('do it', new Error('boom'));
    await endRun(setting.run, HOW);
    return setting;
  };

  it('is told by the assembler, as long as that works', async () => {
    const { done, names } = await end({});
    expect(done).toContainEqual(['machine.end', 50, FAULT]);
    expect(done).toContainEqual(['closing', expect.anything(), 'raw', FAULT]);
    expect(names()).not.toContain('append');
    expect(names()).not.toContain('conclude');
  });

  it('is told by the journal itself, and concluded without the assembler, where that is broken', async () => {
    const { done, names } = await end({ breaks: 'machine.end' });
    const stamp = { runId: 'run-1', agent: 'toy', timestamp: 50, seq: 4 };
    expect(done).toContainEqual(['append', { ...FAULT, recoverable: false, ...stamp }]);
    expect(done).toContainEqual(['conclude', FAULT]);
    expect(names().slice(2, 6)).toEqual(['machine.end', 'append', 'conclude', 'channel.close']);
  });

  it('has the reason that somebody else gave first', async () => {
    const { done } = await end({ breaks: 'machine.end', cause: { type: 'aborted' } });
    expect(done).toContainEqual(['conclude', { type: 'aborted' }]);
  });

  it('is not concluded again where the run is over already', async () => {
    const { names } = await end({ breaks: 'machine.end', isActive: false });
    expect(names()).toContain('append');
    expect(names()).not.toContain('conclude');
  });

  it('is concluded also where the journal takes nothing any more', async () => {
    const { faults, run, names } = setUp({ breaks: 'append' });
    run.machine.end = boom;
    await endRun(run, HOW);
    expect(names()).toContain('conclude');
    expect(faults.cause?.message).toContain('agent-mux failed to end the stream: boom');
  });
});

describe('what the store has', () => {
  const failed = { exitReason: 'crashed', error: { code: 'AGENT_CRASH' } } as unknown as Partial<RunResult>;

  it.each([
    ['whole', true, {}],
    ['whole', false, {}],
    ['partial', false, {}],
    ['partial', true, failed],
  ] as const)('is said in the result: %s (required: %s, %j)', async (stored, storeRequired, given) => {
    const { run } = setUp({ stored, storeRequired, result: given });
    const result = await endRun(run, HOW);
    expect(result).toMatchObject({ stored, exitReason: 'completed', error: null, ...given });
  });

  it('fails the run where it has to be all', async () => {
    const { run } = setUp({ stored: 'partial', storeRequired: true });
    expect(await endRun(run, HOW)).toMatchObject({
      stored: 'partial',
      exitReason: 'failed',
      sessionId: 's',
      error: {
        code: 'STORE_ERROR',
        message: 'The store could not keep the end of this run, and `storeRequired` was set.',
        stderr: '',
        recoverable: false,
      },
    });
  });
});

describe('a run that never begins', () => {
  it('is aborted, which its journal says', async () => {
    const { run, done, known, names } = setUp();
    const result = await forgoRun(run, 'Not now.');
    expect(result).toMatchObject({
      sessionId: undefined,
      attempts: 0,
      exitReason: 'aborted',
      error: { code: 'ABORTED', message: 'Not now.', stderr: '', recoverable: true },
    });
    expect(names()).toEqual([
      'rejectAll',
      'status.stop',
      'conclude',
      'sumUp',
      'closing',
      'successor',
      'entries.close',
      'passOn',
      'journal.close',
      'onEnd',
      'leave',
    ]);
    expect(done.slice(0, 3)).toEqual([
      ['rejectAll', 'Not now.'],
      ['status.stop', { type: 'aborted' }],
      ['conclude', { type: 'aborted' }],
    ]);
    expect(known).toMatchObject([{ durationMs: 0, exitCode: null, signal: null, stderr: '' }]);
    expect(known[0]).not.toHaveProperty('spawnError');
  });

  it.each([
    ['rejectAll', 'reject what waits'],
    ['status.stop', 'note the end'],
  ])('is over also where %s fails', async (breaks, what) => {
    const { run, faults } = setUp({ breaks });
    expect(await forgoRun(run, 'Not now.')).toMatchObject({ exitReason: 'aborted' });
    expect(faults.cause?.message).toContain(`agent-mux failed to ${what}: boom`);
  });
});

describe('an attempt, after a fault,', () => {
  const setUpAttempt = (stop: () => void, ended: () => Promise<AttemptEnd>) => {
    const faults = new Faults(() => {});
    return { faults, end: awaitEnd({ stop, ended } as unknown as Parameters<typeof awaitEnd>[0], faults) };
  };

  it('is ended, and awaited', async () => {
    let count = 0;
    const { faults, end } = setUpAttempt(
      () => count++,
      async () => HOW.attemptEnd,
    );
    expect([await end, count, faults.cause]).toEqual([HOW.attemptEnd, 1, undefined]);
  });

  it('is awaited also where it cannot be ended', async () => {
    const { faults, end } = setUpAttempt(boom, async () => HOW.attemptEnd);
    expect(await end).toBe(HOW.attemptEnd);
    expect(faults.cause?.message).toContain('agent-mux failed to end the agent: boom');
  });

  it('that cannot be awaited has no process', async () => {
    const { faults, end } = setUpAttempt(
      () => {},
      async () => boom(),
    );
    expect(await end).toEqual({ exit: { code: null, signal: null, leftOver: 0 }, stderr: '' });
    expect(await end).toBe(NO_PROCESS);
    expect(faults.cause?.message).toContain('agent-mux failed to wait for the end of the agent: boom');
  });
});
