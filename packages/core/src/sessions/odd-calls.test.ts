/** What a program in JavaScript may get wrong, and what happens to a file while it is read. */
import { appendFileSync, symlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { SessionProblem } from './session-manager.ts';
import { createToyStore, type ToyStore, type ToyStoreOptions, toyLines } from './testing/toy-store.ts';

function openStore(options?: ToyStoreOptions): ToyStore {
  const store = createToyStore(options);
  onTestFinished(() => store.dispose());
  store.write('toy/p/good.jsonl', toyLines('good', ['hello']));
  return store;
}

describe('a callback of problems', () => {
  it('may be asynchronous and reject, which ends no host', async () => {
    const store = openStore();
    store.write('toy/p/empty.jsonl', '');
    const unheard: unknown[] = [];
    const hear = (reason: unknown): void => void unheard.push(reason);
    process.on('unhandledRejection', hear);
    onTestFinished(() => void process.off('unhandledRejection', hear));
    const onProblem = async (): Promise<void> => {
      throw new Error('it fails');
    };
    expect(await store.manager.list({ onProblem })).toHaveLength(1);
    await new Promise(setImmediate);
    expect(unheard).toEqual([]);
  });

  it('that throws ends the call with its own error, and is called once', async () => {
    const store = openStore();
    store.write('toy/p/empty.jsonl', '');
    const told: SessionProblem[] = [];
    const onProblem = (problem: SessionProblem): never => {
      told.push(problem);
      throw new Error('it fails');
    };
    await expect(store.manager.list({ onProblem })).rejects.toThrow('it fails');
    expect(told.map(({ message }) => message)).toEqual(['The file is empty.']);
  });
});

describe('an adapter that does not say where its sessions are', () => {
  const failing: readonly (readonly [how: string, places: () => unknown, why: string])[] = [
    [
      'since it throws',
      () => {
        throw new Error('boom');
      },
      'boom',
    ],
    ['since it rejects', () => Promise.reject(new Error('boom')), 'boom'],
    ['since it gives no list', () => undefined, 'places() gave undefined, but must give a list.'],
    ...[undefined, { path: [/x/] }, { root: '/' }, { root: '/', path: [1] }].map(
      (place) =>
        [
          `since ${JSON.stringify(place)} is no place`,
          () => [{ root: '/nowhere', path: [/x/, 'y'] }, place],
          'places()[1] is no object with a `root` and a `path` of texts and patterns.',
        ] as const,
    ),
  ];

  it.each(failing)('%s, keeps nobody from the sessions of the others', async (_, places, why) => {
    const store = openStore({ agents: ['bad', 'toy'], places: { bad: places as () => [] } });
    const told: SessionProblem[] = [];
    const onProblem = (problem: SessionProblem): void => void told.push(problem);
    expect(await store.manager.list({ onProblem })).toMatchObject([{ unifiedId: 'toy:good' }]);
    expect(await store.manager.get('good', { onProblem })).toMatchObject({ unifiedId: 'toy:good' });
    const message = `The adapter of bad does not say where its sessions are: ${why}`;
    const problem = { agent: 'bad', path: homedir(), message, isSkipped: true };
    expect(told).toEqual([problem, problem]);
  });

  it('is asked once in a call, and named where a session is not found', async () => {
    let asked = 0;
    const places = (): never => {
      asked++;
      throw new Error('boom');
    };
    const store = openStore({ agents: ['bad', 'toy'], places: { bad: places } });
    const link = join(store.folder, 'link');
    symlinkSync(store.folder, link);
    const told: SessionProblem[] = [];
    await store.manager.list({ cwd: link, onProblem: (problem) => void told.push(problem) });
    expect([asked, told.length]).toEqual([1, 1]);
    await expect(store.manager.get('nobody')).rejects.toThrow(
      'there is no session "nobody" in the store of toy. List what there is with sessions.list(), or `amux sessions`. The adapter of bad does not say where its sessions are: boom',
    );
  });

  it.each(failing)('%s, is named to whoever asks for its sessions alone', async (_, places, why) => {
    const store = openStore({ agents: ['bad', 'toy'], places: { bad: places as () => [] } });
    const fault = {
      code: 'INTERNAL',
      message: `sessions: The adapter of bad does not say where its sessions are: ${why}`,
    };
    await expect(store.manager.list('bad')).rejects.toMatchObject(fault);
    await expect(store.manager.get('bad:good')).rejects.toMatchObject(fault);
    expect(await store.manager.list('toy')).toHaveLength(1);
  });
});

describe('options that would be passed over', () => {
  const wrong: readonly (readonly [what: string, args: readonly unknown[], message: string])[] = [
    ['that stand behind no agent', [undefined, { limit: 1 }], '`agent` is undefined, but must be a non-empty string.'],
    ['that stand behind others', [{}, { limit: 1 }], '`agent` is an object, but must be a non-empty string.'],
    ['in a Map', [new Map([['limit', 1]])], '`options` is a Map, but must be an object.'],
    ['in a promise', [Promise.resolve({ limit: 1 })], '`options` is a Promise, but must be an object.'],
    ['in a list', [[{ limit: 1 }]], '`options` is an array, but must be an object.'],
  ];

  it.each(wrong)('%s are refused', async (_, args, message) => {
    const { manager } = openStore();
    const list = manager.list as (...given: readonly unknown[]) => Promise<unknown>;
    await expect(list(...args)).rejects.toThrow(message);
    const iterate = manager.iterate as (...given: readonly unknown[]) => unknown;
    expect(() => iterate(...args)).toThrow(message);
  });

  it('of get() are refused behind others', async () => {
    const get = openStore().manager.get as (...given: readonly unknown[]) => Promise<unknown>;
    await expect(get('good', {}, { agent: 'toy' })).rejects.toThrow('`sessionId` is an object');
  });
});

describe('a file that grows while it is read', () => {
  it('ends within a line that is being written, which is no damage', async () => {
    const store = openStore({
      wrap: (files) => ({
        ...files,
        open(path) {
          appendFileSync(path, '{"say":"not all of');
          return files.open(path);
        },
      }),
    });
    const problems: SessionProblem[] = [];
    const session = await store.manager.get('good', { onProblem: (problem) => problems.push(problem) });
    expect([session.messageCount, problems]).toEqual([1, []]);
  });
});
