/** Each rule about output has a list of records that breaks it, and no other rule. */
import { describe, expect, it } from 'vitest';
import { checkSpanRecords } from './check.ts';
import { SPAN_RULES, type SpanOutputRule } from './rules.ts';

const start = (span: string, parent: string | null, more: object = {}, attributes: object = {}) => ({
  record: 'start',
  span,
  parent,
  name: 'invoke_agent main',
  kind: 'internal',
  time: 1,
  attributes: { 'gen_ai.operation.name': 'invoke_agent', 'agent_mux.run.id': span, ...attributes },
  ...more,
});
const end = (span: string, more: object = {}, attributes: object = {}) => ({
  record: 'end',
  span,
  time: 9,
  attributes,
  status: { code: 'unset' },
  ...more,
});
const endRun = (span: string, more: object = {}, attributes: object = {}) =>
  end(span, more, { 'agent_mux.cause': 'completed', ...attributes });
const event = (span: string, more: object = {}) => ({
  record: 'event',
  span,
  name: 'agent_mux.note',
  time: 2,
  attributes: {},
  ...more,
});
const tool = (span: string, parent: string | null, more: object = {}) => ({
  ...start(span, parent),
  name: 'execute_tool Edit',
  time: 2,
  attributes: { 'gen_ai.operation.name': 'execute_tool' },
  ...more,
});
const within = (...records: readonly unknown[]) => [start('a', null), ...records, endRun('a')];
const FAILED = { status: { code: 'error', message: 'AGENT_CRASH' } };
const TYPE = { 'error.type': 'AGENT_CRASH' };

const WRONG: Readonly<Record<SpanOutputRule, readonly (readonly unknown[])[]>> = {
  'O-1': [
    within('text'),
    within(event('a', { time: Number.NaN })),
    within(event('a', { name: '' })),
    within({ ...event('a'), record: 'other' }),
    within(start('b', null, { kind: 'server' })),
    [start('a', null), { ...endRun('a'), status: { code: 'error' } }, endRun('a')],
  ],
  'O-2': [
    [start('a', null)],
    [...within(), event('a')],
    [...within(), endRun('a')],
    [event('b'), ...within()],
    within(tool('b', 'a'), tool('b', 'a'), end('b')),
  ],
  'O-3': [
    [...within(), tool('b', 'a', { time: 9 }), end('b')],
    [start('a', null), tool('b', 'a'), endRun('a'), end('b')],
    [tool('b', 'z'), end('b')],
  ],
  'O-4': [
    [tool('b', null), end('b')],
    [...within(), start('b', null, {}, { 'agent_mux.run.id': 'a' }), endRun('b')],
  ],
  'O-5': [
    within(tool('b', 'a', { time: 0 }), end('b')),
    within(tool('b', 'a'), end('b', { time: 1 })),
    within(tool('b', 'a'), end('b', { time: 10 })),
  ],
  'O-6': [
    within(tool('b', 'a', { name: 'Edit' }), end('b')),
    within(tool('b', 'a', { kind: 'client' }), end('b')),
    within(tool('b', 'a', { attributes: { 'gen_ai.operation.name': 'embeddings' } }), end('b')),
  ],
  'O-7': [
    within(event('a', { attributes: { 'gen_ai.system': 'x' } })),
    within(event('a', { attributes: { 'agent_mux.x': null } })),
  ],
  'O-8': [
    [start('a', null), end('a')],
    [start('a', null), endRun('a', FAILED, TYPE)],
    [start('a', null), endRun('a', FAILED, { 'agent_mux.cause': 'crash' })],
    [start('a', null), endRun('a', {}, { 'agent_mux.cause': 'lost' })],
    within(tool('b', 'a'), end('b', {}, TYPE)),
    within(tool('b', 'a'), end('b', FAILED)),
  ],
  'O-9': [
    [start('a', null, { links: ['a'] }), endRun('a')],
    [start('a', null, { links: ['z'] }), endRun('a')],
    within(tool('b', 'a'), end('b'), start('c', 'a', { links: ['b'] }), endRun('c')),
  ],
  'O-24': [within(event('a', { attributes: { 'agent_mux.tool.kind': 'edits' } }))],
};

describe('the checker of spans', () => {
  const cases = Object.entries(WRONG).flatMap(([rule, streams]) => streams.map((stream) => ({ rule, stream })));

  it.each(cases)('$rule: is found where records break it, and that alone', ({ rule, stream }) => {
    expect([...new Set(checkSpanRecords(stream).map((violation) => violation.rule))]).toEqual([rule]);
  });

  it('X-13: has wrong records for every rule about output', () => {
    expect(Object.keys(WRONG)).toEqual(Object.keys(SPAN_RULES.output));
  });

  it('X-13: finds nothing in records that are in order', () => {
    const records = [
      ...within(
        event('a'),
        tool('b', 'a'),
        start('c', 'b', { time: 3 }),
        endRun('c', { ...FAILED, time: 8 }, { ...TYPE, 'agent_mux.cause': 'crash' }),
        end('b', { time: 4 }),
        start('d', 'a', {}, { 'agent_mux.lane': 'l1', 'agent_mux.run.id': 'a' }),
        end('d', { name: 'invoke_agent scout', time: 5 }),
      ),
      start('e', null, { links: ['a'] }),
      endRun('e'),
    ];
    expect(checkSpanRecords(records)).toEqual([]);
  });
});
