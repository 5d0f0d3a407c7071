import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../events.ts';
import { journal, message, RUN_ID, run, turn } from '../testing/journal.ts';
import { SAMPLE_ENTRIES } from '../testing/sample-entries.ts';
import { SAMPLE_EVENTS } from '../testing/sample-events.ts';
import { createEntryDecoder, encodeEntry, type JournalEntry } from './index.ts';

const ALL: readonly JournalEntry[] = [...SAMPLE_ENTRIES, ...SAMPLE_EVENTS];
const decodeOne = (line: unknown): JournalEntry => createEntryDecoder().decode(line);
const titleOf = (entry: JournalEntry): string =>
  'type' in entry
    ? entry.type
    : `${entry.entry}${'input' in entry && entry.entry === 'input' ? ` ${entry.input}` : ''}`;

/** Each place in a value, as the names that lead there. */
function* placesOf(value: unknown, path: readonly string[] = []): Generator<readonly string[]> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    for (const [name, inner] of Object.entries(value)) {
      yield [...path, name];
      yield* placesOf(inner, [...path, name]);
    }
  }
}

function withValue(value: unknown, [name = '', ...rest]: readonly string[], put: unknown): object {
  const copy = { ...(value as Record<string, unknown>) };
  copy[name] = rest.length === 0 ? put : withValue(copy[name], rest, put);
  return copy;
}

describe('an entry', () => {
  it.each([
    ...['completed', 'interrupted', 'aborted', 'timeout', 'inactivity', 'turn_limit', 'budget'],
    ...['auth', 'rate_limit', 'context', 'error', 'crash', 'kill'],
  ])('of a run that has ended may say that it was by %s', (cause) => {
    const close = SAMPLE_ENTRIES.find(({ entry }) => entry === 'close');
    expect(decodeOne({ ...close, cause })).toMatchObject({ cause });
    expect(() => decodeOne({ ...close, cause: `${cause}s` })).toThrow('cause');
  });

  it.each([
    ...['completed', 'failed', 'aborted', 'interrupted', 'timeout', 'inactivity', 'turn_limit', 'budget'],
    ...['crashed', 'killed'],
  ])('of a turn that has ended may say %s', (outcome) => {
    const over = SAMPLE_ENTRIES.find(({ entry }) => entry === 'turn');
    expect(decodeOne({ ...over, outcome })).toMatchObject({ outcome });
    expect(() => decodeOne({ ...over, outcome: `${outcome}s` })).toThrow('outcome');
  });

  it.each(ALL.map((entry) => ({ title: titleOf(entry), entry })))('$title comes back as it was', ({ entry }) => {
    const line = encodeEntry(entry);
    expect(line).not.toContain('\n');
    const decoded = decodeOne(line);
    expect(encodeEntry(decoded)).toBe(line);
    // The accumulated text is not on the line, and the decoded entry has it all the same.
    expect(decoded).toMatchObject(entry);
  });

  it.each(SAMPLE_ENTRIES.map((entry) => ({ title: titleOf(entry), entry })))(
    '$title is refused where a field is of another kind, which is named',
    ({ entry }) => {
      const FREE =
        /^(?:options|data|schema|questions|unknownNative)(?:\.|$)|^response\.(?:input|detail|content|interrupt)|^input(?:\.|$)|^output\./;
      const places = [...placesOf(entry)].filter(
        (path) => path[0] !== 'entry' && !(path.length > 1 && path[0] === 'data'),
      );
      const accepted = places.flatMap((path) => {
        const name = path.filter((part) => part !== 'header' && part !== 'facts' && part !== 'diagnostics').join('.');
        if (FREE.test(name)) {
          return [];
        }
        try {
          decodeOne(withValue(entry, path, Symbol('no kind of JSON')));
          return [path.join('.')];
        } catch (error) {
          expect(error).toBeInstanceOf(TypeError);
          expect(String(error)).toContain(path[0] === 'response' || path[0] === 'by' ? path[0] : path.join('.'));
          return [];
        }
      });
      expect(accepted).toEqual([]);
    },
  );

  it('says all that is wrong with it, and where', () => {
    expect(() => decodeOne({ entry: 'delivered', runId: 'r', timestamp: 1, id: '', delivered: 'maybe' })).toThrow(
      new TypeError(
        'Cannot decode an entry: runId: expected a ULID, got "r"; id: expected a string that is not empty, got ""; ' +
          'delivered: expected one of new-turn, steered, answer, got "maybe"',
      ),
    );
    expect(() => decodeOne('{"entry":')).toThrow('Cannot decode an entry: the line is not JSON: {"entry":');
    expect(() => decodeOne(7)).toThrow(TypeError);
  });

  it('of a kind that may be added is let through as it is', () => {
    for (const later of [
      { entry: 'snapshot', runId: RUN_ID, timestamp: 1, more: { x: 1 } },
      { entry: 'input', input: 'gesture', by: { kind: 'program' }, runId: RUN_ID, timestamp: 1 },
      { type: 'hologram', runId: RUN_ID, agent: 'claude', timestamp: 1, seq: 0 },
    ]) {
      expect(decodeOne(JSON.stringify(later))).toEqual(later);
    }
  });
});

describe('the texts of several runs', () => {
  const other = `${RUN_ID.slice(0, -1)}Z`;
  const first = journal(run(...turn(0, ...message('Hel', 'lo'))));
  const second = journal(run(...turn(0, ...message('a', 'b', 'c')))).map(
    (event): AgentEvent => ({ ...event, runId: other }),
  );
  const accumulated = (entries: readonly JournalEntry[], runId: string): string[] =>
    entries.flatMap((entry) => ('accumulated' in entry && entry.runId === runId ? [entry.accumulated] : []));

  it('do not run into each other, in whatever order they are mixed', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 200, maxLength: 200 }), (choices) => {
        const [left, right] = [[...first], [...second]];
        const mixed = choices.flatMap((isLeft) => (isLeft ? left : right).splice(0, 1));
        const decoder = createEntryDecoder();
        const decoded = [...mixed, ...left, ...right].map((event) => decoder.decode(encodeEntry(event)));
        expect(accumulated(decoded, RUN_ID)).toEqual(['Hel', 'Hello']);
        expect(accumulated(decoded, other)).toEqual(['a', 'ab', 'abc']);
      }),
    );
  });
});
