/** How spilled entries are divided: into chunks, into places at which reading can begin, and into files. */
import { type AgentEvent, createTextDelta } from '@agent-mux/events';
import type { JournalEntry } from '@agent-mux/events/journal';
import { describe, expect, it } from 'vitest';
import { weighEntry } from './entry-weight.ts';
import { SpillCursor, SpilledEntries } from './spilled-entries.ts';
import { visible } from './testing/entry-copies.ts';

const MIB = 1024 * 1024;
const SMALL = { chunkBytes: 1, chunkEntries: 1, entryBytes: 0, reentryBytes: Infinity, fileBytes: Infinity };

type Chunk = NonNullable<ReturnType<SpilledEntries['findStart']>>;

function chunksOf(spilled: SpilledEntries): Chunk[] {
  const chunks: Chunk[] = [];
  for (let chunk = spilled.findStart(Infinity) && spilled.findStart(spilled.first ?? 0); chunk !== undefined; ) {
    chunks.push(chunk);
    chunk = chunk.next;
  }
  return chunks;
}

// All numbers have as many digits, so that entries of the same length take as many bytes.
const FIRST = 1_000;
const stamp = (index: number) => ({ runId: 'r', agent: 'a', timestamp: FIRST + index, seq: FIRST + index });
const line = (index: number, length: number): AgentEvent => {
  return { type: 'log', source: 'stderr', line: 'x'.repeat(length), ...stamp(index) };
};
const delta = (index: number, length: number, all: string): AgentEvent => {
  return createTextDelta(stamp(index), 'x'.repeat(length), all);
};

/** The bytes that an entry takes in a file besides its text. */
function frameOf(make: (index: number, length: number) => JournalEntry): number {
  const spilled = new SpilledEntries();
  spilled.append([make(0, 1)]);
  return spilled.bytes - 1;
}
const LINE_FRAME = frameOf(line);

/** Appends entries one by one, each of which takes so many bytes. */
function appendLines(spilled: SpilledEntries, count: number, bytes: number, from = 0): void {
  for (let index = from; index < from + count; index++) {
    expect(spilled.append([line(index, bytes - LINE_FRAME)])).toBe(1);
  }
}

describe('what is read at once', () => {
  it('is 64 KiB by weight, and the entry that goes beyond that', () => {
    const frame = weighEntry(line(0, 0));
    const lines = (count: number, weight: number): AgentEvent[] =>
      Array.from({ length: count }, (_, index) => line(index, weight - frame));
    const countsFor = (entries: readonly AgentEvent[]): number[] => {
      const spilled = new SpilledEntries();
      spilled.append(entries);
      return chunksOf(spilled).map(({ first, end }) => end - first);
    };
    expect(countsFor(lines(40, 4_096))).toEqual([16, 16, 8]);
    expect(countsFor(lines(40, 4_095))).toEqual([17, 17, 6]);
    expect(countsFor(lines(3, 100_000))).toEqual([1, 1, 1]);
  });

  it('has its places from the first on', () => {
    const spilled = new SpilledEntries({ first: 7, sizes: { ...SMALL, chunkEntries: 2, chunkBytes: Infinity } });
    expect([spilled.first, spilled.end, spilled.bytes]).toEqual([undefined, undefined, 0]);
    spilled.append([line(0, 1), line(1, 1), line(2, 1)]);
    expect(chunksOf(spilled).map(({ first, end }) => [first, end])).toEqual([
      [7, 9],
      [9, 10],
    ]);
    expect([spilled.first, spilled.end]).toEqual([7, 10]);
    const cursor = new SpillCursor(spilled);
    expect([
      cursor.has(7),
      visible(cursor.read(8)),
      cursor.has(6),
      cursor.has(7),
      cursor.has(8),
      cursor.has(9),
    ]).toEqual([...[false, visible(line(1, 1)), false, true, true, false]]);
    expect([visible(cursor.read(9)), visible(cursor.read(7)), cursor.read(10)]).toEqual([
      ...[visible(line(2, 1)), visible(line(0, 1)), undefined],
    ]);
  });
});

