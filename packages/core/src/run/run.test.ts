import { describe, expect, it } from 'vitest';
import type { Lineage } from './lineage.ts';
import type { PreparedRun } from './prepared-run.ts';
import { Run, reasonOf } from './run.ts';
import { RunStatus } from './run-status.ts';
import { createToyDeps, prepareToy, TOY_MODE } from './testing/bare-run.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

interface State {
  isUp: boolean;
  goesOn: boolean;
  isReachable: boolean;
  lastHeard: number;
  busy: boolean;
  turn: boolean;
  isOver: boolean;
}

/** A run whose life only writes down what is asked of it. It has begun, unless `isWaiting`. */
async function setUp({
  isWaiting = false,
  prepared = {},
  life: changes = {},
}: {
  readonly isWaiting?: boolean;
  readonly prepared?: Partial<PreparedRun>;
  readonly life?: Partial<State>;
} = {}) {
  const done: unknown[][] = [];
  const note =
    (what: string) =>
    (...given: unknown[]): void =>
      void done.push([what, ...given]);
  const now: State = {
    isUp: true,
    goesOn: true,
    isReachable: true,
    lastHeard: 0,
    busy: true,
    turn: true,
    isOver: false,
    ...changes,
  };
  const status = new RunStatus(false);
  const deps = createToyDeps();
  const attemptOf = () => ({
    dialect: {
      get state() {
        return { busy: now.busy, turn: now.turn };
      },
    },
    get isReachable() {
      return now.isReachable;
    },
    suspend: note('suspend'),
    continue: note('continue'),
  });
  let end: () => void = () => {};
  const life = {
    result: new Promise<object>((resolve) => {
      end = () => resolve({});
    }),
    status,
    get isUp() {
      return now.isUp;
    },
    get lastHeard() {
      return now.lastHeard;
    },
    attempt: attemptOf(),
    faults: {
      try: (what: string, act: () => void) => {
        done.push(['try', what]);
        act();
      },
    },
    record: note('record'),
    open: note('open'),
    start: note('start'),
    warn: note('warn'),
    forgo: note('forgo'),
    advance: note('advance'),
    pushOwn: (draft: { type: string }) => {
      done.push(['pushOwn', draft]);
      status.pause(draft.type === 'paused');
    },
    prompts: {
      get goesOn() {
        return now.goesOn;
      },
      followUps: {
        rejectAll: note('rejectAll'),
        add: async (input: unknown, when: unknown) => {
          done.push(['add', input, when]);
          return { delivered: 'new-turn', id: 'p' };
        },
      },
      steerNow: (input: { text: string }) =>
        input.text === 'refused' ? undefined : Promise.resolve({ delivered: 'steered', id: 'p' }),
    },
    stopper: {
      noteInterrupt: note('noteInterrupt'),
      stop: note('stop'),
      interruptTurn: () => {
        done.push(['interruptTurn']);
        status.interrupt({ busy: now.busy, turn: now.turn });
      },
    },
    parts: {
      entries: { ask: note('ask'), end: note('end'), note: note('note') },
      journal: {
        hold: note('hold'),
        release: note('release'),
        get isOver() {
          return now.isOver;
        },
      },
      channel: { release: note('channel.release') },
      time: { after: (ms: number, callback: () => void) => deps.clock.after(ms, callback) },
      turns: { deliveryOf: (how: object) => ({ ...how, turn: 'turn' }) },
    },
  };
  const run = new Run(prepareToy(prepared), deps);
  Object.assign(run, { life });
  if (!isWaiting) {
    run.begin();
    await turn();
    done.splice(0);
    status.move('running');
  }
  /** What was done since this was asked last. */
  const taken = (): unknown[][] => done.splice(0);
  return {
    run,
    now,
    status,
    taken,
    deps,
    life,
    attemptOf,
    end: () => end(),
    names: () => taken().map(([what]) => what),
  };
}

