import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { IS_CI, IS_FULL } from '../../../../test/support/drawn.ts';
import { AgentMuxError } from '../errors.ts';
import { PART_BYTES } from './read-file.ts';
import type { SessionProblem, SessionSummary } from './session-manager.ts';
import { createToyStore, type ToyStore, type ToyStoreOptions, toyLines } from './testing/toy-store.ts';

const SECOND = 1_000;
const ids = (sessions: readonly SessionSummary[]): string[] => sessions.map(({ sessionId }) => sessionId);

function openStore(options?: ToyStoreOptions): ToyStore {
  const store = createToyStore(options);
  onTestFinished(() => {
    store.dispose();
    expect(store.leftOpen()).toBe(0);
  });
  return store;
}

async function collect(store: ToyStore, agent?: string): Promise<{ found: string[]; problems: SessionProblem[] }> {
  const problems: SessionProblem[] = [];
  const onProblem = (problem: SessionProblem): void => void problems.push(problem);
  const found = ids(await store.manager.list({ ...(agent === undefined ? {} : { agent }), onProblem }));
  return { found, problems };
}

describe('a large store', () => {
  const COUNT = IS_CI || IS_FULL ? 5_000 : 1_000;

  it('is listed by opening only what is returned, newest first', async () => {
    const store = openStore();
    for (let n = 0; n < COUNT; n++) {
      store.write(`toy/p${n % 50}/s${n}.jsonl`, toyLines(`s${n}`, ['hello']), n * SECOND);
    }
    expect(ids(await store.manager.list({ limit: 3 }))).toEqual(['s0', 's1', 's2']);
    expect(store.opened.length).toBe(3);

    store.opened.length = 0;
    for await (const { sessionId } of store.manager.iterate('toy')) {
      if (sessionId === 's4') {
        break;
      }
    }
    expect(store.opened.length).toBe(5);

    store.opened.length = 0;
    expect((await store.manager.get(`s${COUNT - 1}`)).messages).toEqual([{ role: 'user', content: 'hello' }]);
    expect(store.opened.length).toBe(1);

    store.opened.length = 0;
    const since = new Date(store.now - 9.5 * SECOND);
    const until = new Date(store.now - 4.5 * SECOND);
    expect(ids(await store.manager.list({ since, until }))).toEqual(['s5', 's6', 's7', 's8', 's9']);
    expect(store.opened.length).toBe(5);
    expect((await store.manager.list()).length).toBe(100);
  });

  it('has huge files of which only both ends are read', async () => {
    const store = openStore();
    const path = store.write('toy/p/huge.jsonl', toyLines('huge', ['the first'], { cwd: '/work' }));
    const bytes = 8 * 1024 ** 3;
    // The file has a hole, which counts for its size but takes no room.
    truncateSync(path, bytes - 100);
    writeSync(openSync(path, 'a'), `\n${JSON.stringify({ say: 'the last' })}\n`);
    const [session] = await store.manager.list();
    expect(session).toMatchObject({ sessionId: 'huge', title: 'the first', cwd: '/work' });
    expect(session).not.toHaveProperty('turnCount');
    expect(store.bytesRead()).toBeLessThanOrEqual(2 * PART_BYTES);
  });

  it('may begin with a line that is longer than what is read of other files', async () => {
    const store = openStore();
    const cwd = `/${'x'.repeat(3 * PART_BYTES)}`;
    store.write('toy/p/wide.jsonl', toyLines('wide', Array(9_000).fill('again'), { cwd }));
    expect(await store.manager.list()).toMatchObject([{ sessionId: 'wide', cwd }]);
  });
});

describe('a line that is too long', () => {
  it('costs that line, and is told', async () => {
    const store = openStore();
    const long = JSON.stringify({ say: 'x'.repeat(65 * 1024 * 1024) });
    const path = store.write('toy/p/a.jsonl', `${toyLines('a', ['first'])}${long}\n${JSON.stringify({ say: 'last' })}`);
    const problems: SessionProblem[] = [];
    const session = await store.manager.get('a', { onProblem: (found) => problems.push(found) });
    expect(session.messages.map(({ content }) => content)).toEqual(['first', 'last']);
    const message = 'One line is longer than 64 MiB, and left out.';
    expect(problems).toEqual([{ agent: 'toy', path, message, isSkipped: false }]);
  });
});

