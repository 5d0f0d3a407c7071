/** How a run is consumed, without a run: a journal that is filled by hand, and an activity that is set by hand. */
import type { AgentEvent } from '@agent-mux/events';
import { describe, expect, it } from 'vitest';
import type { RunResult } from '../results/index.ts';
import { type Activity, ActivityWatch } from './activity.ts';
import { consumersOf } from './consumers-of.ts';
import { Journal } from './journal.ts';
import type { RunHandle } from './run-handle.ts';
import { TurnReaders } from './turn-readers.ts';

const RESULT = { text: 'done' } as RunResult;

function setUp(ended: () => Promise<RunResult> = async () => RESULT) {
  let now: Activity = 'starting';
  const journal = new Journal({ highWaterMark: 1, collect: false, onPressure: () => {}, onWarning: () => {} });
  const activity = new ActivityWatch({ runId: 'r', look: () => now, onWarning: () => {}, onFault: () => {} });
  const turns = new TurnReaders(() => journal);
  const handle = { name: 'the handle' } as unknown as RunHandle;
  const consumers = consumersOf(journal, { ended, handle: () => handle, activity, turns });
  let seq = 0;
  const append = (count = 1): void => {
    for (let n = 0; n < count; n++) {
      journal.append({ type: 'paused', runId: 'r', agent: 'a', timestamp: 0, seq: seq++ } satisfies AgentEvent);
    }
  };
  const become = async (next: Activity): Promise<void> => {
    now = next;
    activity.touch();
    await Promise.resolve();
  };
  /** Whether somebody has come for whom the run goes on: only then is forgotten what was read. */
  const isConsumed = (): boolean => {
    append(5_000);
    return journal.first > 0;
  };
  return { consumers, journal, append, become, handle, isConsumed };
}

describe('a consumer', () => {
  it('is nobody who has only got the handle', () => {
    expect(setUp().isConsumed()).toBe(false);
  });

  it.each<[string, (consumers: ReturnType<typeof setUp>['consumers']) => unknown]>([
    ['listens to events', (run) => run.on('paused', () => {})],
    ['listens to one event', (run) => run.once('resumed', () => {})],
    ['listens to the activity', (run) => run.on('activity', () => {})],
    ['waits for rest', (run) => run.idle()],
    ['waits for the result', (run) => run.result()],
    ['awaits the handle', (run) => run.then(() => {})],
    ['waits for an error', (run) => run.catch(() => {})],
    ['waits for the end', (run) => run.finally(() => {})],
    ['iterates over the turns', (run) => run.turns()],
  ])('is who %s', (_what, consume) => {
    const { consumers, isConsumed } = setUp();
    consume(consumers);
    expect(isConsumed()).toBe(true);
  });
});

describe('a listener of a handle', () => {
  it('hears each event of its type from then on, or one of them, until it is taken away', () => {
    const { consumers, append, handle } = setUp();
    append();
    const heard: string[] = [];
    const always = ({ seq }: AgentEvent): void => void heard.push(`on ${seq}`);
    expect(consumers.on('paused', always)).toBe(handle);
    expect(consumers.once('paused', ({ seq }) => void heard.push(`once ${seq}`))).toBe(handle);
    append();
    append();
    expect(consumers.off('paused', always)).toBe(handle);
    append();
    expect(heard).toEqual(['on 1', 'once 1', 'on 2']);
  });

  it('hears of the past first where it wants that', async () => {
    const { consumers, append } = setUp();
    append(2);
    const heard: string[] = [];
    consumers.on('paused', ({ seq }) => void heard.push(`on ${seq}`), { replay: true });
    consumers.once('paused', ({ seq }) => void heard.push(`once ${seq}`), { replay: true });
    consumers.on('paused', ({ seq }) => void heard.push(`new ${seq}`), { replay: false });
    consumers.once('paused', ({ seq }) => void heard.push(`next ${seq}`), {});
    await Promise.resolve();
    append();
    expect(heard).toEqual(['on 0', 'on 1', 'once 0', 'on 2', 'new 2', 'next 2']);
  });

  it('hears of the activity, each time or once, until it is taken away', async () => {
    const { consumers, become, handle } = setUp();
    const heard: string[] = [];
    const always = ({ activity }: { readonly activity: Activity }): void => void heard.push(`on ${activity}`);
    expect(consumers.on('activity', always)).toBe(handle);
    expect(consumers.once('activity', ({ activity }) => void heard.push(`once ${activity}`))).toBe(handle);
    await become('working');
    await become('idle');
    expect(consumers.off('activity', always)).toBe(handle);
    await become('working');
    expect(heard).toEqual(['on working', 'once working', 'on idle']);
  });

  it('is refused by the name of the call that was made', () => {
    const { consumers } = setUp();
    const no = 'nothing' as 'log';
    expect(() => consumers.on(no, () => {})).toThrow(/^on\(\): /);
    expect(() => consumers.once(no, () => {})).toThrow(/^once\(\): /);
    expect(() => consumers.off(no, () => {})).toThrow(/^off\(\): /);
    expect(() => consumers.on('log', () => {}, { replay: 1 } as never)).toThrow('replay');
    expect(() => consumers.once('log', () => {}, { replay: 1 } as never)).toThrow('replay');
  });
});

describe('a reader of a handle', () => {
  it('iterates over events, or over all entries', async () => {
    const { consumers, journal, append } = setUp();
    const note = { entry: 'note', runId: 'r', timestamp: 0, kind: 'k', data: 1 } as const;
    journal.append(note);
    append();
    journal.close();
    const events: unknown[] = [];
    for await (const event of { [Symbol.asyncIterator]: consumers[Symbol.asyncIterator] }) {
      events.push(event.seq);
    }
    const entries: unknown[] = [];
    for await (const entry of consumers.entries()) {
      entries.push('entry' in entry ? entry : entry.seq);
    }
    expect([events, entries]).toEqual([[0], [note, 0]]);
  });

  it('of entries only looks on where it says so', () => {
    const { consumers, journal } = setUp();
    consumers.entries({ observes: true });
    expect(journal.isHeard('log')).toBe(false);
    consumers.entries({});
    expect(journal.isHeard('log')).toBe(true);
    expect(() => consumers.entries({ observes: 1 } as never)).toThrow(/^entries\(\): /);
  });

  it('waits for rest', async () => {
    const { consumers, become } = setUp();
    const idle = consumers.idle();
    await become('idle');
    await expect(idle).resolves.toBe('idle');
  });

  it('gets the turns as they begin', async () => {
    const { consumers, journal } = setUp();
    const next = consumers.turns().next();
    expect(journal.length).toBe(0);
    expect(await Promise.race([next, 'it waits'])).toBe('it waits');
  });
});

describe('who awaits a handle', () => {
  it('gets the result by each of its promise methods', async () => {
    const { consumers } = setUp();
    const ends: string[] = [];
    const result = await Promise.all([
      consumers.result(),
      consumers.then((told) => told),
      consumers.catch(() => 'none'),
      consumers.finally(() => void ends.push('over')),
    ]);
    expect([result, ends]).toEqual([[RESULT, RESULT, RESULT, RESULT], ['over']]);
  });

  it('hears of an error by them too', async () => {
    const { consumers } = setUp(() => Promise.reject(new Error('boom')));
    const told = await Promise.all([
      consumers.then(undefined, (error: Error) => error.message),
      consumers.catch((error: Error) => `caught ${error.message}`),
    ]);
    expect(told).toEqual(['boom', 'caught boom']);
    await expect(consumers.finally(() => {})).rejects.toThrow('boom');
  });
});
