import type { AgentEvent } from '@agent-mux/events';
import type { JournalEntry } from '@agent-mux/events/journal';
import { describe, expect, it } from 'vitest';
import { SteadyClock } from '../clock.ts';
import type { ActivityChange } from '../readers/activity.ts';
import { Journal } from '../readers/journal.ts';
import { TurnReaders } from '../readers/turn-readers.ts';
import type { RunResult } from '../results/run-result.ts';
import { EntryLog } from './entry-log.ts';
import { InputLog } from './input-log.ts';
import { LiveTurns } from './live-turns.ts';
import { createManualClock } from './testing/manual-clock.ts';
import { Waits } from './waits.ts';

const JSON_SCHEMA = { type: 'object', required: ['a'] };
const TOO_OFTEN = { type: 'rate_limit_error', message: 'Too often.' } as const;
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A schema of a library, which answers when the test says so. */
function createSchema() {
  const answers: ((answer: object) => void)[] = [];
  const asked: unknown[] = [];
  const schema = {
    '~standard': {
      version: 1,
      vendor: 'own',
      validate(value: unknown) {
        asked.push(value);
        return new Promise((resolve) => answers.push(resolve));
      },
    },
  };
  return { schema, asked, answer: (given: object) => answers.shift()?.(given) };
}

function setUp(outputSchema?: object) {
  const manual = createManualClock();
  const clock = new SteadyClock({ ...manual, monotonic: manual.now });
  const waits = new Waits(manual);
  const faults: unknown[] = [];
  const log: string[] = [];
  let isFaulty = false;
  const journal: Journal = new Journal({
    highWaterMark: 100,
    collect: true,
    onPressure: () => {},
    onWarning: () => {},
    tap: {
      take(entry) {
        if (isFaulty) {
          throw new Error('boom');
        }
        readers.take(entry);
      },
    },
  });
  const readers: TurnReaders = new TurnReaders(() => journal);
  const entries = new EntryLog('r', journal, clock);
  const inputs = new InputLog('r');
  const now = {
    state: 'running',
    cause: undefined as object | undefined,
    isEnding: false,
    isLeaving: false,
    isUp: true,
    hasMore: false,
    busy: false,
    open: [] as readonly object[],
    output: undefined as unknown,
    lastOutcome: undefined as object | undefined,
  };
  const turns = new LiveTurns({
    prepared: { runId: 'r', agent: 'toy', outputSchema },
    readers,
    entries,
    waits,
    clock,
    channel: {
      get open() {
        return now.open;
      },
    },
    machine: { status: now, assembler: now },
    timers: { stay: () => log.push('stay') },
    dialect: () => ({ state: now }),
    isUp: () => now.isUp,
    hasMore: () => now.hasMore,
    warn: (message: string) => log.push(message),
    onFault: (error: unknown) => faults.push(error),
  } as unknown as ConstructorParameters<typeof LiveTurns>[0]);
  const say = (text: string): void =>
    entries.event(
      { type: 'message_stop', runId: 'r', agent: 'toy', timestamp: 0, seq: 0, text } as AgentEvent,
      () => undefined,
    );
  return {
    turns,
    journal,
    now,
    log,
    faults,
    manual,
    waits,
    say,
    begin: () => entries.prompt(inputs.first({ text: 'one' })),
    /** The words of another turn, which the CLI takes up at once. */
    goOn(): void {
      const prompt = inputs.newTurn({ text: 'more' });
      entries.prompt(prompt);
      entries.delivered(prompt.id, 'new-turn');
    },
    fail: () => {
      isFaulty = true;
    },
    /** What was written down about ends of turns. */
    ends: () =>
      journal.retained.flatMap((entry: JournalEntry) => {
        if (!('entry' in entry) || entry.entry !== 'turn') {
          return [];
        }
        const { entry: _, runId: __, timestamp: ___, ...end } = entry;
        return [end];
      }),
  };
}

const INVALID = { code: 'OUTPUT_INVALID', recoverable: true };

