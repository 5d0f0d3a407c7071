import { describe, expect, it } from 'vitest';
import type { EndCause } from '../assembler/index.ts';
import { Stopper } from './stopper.ts';

interface State {
  isActive: boolean;
  isPaused: boolean;
  cause: EndCause | undefined;
  refusal: string | undefined;
}

/** A stopper whose parts write down what is asked of them; `breaks` is the part that throws. */
function setUp(changes: Partial<State> = {}, breaks?: string) {
  const done: unknown[][] = [];
  const note =
    (what: string) =>
    (...given: unknown[]): void => {
      done.push([what, ...given]);
      if (what === breaks) {
        throw new Error('boom');
      }
    };
  const status = {
    isActive: true,
    isPaused: false,
    cause: undefined,
    refusal: undefined,
    ...changes,
    tell: note('tell'),
  };
  const faults = {
    try: (what: string, act: () => unknown) => {
      try {
        act();
      } catch {
        done.push(['fault', what]);
      }
    },
  };
  const writes = { write: ['stop it'] };
  const parts = {
    prepared: { runId: 'run-1' },
    faults,
    machine: { status },
    journal: { hold: note('hold'), release: note('release') },
    time: { now: () => 12 },
    waits: { stop: note('waits.stop') },
    act: note('act'),
    kin: { endCalled: note('endCalled') },
    dialect: () => ({
      interrupt: () => writes,
      state: {
        pending: new Map([
          ['a', {}],
          ['b', {}],
        ]),
      },
    }),
    say: (given: unknown, said: () => void) => {
      done.push(['say', given]);
      said();
    },
    steerReading: note('steerReading'),
    entries: { ask: note('ask') },
    timers: { stop: note('timers.stop') },
    channel: { dropAll: note('dropAll') },
    answers: { refuse: note('refuse') },
    hostTools: { close: note('hostTools.close') },
    followUps: { rejectAll: note('rejectAll') },
    delay: { skip: note('skip') },
    attempt: () => ({ stop: note('attempt.stop') }),
  };
  return { stopper: new Stopper(parts as unknown as ConstructorParameters<typeof Stopper>[0]), done, status, writes };
}

const ABORT = { action: 'abort' };

describe('a stop', () => {
  it('does all of this while listeners are held, and ends the agent last', () => {
    const { stopper, done } = setUp({ refusal: 'the run is being ended (aborted)' });
    stopper.stop({ type: 'aborted' });
    expect(done).toEqual([
      ['hold'],
      ['ask', ABORT],
      ['act', ABORT],
      ['timers.stop'],
      ['dropAll'],
      ['rejectAll', 'Run run-1 is being ended (aborted).'],
      ['skip'],
      ['waits.stop'],
      ['hostTools.close'],
      ['endCalled'],
      ['steerReading'],
      ['attempt.stop'],
      ['release'],
    ]);
  });

  it('lets a paused agent go on first, because a process that stands cannot exit', () => {
    const { stopper, done } = setUp({ isPaused: true });
    stopper.stop({ type: 'aborted' });
    expect(done.slice(0, 4)).toEqual([
      ['hold'],
      ['ask', ABORT],
      ['act', { action: 'draft', draft: { type: 'resumed' } }],
      ['act', ABORT],
    ]);
  });

  it.each([
    [
      { type: 'aborted', reason: 'too dear' },
      { action: 'abort', reason: 'too dear', by: { kind: 'agent', id: 'x' } },
    ],
    [
      { type: 'timeout', kind: 'inactivity' },
      { action: 'timeout', kind: 'inactivity' },
    ],
    [{ type: 'interrupted' }, { action: 'draft', draft: { type: 'outcome', outcome: { type: 'interrupted' } } }],
  ] as [EndCause, object][])('for %j writes down %j', (cause, action) => {
    const { stopper, done } = setUp();
    stopper.stop(cause, { kind: 'agent', id: 'x' });
    expect([done[1], done[2]]).toEqual([
      ['ask', action],
      ['act', action],
    ]);
  });

  it.each([
    ['that is over', { isActive: false }],
    ['whose end is decided', { cause: { type: 'aborted' } }],
  ] as [string, Partial<State>][])('of a run %s does nothing', (_, state) => {
    const { stopper, done } = setUp(state);
    stopper.stop({ type: 'interrupted' });
    expect(done).toEqual([]);
  });

  it.each(['ask', 'act', 'timers.stop', 'rejectAll', 'endCalled', 'steerReading'])(
    'ends the agent also where %s fails',
    (what) => {
      const { stopper, done } = setUp({}, what);
      stopper.stop({ type: 'aborted' });
      expect(done).toContainEqual(['fault', 'stop the run']);
      expect(done.slice(-2)).toEqual([['attempt.stop'], ['release']]);
    },
  );

  it('drops no question while answers are taken', () => {
    const { stopper, done } = setUp();
    stopper.stop({ type: 'aborted' });
    expect(done).not.toContainEqual(['dropAll']);
  });
});

describe('an interrupt', () => {
  it('that is noted drops the questions once nothing is granted', () => {
    const { stopper, done } = setUp({ refusal: 'the turn was interrupted' });
    stopper.noteInterrupt('run');
    expect(done).toEqual([['hold'], ['act', { action: 'interrupt', of: 'run' }], ['dropAll'], ['release']]);
  });

  it('tells the CLI first, and denies its questions after that', () => {
    const { stopper, done, writes } = setUp({ refusal: 'the run is being ended (timeout)' });
    stopper.interruptTurn();
    expect(done).toEqual([
      ['hold'],
      ['hold'],
      ['act', { action: 'interrupt', of: 'turn' }],
      ['dropAll'],
      ['release'],
      ['steerReading'],
      ['say', writes],
      ['tell', writes, 12],
      ['refuse', 'a', 'the run is being ended (timeout)'],
      ['refuse', 'b', 'the run is being ended (timeout)'],
      ['release'],
    ]);
  });

  it('has a reason of its own where the run knows none', () => {
    const { stopper, done } = setUp();
    stopper.interruptTurn();
    expect(done).toContainEqual(['refuse', 'a', 'the turn was interrupted']);
  });
});
