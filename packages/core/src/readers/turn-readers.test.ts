/** The readers of turns, over a journal that is filled by hand. */
import type { AgentEvent } from '@agent-mux/events';
import type { InputEntry, JournalEntry, TurnEntry } from '@agent-mux/events/journal';
import { describe, expect, it } from 'vitest';
import { TurnFold, type TurnResult } from '../results/index.ts';
import { Journal } from './journal.ts';
import type { Turn } from './turn.ts';
import { TurnReaders } from './turn-readers.ts';

const RUN = { runId: 'r', timestamp: 0 } as const;
const STAMP = { ...RUN, agent: 'a', seq: 0 } as const;

const prompt = (id: string, as: Extract<InputEntry, { input: 'prompt' }>['as'] = 'new-turn'): JournalEntry => {
  return { entry: 'input', input: 'prompt', ...RUN, by: { kind: 'program' }, id, text: `prompt ${id}`, as };
};
const begun = (id: string): JournalEntry => ({ entry: 'delivered', ...RUN, id, delivered: 'new-turn' });
const ended = (id: string, outcome: TurnEntry['outcome'] = 'completed'): JournalEntry => {
  return { entry: 'turn', ...RUN, id, outcome };
};
const words = (text: string): AgentEvent => ({ type: 'message_stop', text, ...STAMP });

function setUp(...args: readonly [fold?: TurnFold, areRead?: boolean]) {
  const readers: TurnReaders = new TurnReaders(() => journal, ...args);
  const journal: Journal = new Journal({
    highWaterMark: 1,
    collect: false,
    onPressure: () => {},
    onWarning: () => {},
    tap: readers,
  });
  const append = (...entries: readonly JournalEntry[]): void => {
    for (const entry of entries) {
      journal.append(entry);
    }
  };
  return { readers, journal, append };
}

const WAITS = 'it waits';
/** Returns what a promise has, or that it waits still after everything that could happen has happened. */
const nowOf = <T>(promise: PromiseLike<T>): Promise<T | typeof WAITS> =>
  Promise.race([promise, new Promise<typeof WAITS>((resolve) => setImmediate(() => resolve(WAITS)))]);
const outcomeOf = async (turn: Turn): Promise<unknown> => {
  const result = await nowOf(turn.result());
  return result === WAITS ? WAITS : [result.index, result.outcome, result.text];
};