const lineage = { ...prepareToy().lineage, handoffFrom: 'run-0' } as Lineage;

describe('a run', () => {
  it('opens its journal at once, and starts its agent in a later turn', async () => {
    const { run, taken } = await setUp({ isWaiting: true, prepared: { notes: ['one', 'two'] } });
    expect([run.isWaiting, run.hasBegun]).toEqual([true, false]);
    run.begin();
    expect([run.isWaiting, run.hasBegun]).toEqual([false, true]);
    expect(taken()).toEqual([['record'], ['try', 'open the journal'], ['open']]);
    await turn();
    expect(taken()).toEqual([['warn', 'one'], ['warn', 'two'], ['start']]);
  });

  it('has the result of its life', async () => {
    const { run, life } = await setUp();
    expect(run.result).toBe(life.result);
  });

  it('that was given up begins no more, and is given up once', async () => {
    const { run, taken } = await setUp({ isWaiting: true });
    run.forgo('No.');
    run.forgo('No, no.');
    expect([taken(), run.isWaiting, run.hasBegun]).toEqual([[['forgo', 'No.']], false, false]);
  });

  it('that has begun is not given up', async () => {
    const { run, taken } = await setUp();
    run.forgo('No.');
    expect([taken(), run.hasBegun]).toEqual([[], true]);
  });

  it('says how far its end is', async () => {
    const { run, status } = await setUp();
    expect(run.ending).toBe('nothing');
    status.isLeaving = true;
    expect(run.ending).toBe('leaving');
    status.stop({ type: 'aborted' });
    expect(run.ending).toBe('stopped');
    const over = await setUp();
    over.status.move('completed');
    expect(over.run.ending).toBe('stopped');
  });
});

describe('a signal', () => {
  it('that is aborted later aborts the run, until that is over', async () => {
    const controller = new AbortController();
    const { taken } = await setUp({ prepared: { signal: controller.signal } });
    expect(taken()).toEqual([]);
    controller.abort('too dear');
    expect(taken()).toEqual([
      ['try', 'abort the run'],
      ['stop', { type: 'aborted', reason: 'too dear' }, undefined],
    ]);
    const other = new AbortController();
    const { end, taken: taken2 } = await setUp({ prepared: { signal: other.signal } });
    end();
    await turn();
    other.abort();
    expect(taken2()).toEqual([]);
  });

  it('that is aborted already aborts the run as it starts, and once', async () => {
    const { run, taken } = await setUp({ isWaiting: true, prepared: { signal: AbortSignal.abort('dear') } });
    run.begin();
    taken();
    await turn();
    run.watchSignal();
    expect(taken()).toEqual([
      ['try', 'abort the run'],
      ['stop', { type: 'aborted', reason: 'dear' }, undefined],
      ['start'],
    ]);
  });

  it('is not needed', async () => {
    const { run, taken } = await setUp();
    run.watchSignal();
    expect(taken()).toEqual([]);
  });
});

describe('an abort', () => {
  it('has its reason and its giver', async () => {
    const { run, taken } = await setUp();
    run.abort('dear', { kind: 'agent', id: 'x' });
    expect(taken()).toEqual([
      ['try', 'abort the run'],
      ['stop', { type: 'aborted', reason: 'dear' }, { kind: 'agent', id: 'x' }],
    ]);
  });

  it('of a run that waits gives it up', async () => {
    const { run, taken } = await setUp({ isWaiting: true });
    run.abort('dear');
    expect(taken()).toEqual([['forgo', 'Run run-1 was aborted before it began.']]);
  });

  it.each([
    ['that runs', false, false, 0],
    ['whose agent has ended', true, false, 1],
    ['that is over', true, true, 0],
  ])('of a run %s gives its successor up only in between', async (_, hasEnded, isOver, count) => {
    const { run, status, deps } = await setUp({ life: { isOver } });
    if (hasEnded) {
      status.move('completed');
    }
    run.abort();
    const given = deps.done.filter(([what]) => what === 'forgoSuccessor');
    expect(given).toEqual(
      Array(count).fill(['forgoSuccessor', 'Run run-1, from which this one was to take over, was aborted.']),
    );
  });
});

