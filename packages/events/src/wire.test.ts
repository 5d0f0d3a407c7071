import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../test/support/any-text.ts';
import { spent } from '../../../test/support/spent.ts';
import { EVENT_TYPES } from './event-types.ts';
import type { AgentEvent } from './events.ts';
import { journal, message, RUN_ID, START, thinking, type Unstamped } from './testing/journal.ts';
import { SAMPLE_EVENTS, sampleOf } from './testing/sample-events.ts';
import { createDecoder, type EventDecoder, encodeEvent } from './wire.ts';

const decodeAll = (lines: readonly string[]): AgentEvent[] => {
  const decoder = createDecoder();
  return lines.map((line) => decoder.decode(line));
};
/** The accumulated text, which JSON and equality do not see. */
const accumulatedOf = (event: AgentEvent): string | undefined => {
  switch (event.type) {
    case 'text_delta':
    case 'thinking_delta':
      return event.accumulated;
    case 'tool_input_delta':
    case 'tool_call_start':
      return event.inputAccumulated;
    default:
      return undefined;
  }
};

/** Blocks on three lanes and calls, merged into one stream in any order that keeps each of them in its own. */
const interleaved: fc.Arbitrary<AgentEvent[]> = fc
  .array(
    fc.record({
      form: fc.constantFrom('message', 'thinking', 'call'),
      lane: fc.constantFrom(undefined, 'a', 'b'),
      deltas: fc.array(fc.string({ unit: anyCharacter, minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 6 }),
    }),
    { maxLength: 8 },
  )
  .chain((blocks) => {
    const lines = new Map<string, Unstamped[]>();
    blocks.forEach(({ form, lane, deltas }, index) => {
      const toolCallId = `t${index}`;
      const inner: readonly Unstamped[] =
        form === 'message'
          ? message(...deltas)
          : form === 'thinking'
            ? thinking(...deltas)
            : [
                { type: 'tool_call_start', toolCallId, toolName: 'Edit', inputAccumulated: index % 2 ? '{"a":' : '' },
                ...deltas.map((delta): Unstamped => ({ type: 'tool_input_delta', toolCallId, delta })),
                { type: 'tool_call_ready', toolCallId, toolName: 'Edit', input: deltas },
              ];
      const key = form === 'call' ? toolCallId : `${form} ${lane}`;
      lines.set(key, [...(lines.get(key) ?? []), ...inner.map((event) => (lane ? { ...event, lane } : event))]);
    });
    const queues = [...lines.values()];
    const total = queues.reduce((sum, queue) => sum + queue.length, 0);
    return fc.array(fc.nat(), { minLength: total, maxLength: total }).map((picks) => {
      const rest = queues.map((queue) => [...queue]);
      return journal(
        picks.map((pick): Unstamped => {
          const open = rest.filter((queue) => queue.length > 0);
          return open[pick % open.length]?.shift() ?? { type: 'paused' };
        }),
      );
    });
  });

describe('the wire codec', () => {
  it('gives back every stream of deltas with what has accumulated', () => {
    fc.assert(
      fc.property(interleaved, fc.boolean(), (events, accumulated) => {
        const back = decodeAll(events.map((event) => encodeEvent(event, { accumulated })));
        expect(back.map((event) => ({ ...event }))).toEqual(events.map((event) => ({ ...event })));
        expect(back.map(accumulatedOf)).toEqual(events.map(accumulatedOf));
        expect(back.map((event) => encodeEvent(event))).toEqual(events.map((event) => encodeEvent(event)));
      }),
    );
  });

  it.each(SAMPLE_EVENTS)('gives back $type, one line of it', (event) => {
    const line = encodeEvent(event, { accumulated: true });
    expect(line).not.toMatch(/[\n\r]/);
    const [back] = decodeAll([line]);
    expect(JSON.parse(line)).toEqual(event);
    expect({ ...back, ...derivedOf(back) }).toEqual(event);
  });

  it('leaves what has accumulated off the wire, but not the input of tool_call_start', () => {
    const lines = SAMPLE_EVENTS.map((event) => encodeEvent(event)).filter((line) => line.includes('ccumulated'));
    expect(lines.map((line) => JSON.parse(line).type)).toEqual(['tool_call_start']);
    const live = journal([{ type: 'text_delta', delta: 'a' }]).map((event) => encodeEvent(event));
    expect(live).toEqual([
      `{"type":"text_delta","runId":"${RUN_ID}","agent":"claude","timestamp":${START},"seq":0,"delta":"a"}`,
    ]);
  });

  it('rebuilds it for whoever joins in the middle, where the wire has it', () => {
    const lines = journal(message('one ', 'two ', 'three')).map((event) => encodeEvent(event, { accumulated: true }));
    expect(decodeAll(lines.slice(2)).map(accumulatedOf)).toEqual(['one two ', 'one two three', undefined]);
  });

  it.each(['tool_call_ready', 'mcp_tool_call_start', 'tool_result', 'mcp_tool_result'] as const)(
    'writes null where the value of %s is undefined, so that a reader accepts it',
    (type) => {
      const name = type.endsWith('result') ? 'output' : 'input';
      const event: AgentEvent = Object.assign({ ...sampleOf(type) }, { [name]: undefined });
      expect(decodeAll([encodeEvent(event)])).toEqual([{ ...event, [name]: null }]);
    },
  );

  it('keeps fields that a later version added to deltas', () => {
    const line = '"extra":{"a":1},"__proto__":{"b":2}}';
    const [back] = decodeAll([encodeEvent(sampleOf('text_delta')).replace(/\}$/, `,${line}`)]);
    expect(back).toMatchObject({ delta: 'Hel', accumulated: 'Hel', extra: { a: 1 } });
    expect(JSON.stringify(back)).toContain(line);
  });

  it('lets an event of a later version pass', () => {
    const later = { ...sampleOf('log'), type: 'session_title', title: 'x' };
    expect(createDecoder().decode(JSON.stringify(later))).toEqual(later);
  });

  it.each([
    ['{', /^Cannot decode an event: the line is not JSON: \{$/],
    ['7', /^Cannot decode an event: expected an event object, got 7: 7$/],
    ['{"type":"log"}', /runId: expected a ULID, got nothing; agent: .*source: expected one of stdout, stderr/],
    [{ ...sampleOf('text_delta'), delta: '' }, /^Cannot decode an event: delta: expected a string that is not empty/],
    [{ ...sampleOf('text_delta'), accumulated: 7 }, /accumulated: expected a string, got 7/],
    [{ ...sampleOf('log'), type: 'session_title', seq: -1 }, /seq: expected an integer from 0/],
  ])('refuses %j with a TypeError that says why', (line, reason) => {
    const decode = () => createDecoder().decode(line);
    expect(decode).toThrow(TypeError);
    expect(decode).toThrow(reason);
  });

  /** Fields of a delta, right and wrong, of the same sender and of others. */
  const DELTAS: readonly Readonly<Record<string, unknown>>[] = [
    {},
    { seq: 0 },
    { delta: 'x', lane: 'a' },
    { agent: 'codex' },
    { runId: `${RUN_ID.slice(0, -1)}Z` },
    { raw: '{}' },
    { later: true },
    { accumulated: 'more' },
    ...[7, '', '01JZ', null].map((runId) => ({ runId })),
    ...[7, '', null].map((agent) => ({ agent })),
    ...[0, -1, 1.5, '1', null].map((timestamp) => ({ timestamp })),
    ...[-1, 0.5, '1', null].map((seq) => ({ seq })),
    ...[7, '', null].map((delta) => ({ delta })),
    ...['', 'shell_stdout_delta', 'tool_input_delta', 'log', 7].map((type) => ({ type })),
  ];
  const DELTA = { runId: RUN_ID, agent: 'claude', timestamp: START, seq: 5, delta: 'x' };
  const CASES = ['text_delta', 'thinking_delta'].flatMap((type) =>
    DELTAS.map((fields) => ({ type, fields, delta: { ...DELTA, type, ...fields } })),
  );

  it.each(CASES)('reads $type with $fields in the same way, whatever came before it', ({ delta }) => {
    const read = (decoder: EventDecoder) => {
      try {
        const event = decoder.decode(JSON.stringify(delta));
        return { event: { ...event }, accumulated: accumulatedOf(event) };
      } catch (error) {
        return { error };
      }
    };
    const afterOthers = createDecoder();
    for (const event of journal([{ type: 'message_start' }, { type: 'thinking_start' }])) {
      afterOthers.decode(encodeEvent(event));
    }
    expect(read(afterOthers)).toEqual(read(createDecoder()));
  });

  it.each([
    [120, ''],
    [121, '…'],
  ])('quotes 120 characters of a line of %i that it refuses', (length, more) => {
    const line = `${'7'.repeat(length - 1)}x`;
    const quoted = `${line.slice(0, 120)}${more}`;
    expect(() => createDecoder().decode(line)).toThrow(
      new TypeError(`Cannot decode an event: the line is not JSON: ${quoted}`),
    );
  });

  it('knows every type', () => {
    expect(SAMPLE_EVENTS.map(({ type }) => type)).toEqual(EVENT_TYPES);
  });
});

describe('a delta event', () => {
  const deltas = journal([
    ...message('Hel', 'lo').slice(0, 3),
    ...thinking('Hm').slice(0, 2),
    { type: 'tool_call_start', toolCallId: 't1', toolName: 'Edit', inputAccumulated: '[' },
    { type: 'tool_input_delta', toolCallId: 't1', delta: ']', lane: 'a' },
  ]).filter(({ type }) => type.endsWith('_delta'));

  it.each([
    ['as it is made', deltas],
    ['as it is decoded', decodeAll(journal([...message('Hel', 'lo')]).map((e) => encodeEvent(e))).slice(1, 3)],
  ])('keeps what has accumulated out of JSON, spread and structuredClone: %s', (_, events) => {
    expect(events.map(accumulatedOf)).not.toContain(undefined);
    for (const event of events) {
      const own = Object.keys(event).toSorted();
      expect(own.filter((name) => name.includes('ccumulated'))).toEqual([]);
      expect(Object.keys(JSON.parse(JSON.stringify(event))).toSorted()).toEqual(own);
      expect(Object.keys({ ...event }).toSorted()).toEqual(own);
      expect(Object.keys(structuredClone(event)).toSorted()).toEqual(own);
      expect(Reflect.ownKeys(event).toSorted()).toEqual(own);
    }
  });

  it('has no lane and no raw, not even undefined, where there is none', () => {
    expect(deltas.map((event) => ['lane' in event, 'raw' in event])).toEqual([
      [false, false],
      [false, false],
      [false, false],
      [true, false],
    ]);
  });

  it('costs the same however long its message is', async () => {
    const perDelta = async (count: number): Promise<number> => {
      const events = message(...Array.from({ length: count }, (_, index) => `token ${index} `));
      return (
        (await spent(() =>
          expect(decodeAll(journal(events).map((event) => encodeEvent(event)))).toHaveLength(events.length),
        )) / count
      );
    };
    await perDelta(2_000);
    // Quadratic time would give 20.
    expect((await perDelta(40_000)) / (await perDelta(2_000))).toBeLessThan(8);
  });
});

function derivedOf(event: AgentEvent | undefined): object {
  if (event === undefined || event.type === 'tool_call_start') {
    return {};
  }
  if (event.type === 'tool_input_delta') {
    return { inputAccumulated: event.inputAccumulated };
  }
  return 'accumulated' in event ? { accumulated: event.accumulated } : {};
}