describe('the result of a turn', () => {
  it('is told when its end is in the journal, and not before', async () => {
    const { readers, append } = setUp();
    append(prompt('a', 'first'), words('One.'));
    const turn = readers.of('a');
    const early = turn.result();
    expect(await nowOf(early)).toBe(WAITS);
    append(ended('a', 'interrupted'));
    expect(await nowOf(early)).toMatchObject({ index: 0, prompt: 'prompt a', text: 'One.', outcome: 'interrupted' });
    expect(await outcomeOf(turn)).toEqual([0, 'interrupted', 'One.']);
  });

  it('is told to who asks for the first time after its end', async () => {
    const { readers, append } = setUp();
    append(prompt('a', 'first'), words('One.'), ended('a'));
    expect(await outcomeOf(readers.of('a'))).toEqual([0, 'completed', 'One.']);
  });

  it('is told when the agent has gone on to another prompt, and of the one that goes on later', async () => {
    const { readers, append } = setUp();
    append(prompt('a', 'first'), words('One.'), prompt('b'));
    const [first, second] = [readers.of('a'), readers.of('b')];
    const results = [first.result(), second.result()] as const;
    expect(await Promise.all(results.map(nowOf))).toEqual([WAITS, WAITS]);
    append(begun('b'), words('Two.'));
    expect(await Promise.all([outcomeOf(first), outcomeOf(second)])).toEqual([[0, 'completed', 'One.'], WAITS]);
    append(ended('b', 'failed'));
    expect(await outcomeOf(second)).toEqual([1, 'failed', 'Two.']);
    expect(await Promise.all(results.map(nowOf))).toMatchObject([{ text: 'One.' }, { text: 'Two.' }]);
  });

  it('is told to who asks for the first time after the agent has gone on', async () => {
    const { readers, append } = setUp();
    append(prompt('a', 'first'), words('One.'), prompt('b'), begun('b'));
    expect(await outcomeOf(readers.of('a'))).toEqual([0, 'completed', 'One.']);
  });

  it('is not told before its answer was read, where it is checked against a schema', async () => {
    const { readers, append } = setUp();
    readers.unread.add('a');
    append(prompt('a', 'first'), words('One.'), prompt('b'), begun('b'));
    const turn = readers.of('a');
    const result = turn.result();
    expect(await nowOf(result)).toBe(WAITS);
    readers.unread.delete('a');
    readers.look();
    expect(await nowOf(result)).toMatchObject({ text: 'One.', outcome: 'completed' });
  });

  it('is told by the entry of its end alone, where nobody knows how long the answers were read', async () => {
    const { readers, append } = setUp(new TurnFold(), true);
    append(prompt('a', 'first'), words('One.'), prompt('b'), begun('b'));
    const turn = readers.of('a');
    expect(await outcomeOf(turn)).toBe(WAITS);
    append(ended('a', 'failed'));
    expect(await outcomeOf(turn)).toEqual([0, 'failed', 'One.']);
  });

  it('has the value that a schema has made of the answer, undefined too', async () => {
    const { readers, append } = setUp();
    append(prompt('a', 'first'), { ...ended('a'), output: 1 } as JournalEntry);
    append(prompt('b'), begun('b'), { ...ended('b'), output: 2 } as JournalEntry);
    append(prompt('c'), begun('c'), { ...ended('c'), output: 3 } as JournalEntry);
    const [first, second] = readers.fold.all;
    readers.values.set(first as NonNullable<typeof first>, { read: 1 });
    readers.values.set(second as NonNullable<typeof second>, undefined);
    const outputs = await Promise.all(['a', 'b', 'c'].map(async (id) => (await readers.of(id)).output));
    expect(outputs).toEqual([{ read: 1 }, undefined, 3]);
    expect(readers.results({ outcome: 'completed' }).map(({ output }) => output)).toEqual(outputs);
  });

  it('is what the run says of its turns once it is over, for who waits and for who comes', async () => {
    const { readers, append } = setUp();
    append(prompt('a', 'first'), prompt('b'), prompt('c'));
    const waiting = readers.of('b').result();
    const results = ['one', 'two'].map((text, index) => ({ index, text, outcome: 'aborted' }) as TurnResult);
    readers.finish(results);
    expect(await nowOf(waiting)).toBe(results[1]);
    expect(await nowOf(readers.of('a').result())).toBe(results[0]);
    expect(await nowOf(readers.of('c').result())).toMatchObject({ index: 2, prompt: 'prompt c' });
  });

  it('stays what it was once it was told', async () => {
    const { readers, append } = setUp();
    append(prompt('a', 'first'), ended('a'));
    const first = await readers.of('a').result();
    readers.finish([{ ...first, outcome: 'aborted' }]);
    expect(await readers.of('a').result()).toBe(first);
  });

  it('is that of the whole run where the turns have the end of the run', () => {
    const { readers, append } = setUp();
    append(prompt('a', 'first'), words('One.'), prompt('b'), begun('b'), prompt('c'));
    const error = { code: 'ABORTED', message: 'm', recoverable: true } as const;
    const told = readers.results({ outcome: 'aborted', error });
    expect(told.map(({ index, outcome, error: why }) => [index, outcome, why])).toEqual([
      [0, 'completed', undefined],
      [1, 'aborted', error],
      [2, 'aborted', error],
    ]);
  });
});