describe('a turn', () => {
  it('ends once the agent rests, and only once', () => {
    const { turns, begin, ends } = setUp();
    begin();
    expect(turns.hasRested).toBe(false);
    turns.rest();
    expect(ends()).toEqual([{ id: 'r-p1', outcome: 'completed' }]);
    expect(turns.hasRested).toBe(true);
    turns.rest();
    expect(ends()).toHaveLength(1);
    expect(turns.readers.unread.size).toBe(0);
  });

  it('ends as the agent has told', () => {
    const { turns, begin, now, ends } = setUp(JSON_SCHEMA);
    begin();
    now.lastOutcome = TOO_OFTEN;
    turns.rest();
    // No schema is asked about an answer that there is not.
    expect(ends()).toMatchObject([{ id: 'r-p1', error: { code: 'RATE_LIMITED' } }]);
    expect(turns.readers.unread.size).toBe(0);
  });

  it('has rested where one before it has', () => {
    const { turns, begin, goOn } = setUp();
    begin();
    turns.rest();
    goOn();
    expect(turns.hasRested).toBe(true);
  });

  it('is the one in which its words are delivered', async () => {
    const { turns, begin, goOn } = setUp();
    begin();
    expect(turns.answered).toEqual({ delivered: 'answer', turn: turns.readers.of('r-p1') });
    goOn();
    expect(turns.answered.turn).toBe(turns.readers.of('r-p2'));
    expect(turns.deliveryOf({ delivered: 'steered', id: 'r-p1' })).toEqual({
      delivered: 'steered',
      turn: turns.readers.of('r-p1'),
    });
  });
});

describe('the answer of a turn that is over', () => {
  it('is read before the end of the turn is written down', async () => {
    const { schema, asked, answer } = createSchema();
    const { turns, begin, say, ends } = setUp(schema);
    begin();
    say('{"a":1}');
    turns.rest();
    expect([...turns.readers.unread]).toEqual(['r-p1']);
    expect([turns.hasRested, ends()]).toEqual([true, []]);
    // The agent may come to rest several times, while the schema is asked once.
    turns.rest();
    await settled();
    answer({ value: 'read' });
    await settled();
    expect(asked).toEqual([{ a: 1 }]);
    expect(ends()).toEqual([{ id: 'r-p1', outcome: 'completed', output: { a: 1 } }]);
    expect(turns.readers.unread.size).toBe(0);
    expect([...turns.readers.values.values()]).toEqual(['read']);
    expect((await turns.readers.of('r-p1')).output).toBe('read');
    expect(turns.lastRaw).toEqual({ a: 1 });
  });

  it('is what the agent has told before its text', async () => {
    const { turns, begin, now, say, ends } = setUp(JSON_SCHEMA);
    begin();
    say('some words');
    now.output = { a: 2 };
    turns.rest();
    await turns.readers.current;
    expect(ends()).toEqual([{ id: 'r-p1', outcome: 'completed', output: { a: 2 } }]);
  });

  it('fails the turn where it does not fit', async () => {
    const { turns, begin, say, ends } = setUp(JSON_SCHEMA);
    begin();
    say('{}');
    turns.rest();
    await turns.readers.current;
    expect(ends()).toMatchObject([{ id: 'r-p1', outcome: 'failed', error: INVALID }]);
    expect(turns.readers.values.size).toBe(0);
    expect(turns.lastRaw).toBeUndefined();
  });

  it('lets the run rest only once it is read', async () => {
    const { schema, answer } = createSchema();
    const { turns, begin, say } = setUp(schema);
    const changes: string[] = [];
    turns.activity.on(({ activity, previous, runId }: ActivityChange) => changes.push(runId, previous, activity));
    begin();
    say('{}');
    turns.rest();
    turns.activity.touch();
    await settled();
    expect(changes).toEqual(['r', 'starting', 'working']);
    answer({ value: 1 });
    await settled();
    expect(changes.slice(3)).toEqual(['r', 'working', 'idle']);
  });

  it('that cannot be written down is a fault, which the run waits for all the same', async () => {
    const { schema, answer } = createSchema();
    const { turns, begin, say, fail, faults } = setUp(schema);
    begin();
    say('{}');
    turns.rest();
    fail();
    await settled();
    answer({ value: 1 });
    await settled();
    expect(faults).toMatchObject([{ message: 'boom' }]);
    const reading = turns.readLast();
    await settled();
    answer({ value: 2 });
    expect(await reading).toEqual({ raw: {}, value: 2 });
  });
});

