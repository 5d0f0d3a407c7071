/** Exports that other programs have changed, and exports of which a part is missing. */
import { encodeEntry } from '@agent-mux/events/journal';
import { afterEach, describe, expect, it } from 'vitest';
import type { Store } from './open-store.ts';
import { clearAway, newStore } from './testing/folders.ts';
import { headerOf, runIdOf, speakingRun } from './testing/runs.ts';

afterEach(clearAway);

const ID = runIdOf(1);
const spaced = (line: string): string => JSON.stringify(JSON.parse(line), null, 1);

/** The lines of an export of two trees. */
async function exported(): Promise<string[]> {
  const store = await newStore();
  for (const number of [1, 2]) {
    const header = headerOf(runIdOf(number));
    const log = store.open(header, { secrets: ['hidden-99'], onBroken: (error) => expect.fail(error.message) });
    for (const entry of speakingRun(header, ['One', ' hidden-99', ' "two": 2\u2028'])) {
      log.append(entry);
    }
    expect(await log.finish()).toBe('whole');
  }
  return all(store.export());
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const out: T[] = [];
  for await (const item of items) {
    out.push(item);
  }
  return out;
}

async function readBack(store: Store): Promise<string[]> {
  return (await all(store.read(ID))).map(({ entry }) => encodeEntry(entry));
}

describe('an export that another program has written again', () => {
  it.each<[string, (line: string) => string]>([
    ['with the ends of lines', (line) => `${line}\n`],
    ['with the ends of lines of another system', (line) => `${line}\r\n`],
    ['with spaces around it', (line) => `  ${line}\t`],
    ['with a space after each colon', (line) => spaced(line).replaceAll('\n', '')],
    ['over several lines of text', spaced],
    ['with a letter of an id as a number', (line) => line.replaceAll(`"runId":"0`, String.raw`"runId":"\u0030`)],
  ])('is taken in as it would be without that: %s', async (_what, change) => {
    const lines = await exported();
    const store = await newStore();
    expect(await store.import(lines.map(change))).toMatchObject({ trees: 2, known: 0 });
    expect(await all(store.export())).toEqual(lines);
    expect(await readBack(store)).toEqual(lines.slice(1, lines.length / 2));
    expect((await store.replay(ID)).exitReason).toBe('completed');
    expect(await store.check()).toMatchObject({ isSound: true });
    expect(await store.import(lines)).toMatchObject({ trees: 0, known: 2 });
  });
});

describe('an export of nothing', () => {
  it('is what an empty store gives, and is taken in as nothing', async () => {
    const lines = await all((await newStore()).export());
    expect(lines).toEqual([]);
    const store = await newStore();
    expect(await store.import(lines)).toMatchObject({ trees: 0, known: 0 });
    expect(await store.import(['', '\r', ' '])).toMatchObject({ trees: 0, known: 0 });
    expect(await store.list()).toEqual([]);
  });
});

describe('an export of which a part is missing', () => {
  it.each<[string, (lines: string[]) => string[], RegExp]>([
    [
      'all that follows the first line',
      (lines) => lines.slice(0, 1),
      /Line 1: the tree .*1 has 12 entries .*, and 0 came/,
    ],
    [
      'all that follows the line before the second tree',
      (lines) => lines.slice(0, lines.length / 2 + 1),
      /Line 14: the tree .*2 has 12 entries .*, and 0 came/,
    ],
    [
      'the first tree',
      (lines) => [lines[0] ?? '', ...lines.slice(lines.length / 2)],
      /Line 1: the tree .*1 has 12 entries/,
    ],
    ['the last line', (lines) => lines.slice(0, -1), /Line 25: the tree .*2 has 12 entries .*, and 11 came/],
  ])('is refused whole: %s', async (_what, cut, words) => {
    const store = await newStore();
    await expect(store.import(cut(await exported()))).rejects.toMatchObject({
      code: 'STORE_ERROR',
      message: expect.stringMatching(words),
    });
    expect(await store.list()).toEqual([]);
  });
});