describe('a turn', () => {
  it('is one, whoever asks for it, and says which one', async () => {
    const { readers, append } = setUp();
    append(prompt('a', 'first'), prompt('b'), prompt('s', 'steer'));
    const turn = readers.of('a');
    expect([readers.current, readers.of('s'), (await readers.iterate().next()).value]).toEqual([turn, turn, turn]);
    expect([readers.current === turn, readers.of('s') === turn]).toEqual([true, true]);
    expect((await readers.iterate().next()).value).toBe(turn);
    expect([turn.index, turn.prompt]).toEqual([0, 'prompt a']);
    const next = readers.of('b');
    expect([next.index, next.prompt]).toEqual([1, 'prompt b']);
    append(begun('b'));
    expect(readers.current).toBe(next);
  });

  it('can be awaited as its result can', async () => {
    const { readers, append } = setUp();
    append(prompt('a', 'first'), ended('a'));
    expect(await readers.of('a')).toMatchObject({ prompt: 'prompt a', outcome: 'completed' });
    expect(await readers.of('a').then(({ index }) => index + 1)).toBe(1);
  });

  it('is consumed by who awaits it, and not by who only has it', () => {
    const isConsumed = (consume: (turn: Turn) => unknown): boolean => {
      const { readers, journal, append } = setUp();
      append(prompt('a', 'first'));
      consume(readers.of('a'));
      for (let n = 0; n < 5_000; n++) {
        append({ type: 'paused', ...STAMP });
      }
      return journal.first > 0;
    };
    expect([isConsumed(() => {}), isConsumed((turn) => turn.result())]).toEqual([false, true]);
  });

  it('has its events', async () => {
    const { readers, append } = setUp();
    append(prompt('a', 'first'), { ...words('One.'), seq: 1 }, prompt('b'), begun('b'), { ...words('Two.'), seq: 2 });
    append(ended('b'));
    const seqs: unknown[] = [];
    for (const id of ['a', 'b']) {
      for await (const { seq } of readers.of(id)) {
        seqs.push([id, seq]);
      }
    }
    expect(seqs).toEqual([
      ['a', 1],
      ['b', 2],
    ]);
  });

  it('is none before the first prompt', () => {
    const { readers } = setUp();
    expect(() => readers.current).toThrow(new TypeError('The run has no turn yet.'));
    expect(() => readers.of('a')).toThrow(TypeError);
  });
});

describe('an iterator over the turns', () => {
  const promptOf = async (step: Promise<IteratorResult<Turn, undefined>>): Promise<unknown> => {
    const now = await nowOf(step);
    return now === WAITS ? WAITS : now.done === true ? 'done' : now.value.prompt;
  };

  it('gives each as it begins, from the first on, until the run is over', async () => {
    const { readers, append } = setUp();
    const iterator = readers.iterate();
    const first = iterator.next();
    expect(await promptOf(first)).toBe(WAITS);
    append(prompt('a', 'first'));
    expect(await promptOf(first)).toBe('prompt a');
    append(prompt('b'));
    const second = iterator.next();
    expect(await promptOf(second)).toBe(WAITS);
    append(begun('b'));
    expect(await promptOf(second)).toBe('prompt b');
    const last = iterator.next();
    expect(await promptOf(last)).toBe(WAITS);
    readers.finish([]);
    expect([await promptOf(last), await promptOf(iterator.next())]).toEqual(['done', 'done']);
  });

  it('gives those of a run that is over too', async () => {
    const { readers, append } = setUp();
    append(prompt('a', 'first'), prompt('b'), begun('b'));
    readers.finish([]);
    const prompts: string[] = [];
    for await (const turn of readers.iterate()) {
      prompts.push(turn.prompt);
    }
    expect(prompts).toEqual(['prompt a', 'prompt b']);
  });

  it('ends where it leaves, also for a call that waits', async () => {
    const { readers, append } = setUp();
    append(prompt('a', 'first'));
    const iterator = readers.iterate();
    await iterator.next();
    const waiting = iterator.next();
    expect(await iterator.return?.()).toEqual({ done: true, value: undefined });
    expect([await promptOf(waiting), await promptOf(iterator.next())]).toEqual(['done', 'done']);
    const other = readers.iterate();
    await other.return?.();
    expect([await promptOf(other.next()), await promptOf(readers.iterate().next())]).toEqual(['done', 'prompt a']);
  });

  it('is its own iterator', () => {
    const { readers } = setUp();
    const iterator = readers.iterate();
    expect(iterator[Symbol.asyncIterator]()).toBe(iterator);
  });
});