describe('a pause', () => {
  it('stops the agent in place, and its end lets it go on', async () => {
    const { run, taken, status } = await setUp();
    run.pause();
    expect([taken(), status.isPaused]).toEqual([
      [['ask', { action: 'draft', draft: { type: 'paused' } }], ['suspend'], ['pushOwn', { type: 'paused' }]],
      true,
    ]);
    run.resume();
    expect(taken()).toEqual([
      ['ask', { action: 'draft', draft: { type: 'resumed' } }],
      ['pushOwn', { type: 'resumed' }],
      ['continue'],
      ['channel.release'],
      ['advance'],
    ]);
  });

  it('of a run that is paused is refused before anything happens', async () => {
    const { run, taken } = await setUp();
    run.pause();
    taken();
    expect(() => run.pause()).toThrow('The run is paused; it cannot become paused.');
    expect(taken()).toEqual([]);
  });

  it('that a listener asks for at once leaves the agent where it is', async () => {
    const { run, taken, life, status } = await setUp();
    run.pause();
    taken();
    life.pushOwn = () => status.isPaused as never;
    run.resume();
    expect(taken()).toEqual([['ask', { action: 'draft', draft: { type: 'resumed' } }], ['advance']]);
  });

  it('cannot end where there is none', async () => {
    const { run } = await setUp();
    expect(() => run.resume()).toThrow('resume(): the run is running, not paused.');
    expect(() => run.resume()).toThrow(expect.objectContaining({ code: 'INVALID_STATE_TRANSITION' }));
  });
});

describe('a call of a run', () => {
  it.each(['interrupt', 'pause', 'resume'] as const)('that is over is refused: %s', async (name) => {
    const { run, status, taken } = await setUp();
    status.move('completed');
    expect(() => run[name]()).toThrow(
      expect.objectContaining({ code: 'RUN_NOT_ACTIVE', message: `${name}(): run run-1 is over (completed).` }),
    );
    expect(taken()).toEqual([]);
  });

  it('that waits is refused', async () => {
    const { run, taken } = await setUp({ isWaiting: true, prepared: { lineage } });
    const refused = (name: string) =>
      expect.objectContaining({
        code: 'INVALID_STATE_TRANSITION',
        message: `${name}(): run run-1 has not begun: it waits for the end of run run-0.`,
      });
    expect(() => run.pause()).toThrow(refused('pause'));
    expect(() => run.publish({ kind: 'k', data: 1 })).toThrow(refused('publish'));
    expect(taken()).toEqual([]);
  });
});

describe('a note', () => {
  it('is written down until the run is over', async () => {
    const { run, now, taken } = await setUp();
    run.publish({ kind: 'k', data: 1 });
    expect(taken()).toEqual([['note', { kind: 'k', data: 1 }]]);
    now.isOver = true;
    expect(() => run.publish({ kind: 'k', data: 1 })).toThrow(
      expect.objectContaining({ code: 'RUN_NOT_ACTIVE', message: 'publish(): run run-1 is over.' }),
    );
    expect(taken()).toEqual([]);
  });
});

describe('the end of prompts', () => {
  it('is written down once, and lets the run end', async () => {
    const { run, status, taken } = await setUp();
    run.end();
    expect([taken(), status.isFinishing]).toEqual([[['end'], ['advance']], true]);
    run.end();
    expect(taken()).toEqual([['advance']]);
    expect(() => run.followUp('send', { text: 'more' }, 'next-turn')).toThrow(
      expect.objectContaining({
        code: 'RUN_NOT_ACTIVE',
        message: 'send(): run run-1 was told to end, and takes no more prompts.',
      }),
    );
  });

  it.each([
    ['is over', false],
    ['waits', true],
  ])('is not written down where the run %s', async (_, isWaiting) => {
    const { run, status, taken } = await setUp({ isWaiting });
    if (!isWaiting) {
      status.move('completed');
    }
    run.end();
    expect(taken()).toEqual([['advance']]);
  });
});

