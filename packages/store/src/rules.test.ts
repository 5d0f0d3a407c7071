/** Runs that break a rule: the store reports those that it has, and refuses to import them. */

import { encodeEntry, type JournalEntry, type RunHeader } from '@agent-mux/events/journal';
import { createSeededRandom } from '@agent-mux/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { createBench } from '../../core/src/assembler/testing/harness.ts';
import { loadSqlite } from './file/index.ts';
import type { Store } from './open-store.ts';
import { clearAway, newStore } from './testing/folders.ts';
import { wholeRun } from './testing/random-journal.ts';
import { closeOf, headerOf, openOf, runIdOf, START, speakingRun } from './testing/runs.ts';
import { checkStore } from './writer/check.ts';
import { Staging } from './writer/staging.ts';

afterEach(clearAway);

const onBroken = (error: Error): void => expect.fail(error.message);

async function put(
  store: Store,
  header: RunHeader,
  entries: readonly JournalEntry[],
  secrets: readonly string[] = [],
): Promise<void> {
  const log = store.open(header, { secrets, onBroken });
  for (const entry of entries) {
    log.append(entry);
  }
  expect(await log.finish()).toBe('whole');
}

async function linesOf(store: Store): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of store.export()) {
    lines.push(line);
  }
  return lines;
}

const HEADER = headerOf(runIdOf(1));
const GOOD = speakingRun(HEADER, ['one', ' and', ' two']);
const at = (type: string): number => GOOD.findIndex((entry) => 'type' in entry && entry.type === type);
const note: JournalEntry = { entry: 'note', runId: HEADER.runId, timestamp: START, kind: 'title', data: 'x' };

/** Numbers the events as if nothing was taken out. */
function renumber(entries: readonly JournalEntry[]): JournalEntry[] {
  let seq = 0;
  return entries.map((entry) => ('type' in entry ? { ...entry, seq: seq++ } : entry));
}

/** Moves the entries to another run. */
function move(entries: readonly JournalEntry[], runId: string): JournalEntry[] {
  return entries.map((entry) => {
    return 'entry' in entry && entry.entry === 'open' ? openOf(headerOf(runId)) : { ...entry, runId };
  });
}

const sqlite = await loadSqlite();

/** One fault in a sound run, and the entry that shows it. */
const FAULTS: readonly {
  readonly name: string;
  readonly rule: string;
  readonly pos: number;
  readonly entries: readonly JournalEntry[];
}[] = [
  { name: 'an event is missing', rule: 'D-seq', pos: at('text_delta'), entries: GOOD.toSpliced(at('text_delta'), 1) },
  { name: 'a note stands before the first prompt', rule: 'J-first', pos: 2, entries: GOOD.toSpliced(1, 0, note) },
  {
    name: 'its text is not that of its pieces',
    rule: 'M-19',
    pos: at('message_stop'),
    entries: GOOD.map((entry) => ('text' in entry && 'type' in entry ? { ...entry, text: 'one and three' } : entry)),
  },
  {
    name: 'a prompt is delivered that nobody said',
    rule: 'J-delivered',
    pos: 4,
    entries: GOOD.toSpliced(4, 0, {
      entry: 'delivered',
      runId: HEADER.runId,
      timestamp: START,
      id: 'p7',
      delivered: 'steered',
    }),
  },
  {
    name: 'its turn is open where it ends',
    rule: 'M-16',
    pos: at('session_end') - 1,
    entries: renumber(GOOD.filter((entry) => !('type' in entry && entry.type === 'turn_end'))),
  },
  {
    name: 'it has no end of the session',
    rule: 'M-15',
    pos: GOOD.length - 2,
    entries: renumber(GOOD.filter((entry) => !('type' in entry && entry.type === 'session_end'))),
  },
];