describe('the last answer', () => {
  it('is none where none is asked for, or no turn has begun', async () => {
    const { turns, begin, say } = setUp();
    begin();
    say('{}');
    expect([await turns.readLast(), turns.lastRaw]).toEqual([undefined, undefined]);
    const other = setUp(JSON_SCHEMA);
    expect([await other.turns.readLast(), other.turns.lastRaw]).toEqual([undefined, undefined]);
  });

  it('is read as the run ends, and is no entry', async () => {
    const { turns, begin, say, ends, log, manual } = setUp(JSON_SCHEMA);
    begin();
    say('{"a":1}');
    expect(turns.lastRaw).toBeUndefined();
    const reading = turns.readLast();
    manual.pass(1);
    expect(await reading).toEqual({ raw: { a: 1 }, value: { a: 1 } });
    expect([turns.lastRaw, ends()]).toEqual([{ a: 1 }, []]);
    expect([...turns.readers.values.values()]).toEqual([{ a: 1 }]);
    // Such a schema is code of ours, and always answers.
    expect(log).toEqual([]);
  });

  it('that does not fit has no value', async () => {
    const { turns, begin, say } = setUp(JSON_SCHEMA);
    begin();
    say('no');
    expect(await turns.readLast()).toMatchObject({ error: INVALID });
    expect([turns.lastRaw, turns.readers.values.size]).toEqual([undefined, 0]);
  });

  it('is none where the run was stopped, and then no answer is heard any more', async () => {
    const { schema, answer } = createSchema();
    const { turns, begin, goOn, say, now, ends } = setUp(schema);
    begin();
    say('{}');
    turns.rest();
    goOn();
    say('{}');
    now.cause = { type: 'interrupted' };
    await settled();
    expect(await turns.readLast()).toBeUndefined();
    answer({ value: 1 });
    await settled();
    expect([ends(), turns.readers.values.size, turns.readers.unread.size]).toEqual([[], 0, 0]);
  });

  it('is waited for with those of earlier turns', async () => {
    const { schema, asked, answer } = createSchema();
    const { turns, begin, goOn, say, ends } = setUp(schema);
    begin();
    say('{"turn":1}');
    turns.rest();
    goOn();
    say('{"turn":2}');
    const log: unknown[] = [];
    void turns.readLast().then((read) => log.push(read));
    await settled();
    expect(asked).toEqual([{ turn: 1 }, { turn: 2 }]);
    answer({ value: 'first' });
    await settled();
    expect(ends()).toEqual([{ id: 'r-p1', outcome: 'completed', output: { turn: 1 } }]);
    expect(log).toEqual([]);
    answer({ value: 'second' });
    await settled();
    expect(log).toEqual([{ raw: { turn: 2 }, value: 'second' }]);
    expect([...turns.readers.values.values()]).toEqual(['first', 'second']);
    expect(turns.lastRaw).toEqual({ turn: 2 });
  });

  it('waits for an earlier one that takes longer', async () => {
    const answers: ((answer: object) => void)[] = [];
    const validate = () => new Promise((resolve) => answers.push(resolve));
    const { turns, begin, goOn, say, ends } = setUp({ '~standard': { version: 1, vendor: 'own', validate } });
    begin();
    say('1');
    turns.rest();
    goOn();
    say('2');
    const log: unknown[] = [];
    void turns.readLast().then((read) => log.push(read));
    await settled();
    answers[1]?.({ value: 'second' });
    await settled();
    expect(log).toEqual([]);
    answers[0]?.({ value: 'first' });
    await settled();
    expect(log).toEqual([{ raw: 2, value: 'second' }]);
    expect(ends()).toMatchObject([{ id: 'r-p1', output: 1 }]);
  });

  it('is not read again where the turn is over', async () => {
    const { schema, asked, answer } = createSchema();
    const { turns, begin, say, ends } = setUp(schema);
    begin();
    say('{}');
    turns.rest();
    const log: unknown[] = [];
    void turns.readLast().then((read) => log.push(read));
    await settled();
    expect(log).toEqual([]);
    answer({ value: 1 });
    await settled();
    expect([asked, log, ends()]).toEqual([[{}], [undefined], [{ id: 'r-p1', outcome: 'completed', output: {} }]]);
    expect(await turns.readLast()).toBeUndefined();
    expect(asked).toHaveLength(1);
  });

  it('is under the limit of the run where a schema does not answer at once', async () => {
    const { schema, answer } = createSchema();
    const { turns, begin, say, log, manual } = setUp(schema);
    begin();
    say('{}');
    const reading = turns.readLast();
    await settled();
    expect(log).toEqual([]);
    manual.pass(0);
    expect(log).toEqual(['stay']);
    answer({ value: 1 });
    expect(await reading).toEqual({ raw: {}, value: 1 });
  });

  it('is not under the limit of the run where a schema answers at once', async () => {
    const validate = (value: unknown) => ({ value });
    const { turns, begin, say, log, manual } = setUp({ '~standard': { version: 1, vendor: 'own', validate } });
    begin();
    say('{}');
    expect(await turns.readLast()).toEqual({ raw: {}, value: {} });
    manual.pass(1);
    expect(log).toEqual([]);
  });

  it('is not waited for where the run is stopped meanwhile, nor heard afterwards', async () => {
    const { schema, answer } = createSchema();
    const { turns, begin, goOn, say, waits, ends } = setUp(schema);
    begin();
    say('1');
    turns.rest();
    goOn();
    say('2');
    const reading = turns.readLast();
    await settled();
    waits.stop();
    expect(await reading).toBeUndefined();
    answer({ value: 1 });
    answer({ value: 2 });
    await settled();
    expect([ends(), turns.readers.values.size]).toEqual([[], 0]);
  });
});