describe('a place at which reading can begin', () => {
  const entriesOf = (spilled: SpilledEntries): string =>
    chunksOf(spilled)
      .map(({ isEntry }) => (isEntry ? '|' : '.'))
      .join('');

  it('comes after each 256 KiB', () => {
    const spilled = new SpilledEntries();
    appendLines(spilled, 12, 64 * 1024);
    expect(entriesOf(spilled)).toBe('|....|....|.');
    const other = new SpilledEntries();
    appendLines(other, 12, 64 * 1024 - 1);
    expect(entriesOf(other)).toBe('|.....|.....');
  });

  it('comes after as many bytes as are set, but not within a text', () => {
    const spilled = new SpilledEntries({ sizes: { ...SMALL, entryBytes: 1 } });
    let all = '';
    const pieces = [0, 1, 2, 3].map((index) => {
      all += 'x';
      return delta(index, 1, all);
    });
    spilled.append([...pieces, { type: 'message_stop', text: all, ...stamp(4) }, line(5, 1), line(6, 1), line(7, 1)]);
    expect(entriesOf(spilled)).toBe('|....|.|');
  });

  it('comes no byte too early', () => {
    const spilled = new SpilledEntries({ sizes: { ...SMALL, entryBytes: 500 } });
    appendLines(spilled, 7, 499);
    expect(entriesOf(spilled)).toBe('|..|..|');
    const exact = new SpilledEntries({ sizes: { ...SMALL, entryBytes: 500 } });
    appendLines(exact, 7, 500);
    expect(entriesOf(exact)).toBe('|.|.|.|');
  });

  it('comes within a text once 16 MiB were read that cannot be given back otherwise', () => {
    const spilled = new SpilledEntries();
    const frame = frameOf((index, length) => delta(index, length, 'x'.repeat(length)));
    const length = MIB - frame;
    let all = '';
    let place = 0;
    const appendPiece = (): boolean | undefined => {
      all += 'x'.repeat(length);
      spilled.append([delta(place, length, all)]);
      place++;
      return chunksOf(spilled).at(-1)?.isEntry;
    };
    const told = [];
    for (let count = 1; count <= 18; count++) {
      told.push(appendPiece());
      spilled.dropBefore(place);
    }
    expect(chunksOf(spilled)[0]?.bytes).toBe(MIB);
    expect(told.map((isEntry) => (isEntry ? '|' : '.')).join('')).toBe('|...............|.');
  });

  it('comes once within a text where that is wanted once', () => {
    const spilled = new SpilledEntries({ sizes: { ...SMALL, entryBytes: Infinity, reentryBytes: 1 } });
    const pieces = [1, 2, 3, 4].map((length) => delta(length - 1, 1, 'x'.repeat(length)));
    spilled.append(pieces.slice(0, 1));
    spilled.dropBefore(1);
    spilled.append(pieces.slice(1));
    expect(entriesOf(spilled)).toBe('||..');
    expect(visible(new SpillCursor(spilled).read(3))).toEqual(visible(pieces[3]));
  });

  it('is the newest from which a place can be reached', () => {
    const spilled = new SpilledEntries({ sizes: { ...SMALL, entryBytes: 1 } });
    spilled.append([0, 1, 2, 3, 4].map((index) => line(index, 1)));
    expect(entriesOf(spilled)).toBe('|.|.|');
    expect([0, 1, 2, 3, 4, 9].map((place) => spilled.findStart(place)?.first)).toEqual([0, 0, 2, 2, 4, 4]);
    spilled.dropBefore(3);
    expect([spilled.first, spilled.findStart(1)]).toEqual([2, undefined]);
    expect(visible(new SpillCursor(spilled).read(3))).toEqual(visible(line(3, 1)));
    expect(new SpillCursor(spilled).read(1)).toBeUndefined();
  });
});

describe('a reader of the file', () => {
  it('that goes back finds what had accumulated there, and nothing of what it has read since', () => {
    const spilled = new SpilledEntries({ sizes: { ...SMALL, entryBytes: Infinity } });
    const pieces = [1, 2, 3, 4].map((length) => delta(length - 1, 1, 'x'.repeat(length)));
    spilled.append(pieces);
    const cursor = new SpillCursor(spilled);
    for (const place of [3, 0, 2, 1]) {
      expect(visible(cursor.read(place))).toEqual(visible(pieces[place]));
    }
  });

  it('finds all of it after what came before was to be dropped', () => {
    const spilled = new SpilledEntries({ first: 7, sizes: SMALL });
    appendLines(spilled, 3, 500);
    spilled.dropBefore(3);
    expect([spilled.first, spilled.end, spilled.bytes]).toEqual([7, 10, 1_500]);
    spilled.dropBefore(9);
    expect([spilled.first, spilled.end]).toEqual([9, 10]);
    const empty = new SpilledEntries();
    empty.dropBefore(3);
    expect([empty.first, empty.end]).toEqual([undefined, undefined]);
  });
});