describe('runs that break a rule', () => {
  it('are told of by check(), and their list is mended all the same', async () => {
    const store = await newStore();
    for (const [number, { entries }] of FAULTS.entries()) {
      await put(store, headerOf(runIdOf(number)), move(entries, runIdOf(number)));
    }
    await put(store, headerOf(runIdOf(9)), speakingRun(headerOf(runIdOf(9)), ['fine']));
    await store.close();
    const db = new sqlite.DatabaseSync(store.file);
    db.exec("UPDATE run SET name = 'other'");
    const report = checkStore(db, { file: store.file, rebuild: true });
    db.close();
    expect(report).toMatchObject({ isSound: false, trees: FAULTS.length + 1 });
    for (const [number, { pos, rule }] of FAULTS.entries()) {
      const runId = runIdOf(number);
      const [first] = report.problems.filter((problem) => problem.runId === runId);
      expect(first).toMatchObject({ root: runId, pos, rule });
      expect(first?.message).toMatch(new RegExp(`^Entry ${pos} of the run ${runId} breaks ${rule}: .+\\.$`));
    }
    expect(report.problems.filter(({ runId }) => runId === undefined || runId === runIdOf(9))).toEqual([]);
    const again = await newStore(store.file);
    expect((await again.list()).map(({ name }) => name)).toEqual(Array(FAULTS.length + 1).fill('main'));
    // The writing thread reports the same.
    expect((await again.check()).problems).toEqual(report.problems);
  });

  it('are not taken in, nor is anything that came with them', async () => {
    const store = await newStore();
    const fine = speakingRun(headerOf(runIdOf(2)), ['fine']).map(encodeEntry);
    const db = new sqlite.DatabaseSync(store.file);
    for (const { rule, pos, entries } of FAULTS) {
      const told = JSON.stringify({ export: 1, root: HEADER.runId, entries: entries.length });
      const staging = new Staging(db, store.file);
      const lines = [...fine, told, ...entries.map(encodeEntry)];
      const words = new RegExp(`^Line ${fine.length + 2 + pos}: the run ${HEADER.runId} breaks ${rule}: .+`);
      expect(() => {
        for (const line of lines) {
          staging.add(line);
        }
        staging.finish();
      }).toThrow(words);
      db.exec('DROP TABLE temp.coming');
    }
    db.close();
    // The writing thread reports the same, both where the end shows it and before.
    for (const { rule, entries } of FAULTS.slice(-2)) {
      await expect(store.import([...fine, ...entries.map(encodeEntry)])).rejects.toMatchObject({
        code: 'STORE_ERROR',
        message: expect.stringMatching(
          new RegExp(`^import\\(\\): nothing was taken in. Line \\d+: .* breaks ${rule}: .+\\.$`),
        ),
      });
    }
    expect(await store.list()).toEqual([]);
    expect(await linesOf(store)).toEqual([]);
  });

  it('are told of by name and place where the runs of a tree are mixed', async () => {
    const store = await newStore();
    const [top, child] = [
      headerOf(runIdOf(1)),
      headerOf(runIdOf(2), { root: runIdOf(1), parent: runIdOf(1), depth: 1 }),
    ];
    const runs = [
      { header: top, entries: speakingRun(top, ['a', 'b']) },
      { header: child, entries: speakingRun(child, ['c', 'd']).toSpliced(5, 1) },
    ];
    const logs = runs.map(({ header }) => store.open(header, { secrets: [], onBroken }));
    for (let index = 0; index < 12; index++) {
      for (const [number, { entries }] of runs.entries()) {
        const entry = entries[index];
        if (entry !== undefined) {
          logs[number]?.append(entry);
        }
      }
    }
    await Promise.all(logs.map((log) => log.finish()));
    const { problems } = await store.check();
    expect([...new Set(problems.map(({ runId }) => runId))]).toEqual([child.runId]);
    expect(problems[0]).toMatchObject({ root: top.runId, rule: 'D-seq', pos: 11 });
  });

  it('are told of a hundred times at most, each', async () => {
    const store = await newStore();
    const stray: JournalEntry = {
      entry: 'delivered',
      runId: HEADER.runId,
      timestamp: START,
      id: 'p7',
      delivered: 'steered',
    };
    await put(store, HEADER, GOOD.toSpliced(4, 0, ...Array.from({ length: 300 }, () => stray)));
    expect((await store.check()).problems).toHaveLength(100);
  });
});

