import { describe, expect, it } from 'vitest';
import { spent } from '../../../../test/support/spent.ts';
import type { AgentEvent, ApprovalFacts } from '../events.ts';
import { broken, call, callReady, journal, message, result, run, thinking, turn } from '../testing/journal.ts';
import { PAUSES } from '../testing/legal-pauses.ts';
import { QUESTIONS } from '../testing/legal-questions.ts';
import { LEGAL, NOISE, RICH, TERMINAL } from '../testing/legal-streams.ts';
import { SAMPLE_EVENTS, sampleOf } from '../testing/sample-events.ts';
import { checkStream, createChecker } from './checker.ts';

describe('a stream in order has no violation', () => {
  it.each([...LEGAL, ...QUESTIONS])('$name', ({ events, options = {} }) => {
    expect(checkStream(journal(events), options)).toEqual([]);
  });

  it.each(PAUSES)('$name', ({ events }) => {
    expect(checkStream(journal(events))).toEqual([]);
  });

  it.each(TERMINAL)('ended by $type, then session_end', (terminal) => {
    const events = run(...turn(0, ...message('a')), terminal, ...NOISE);
    expect(checkStream(journal([...events, ...NOISE]))).toEqual([]);
  });

  it('with an event of a later version anywhere', () => {
    const later = { ...sampleOf('paused'), type: 'session_title', lane: undefined };
    const events = journal(RICH).flatMap((event, index): AgentEvent[] => {
      const between = { ...later, timestamp: event.timestamp, seq: index * 2 };
      return [broken(event, between), broken(event, { seq: index * 2 + 1 })];
    });
    expect(checkStream(events)).toEqual([]);
  });

  it('where a foreign one tells of a file as soon as a call is ready, without naming it', () => {
    const events = journal(run(...turn(0, ...callReady('t'), { type: 'file_delete', path: '/a' }, result('t'))));
    expect(checkStream(events, { foreign: true })).toEqual([]);
    expect(checkStream(events).map(({ rule }) => rule)).toEqual(['M-24']);
  });

  it('with a folder that nobody knows, and no other that is not absolute', () => {
    const inFolder = (cwd: string, cwdKnown?: false) =>
      checkStream(
        journal(
          run(
            ...turn(
              0,
              ...call(
                't',
                { type: 'shell_start', command: 'ls', cwd, toolCallId: 't', ...(cwdKnown === false && { cwdKnown }) },
                { type: 'shell_exit', exitCode: 0, durationMs: 1, toolCallId: 't' },
              ),
            ),
          ),
        ),
      ).map(({ rule }) => rule);
    expect([inFolder('', false), inFolder('/w'), inFolder(''), inFolder('sub', false)]).toEqual([
      [],
      [],
      ['D-path'],
      ['D-path'],
    ]);
  });

  it('with an approval whose paths are absolute, and no other', () => {
    const about = (facts: ApprovalFacts) =>
      checkStream(
        journal(
          run(
            ...turn(
              0,
              { type: 'approval_request', interactionId: 'i', action: 'a', detail: 'd', riskLevel: 'low', ...facts },
              { type: 'approval_granted', interactionId: 'i' },
            ),
          ),
        ),
      ).map(({ rule }) => rule);
    expect([
      about({ cwd: '/w', paths: ['/w/a', '<cwd>/b'], changes: [{ path: '/w/a', change: 'move', movedTo: '/w/b' }] }),
      about({ cwd: 'w' }),
      about({ paths: ['/w', 'a'] }),
      about({ changes: [{ path: 'a', change: 'delete' }] }),
      about({ changes: [{ path: '/w/a', change: 'move', movedTo: 'b' }] }),
    ]).toEqual([[], ['D-path'], ['D-path'], ['D-path'], ['D-path']]);
  });

  it('as it came over a wire that leaves out what has accumulated', () => {
    const events: AgentEvent[] = journal(RICH).map((event) => JSON.parse(JSON.stringify(event)));
    expect(checkStream(events)).toEqual([]);
  });
});