describe('a file', () => {
  it('is closed with the last of its entries', () => {
    const spilled = new SpilledEntries({ sizes: { ...SMALL, fileBytes: 1_000 } });
    appendLines(spilled, 3, 1_000);
    const [gone, kept] = chunksOf(spilled) as [Chunk, Chunk];
    const read = ({ volume, at, bytes }: Chunk) => volume.file.read(at, Buffer.alloc(bytes)).length;
    expect([read(gone), read(kept)]).toEqual([1_000, 1_000]);
    spilled.dropBefore(1);
    expect(() => read(gone)).toThrow();
    expect(read(kept)).toBe(1_000);
    spilled.clear();
    expect(() => read(kept)).toThrow();
  });

  it('takes more after an earlier one was given back', () => {
    const spilled = new SpilledEntries({ sizes: { ...SMALL, fileBytes: 2_000 } });
    appendLines(spilled, 3, 1_000);
    spilled.dropBefore(2);
    appendLines(spilled, 1, 1_000, 3);
    expect([volumesOf(spilled), spilled.bytes]).toEqual([[0, 0], 2_000]);
  });

  it('that holds nothing any more is not written again', () => {
    const spilled = new SpilledEntries({ sizes: { ...SMALL, fileBytes: Infinity } });
    appendLines(spilled, 1, 1_000);
    spilled.clear();
    appendLines(spilled, 1, 1_000, 1);
    expect([spilled.bytes, chunksOf(spilled)[0]?.at]).toEqual([1_000, 0]);
    expect(visible(new SpillCursor(spilled).read(1))).toEqual(visible(line(1, 1_000 - LINE_FRAME)));
  });

  it('takes more while it is a byte short', () => {
    const spilled = new SpilledEntries({ sizes: { ...SMALL, fileBytes: 1_001 } });
    appendLines(spilled, 4, 1_000);
    expect(volumesOf(spilled)).toEqual([0, 0, 1, 1]);
  });

  const volumesOf = (spilled: SpilledEntries): number[] => {
    const volumes = chunksOf(spilled).map(({ volume }) => volume);
    return volumes.map((volume) => [...new Set(volumes)].indexOf(volume));
  };

  it('is followed by another one at 64 MiB', () => {
    const spilled = new SpilledEntries();
    appendLines(spilled, 9, 8 * MIB);
    expect(volumesOf(spilled)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 1]);
  });

  it('is larger where more waits', () => {
    const spilled = new SpilledEntries({ sizes: { ...SMALL, fileBytes: 1_000 } });
    appendLines(spilled, 12, 1_000);
    expect(volumesOf(spilled)).toEqual([0, 1, 2, 3, 4, 4, 5, 5, 6, 6, 6, 7]);
    expect(spilled.bytes).toBe(12_000);
  });

  it('is given back once all of it was read, and the one that is written when nothing waits any more', () => {
    const spilled = new SpilledEntries({ sizes: { ...SMALL, fileBytes: 2_000 } });
    appendLines(spilled, 5, 1_000);
    expect(volumesOf(spilled)).toEqual([0, 0, 1, 1, 2]);
    const bytes = [1, 2, 3, 4].map((place) => {
      spilled.dropBefore(place);
      return [spilled.first, spilled.bytes];
    });
    expect(bytes).toEqual([
      [1, 5_000],
      [2, 3_000],
      [3, 3_000],
      [4, 1_000],
    ]);
    spilled.clear();
    expect([spilled.first, spilled.end, spilled.bytes]).toEqual([undefined, undefined, 0]);
    appendLines(spilled, 2, 1_000, 5);
    expect([spilled.first, spilled.end, spilled.bytes]).toEqual([5, 7, 2_000]);
    expect(visible(new SpillCursor(spilled).read(6))).toEqual(visible(line(6, 1_000 - LINE_FRAME)));
  });

  it('that is not written any more is given back with the last of its entries, while another one waits', () => {
    const spilled = new SpilledEntries({ sizes: { ...SMALL, fileBytes: 1_000 } });
    appendLines(spilled, 2, 1_000);
    spilled.dropBefore(1);
    expect([spilled.first, spilled.bytes]).toEqual([1, 1_000]);
    appendLines(spilled, 1, 1_000, 2);
    expect([volumesOf(spilled), spilled.bytes]).toEqual([[0, 1], 2_000]);
  });
});
