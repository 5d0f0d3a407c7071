/**
 * Bytes that differ from what was written, in each kind of page and in the log: they are refused or reported, and never given out as an
 * entry.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSeededRandom } from '@agent-mux/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DRAW_SEED, IS_FULL } from '../../../test/support/drawn.ts';
import { loadSqlite } from './file/index.ts';
import { openStore } from './open-store.ts';
import { BUILT_WRITER } from './testing/built-writer.ts';
import { clearAway, newStore } from './testing/folders.ts';
import { bytesBeside, copyInUse, copyWith, fill, look, QUIET, type Seen } from './testing/harm.ts';
import { findPages, type PageKind, type Place } from './testing/pages.ts';
import { wholeRun } from './testing/random-journal.ts';
import { headerOf, runIdOf } from './testing/runs.ts';

const TIMES = IS_FULL ? 60 : 1;
const random = createSeededRandom(DRAW_SEED);
const { DatabaseSync } = await loadSqlite();

const scratch = mkdtempSync(join(tmpdir(), 'amux-damaged-'));
const file = join(scratch, 'runs.db');
let pages: Map<PageKind, Place[]>;
let sound: Seen;

beforeAll(async () => {
  const store = await openStore(file, BUILT_WRITER);
  const lines = await fill(store, { runs: 40, entries: 40 });
  // Reading all of them each time would take a minute.
  sound = await look(
    store,
    [...lines.keys()].filter((_, place) => place % 8 === 0),
  );
  await store.close();
  leaveFreePages();
  pages = findPages(readFileSync(file));
}, 60_000);
afterEach(clearAway);
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

function leaveFreePages(): void {
  const db = new DatabaseSync(file);
  db.exec('CREATE TABLE filler (text)');
  const add = db.prepare('INSERT INTO filler VALUES (?)');
  for (let row = 0; row < 20; row++) {
    add.run('x'.repeat(3_000));
  }
  db.exec('DROP TABLE filler; PRAGMA wal_checkpoint(TRUNCATE)');
  db.close();
}

type End = 'refused' | 'told by a read' | 'told by check()' | 'of no consequence';

/** What becomes of a store in which one bit differs; no reader is ever given something wrong. */
async function flip(at: number, bit: number): Promise<End> {
  const bad = copyWith(file, '', (bytes) => {
    bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
    return bytes;
  });
  const before = bytesBeside(bad);
  const store = await newStore(bad).catch((error: unknown) => error);
  if (store instanceof Error) {
    expect(store).toMatchObject({ code: 'STORE_ERROR' });
    expect(bytesBeside(bad)).toEqual(before);
    return 'refused';
  }
  const open = store as Awaited<ReturnType<typeof newStore>>;
  const seen = await look(open, sound.runs.keys());
  const { isSound } = await open.check();
  let isTold = false;
  for (const [runId, { lines, code }] of seen.runs) {
    const wanted = sound.runs.get(runId)?.lines ?? [];
    // The entries before the damage are as they were.
    expect(lines, `byte ${at}, bit ${bit}`).toEqual(code === undefined ? wanted : wanted.slice(0, lines.length));
    if (code !== undefined) {
      expect(code).toMatch(/^(?:STORE_ERROR|RUN_NOT_FOUND)$/);
    }
    isTold ||= code !== undefined;
  }
  const isSame = !isTold && JSON.stringify(seen.list) === JSON.stringify(sound.list);
  if (!isSame) {
    expect(isSound, `byte ${at}, bit ${bit}`).toBe(false);
  }
  if (isTold) {
    return 'told by a read';
  }
  return isSound ? 'of no consequence' : 'told by check()';
}

/** Places where a flip is certainly seen, counted from the first used byte of the last page of the kind. */
const CERTAIN: readonly (readonly [PageKind, at: number, bit: number, ends: readonly End[]])[] = [
  ['header', 17, 3, ['refused']],
  ['table leaf', 4, 0, ['told by a read', 'told by check()']],
  ['table interior', 3, 0, ['told by a read', 'told by check()']],
  ['index leaf', 1, 2, ['told by a read', 'told by check()']],
  ['index interior', 3, 0, ['told by a read', 'told by check()']],
  ['overflow', 100, 0, ['told by a read', 'told by check()']],
  ['free', 7, 0, ['told by check()']],
  ['pointer map', 0, 1, ['told by check()']],
];

