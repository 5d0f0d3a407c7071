/** What a dialect gathers while a text comes is bounded: a text of any length, in any block of any agent, takes no more memory. */
import { builtInAdapters } from '@agent-mux/adapters';
import type { Dialect, EventDraft, LineContext, Mode, ResolvedOptions } from '@agent-mux/core';
import { type CassetteEntry, readText } from '@agent-mux/core/cassette';
import { type LoadedFixture, loadFixtures } from '@agent-mux/testkit/conformance';
import { describe, expect, it } from 'vitest';
import { collectGarbage } from '../packages/core/src/testing/collect-garbage.ts';
import { FIXTURES } from './support/read-once.ts';

const BOUND = 1024 * 1024;
const PIECE = 'x'.repeat(500_000);
const QUOTED_PIECE = JSON.stringify(PIECE);
/** 100 MB with `npm run test:all`, and 12 MB else: more than twice what may be kept. */
const TIMES = process.env['AMUX_FULL'] === '1' ? 200 : 24;
/** Two gathered texts of two bytes a character, and lines that V8 has not let go. */
const MOST_BYTES = 5 * 1024 * 1024;

const SOURCES = { in: 'stdin', out: 'stdout', err: 'stderr' } as const;
const PIECES = [
  'text_delta',
  'thinking_delta',
  'tool_input_delta',
  'shell_stdout_delta',
  'shell_stderr_delta',
] as const;
type PieceType = (typeof PIECES)[number];

interface Spot {
  readonly entries: readonly CassetteEntry[];
  readonly options: ResolvedOptions;
  readonly argv: readonly string[];
  readonly index: number;
  /** The line with a long text in the place of its piece. */
  readonly line: string;
}

function createDialect(mode: Mode, { options, argv }: Pick<Spot, 'options' | 'argv'>): Dialect {
  return mode.dialect(options, {
    runId: 'r',
    dir: '/run',
    binary: '/cli',
    newId: () => 'id',
    input: { text: options.prompt },
    argv,
    maxTextBytes: BOUND,
  });
}

function hear(dialect: Dialect, entry: CassetteEntry): readonly EventDraft[] {
  if (entry.dir !== 'in' && entry.dir !== 'out' && entry.dir !== 'err') {
    return [];
  }
  const context: LineContext = { source: SOURCES[entry.dir] };
  return dialect.parseEvent(readText(entry), context).drafts;
}

/** For each kind of piece the first line of a recording that says one. */
async function findSpots(fixtures: readonly LoadedFixture[], mode: Mode): Promise<ReadonlyMap<PieceType, Spot>> {
  const spots = new Map<PieceType, Spot>();
  for (const fixture of fixtures) {
    if (fixture.modeName !== mode.name || spots.size === PIECES.length) {
      continue;
    }
    const { header, entries } = (await fixture.load()).cassette;
    const scene = { options: { prompt: '', cwd: '/work', ...header.options } as ResolvedOptions, argv: header.argv };
    const dialect = createDialect(mode, scene);
    for (const [index, entry] of entries.entries()) {
      for (const draft of hear(dialect, entry)) {
        // A long line for each of all pieces would take most of the time.
        if (entry.dir !== 'out' || !isPiece(draft) || spots.has(draft.type)) {
          continue;
        }
        const line = lengthen(readText(entry), draft.delta);
        if (line !== undefined) {
          spots.set(draft.type, { ...scene, entries, index, line });
        }
      }
    }
  }
  return spots;
}

function isPiece(draft: EventDraft): draft is Extract<EventDraft, { type: PieceType }> {
  return PIECES.some((type) => type === draft.type);
}

function lengthen(line: string, delta: string): string | undefined {
  const quoted = delta.length > 1 ? JSON.stringify(delta) : undefined;
  return quoted !== undefined && line.includes(quoted) ? line.replaceAll(quoted, QUOTED_PIECE) : undefined;
}

function heapBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

describe.each(builtInAdapters.map((adapter) => ({ agent: adapter.agent, adapter })))('$agent', ({ adapter }) => {
  // The fixtures that all tests share will not do: what stays in memory is looked through at each measurement.
  const fixtures = loadFixtures(FIXTURES, adapter);
  it.each(adapter.modes.map((mode) => ({ name: mode.name, mode })))(
    '($name) gathers no more than the bound of what is said',
    async ({ mode }) => {
      const spots = await findSpots(await fixtures, mode);
      const over: string[] = [];
      for (const [type, spot] of spots) {
        const dialect = createDialect(mode, spot);
        for (const entry of spot.entries.slice(0, spot.index)) {
          hear(dialect, entry);
        }
        const before = heapBytes();
        let pieces = 0;
        for (let n = 0; n < TIMES; n++) {
          pieces += dialect.parseEvent(spot.line, { source: 'stdout' }).drafts.length;
        }
        const grown = heapBytes() - before;
        // Asked afterwards, so that it is alive until then.
        if (grown > MOST_BYTES || dialect.state.pending.size < 0) {
          over.push(`${type}: ${grown} bytes after ${pieces} drafts`);
        }
      }
      expect(over).toEqual([]);
    },
    120_000,
  );
});