describe('a run that breaks none', () => {
  it('is not told of where it is open, lost or mixed with others', async () => {
    const store = await newStore();
    const random = createSeededRandom(3);
    for (let number = 1; number <= 4; number++) {
      const header = headerOf(runIdOf(number));
      const entries = wholeRun(header, 400, random, 0.2);
      await put(store, header, number === 4 ? entries : entries.slice(0, Math.ceil(random() * entries.length)));
    }
    const open = store.open(headerOf(runIdOf(9)), { secrets: [], onBroken: () => {} });
    open.append(openOf(headerOf(runIdOf(9))));
    await open.barrier();
    expect(await store.check()).toMatchObject({ isSound: true, problems: [], runs: 5 });
    const other = await newStore();
    expect(await other.import(await linesOf(store))).toMatchObject({ trees: 5 });
  });

  it('is not told of where secrets were hidden in it, also by who does not know which lines they were', async () => {
    const store = await newStore();
    const deltas = [
      'It is hun',
      'ter2-abcdefgh',
      ', not hunter2',
      '-abc or sk-ant-api03-AbCdEfGhIjKl',
      'MnOpQrStUvWxYz0123456789.',
    ];
    const entries = speakingRun(HEADER, deltas);
    const log = store.open(HEADER, { secrets: ['hunter2-abcdefgh'], onBroken });
    for (const entry of entries) {
      log.append(entry);
      await log.barrier();
    }
    await log.finish();
    expect(await store.check()).toMatchObject({ isSound: true, problems: [] });
    const lines = await linesOf(store);
    expect(lines[0]).toContain('beginning');
    for (const given of [lines, lines.slice(1)]) {
      const other = await newStore();
      expect(await other.import(given)).toMatchObject({ trees: 1 });
    }
  });

  it('is not told of where its texts were longer than their bound', async () => {
    const store = await newStore();
    const header = headerOf(runIdOf(1), { options: { maxTextBytes: 1_024 } });
    const { assembler, events, push, now } = createBench({
      runId: header.runId,
      maxTextBytes: 1_024,
      clock: { timestampOf: (time) => START + time },
    });
    push({ type: 'session_start', sessionId: 's1' });
    for (let count = 0; count < 40; count++) {
      push({ type: 'text_delta', delta: '\u{1f642}€x '.repeat(10) });
    }
    push({ type: 'message_stop' }, { type: 'thinking_delta', delta: 'y'.repeat(3_000) });
    assembler.end(now());
    const [open, prompt] = speakingRun(header, []);
    const close = closeOf(header.runId, START + 5_000);
    await put(
      store,
      header,
      [open, prompt, ...events, close].filter((entry) => entry !== undefined),
    );
    expect(await store.check()).toMatchObject({ isSound: true, problems: [] });
  });
});

describe('an export', () => {
  it.each([
    ['was cut off', (lines: string[]) => lines.slice(0, -1), /has 12 entries by the line before it, and 11 came/],
    [
      'has lines of another tree',
      (lines: string[]) => [lines[0]?.replace(runIdOf(1), runIdOf(7)) ?? '', ...lines.slice(1)],
      /Line 2: the line before the tree .* is that of the tree/,
    ],
  ])('is refused that $0', async (_, spoil, words) => {
    const store = await newStore();
    await put(store, HEADER, GOOD);
    const other = await newStore();
    await expect(other.import(spoil(await linesOf(store)))).rejects.toMatchObject({
      code: 'STORE_ERROR',
      message: expect.stringMatching(words),
    });
    expect(await other.list()).toEqual([]);
  });
});
