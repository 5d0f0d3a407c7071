/** That what the pages of the protocols measure is so: on a projection of which it is known what it tells, keeps and loses. */
import type { JournalEntry } from '@agent-mux/events/journal';
import type { Projection } from '@agent-mux/protocols';
import { describe, expect, it } from 'vitest';
import { message } from '../packages/events/src/testing/journal.ts';
import { type Line, turn, whole, writeJournal } from '../packages/protocols/src/testing/write-journal.ts';
import { measure } from '../tools/protocols/measure.ts';

/** It tells text at once, what ended the session in the end, and of a retry only the second. */
const toy: Projection<{ said: string }, { retries: number; session: string }> = {
  init: () => ({ retries: 0, session: '' }),
  step(state, source, emit) {
    const entry = source as JournalEntry;
    if (!('type' in entry)) {
      return;
    }
    if (entry.type === 'text_delta') {
      emit({ said: `text ${entry.delta}` });
    }
    if (entry.type === 'session_end') {
      state.session = entry.sessionId;
    }
    if (entry.type === 'retry') {
      state.retries += 1;
      if (state.retries === 2) {
        emit({ said: `retry ${entry.reason}` });
      }
    }
  },
  end(state, emit) {
    emit({ said: `end ${state.session}` });
  },
};

const retry: Line = { type: 'retry', attempt: 1, maxAttempts: 3, reason: 'slow', delayMs: 5 };
const LONG = whole(...turn(0, ...message('a', 'b'), retry, retry, retry));

function measureToy(...journals: readonly (readonly Line[])[]) {
  const nameOf = (output: unknown): string => (output as { readonly said: string }).said.split(' ', 1)[0] ?? '';
  const projection = toy as unknown as Projection<unknown, unknown>;
  return measure({ projection, nameOf }, journals.map(writeJournal));
}

describe('what the pages of the protocols measure', () => {
  const { byRow, stamps } = measureToy(LONG);

  it('is what comes with an entry, and in how many cases', () => {
    expect([...(byRow.get('text_delta')?.comes ?? [])]).toEqual([['text', 2]]);
    expect([byRow.get('retry')?.count, [...(byRow.get('retry')?.comes ?? [])]]).toEqual([3, [['retry', 1]]]);
  });

  it('is what an entry goes into that tells nothing at once', () => {
    expect([...(byRow.get('session_end')?.goesInto ?? [])]).toEqual(['end']);
    expect(byRow.get('session_end')?.isIdle).toBe(false);
    // Without the first, the third would be the second.
    expect(byRow.get('retry')?.goesInto).toEqual(new Set());
    expect(byRow.get('retry')?.isIdle).toBe(true);
    expect(byRow.get('turn_start')).toMatchObject({ isIdle: true, kept: new Set() });
  });

  it('is which fields some output shows', () => {
    expect([...(byRow.get('text_delta')?.kept ?? [])]).toEqual(['delta']);
    expect([...(byRow.get('session_end')?.kept ?? [])]).toEqual(['sessionId']);
    expect([...(byRow.get('retry')?.kept ?? [])]).toEqual(['reason']);
    expect([...stamps]).toEqual([]);
  });

  it('is found in any journal, also behind a beginning that two of them share', () => {
    const only = (...end: Line[]) => writeJournal([...LONG.slice(0, -2), ...end]).length;
    expect(only()).toBeGreaterThan(10);
    const rest = measureToy(
      [...LONG.slice(0, -2), { type: 'log', source: 'stdout', line: 'x' }],
      [...LONG.slice(0, -2), { type: 'text_delta', delta: 'z' }],
    );
    expect([...(rest.byRow.get('text_delta')?.kept ?? [])]).toEqual(['delta']);
    expect([...(rest.byRow.get('retry')?.kept ?? [])]).toEqual(['reason']);
  });
});
