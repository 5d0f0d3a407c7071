import { describe, expect, it } from 'vitest';
import type { SteerSettled } from './follow-ups.ts';
import { InputLog, type Prompt } from './input-log.ts';
import { Prompts } from './prompts.ts';

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

interface Run {
  isUp: boolean;
  isResting: boolean;
  isPaused: boolean;
  isFinishing: boolean;
  isEnding: boolean;
  stopping: 'nothing' | 'turn' | 'run';
  turn: boolean;
  holdsEnd: boolean | undefined;
  /** Whether the CLI can take words into its turn. */
  canSteer: boolean;
  /** The key under which it reports what became of them. */
  key: string | undefined;
  multiTurn: boolean;
}

/** The prompts of a run that rests, whose parts write down what is asked of them. With `isKept` a store takes each prompt first. */
function setUp(changes: Partial<Run> = {}, isKept = false) {
  const run: Run = {
    isUp: true,
    isResting: true,
    isPaused: false,
    isFinishing: false,
    isEnding: false,
    stopping: 'nothing',
    turn: false,
    holdsEnd: undefined,
    canSteer: true,
    key: undefined,
    multiTurn: true,
    ...changes,
  };
  const done: unknown[][] = [];
  const note =
    (what: string) =>
    (...given: unknown[]): void =>
      void done.push([what, ...given]);
  const keeping: { resolve(): void; reject(error: Error): void }[] = [];
  const status = {
    get isPaused() {
      return run.isPaused;
    },
    get isFinishing() {
      return run.isFinishing;
    },
    get isEnding() {
      return run.isEnding;
    },
    get stopping() {
      return run.stopping;
    },
  };
  const parts = {
    prepared: { runId: 'run-1', input: { text: 'go' }, mode: { capabilities: { supportsMultiTurn: run.multiTurn } } },
    faults: { report: (what: string, { message }: Error) => done.push(['fault', what, message]) },
    keeper: {
      keepPrompt: (prompt: Prompt, by: unknown) => {
        if (!isKept) {
          return undefined;
        }
        done.push(['keep', prompt.id, by === entries]);
        return new Promise<void>((resolve, reject) => keeping.push({ resolve, reject }));
      },
    },
    inputs: new InputLog('run-1'),
    dialect: () => ({
      state: { turn: run.turn, holdsEnd: run.holdsEnd },
      prompt: ({ text }: { text: string }) => ({ write: [`prompt ${text}`] }),
      steer: ({ text }: { text: string }) =>
        run.canSteer ? { write: [`steer ${text}`], ...(run.key === undefined ? {} : { key: run.key }) } : undefined,
    }),
    isUp: () => run.isUp,
    act: ({ action, as, id, text }: Prompt) => done.push(['act', action, as, id, text]),
    say: ({ write }: { write: readonly string[] }) => done.push(['say', ...write]),
    steerReading: note('steerReading'),
    entries: {} as unknown as {
      steered(id: string, key?: string): object | undefined;
      settle(given: SteerSettled): object | undefined;
    },
    machine: {
      status,
      get isResting() {
        return run.isResting;
      },
    },
    turns: { rest: note('rest') },
    onDone: note('onDone'),
  };
  const { entries } = parts;
  entries.steered = (id, key) => {
    done.push(['steered', id, key]);
    return key === undefined ? { id, delivered: 'steered' } : undefined;
  };
  entries.settle = ({ key, delivered }) => (key === 'known' ? { id: 'run-1-p1', delivered } : undefined);
  const prompts = new Prompts(parts as unknown as ConstructorParameters<typeof Prompts>[0]);
  /** What was done since this was asked last. */
  const taken = (): unknown[][] => done.splice(0);
  /** Lets the store take the oldest prompt that waits for it. */
  const keep = async (): Promise<void> => {
    keeping.shift()?.resolve();
    await settled();
  };
  return { prompts, run, taken, keep, keeping };
}

const input = (text: string) => ({ text });
const WORKS = { isResting: false, turn: true };
const STEERED = [
  ['act', 'steer', 'steer', 'run-1-p1', 'hey'],
  ['steered', 'run-1-p1', undefined],
  ['say', 'steer hey'],
];
const BEGUN = [['act', 'prompt', 'new-turn', 'run-1-p1', 'next'], ['steerReading'], ['say', 'prompt next']];

it('the first words of an agent are those of its run', () => {
  const { prompts } = setUp();
  expect([prompts.firstWords(), prompts.wasSent]).toEqual([{ write: ['prompt go'] }, false]);
});