describe('a file that is no session', () => {
  const good = toyLines('good', ['hello']);
  const cases: readonly (readonly [name: string, content: string | Buffer, message: string])[] = [
    ['empty', '', 'The file is empty.'],
    ['cut off in its first line', good.slice(0, 8), 'The file is cut off before it says which session it is.'],
    ['damaged', `{"id": oh no}\n{"say":"x"}\n`, 'The file is damaged: One line is no JSON (line 1).'],
    ['binary', Buffer.from([0, 1, 2, 10, 255, 254, 10]), 'The file is damaged: 2 lines are no JSON (line 1, 2).'],
    ['of somebody else', '{"name":"x"}\n', 'The file is no session of toy: no line says which session it is.'],
    ['of other values', '3\n[]\nnull\n"x"\n', 'The file is no session of toy: no line says which session it is.'],
  ];
  it.each(cases)('%s: is reported and passed over, and stays as it is', async (_, content, message) => {
    const store = openStore();
    const path = store.write('toy/p/bad.jsonl', content, 60 * SECOND);
    store.write('toy/p/good.jsonl', good);
    const before = [readFileSync(path).toString('hex'), statSync(path).mtimeMs, statSync(path).ino];
    expect(await collect(store)).toEqual({
      found: ['good'],
      problems: [{ agent: 'toy', path, message, isSkipped: true }],
    });
    await expect(store.manager.get('bad')).rejects.toMatchObject({
      code: 'PARSE_ERROR',
      message: expect.stringContaining(`${path}: ${message}`),
    });
    expect([readFileSync(path).toString('hex'), statSync(path).mtimeMs, statSync(path).ino]).toEqual(before);
  });

  it('is no fault where its name is none of the store', async () => {
    const store = openStore();
    store.write('toy/p/README.md', 'hello');
    store.write('toy/stray.jsonl', 'hello');
    mkdirSync(join(store.folder, 'toy/p/folder.jsonl'), { recursive: true });
    expect(await collect(store)).toEqual({ found: [], problems: [] });
  });
});

