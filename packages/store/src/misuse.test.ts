/** Wrong arguments of a store's methods are refused by name, and nothing is done. */
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { encodeEntry } from '@agent-mux/events/journal';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore, type Store } from './open-store.ts';
import { clearAway, newFolder, newStore } from './testing/folders.ts';
import { headerOf, runIdOf, speakingRun } from './testing/runs.ts';

afterEach(clearAway);

const ID = runIdOf(1);
let store: Store;

beforeEach(async () => {
  store = await newStore();
  const log = store.open(headerOf(ID), { secrets: [], onBroken: (error) => expect.fail(error.message) });
  for (const entry of speakingRun(headerOf(ID), ['One'])) {
    log.append(entry);
  }
  expect(await log.finish()).toBe('whole');
});

/** A type that no method takes, so that the compiler accepts every call; some calls have a list of all arguments. */
type Given = never;
type Several = [never, never?];
const several = (given: unknown): Several => given as Several;

/** Each call with its wrong arguments: the message, and the field that it names. */
const CALLS: Readonly<
  Record<
    string,
    { readonly call: (store: Store, given: Given) => unknown; readonly wrong: readonly [unknown, string][] }
  >
> = {
  'list()': {
    call: (from, filter) => from.list(filter),
    wrong: [
      [null, 'options'],
      [5, 'options'],
      [[], 'options'],
      [{ limit: 1.5 }, 'limit'],
      [{ constructor: 'x' }, 'constructor'],
      [{ cause: 'boredom' }, 'cause'],
      [{ state: ['open'] }, 'state'],
      [{ since: new Date() }, 'since'],
    ],
  },
  'read()': {
    call: (from, given) => all(from.read(...several(given))),
    wrong: [
      [[undefined], 'runId'],
      [[5], 'runId'],
      [[{ runId: ID }], 'runId'],
      [[ID, null], 'options'],
      [[ID, 3], 'options'],
      ...[-1, 1.5, Number.NaN, '3', null, Number.POSITIVE_INFINITY].map((from): [unknown, string] => [
        [ID, { from }],
        'from',
      ]),
      [[ID, { form: 3 }], 'form'],
    ],
  },
  'readTree()': {
    call: (from, given) => all(from.readTree(...several(given))),
    wrong: [
      [[null], 'root'],
      [[ID, { from: -1 }], 'from'],
    ],
  },
  'tail()': {
    call: (from, given) => all(from.tail(...several(given))),
    wrong: [
      [[undefined], 'what'],
      [[5], 'what'],
      [[{}], 'contextId'],
      [[{ contextId: 5 }], 'contextId'],
      [[{ context: ID }], 'context'],
      [[ID, { from: Number.NaN }], 'from'],
      [[ID, { signal: 5 }], 'signal'],
      [[ID, null], 'options'],
      [[{ contextId: ID }, { from: 3 }], 'from'],
    ],
  },
  'replay()': {
    call: async (from, given) => from.replay(...several(given)),
    wrong: [
      [[undefined], 'runId'],
      [[ID, { collectEvents: 'yes' }], 'collectEvents'],
      [[ID, { highWaterMark: 0 }], 'highWaterMark'],
      [[ID, { speed: 2 }], 'speed'],
    ],
  },
  'export()': {
    call: (from, options) => all(from.export(options)),
    wrong: [
      [null, 'options'],
      [ID, 'options'],
      [{ runId: 5 }, 'runId'],
      [{ runID: ID }, 'runID'],
      [{ runId: ID, contextId: ID }, 'contextId'],
    ],
  },
  'import()': {
    call: (from, lines) => from.import(lines),
    wrong: [
      [undefined, 'lines'],
      [5, 'lines'],
      [{}, 'lines'],
      ['{"export":1}\n', 'lines'],
    ],
  },
  'prune()': {
    call: (from, rule) => from.prune(rule),
    wrong: [
      [undefined, 'options'],
      [null, 'options'],
      [{ maxBytes: 0, dryRun: 'yes' }, 'dryRun'],
      [{ maxBytes: 0, dryrun: true }, 'dryrun'],
      [{ olderThan: new Date() }, 'olderThan'],
      [{ maxBytes: -1 }, 'maxBytes'],
      [{ dryRun: true }, 'olderThan'],
    ],
  },
  'check()': {
    call: (from, options) => from.check(options),
    wrong: [
      [null, 'options'],
      [{ rebuild: 'no' }, 'rebuild'],
      [{ rebuilt: true }, 'rebuilt'],
    ],
  },
};

