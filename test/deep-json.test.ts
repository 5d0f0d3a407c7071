/** JSON that is nested deeper than a stack: wherever it stands in what any CLI says, nothing throws, and the run goes on to its end. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtInAdapters } from '@agent-mux/adapters';
import { type Cassette, type CassetteEntry, replayCassette } from '@agent-mux/core/cassette';
import { encodeEvent } from '@agent-mux/events';
import type { FakeAgentStep } from '@agent-mux/testkit';
import { createSeededRandom } from '@agent-mux/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DRAW_SEED, IS_CI, IS_FULL } from './support/drawn.ts';
import { fixturesOf } from './support/read-once.ts';
import { says, session } from './support/toy-adapter.ts';
import { startToy } from './support/toy-run.ts';

const DEPTH = 100_000;
const DEEP = {
  lists: `${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}`,
  objects: `${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`,
};
/** Places tried per mode: each run draws others. Of five a fourth of the seeds had too few that are too deep for somebody. */
const PLACES = IS_FULL ? 200 : IS_CI ? 15 : 7;
const MARK = '<deep>';

interface Place {
  readonly index: number;
  readonly text: string;
}

/** Each object and list in what the CLI said, once for each path of keys, with the mark in its place: what is walked through stands there. */
function placesIn(entries: readonly CassetteEntry[], seen: Set<string>): Place[] {
  return entries.flatMap((entry, index) => {
    const line = 'text' in entry && entry.dir === 'out' && entry.text !== undefined ? parse(entry.text) : undefined;
    return line === undefined
      ? []
      : pathsOf(line).flatMap((path) => {
          const name = `${kindOf(line)} ${path.map((key) => (/^\d+$/.test(key) ? '#' : key)).join('.')}`;
          if (seen.has(name)) {
            return [];
          }
          seen.add(name);
          return [{ index, text: JSON.stringify(put(line, path)) }];
        });
  });
}

function parse(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    // What is not JSON has no place for it.
    return undefined;
  }
}

const kindOf = (line: object): string => ['type', 'method'].map((key) => String(Reflect.get(line, key))).join(' ');

function pathsOf(value: unknown, depth = 0): string[][] {
  if (typeof value !== 'object' || value === null || depth === 8) {
    return [];
  }
  return Object.entries(value)
    .filter(([, inner]) => typeof inner === 'object' && inner !== null)
    .flatMap(([key, inner]) => [[key], ...pathsOf(inner, depth + 1).map((path) => [key, ...path])]);
}

function put(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined || typeof value !== 'object' || value === null) {
    return MARK;
  }
  const copy: object = Array.isArray(value) ? [...value] : { ...value };
  Reflect.set(copy, key, put(Reflect.get(value, key), rest));
  return copy;
}

/** Values and lines that were too deep for whoever read them. */
const refused = { count: 0 };

describe.each(builtInAdapters.map((adapter) => ({ agent: adapter.agent, adapter })))('$agent', ({ adapter }) => {
  it.each(adapter.modes.map(({ name }) => name))(
    `(%s) reads 100,000 levels anywhere, seed ${DRAW_SEED}`,
    async (mode) => {
      const random = createSeededRandom(DRAW_SEED);
      const places: { readonly cassette: Cassette; readonly place: Place }[] = [];
      const seen = new Set<string>();
      for (const fixture of await fixturesOf(adapter)) {
        if (fixture.modeName !== mode) {
          continue;
        }
        const { cassette } = await fixture.load();
        if (cassette.entries.length < 2_000) {
          places.push(...placesIn(cassette.entries, seen).map((place) => ({ cassette, place })));
        }
      }
      const chosen = Array.from({ length: Math.min(PLACES, places.length) }, () =>
        places.splice(Math.floor(random() * places.length), 1),
      ).flat();
      const failed: string[] = [];
      for (const [n, { cassette, place }] of chosen.entries()) {
        const deep = n % 2 === 0 ? DEEP.objects : DEEP.lists;
        const entries = cassette.entries.with(place.index, {
          ...cassette.entries[place.index],
          text: place.text.replace(`"${MARK}"`, deep),
        } as CassetteEntry);
        try {
          const { events } = replayCassette({ ...cassette, entries }, adapter);
          for (const event of events) {
            encodeEvent(event);
            refused.count += event.type === 'error' && event.code === 'PARSE_ERROR' ? 1 : 0;
          }
        } catch (error) {
          failed.push(
            `${place.text.slice(0, 200)}: ${error instanceof Error ? error.stack?.slice(0, 400) : String(error)}`,
          );
        }
      }
      expect(failed).toEqual([]);
    },
    120_000,
  );
});

it('was too deep for some readers, or the places say nothing', () => {
  expect(refused.count).toBeGreaterThan(5);
});

describe('a run whose agent says 100,000 levels', () => {
  const write = (text: string, times = 1): FakeAgentStep => ({
    do: 'repeat',
    times,
    steps: [{ do: 'write', text }],
  });
  const nested = (open: string, inner: string, close: string): FakeAgentStep[] => [
    write(open.repeat(1_000), DEPTH / 1_000),
    write(inner),
    write(close.repeat(1_000), DEPTH / 1_000),
  ];

  it.each([
    ['lists', '[', '1', ']'],
    ['objects', '{"a":', '1', '}'],
  ])('completes, and is recorded: %s', async (_what, open, inner, close) => {
    const dir = mkdtempSync(join(tmpdir(), 'amux-deep-'));
    onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
    const handle = startToy(
      [
        session,
        says({ type: 'turn_start' }),
        write('{"draft":{"type":"tool_call_start","toolCallId":"t","toolName":"Bash","input":'),
        ...nested(open, inner, close),
        write('}}\n{"draft":{"type":"tool_result","toolCallId":"t","output":'),
        ...nested(open, inner, close),
        write('}}\n'),
        says({ type: 'text_delta', delta: 'done' }, { type: 'turn_end' }),
        { do: 'read-all' },
      ],
      { run: { record: { dir: join(dir, 'recording') } } },
    );
    const { exitReason, text, events } = await handle;
    expect({ exitReason, text }).toEqual({ exitReason: 'completed', text: 'done' });
    expect(events.filter(({ type }) => type === 'error')).toHaveLength(2);
    const recorded = readFileSync(join(dir, 'recording', 'cassette.jsonl'), 'utf8');
    expect(recorded.includes(JSON.stringify(open.repeat(1_000)).slice(1, -1))).toBe(true);
  });
});