describe('a handover', () => {
  it('lets the run do what it has to do, and take no more prompts', async () => {
    const { run, taken } = await setUp();
    run.makeRoom('run-2', false);
    expect(taken()).toEqual([['end'], ['advance']]);
    expect(() => run.followUp('queue', { text: 'more' }, 'next-turn')).toThrow(
      expect.objectContaining({
        code: 'RUN_NOT_ACTIVE',
        message: 'queue(): run run-1 hands over to run run-2 and takes no more prompts.',
      }),
    );
  });

  it('that is wanted now cuts the turn short, and drops what waits', async () => {
    const { run, taken, names } = await setUp();
    run.makeRoom('run-2', true);
    expect(taken().slice(0, 4)).toEqual([
      ['rejectAll', 'Run run-1 hands over to another one.'],
      ['end'],
      ['advance'],
      ['ask', { action: 'interrupt' }],
    ]);
    names();
  });

  it('that is wanted now interrupts no run that ends anyway', async () => {
    const { run, names, status } = await setUp();
    status.isLeaving = true;
    run.makeRoom('run-2', true);
    expect(names()).toEqual(['rejectAll', 'end', 'advance']);
  });
});

describe('a follow-up', () => {
  it('is handed over in its turn', async () => {
    const { run, taken } = await setUp();
    const delivery = run.followUp('send', { text: 'more' }, 'after-tool');
    expect(taken()).toEqual([['add', { text: 'more' }, 'after-tool'], ['advance']]);
    expect(await delivery).toEqual({ delivered: 'new-turn', id: 'p', turn: 'turn' });
  });

  it('goes into the running turn where the CLI can, and else into the next', async () => {
    const { run, taken } = await setUp();
    expect(await run.followUp('steer', { text: 'more' }, 'now')).toMatchObject({ delivered: 'steered' });
    expect(taken()).toEqual([['advance']]);
    expect(await run.followUp('steer', { text: 'refused' }, 'now')).toMatchObject({ delivered: 'new-turn' });
    expect(taken()).toEqual([['add', { text: 'refused' }, 'next-turn'], ['advance']]);
  });

  it('that nobody awaits does not end the host where it is rejected', async () => {
    const { run, life } = await setUp();
    life.prompts.followUps.add = () => {
      const rejected = Promise.reject(new Error('over'));
      rejected.catch(() => {});
      return rejected;
    };
    const unhandled: unknown[] = [];
    const listener = (reason: unknown): number => unhandled.push(reason);
    process.on('unhandledRejection', listener);
    void run.followUp('send', { text: 'more' }, 'next-turn');
    await turn();
    await turn();
    process.off('unhandledRejection', listener);
    expect(unhandled).toEqual([]);
    await expect(run.followUp('send', { text: 'more' }, 'next-turn')).rejects.toThrow('over');
  });

  it('is none of a mode that takes one prompt', async () => {
    const capabilities = { ...TOY_MODE.capabilities, supportsMultiTurn: false };
    const { run } = await setUp({ prepared: { mode: { ...TOY_MODE, capabilities } } });
    expect(() => run.followUp('send', { text: 'more' }, 'next-turn')).toThrow(
      expect.objectContaining({
        code: 'CAPABILITY_ERROR',
        message: 'send(): toy takes no follow-ups in mode "talk". Use another mode, or a new run with `sessionId`.',
        agent: 'toy',
        capability: 'followUps',
      }),
    );
  });

  it.each([true, false])('of a run that ends says how to keep one open (kept open: %s)', async (keepOpen) => {
    const { run, status } = await setUp({ prepared: { options: { ...prepareToy().options, keepOpen } } });
    status.isLeaving = true;
    const hint = keepOpen ? '' : ' Start it with `keepOpen: true` to keep it open for follow-ups.';
    expect(() => run.followUp('send', { text: 'more' }, 'next-turn')).toThrow(
      expect.objectContaining({ code: 'RUN_NOT_ACTIVE', message: `send(): run run-1 is over or ending.${hint}` }),
    );
  });
});