describe('what a run does', () => {
  it('is starting until the agent says anything, whatever it is to do', () => {
    const { turns, now } = setUp();
    expect(turns.activity.now).toBe('idle');
    Object.assign(now, { state: 'spawned', open: [{}], busy: true });
    expect(turns.activity.now).toBe('starting');
  });

  it('is asking while a question is open', () => {
    const { turns, now } = setUp();
    Object.assign(now, { open: [{}], busy: true });
    expect(turns.activity.now).toBe('asking');
  });

  it.each([{ busy: true }, { isUp: false }, { hasMore: true }])('is working: %j', (change) => {
    const { turns, now } = setUp();
    Object.assign(now, change);
    expect(turns.activity.now).toBe('working');
  });

  it('is on the way to the end what it was before', () => {
    const { turns, now } = setUp();
    now.open = [{}];
    expect(turns.activity.now).toBe('asking');
    Object.assign(now, { open: [], isEnding: true });
    expect(turns.activity.now).toBe('asking');
    now.isLeaving = true;
    expect(turns.activity.now).toBe('asking');
  });

  it('is work, where an agent is told to leave before anybody has looked', () => {
    const { turns, now } = setUp();
    now.isEnding = true;
    expect(turns.activity.now).toBe('starting');
    now.isLeaving = true;
    expect(turns.activity.now).toBe('working');
  });

  it('is over with its result, which is also that of the turns that are open', async () => {
    const { turns, begin, say } = setUp();
    const changes: string[] = [];
    turns.activity.on(({ activity }: ActivityChange) => changes.push(activity));
    begin();
    say('one');
    const turn = turns.readers.current.result();
    const own = { ...turns.readers.results({ outcome: 'completed' })[0], text: 'told' };
    const result = { turns: [own] } as unknown as RunResult;
    expect(turns.finish(result)).toBe(result);
    expect(turns.activity.now).toBe('over');
    await settled();
    expect(changes).toEqual(['over']);
    expect(await turn).toBe(own);
  });

  it('is a fault where it cannot be told, and a warning where a listener fails', async () => {
    const { turns, now, log, faults } = setUp();
    turns.activity.on(() => {
      throw new Error('boom');
    });
    turns.activity.touch();
    await settled();
    expect([log.length, faults]).toEqual([1, []]);
    Object.defineProperty(now, 'state', {
      get: () => {
        throw new Error('broken');
      },
    });
    turns.activity.touch();
    await settled();
    expect([log.length, faults]).toMatchObject([1, [{ message: 'broken' }]]);
  });
});
