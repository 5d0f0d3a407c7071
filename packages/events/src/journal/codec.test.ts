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

  it.each([
    [7, 'Cannot decode an event: expected an event object, got 7'],
    ['[]', 'Cannot decode an event: expected an event object, got an array: []'],
    [{ entry: '', runId: RUN_ID, timestamp: 1 }, 'Cannot decode an entry: entry: expected a kind of entry, got ""'],
    [
      { entry: ['open'], runId: RUN_ID, timestamp: 1 },
      'Cannot decode an entry: entry: expected a kind of entry, got an array',
    ],
    [
      { entry: 'input', input: '', runId: RUN_ID, timestamp: 1 },
      'Cannot decode an entry: input: expected a kind of input, got ""',
    ],
    [
      { entry: 'input', input: 7, runId: RUN_ID, timestamp: 1 },
      'Cannot decode an entry: input: expected a kind of input, got 7',
    ],
    [`{${'x'.repeat(119)}`, `Cannot decode an entry: the line is not JSON: {${'x'.repeat(119)}`],
    [`{${'x'.repeat(120)}`, `Cannot decode an entry: the line is not JSON: {${'x'.repeat(119)}…`],
  ])('is refused in words: %j', (line, message) => {
    expect(() => decodeOne(line)).toThrow(new TypeError(message));
  });

  it('is an event where it has a type, and one without a type where it has no kind of entry either', () => {
    const [log] = SAMPLE_EVENTS.filter(({ type }) => type === 'log');
    expect(decodeOne({ ...log, entry: 'close' })).toEqual({ ...log, entry: 'close' });
    expect(() => decodeOne({ runId: RUN_ID, agent: 'claude', timestamp: 1, seq: 0 })).toThrow(
      new TypeError('Cannot decode an event: type: expected an event type, got nothing'),
    );
  });

  // The test uses samples and a list of names, not the table that the decoder itself reads.
  it('is refused without a field that it needs, and taken without one that it does not need', () => {
    const FREE = /^(?:data|schema|input|output|response|by|questions)\.|^header\.options\.|^facts\.(?:output|error)\./;
    const isTaken = (entry: unknown): boolean => {
      try {
        decodeOne(JSON.stringify(entry));
        return true;
      } catch {
        // The refusal is the answer here, and other tests read its words.
        return false;
      }
    };
    const spared = SAMPLE_ENTRIES.flatMap((entry) =>
      [...placesOf(entry)]
        .filter((path) => !FREE.test(path.join('.')) && isTaken(withValue(entry, path, undefined)))
        .map((path) => `${titleOf(entry)}: ${path.join('.')}`),
    );
    expect([...new Set(spared)]).toEqual([
      ...['model', 'provider', 'resumes', 'forks', 'parent', 'parentCall', 'handoffFrom'].map(
        (name) => `open: header.${name}`,
      ),
      'asked: questions',
      'asked: schema',
      'asked: input',
      'input prompt: images',
      'input control: reason',
      'turn: error',
      'turn: output',
      'note: lane',
      ...['sessionId', 'textOf', 'error', 'output', 'leftRunning', 'diagnostics.unknownNative.odd'].map(
        (name) => `close: facts.${name}`,
      ),
      'close: facts.diagnostics.cutTexts',
      'close: facts.diagnostics.unreadable',
      'close: handoffTo',
    ]);
  });

  it('says of each field what it is to be', () => {
    const wrong = Symbol('wrong');
    const spoilt = (value: object): object => Object.fromEntries(Object.keys(value).map((name) => [name, wrong]));
    const expectedOf = (entry: (typeof SAMPLE_ENTRIES)[number]) => {
      const kept = { entry: entry.entry, ...(entry.entry === 'input' ? { input: entry.input } : {}) };
      const header = entry.entry === 'open' ? { header: spoilt(entry.header) } : {};
      const facts =
        entry.entry === 'close'
          ? { facts: { ...spoilt(entry.facts), diagnostics: spoilt(entry.facts.diagnostics) } }
          : {};
      try {
        return decodeOne({ ...spoilt(entry), ...kept, ...header, ...facts });
      } catch (error) {
        const problems = String(error).replace('TypeError: Cannot decode an entry: ', '').split('; ');
        return Object.fromEntries(
          problems.map((problem) => problem.replace(', got Symbol(wrong)', '').split(': expected ')),
        );
      }
    };
    const [base, filled, text, count] = [
      { runId: 'a ULID', timestamp: 'an integer' },
      'a string that is not empty',
      'a string',
      'an integer from 0',
    ];
    const all: Record<string, object> = {};
    for (const entry of SAMPLE_ENTRIES) {
      all[titleOf(entry)] = { ...all[titleOf(entry)], ...expectedOf(entry) };
    }
    expect(all).toEqual({
      open: {
        ...base,
        'header.format': '1',
        'header.runId': 'a ULID',
        'header.name': text,
        'header.agent': filled,
        'header.mode': text,
        'header.model': text,
        'header.provider': text,
        'header.prompt': text,
        'header.cwd': text,
        'header.approvalMode': 'one of yolo, prompt, deny',
        'header.stream': 'true, false or auto',
        'header.resumes': text,
        'header.forks': text,
        'header.tags': 'an array of strings',
        'header.contextId': filled,
        'header.threadId': filled,
        'header.taskId': filled,
        'header.root': 'a ULID',
        'header.parent': 'a ULID',
        'header.parentCall': text,
        'header.handoffFrom': 'a ULID',
        'header.depth': count,
        'header.path': 'an array of strings',
        'header.initiator': 'one of user, agent',
        'header.options': 'an object of options',
      },
      asked: {
        ...base,
        interactionId: filled,
        scopes: 'an array of once and session',
        acceptsUpdatedInput: 'true or false',
        questions: 'an array of questions',
      },
      'input prompt': {
        ...base,
        by: 'who gave it',
        id: filled,
        text,
        as: 'one of first, new-turn, steer',
        images: count,
      },
      'input answer': { ...base, by: 'who gave it', interactionId: filled, response: 'an answer' },
      'input control': {
        ...base,
        by: 'who gave it',
        action: 'one of interrupt, abort, pause, resume, end',
        reason: filled,
      },
      delivered: { ...base, id: filled, delivered: 'one of new-turn, steered, answer' },
      turn: {
        ...base,
        id: filled,
        outcome:
          'one of completed, failed, aborted, interrupted, timeout, inactivity, turn_limit, budget, crashed, killed',
        error: 'an error',
        output: 'an object',
      },
      note: { ...base, kind: filled, lane: text },
      close: {
        ...base,
        cause:
          'one of completed, interrupted, aborted, timeout, inactivity, turn_limit, budget, auth, rate_limit, ' +
          'context, error, crash, kill',
        'facts.durationMs': 'a number from 0',
        'facts.exitCode': 'an exit code or null',
        'facts.signal': 'a signal or null',
        'facts.attempts': count,
        'facts.sessionId': text,
        'facts.textOf': count,
        'facts.error': 'an error',
        'facts.output': 'an object',
        'facts.stderr': text,
        'facts.leftRunning': 'an array of processes',
        'facts.diagnostics.unknownNative': 'counts by name',
        'facts.diagnostics.repaired': count,
        'facts.diagnostics.cutTexts': count,
        'facts.diagnostics.unreadable': count,
        handoffTo: 'a ULID',
      },
    });
  });

  it.each([
    ['open', 'header', 'the header of a run'],
    ['note', 'data', 'a JSON value'],
    ['close', 'facts', 'what the result says beyond the events'],
    ['close', 'facts.diagnostics', 'diagnostics'],
  ])('says of a part that is missing what it was to be: %s without %s', (title, place, expected) => {
    const entry = SAMPLE_ENTRIES.find((one) => titleOf(one) === title);
    expect(() => decodeOne(JSON.stringify(withValue(entry, place.split('.'), undefined)))).toThrow(
      `${place}: expected ${expected}, got nothing`,
    );
  });

  it.each([
    ['asked', 'questions', [[{}], [{ id: 'q' }], [{ question: 'Which?' }], [null], {}]],
    ['asked', 'scopes', [['always'], 'once', [null]]],
    ['open', 'header.tags', [[1], 'nightly']],
    ['open', 'header.stream', ['false', 0]],
    ['close', 'facts.leftRunning', [[{ pid: 1 }], [{ command: 'vite' }], [{ pid: 0.5, command: 'vite' }], [null], {}]],
    ['close', 'facts.diagnostics.unknownNative', [{ odd: '2' }, { odd: 0.5 }, []]],
    ['close', 'facts.exitCode', [0.5, '0']],
    ['close', 'facts.signal', [15]],
    [
      'input answer',
      'response',
      [
        ...[{ type: 'approve', scope: 'always' }, { type: 'deny', reason: 7 }, { type: 'text' }, { type: 'answers' }],
        ...[
          { type: 'answers', answers: { q: 7 } },
          { type: 'answers', answers: { q: ['a', 7] } },
        ],
        ...[{ type: 'form' }, { type: 'form', action: 'submit' }, { type: 'shrug' }, { action: 'accept' }],
      ],
    ],
    [
      'input answer',
      'by',
      [
        ...[{ kind: 'agent' }, { kind: 'user', id: 7 }, { kind: 'program', rule: 7 }, { kind: 'policy' }],
        ...[{ kind: 'policy', rule: 'mine' }, { kind: 'nobody' }, {}],
      ],
    ],
  ] as const)('%s is refused where its %s has a part of another kind', (title, place, values) => {
    const entry = SAMPLE_ENTRIES.find((one) => titleOf(one) === title);
    for (const value of values) {
      expect(() => decodeOne(withValue(entry, place.split('.'), value))).toThrow(`${place}: expected`);
    }
  });

  it.each([
    ...[{ type: 'approve' }, { type: 'approve', scope: 'once' }, { type: 'approve', scope: 'session' }],
    ...[{ type: 'deny' }, { type: 'deny', reason: 'no' }, { type: 'answers', answers: {} }],
    ...['accept', 'decline', 'cancel'].map((action) => ({ type: 'form', action })),
  ])('may have the answer %j', (response) => {
    const answer = SAMPLE_ENTRIES.find((entry) => titleOf(entry) === 'input answer');
    expect(decodeOne({ ...answer, response })).toMatchObject({ response });
  });

  it.each([
    ...[{ kind: 'user' }, { kind: 'user', id: 'u' }, { kind: 'agent', id: 'a' }, { kind: 'program' }],
    ...['approval-mode', 'timeout', 'nobody-listens', 'callback-failed', 'stopping', 'caller-ended'].map((rule) => ({
      kind: 'policy',
      rule,
    })),
  ])('may be given by %j', (by) => {
    const answer = SAMPLE_ENTRIES.find((entry) => titleOf(entry) === 'input answer');
    expect(decodeOne({ ...answer, by })).toMatchObject({ by });
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

  it('go on behind every other entry of their run, and begin anew when it is closed', () => {
    const decoder = createEntryDecoder();
    const decoded = SAMPLE_ENTRIES.flatMap((entry) => {
      decoder.decode(encodeEntry(entry));
      return journal([{ type: 'text_delta', delta: 'x' }]).map((event) => decoder.decode(encodeEntry(event)));
    });
    const lengths = accumulated(decoded, RUN_ID).map(({ length }) => length);
    expect(lengths).toEqual(SAMPLE_ENTRIES.map(({ entry }, index) => (entry === 'close' ? 1 : index + 1)));
  });

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
