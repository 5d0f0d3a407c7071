/** What is no entry is refused by every projection, with its place. */
import { type EntrySource, project, projectAll } from '@agent-mux/protocols';
import { describe, expect, it } from 'vitest';
import { CORNER_JOURNALS } from '../../packages/protocols/src/testing/corner-journals.ts';
import { PROJECTIONS } from '../support/projections.ts';

const entries = CORNER_JOURNALS.find(({ name }) => name === 'a child')?.entries ?? [];

const circular: Record<string, unknown> = { type: 'text_delta' };
circular['self'] = circular;

const NONE: readonly unknown[] = [
  7n,
  Symbol('open'),
  circular,
  { type: 'text_delta', delta: 7n },
  null,
  undefined,
  7,
  'open',
  [],
  {},
  { type: 'text_delta', delta: 'x' },
  { entry: 'open', runId: 7, timestamp: 0 },
  { entry: null },
  { entry: { type: 'text_delta' }, run: {} },
  new Error('lost'),
];

const RUN = { runId: '01JZ8M3QK5V7W9X2Y4Z6A8B0CD', timestamp: 1, agent: 'claude', seq: 0 };

/** Entries that lack what their kind must have, or have it wrong, each with the field. */
const HALVES: readonly (readonly [entry: Readonly<Record<string, unknown>>, field: string])[] = [
  [{ entry: 'open' }, 'header'],
  [{ entry: 'open', header: null }, 'header'],
  [{ entry: 'input', input: 'prompt', id: 'p', text: 'x', as: 'first' }, 'by'],
  [{ entry: 'close' }, 'cause'],
  [{ entry: 'close', cause: 'of a later version', facts: {} }, 'cause'],
  [{ type: 'text_delta' }, 'delta'],
  [{ type: 'message_stop' }, 'text'],
  [{ type: 'cost' }, 'cost'],
  [{ type: 'crash' }, 'stderr'],
];

describe.each(PROJECTIONS)('$name', ({ subject: { projection } }) => {
  it.each([0, 2])('R-1: refuses what stands at place %i and is no entry', async (place) => {
    const sentence = `Cannot project what stands at place ${place}:`;
    for (const none of NONE) {
      const source = [...entries.slice(0, place), none, ...entries.slice(place)] as EntrySource;
      const thrown = await Promise.all([
        caught(async () => projectAll(source as never, projection)),
        caught(async () => {
          for await (const _ of project(source, projection)) {
          }
        }),
      ]);
      for (const error of thrown) {
        expect(error).toBeInstanceOf(TypeError);
        expect(String(error)).toContain(sentence);
      }
    }
  });
});

describe.each(PROJECTIONS)('$name', ({ subject: { projection } }) => {
  it.each(HALVES)('R-1: takes %j, or names its place and its field', async (half, field) => {
    const source = [
      { ...RUN, type: 'debug', level: 'info', message: '' },
      { ...RUN, ...half },
    ] as EntrySource;
    const thrown = await Promise.all([
      caught(async () => projectAll(source as never, projection)),
      caught(async () => {
        for await (const _ of project(source, projection)) {
        }
      }),
    ]);
    for (const error of thrown) {
      if (error === undefined) {
        continue;
      }
      expect(error).toBeInstanceOf(TypeError);
      expect(String(error)).toContain('Cannot project what stands at place 1:');
      expect(String(error)).toContain(`${field}: expected`);
    }
    expect(thrown[0]).toEqual(thrown[1]);
  });
});

async function caught(act: () => Promise<unknown>): Promise<unknown> {
  try {
    await act();
    return undefined;
  } catch (error) {
    return error;
  }
}