describe('a run goes on', () => {
  it('until it is to end, and nothing waits', async () => {
    const { prompts, run } = setUp();
    expect(prompts.goesOn).toBe(true);
    run.isFinishing = true;
    expect(prompts.goesOn).toBe(false);
    void prompts.followUps.add(input('next'), 'next-turn');
    expect(prompts.goesOn).toBe(true);
  });

  it('while a prompt is being kept', async () => {
    const { prompts, keep } = setUp({ ...WORKS, isFinishing: true }, true);
    void prompts.steerNow(input('hey'));
    expect(prompts.goesOn).toBe(true);
    await keep();
    expect(prompts.goesOn).toBe(false);
  });
});

describe('words for the running turn', () => {
  it('are written down, and then said', async () => {
    const { prompts, taken } = setUp(WORKS);
    const delivery = prompts.steerNow(input('hey'));
    expect([taken(), prompts.wasSent]).toEqual([STEERED, true]);
    expect(await delivery).toEqual({ delivered: 'steered', id: 'run-1-p1' });
  });

  it('that were written down before keep their id', () => {
    const { prompts, taken } = setUp(WORKS);
    void prompts.steerNow(input('hey'), 'run-1-p7');
    expect(taken()[0]).toEqual(['act', 'steer', 'steer', 'run-1-p7', 'hey']);
  });

  it('are delivered when the CLI says so, where it does', async () => {
    const { prompts, taken } = setUp({ ...WORKS, key: 'known' });
    const delivery = prompts.steerNow(input('hey'));
    expect(taken()[1]).toEqual(['steered', 'run-1-p1', 'known']);
    let count = 0;
    void delivery?.then(() => count++);
    prompts.settle({ type: 'steer_settled', key: 'other', delivered: 'steered' });
    await settled();
    expect(count).toBe(0);
    prompts.settle({ type: 'steer_settled', key: 'known', delivered: 'new-turn' });
    expect(await delivery).toEqual({ delivered: 'new-turn', id: 'run-1-p1' });
  });

  it.each([
    ['the process is not up', { isUp: false }],
    ['the turn was interrupted', { stopping: 'turn' }],
    ['the run is being ended', { stopping: 'run' }],
    ['no turn is open', { turn: false }],
    ['its end is not told yet', { holdsEnd: true }],
    ['the CLI cannot take them', { canSteer: false }],
  ] as const)('are none where %s', (_, state) => {
    const { prompts, taken } = setUp({ ...WORKS, ...state });
    expect([prompts.steerNow(input('hey')), taken(), prompts.wasSent]).toEqual([undefined, [], false]);
  });

  it('may join a turn whose end is told at once', () => {
    const { prompts } = setUp({ ...WORKS, holdsEnd: false });
    expect(prompts.steerNow(input('hey'))).toBeDefined();
  });

  it('are kept first, where somebody keeps the run', async () => {
    const { prompts, taken, keep } = setUp(WORKS, true);
    const delivery = prompts.steerNow(input('hey'));
    expect([taken(), prompts.wasSent]).toEqual([[['keep', 'run-1-p1', true]], true]);
    await keep();
    expect(taken()).toEqual(STEERED);
    expect(await delivery).toEqual({ delivered: 'steered', id: 'run-1-p1' });
  });

  it('that are kept after their turn has ended are a turn of their own, before all others', async () => {
    const { prompts, run, taken, keep } = setUp(WORKS, true);
    const delivery = prompts.steerNow(input('hey'));
    void prompts.followUps.add(input('next'), 'next-turn');
    taken();
    Object.assign(run, { isResting: true, turn: false });
    await keep();
    // It is begun at once, under the id under which it was kept.
    expect(taken()).toEqual([['rest'], ['keep', 'run-1-p1', true]]);
    await keep();
    expect(taken()).toEqual([
      ['act', 'prompt', 'new-turn', 'run-1-p1', 'hey'],
      ['steerReading'],
      ['say', 'prompt hey'],
    ]);
    expect(await delivery).toEqual({ delivered: 'new-turn', id: 'run-1-p1' });
  });

  it('that are kept after the run has ended are rejected', async () => {
    const { prompts, run, taken, keep } = setUp(WORKS, true);
    const delivery = prompts.steerNow(input('hey'));
    delivery?.catch(() => {});
    taken();
    Object.assign(run, { stopping: 'run', isEnding: true });
    await keep();
    await expect(delivery).rejects.toMatchObject({
      code: 'RUN_NOT_ACTIVE',
      message: 'Run run-1 ended before the prompt could be handed over.',
    });
    expect(taken()).toEqual([]);
  });

  it('that waited for a boundary are said when a message has passed it', async () => {
    const { prompts, taken } = setUp(WORKS);
    const stop = { type: 'message_stop' } as never;
    prompts.followUps.observe(stop);
    prompts.passBoundary();
    const delivery = prompts.followUps.add(input('hey'), 'after-response');
    prompts.passBoundary();
    expect(taken()).toEqual([]);
    prompts.followUps.observe(stop);
    prompts.passBoundary();
    expect(taken()).toEqual(STEERED);
    expect(await delivery).toEqual({ delivered: 'steered', id: 'run-1-p1' });
    expect(prompts.followUps.isEmpty).toBe(true);
  });
});