describe(`a bit that is another (AMUX_SEED=${DRAW_SEED})`, () => {
  it.each(CERTAIN)(
    'in a page of the kind `%s`, at its byte %i',
    { timeout: 60_000 + TIMES * 20_000 },
    async (kind, at, bit, ends) => {
      const places = pages.get(kind) ?? [];
      const last = places.at(-1) ?? expect.fail(`There is no such page.`);
      expect(ends).toContain(await flip(last.from + at, bit));
      for (let time = 0; time < TIMES; time++) {
        const { from, to } = places[Math.floor(random() * places.length)] ?? last;
        await flip(from + Math.floor(random() * (to - from)), Math.floor(random() * 8));
      }
    },
  );
});

/** An index whose entry leads to another row: the run is found, with the facts of another one. */
describe('a table of runs that is wrong', () => {
  it.each([
    [
      'opens where another one does',
      'tree = (SELECT tree FROM run WHERE run_id = $other), opened_pos = 0, closed_pos = 5',
    ],
    ['opens later than it does', 'opened_pos = opened_pos + 1'],
    ['closes earlier than it does', 'closed_pos = closed_pos - 1'],
  ])('is told by a read of a run that by it %s', async (_, set) => {
    const bad = copyWith(file, '', (bytes) => bytes);
    const [runId = '', other = ''] = sound.runs.keys();
    const db = new DatabaseSync(bad);
    db.exec(`UPDATE run SET ${set.replace('$other', `'${other}'`)} WHERE run_id = '${runId}'`);
    db.close();
    const seen = await look(await newStore(bad), [runId]);
    expect(seen.runs.get(runId)?.code).toBe('STORE_ERROR');
  });
});

const HEADER = 32;
const FRAME = 24 + 4_096;
const inFrame = (frame: number, at: number): number => HEADER + frame * FRAME + at;
const flipAt =
  (at: number) =>
  (bytes: Buffer): Buffer => {
    bytes[at] = (bytes[at] ?? 0) ^ 4;
    return bytes;
  };
const half = (bytes: Buffer): number => Math.floor(bytes.length / FRAME / 2);

/** Changes that are not merged into the file yet: SQLite takes all commits before the damage, and nothing after it. */
describe('a log beside the file', () => {
  const log = join(scratch, 'with-log', 'runs.db');
  let wanted: Map<string, string[]>;
  let copy: string;

  it.each<[string, (bytes: Buffer) => Buffer]>([
    ['cut off in its header', (bytes) => bytes.subarray(0, 20)],
    ['cut off in the middle', (bytes) => bytes.subarray(0, inFrame(half(bytes), 100))],
    ['cut off by a byte', (bytes) => bytes.subarray(0, -1)],
    ['with another header', flipAt(17)],
    ['with another first frame', flipAt(inFrame(0, 60))],
    ['with another head of a frame', (bytes) => flipAt(inFrame(half(bytes), 9))(bytes)],
    ['with another byte in a frame', (bytes) => flipAt(inFrame(half(bytes), 2_000))(bytes)],
    ['with another last byte', (bytes) => flipAt(bytes.length - 1)(bytes)],
  ])(
    '%s gives all that was committed before that, and nothing that is not so',
    { timeout: 120_000 },
    async (_, harm) => {
      if (wanted === undefined) {
        const store = await openStore(log, BUILT_WRITER);
        wanted = await fill(store, { runs: 6, entries: 60 });
        copy = copyInUse(log, join(scratch, 'copy.db'));
        await store.close();
      }
      const store = await newStore(copyWith(copy, '-wal', harm));
      const { runs } = await look(store, wanted.keys());
      let whole = 0;
      for (const [runId, lines] of wanted) {
        const { lines: read = [], code } = runs.get(runId) ?? {};
        expect(read).toEqual(lines.slice(0, read.length));
        expect(code ?? 'RUN_NOT_FOUND').toBe('RUN_NOT_FOUND');
        whole += read.length === lines.length ? 1 : 0;
      }
      expect(whole).toBeLessThan(wanted.size);
      expect(await store.check()).toMatchObject({ isSound: true, problems: [] });
      // Another run can be stored after it.
      const [header, after] = [headerOf(runIdOf(90)), wholeRun(headerOf(runIdOf(90)), 20, random)];
      const next = store.open(header, QUIET);
      for (const entry of after) {
        next.append(entry);
      }
      expect(await next.finish()).toBe('whole');
    },
  );
});
