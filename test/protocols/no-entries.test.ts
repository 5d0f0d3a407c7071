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

describe.each(PROJECTIONS)('$name', ({ subject: { projection } }) => {
  it.each([0, 2])('R-1: refuses what stands at place %i and is no entry', async (place) => {
    const sentence = `Cannot project what stands at place ${place}:`;
    for (const none of NONE) {
      const source = [...entries.slice(0, place), none, ...entries.slice(place)] as EntrySource;
      const thrown = await Promise.all([
        caught(async () => projectAll(source as never, projection)),
        caught(async () => {
          for await (const _ of project(source, projection));
        }),
      ]);
      for (const error of thrown) {
        expect(error).toBeInstanceOf(TypeError);
        expect(String(error)).toContain(sentence);
      }
    }
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