describe('the next prompt', () => {
  it('begins a turn of an agent that rests', async () => {
    const { prompts, taken } = setUp();
    const delivery = prompts.followUps.add(input('next'), 'next-turn');
    prompts.advance();
    expect(taken()).toEqual([['rest'], ...BEGUN]);
    expect([prompts.wasSent, prompts.followUps.isEmpty]).toEqual([true, true]);
    expect(await delivery).toEqual({ delivered: 'new-turn', id: 'run-1-p1' });
  });

  it.each([
    ['works', { isResting: false }],
    ['is not up', { isUp: false }],
    ['is paused', { isPaused: true }],
  ])('waits while the agent %s', (_, state) => {
    const { prompts, taken } = setUp({ ...state, isFinishing: true });
    void prompts.followUps.add(input('next'), 'next-turn');
    prompts.advance();
    expect([taken(), prompts.followUps.isEmpty, prompts.wasSent]).toEqual([[], false, false]);
  });

  it('is awaited where none is there and more may come', () => {
    const { prompts, taken } = setUp();
    prompts.advance();
    expect([taken(), prompts.wasSent]).toEqual([[['rest']], false]);
  });

  it('is not awaited where none will come, so that the agent may leave', () => {
    const { prompts, taken } = setUp({ isFinishing: true });
    prompts.advance();
    expect(taken()).toEqual([['onDone']]);
  });

  it('is none of an agent that takes one prompt alone, which may leave', () => {
    const { prompts, taken } = setUp({ multiTurn: false, isFinishing: true });
    void prompts.followUps.add(input('next'), 'next-turn');
    prompts.advance();
    expect(taken()).toEqual([['rest'], ['onDone']]);
  });

  it('is kept before it is said, and nothing else begins meanwhile', async () => {
    const { prompts, taken, keep } = setUp({}, true);
    const delivery = prompts.followUps.add(input('next'), 'next-turn');
    void prompts.followUps.add(input('later'), 'next-turn');
    prompts.advance();
    prompts.advance();
    expect([taken(), prompts.followUps.next?.id]).toEqual([[['rest'], ['keep', 'run-1-p1', true]], 'run-1-p1']);
    await keep();
    expect(taken()).toEqual(BEGUN);
    expect(await delivery).toEqual({ delivered: 'new-turn', id: 'run-1-p1' });
    expect(prompts.followUps.next?.input).toEqual(input('later'));
  });

  it('that is out of the queue when it was kept is not said', async () => {
    const { prompts, run, taken, keep } = setUp({}, true);
    prompts.followUps.add(input('next'), 'next-turn').catch(() => {});
    prompts.advance();
    taken();
    prompts.followUps.rejectAll('over');
    run.isFinishing = true;
    await keep();
    expect(taken()).toEqual([['onDone']]);
  });

  it('that was kept waits for the end of a turn that the agent has begun by itself', async () => {
    const { prompts, run, taken, keep } = setUp({}, true);
    void prompts.followUps.add(input('next'), 'next-turn');
    prompts.advance();
    taken();
    run.isResting = false;
    await keep();
    expect([taken(), prompts.followUps.isEmpty]).toEqual([[], false]);
    run.isResting = true;
    prompts.advance();
    expect(taken()).toEqual([['rest'], ['keep', 'run-1-p1', true]]);
  });

  it('that cannot be handed over is a fault, and no more waits for it', async () => {
    const { prompts, taken, keeping } = setUp({ isFinishing: true }, true);
    prompts.followUps.add(input('next'), 'next-turn').catch(() => {});
    prompts.advance();
    taken();
    keeping.shift()?.reject(new Error('disk'));
    await settled();
    expect(taken()).toEqual([['fault', 'hand over a prompt', 'disk']]);
    prompts.followUps.rejectAll('over');
    expect(prompts.goesOn).toBe(false);
  });
});