describe('a session', () => {
  it('that is being written is whole up to its last complete line', async () => {
    const store = openStore();
    store.write('toy/p/live.jsonl', `${toyLines('live', ['one', 'two'])}{"say":"thr`);
    expect(await collect(store)).toEqual({ found: ['live'], problems: [] });
    expect((await store.manager.get('live')).messages.map(({ content }) => content)).toEqual(['one', 'two']);
  });

  it('with a damaged line is listed and read without it, and the line is reported', async () => {
    const store = openStore();
    const path = store.write('toy/p/a.jsonl', `${toyLines('a', ['one'])}oops\n{"say":"two"}\n`);
    const problem = { agent: 'toy', path, message: 'One line is no JSON (line 3).', isSkipped: false };
    expect(await collect(store)).toEqual({ found: ['a'], problems: [problem] });
    const problems: SessionProblem[] = [];
    const session = await store.manager.get('toy', 'a', { onProblem: (found) => problems.push(found) });
    expect([session.messageCount, problems]).toEqual([2, [problem]]);
  });

  it('that nobody has used, and the work of a subagent, are not listed', async () => {
    const store = openStore();
    store.write('toy/p/unused.jsonl', toyLines('unused', []));
    store.write('toy/p/sub.jsonl', toyLines('sub', ['work'], { sub: true }));
    expect(await collect(store)).toEqual({ found: [], problems: [] });
    expect((await store.manager.get('sub')).messageCount).toBe(1);
  });

  it('in several files is listed once, and read from the longest', async () => {
    const store = openStore();
    store.write('toy/p/s.jsonl', toyLines('s', ['one', 'two']), 5 * SECOND);
    store.write('toy/q/s.jsonl', toyLines('s', ['one']));
    expect(ids(await store.manager.list())).toEqual(['s']);
    expect((await store.manager.get('s')).messageCount).toBe(2);
  });

  it('that is a fork shows what it came from, over several generations and in circles', async () => {
    const store = openStore();
    const say = async (id: string): Promise<string[]> =>
      (await store.manager.get(id)).messages.map(({ content }) => content);
    store.write('toy/p/a.jsonl', toyLines('a', ['a0', 'a1', 'a2']));
    store.write('toy/p/b.jsonl', toyLines('b', ['b0'], { fork: 'a', before: 2 }));
    store.write('toy/p/c.jsonl', toyLines('c', ['c0'], { fork: 'b', before: 9 }));
    store.write('toy/p/x.jsonl', toyLines('x', ['x0'], { fork: 'x', before: 9 }));
    expect(await say('c')).toEqual(['a0', 'a1', 'b0', 'c0']);
    expect(await say('x')).toEqual(['x0']);
    const forks = await store.manager.list();
    expect(forks.find(({ sessionId }) => sessionId === 'c')).not.toHaveProperty('messageCount');
    const path = store.write('toy/p/d.jsonl', toyLines('d', ['d0'], { fork: 'gone', before: 9 }));
    const problems: SessionProblem[] = [];
    expect((await store.manager.get('d', { onProblem: (found) => problems.push(found) })).messageCount).toBe(1);
    const message = 'It is a fork of gone, which is not there any more: what was said before is missing.';
    expect(problems).toEqual([{ agent: 'toy', path, message, isSkipped: false }]);
  });

  it('is found by its folder', async () => {
    const store = openStore();
    store.write('toy/p/a.jsonl', toyLines('a', ['x'], { cwd: '/one' }));
    store.write('toy/p/b.jsonl', toyLines('b', ['x'], { cwd: '/two' }));
    for (const cwd of ['/two', '/two/', '/one/../two']) {
      expect(ids(await store.manager.list({ cwd }))).toEqual(['b']);
    }
  });

  it('is found by a link to its folder, as the CLI was told it or as it saw it', async () => {
    const store = openStore();
    const real = realpathSync(store.folder);
    const link = join(store.folder, 'link');
    symlinkSync(real, link);
    store.write('toy/p/a.jsonl', toyLines('a', ['x'], { cwd: real }), 1);
    store.write('toy/p/b.jsonl', toyLines('b', ['x'], { cwd: link }));
    expect(ids(await store.manager.list({ cwd: link }))).toEqual(['b', 'a']);
    expect(ids(await store.manager.list({ cwd: real }))).toEqual(['a']);
  });
});