describe('a stream with a hole', () => {
  const needed = RICH.flatMap((event, index) =>
    event.type === 'file_delete' || event.type === 'shell_stdout_delta' || event.type === 'shell_stderr_delta'
      ? []
      : [{ index, name: `${event.type} at ${index}` }],
  );

  it.each(needed)('is found where $name is missing', ({ index }) => {
    // The numbers are made after the event was left out, so that they do not give it away. Approvals come in pairs; every other event is missed
    // by one that stays.
    const events = journal(RICH.filter((_, at) => at !== index));
    const isDeltaOfCall = RICH[index]?.type === 'tool_input_delta';
    expect(checkStream(events).length > 0).toBe(!isDeltaOfCall);
  });
});

describe('an event in which a secret was hidden', () => {
  /** What is found where the first event of a type is known to be changed, as far as it says. */
  const foundWith = (type: AgentEvent['type'], redacted: 'yes' | 'maybe' | 'no', events: readonly AgentEvent[]) => {
    const checker = createChecker();
    const changed = events.findIndex((event) => event.type === type);
    events.forEach((event, at) => {
      checker.push(event, at === changed ? { redacted } : {});
    });
    return checker.end().map(({ rule }) => rule);
  };
  const streams = [
    { type: 'text_delta', rule: 'M-19', end: 'message_stop', changed: { text: '***' }, events: message('a', 'b') },
    { type: 'message_stop', rule: 'M-19', end: 'message_stop', changed: { text: '***' }, events: message('a', 'b') },
    { type: 'thinking_delta', rule: 'M-20', end: 'thinking_stop', changed: { thinking: '***' }, events: thinking('a') },
    { type: 'thinking_stop', rule: 'M-20', end: 'thinking_stop', changed: { thinking: '***' }, events: thinking('a') },
    {
      type: 'tool_input_delta',
      rule: 'M-21',
      end: 'tool_input_delta',
      changed: { inputAccumulated: '***' },
      events: call('t'),
    },
  ] as const;

  it.each(streams)(
    'makes the text of its block whatever it is said to be: $type',
    ({ type, rule, end, changed, events }) => {
      const spoilt = journal(run(...turn(0, ...events))).map((event) =>
        event.type === end ? broken(event, changed) : event,
      );
      const found = (['no', 'maybe', 'yes'] as const).map((redacted) => foundWith(type, redacted, spoilt));
      expect(found).toEqual([[rule], [], []]);
    },
  );

  it('is wrong only beside its text, where it may be changed, and not at all where it is', () => {
    const events = journal(run({ type: 'turn_start', turnIndex: 1 }, { type: 'turn_end', turnIndex: 1 }));
    const found = (['no', 'maybe', 'yes'] as const).map((redacted) => foundWith('turn_start', redacted, events));
    expect(found).toEqual([['M-16'], ['M-16'], []]);
  });

  it('does not hide what is wrong with the end of the stream, where it is the last', () => {
    expect(foundWith('session_start', 'yes', journal(run()).slice(0, 1))).toEqual(['M-15']);
  });
});

describe('the checker', () => {
  it('gives the same, fed event by event', () => {
    const checker = createChecker();
    for (const event of SAMPLE_EVENTS) {
      checker.push(event);
    }
    const seen = checker.violations.length;
    expect(checker.end()).toEqual(checkStream(SAMPLE_EVENTS));
    expect(seen).toBeGreaterThan(0);
  });

  it.each([null, undefined, 7, 'x', [], {}])('does not stumble over %j', (value) => {
    const events: AgentEvent[] = JSON.parse(JSON.stringify([value ?? null]));
    expect(checkStream(events).map(({ rule }) => rule)).toContain('M-4');
  });

  it('takes time in proportion to a message, however long', async () => {
    const perDelta = async (count: number): Promise<number> => {
      const events = journal(run(...turn(0, ...message(...Array.from({ length: count }, (_, at) => `token ${at} `)))));
      return (await spent(() => expect(checkStream(events)).toEqual([]))) / count;
    };
    await perDelta(2_000);
    // Quadratic time would give 20.
    expect((await perDelta(40_000)) / (await perDelta(2_000))).toBeLessThan(8);
  });
});