describe('an interrupt', () => {
  const ASKED = [['ask', { action: 'interrupt' }], ['hold']];
  const protocol = (isProtocol: boolean): Partial<PreparedRun> => ({
    mode: { ...TOY_MODE, capabilities: { ...TOY_MODE.capabilities, interrupt: isProtocol ? 'protocol' : 'signal' } },
  });
  const STOPPED = [
    ['noteInterrupt', 'run'],
    ['stop', { type: 'interrupted' }],
  ];

  it('tells the agent that is at work', async () => {
    const { run, taken } = await setUp();
    run.interrupt();
    expect(taken()).toEqual([...ASKED, ['interruptTurn'], ['release'], ['advance']]);
  });

  it('of an agent that rests says nothing to it', async () => {
    const { run, taken } = await setUp({ life: { busy: false } });
    run.interrupt();
    expect(taken()).toEqual([...ASKED, ['release'], ['advance']]);
  });

  it('of a run that waits gives it up', async () => {
    const { run, taken } = await setUp({ isWaiting: true });
    run.interrupt();
    expect(taken()).toEqual([['forgo', 'Run run-1 was interrupted before it began.']]);
  });

  it('of a run that ends does nothing', async () => {
    const { run, status, taken } = await setUp();
    status.isLeaving = true;
    run.interrupt();
    expect(taken()).toEqual([]);
  });

  it.each([
    ['goes on and can be told', true, true, true, true],
    ['goes on and can only be signalled', true, true, false, false],
    ['goes on and cannot be reached', true, false, true, false],
    ['has nothing more to do', false, true, true, false],
  ])('of a process that is not up, of a run that %s', async (_, goesOn, isReachable, isProtocol, isTold) => {
    const { run, taken } = await setUp({ life: { isUp: false, goesOn, isReachable }, prepared: protocol(isProtocol) });
    run.interrupt();
    expect(taken().slice(2, -2)).toEqual(isTold ? [['interruptTurn']] : STOPPED);
  });

  it('lets a paused agent go on, after it was told', async () => {
    const { run, taken } = await setUp();
    run.pause();
    taken();
    run.interrupt();
    expect(taken()).toEqual([
      ...ASKED,
      ['pushOwn', { type: 'resumed' }],
      ['interruptTurn'],
      ['release'],
      ['continue'],
      ['channel.release'],
      ['advance'],
    ]);
  });

  describe('that the CLI does not answer', () => {
    const interrupted = async (life: Partial<State> = {}) => {
      const setting = await setUp({ life });
      // A turn of its first prompt is open, so that words of the CLI count as answers.
      setting.status.follow({ state: { busy: true, turn: true } as never });
      setting.now.lastHeard = setting.deps.clock.now();
      setting.run.interrupt();
      setting.taken();
      return setting;
    };
    const STOP = [['stop', { type: 'interrupted' }]];

    it('ends the run after the grace period', async () => {
      const { deps, taken } = await interrupted();
      deps.manual.pass(299);
      expect(taken()).toEqual([]);
      deps.manual.pass(1);
      expect([taken(), deps.manual.size]).toEqual([STOP, 0]);
    });

    it('ends it no later when it is asked for again', async () => {
      const { run, deps, taken } = await interrupted();
      deps.manual.pass(200);
      run.interrupt();
      taken();
      deps.manual.pass(100);
      expect(taken()).toEqual(STOP);
    });

    it('has another grace period after one that has passed', async () => {
      const { run, deps, taken } = await interrupted();
      deps.manual.pass(300);
      taken();
      run.interrupt();
      taken();
      deps.manual.pass(299);
      expect(taken()).toEqual([]);
      deps.manual.pass(1);
      expect(taken()).toEqual(STOP);
    });

    it('does not end a run whose next turn has begun', async () => {
      const { status, deps, taken } = await interrupted();
      status.beginTurn();
      deps.manual.pass(300);
      expect(taken()).toEqual([]);
    });

    it('does not end a run whose agent rests', async () => {
      const { now, deps, taken } = await interrupted();
      now.busy = false;
      deps.manual.pass(300);
      expect(taken()).toEqual([]);
    });

    it('ends a run whose agent has said something within its turn, but not one that has spoken after it', async () => {
      const within = await interrupted();
      within.now.lastHeard = within.deps.clock.now() + 1;
      within.deps.manual.pass(300);
      expect(within.taken()).toEqual(STOP);
      const after = await interrupted();
      after.now.lastHeard = after.deps.clock.now() + 1;
      after.now.turn = false;
      after.deps.manual.pass(300);
      expect(after.taken()).toEqual([]);
      const before = await interrupted();
      before.now.turn = false;
      before.deps.manual.pass(300);
      expect(before.taken()).toEqual(STOP);
    });

    it('ends a run whose agent still starts with its prompt, whatever it says', async () => {
      const { run, now, taken, deps } = await setUp({ life: { turn: false } });
      run.interrupt();
      now.lastHeard = deps.clock.now() + 1;
      taken();
      deps.manual.pass(300);
      expect(taken()).toEqual(STOP);
    });

    it('does not end another attempt', async () => {
      const { life, attemptOf, deps, taken } = await interrupted();
      life.attempt = attemptOf();
      deps.manual.pass(300);
      expect(taken()).toEqual([]);
    });

    it('of the attempt before begins a new grace period for this one', async () => {
      const { life, attemptOf, run, deps, taken } = await interrupted();
      deps.manual.pass(200);
      life.attempt = attemptOf();
      run.interrupt();
      taken();
      deps.manual.pass(299);
      expect([taken(), deps.manual.size]).toEqual([[], 1]);
      deps.manual.pass(1);
      expect(taken()).toEqual(STOP);
    });

    it('of the turn before begins a new grace period for this one', async () => {
      const { status, run, deps, taken } = await interrupted();
      deps.manual.pass(200);
      status.beginTurn();
      run.interrupt();
      taken();
      deps.manual.pass(299);
      expect(taken()).toEqual([]);
      deps.manual.pass(1);
      expect(taken()).toEqual(STOP);
    });

    it('is not waited for once the run is over', async () => {
      const { end, deps, taken } = await interrupted();
      end();
      await turn();
      expect(deps.manual.size).toBe(0);
      deps.manual.pass(300);
      expect(taken()).toEqual([]);
    });
  });
});

describe('the reason of an abort', () => {
  it.each([
    ['words', 'words'],
    ['', undefined],
    [5, '5'],
    [0, '0'],
    [true, undefined],
    [null, undefined],
    [undefined, undefined],
    [new Error('boom'), 'boom'],
    [new Error(''), undefined],
    [new DOMException('This operation was aborted', 'AbortError'), undefined],
    [{ a: 1 }, '{"a":1}'],
    [{ a: () => 1 }, '{}'],
    [[1], undefined],
    [new Date(0), undefined],
    [new Map(), undefined],
  ])('given as %s', (given, reason) => {
    expect(reasonOf(given)).toBe(reason);
  });

  it('is none where it cannot be read', () => {
    const unreadable = new Proxy(new Error('x'), {
      get() {
        throw new Error('boom');
      },
    });
    expect(reasonOf(unreadable)).toBeUndefined();
  });
});