describe('the folders of a store', () => {
  it('may be missing', async () => {
    expect(await collect(openStore())).toEqual({ found: [], problems: [] });
  });

  it('that may not be read are reported, and the others are listed', async () => {
    const locked = (folder: string): boolean => folder.endsWith('locked');
    // Root may read everything, so the test gives the system's answer for it.
    const store = openStore({
      wrap: (files) => ({
        ...files,
        names: (folder) =>
          locked(folder) && process.getuid?.() === 0
            ? Promise.reject(Object.assign(new Error('EACCES'), { code: 'EACCES' }))
            : files.names(folder),
      }),
    });
    store.write('toy/open/a.jsonl', toyLines('a', ['x']));
    store.write('toy/locked/b.jsonl', toyLines('b', ['x']));
    const path = join(store.folder, 'toy/locked');
    chmodSync(path, 0);
    const message = 'The folder cannot be read: permission denied.';
    expect(await collect(store)).toEqual({
      found: ['a'],
      problems: [{ agent: 'toy', path, message, isSkipped: true }],
    });
    await expect(store.manager.get('b')).rejects.toMatchObject({ code: 'SESSION_NOT_FOUND' });
    chmodSync(path, 0o700);
  });

  it('may hold links: each file is listed once, and a broken link is reported', async () => {
    const store = openStore();
    const real = store.write('elsewhere/real.jsonl', toyLines('real', ['x']));
    store.write('toy/p/a.jsonl', toyLines('a', ['x']), SECOND);
    symlinkSync(real, join(store.folder, 'toy/p/link.jsonl'));
    symlinkSync(join(store.folder, 'toy/p'), join(store.folder, 'toy/again'));
    symlinkSync(join(store.folder, 'toy'), join(store.folder, 'toy/p/circle'));
    symlinkSync('loop.jsonl', join(store.folder, 'toy/p/loop.jsonl'));
    symlinkSync('/nowhere', join(store.folder, 'toy/p/broken.jsonl'));
    const { found, problems } = await collect(store);
    expect([found, store.opened.length]).toEqual([['real', 'a'], 2]);
    expect(problems.map(({ message }) => message).sort()).toEqual([
      ...Array(2).fill('The file cannot be looked at: a link that leads to itself.'),
      ...Array(2).fill('The file cannot be looked at: it is not there (any more), or a link that leads nowhere.'),
    ]);
  });

  it('may hold what is no file: a pipe is not waited for', async () => {
    const store = openStore();
    store.write('toy/p/a.jsonl', toyLines('a', ['x']));
    execFileSync('mkfifo', [join(store.folder, 'toy/p/pipe.jsonl')]);
    expect(await collect(store)).toEqual({ found: ['a'], problems: [] });
  });
});

describe('get()', () => {
  it.each(['unknown', '../p/a', '..', 'a.jsonl', '%61', 'toy:unknown', 'a\0'])('finds no session %j', async (id) => {
    const store = openStore();
    store.write('toy/p/a.jsonl', toyLines('a', ['x']));
    const failure = await store.manager.get(id).catch((error: unknown) => error);
    expect(AgentMuxError.isInstance(failure) && failure.code).toBe('SESSION_NOT_FOUND');
    expect(store.opened).toEqual([]);
  });

  it('asks which agent is meant where several have the id', async () => {
    const store = openStore({ agents: ['one', 'two'] });
    store.write('one/p/a.jsonl', toyLines('a', ['of one']));
    store.write('two/p/a.jsonl', toyLines('a', ['of two']));
    await expect(store.manager.get('a')).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: 'sessions.get(): one and two each have a session a. Give `agent`, or "one:a" or "two:a".',
    });
    for (const session of [
      store.manager.get('two:a'),
      store.manager.get('two', 'a'),
      store.manager.get('a', { agent: 'two' }),
    ]) {
      expect(await session).toMatchObject({ unifiedId: 'two:a', title: 'of two' });
    }
    expect((await store.manager.list('one')).map(({ unifiedId }) => unifiedId)).toEqual(['one:a']);
  });
});

describe('misuse', () => {
  const store = (): ToyStore['manager'] => openStore().manager;
  it.each([
    ['an unknown agent', () => store().list('nobody'), 'AGENT_NOT_FOUND'],
    ['an unknown option', () => store().list({ limits: 3 } as object), 'VALIDATION_ERROR'],
    ['a limit of nothing', () => store().list({ limit: 0 }), 'VALIDATION_ERROR'],
    ['a relative folder', () => store().list({ cwd: 'here' }), 'VALIDATION_ERROR'],
    ['a moment that is none', () => store().list({ since: new Date('x') }), 'VALIDATION_ERROR'],
    ['an empty id', () => store().get(''), 'VALIDATION_ERROR'],
    ['an id that no file could have', () => store().get('a'.repeat(100_000)), 'VALIDATION_ERROR'],
  ])('%s is named', async (_, call, code) => {
    await expect(call()).rejects.toMatchObject({ code });
  });

  it('of iterate() throws at the call', () => {
    expect(() => store().iterate({ cwd: 'here' })).toThrow('`cwd` is "here", but must be an absolute path.');
  });
});