describe.each(Object.entries(CALLS))('%s', (name, { call, wrong }) => {
  it('refuses what it does not know, and changes nothing', async () => {
    const before = await all(store.export());
    for (const [given, field] of wrong) {
      await expect(async () => call(store, given as never), JSON.stringify(given)).rejects.toMatchObject({
        code: 'VALIDATION_ERROR',
        message: expect.stringMatching(
          new RegExp(`^${name.replace('()', '\\(\\)')}: .*\`${field}\` is (?:.*must be |no option)`),
        ),
      });
    }
    expect(await all(store.export())).toEqual(before);
  });
});

it('a place beyond the end has no entries', async () => {
  expect(await all(store.read(ID, { from: 1_000 }))).toEqual([]);
  expect(await all(store.readTree(ID, { from: 1_000 }))).toEqual([]);
  expect(await all(store.tail(ID, { from: 1_000 }))).toEqual([]);
});

it('a line that is no text is told by its number', async () => {
  const lines = [encodeEntry(speakingRun(headerOf(runIdOf(2)), [])[0] ?? expect.fail()), 5];
  await expect(store.import(lines as never)).rejects.toMatchObject({
    code: 'STORE_ERROR',
    message: 'import(): nothing was taken in. Line 2: it is a number, and no text.',
  });
});

describe('openStore()', () => {
  it.each<[string, unknown, string]>([
    ['/tmp/a.db', null, 'options'],
    ['/tmp/a.db', 5, 'options'],
    ['/tmp/a.db', { synch: 'full' }, 'synch'],
    ['/tmp/a.db', { writer: 5 }, 'writer'],
    ['/tmp/a\0.db', {}, 'file'],
    ['', {}, 'file'],
  ])('refuses %j with %j', async (file, options, field) => {
    await expect(openStore(file, options as never)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      fields: [{ field }],
    });
  });

  it('refuses a place where no file can be', async () => {
    const link = join(newFolder(), 'link.db');
    symlinkSync(join(newFolder(), 'none', 'runs.db'), link);
    for (const file of [join(store.file, 'runs.db'), link]) {
      await expect(openStore(file)).rejects.toMatchObject({
        code: 'STORE_ERROR',
        message: expect.stringContaining(`openStore(): ${file} `),
      });
    }
  });
});

it('a store that is closed says so, whatever it is asked, and can be closed again', async () => {
  const early = [store.tail(ID), store.tail({ contextId: ID }), store.read(ID), store.export()];
  await store.close();
  await store.close();
  const asked: readonly (() => unknown)[] = [
    () => store.list(),
    () => all(store.read(ID)),
    () => all(store.readTree(ID)),
    () => all(store.tail(ID)),
    () => store.replay(ID),
    () => all(store.export()),
    () => store.import([]),
    () => store.prune({ maxBytes: 0 }),
    () => store.check(),
    ...early.map((items) => () => all<unknown>(items)),
  ];
  for (const ask of asked) {
    const name = /store\.(\w+)\(/.exec(String(ask))?.[1] ?? '';
    await expect(async () => ask(), String(ask)).rejects.toMatchObject({
      code: 'STORE_ERROR',
      message: expect.stringMatching(new RegExp(`${name}.*: the store .* is closed. Open it again`)),
    });
  }
});

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const out: T[] = [];
  for await (const item of items) {
    out.push(item);
  }
  return out;
}
