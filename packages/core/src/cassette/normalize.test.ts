import type { AgentEvent } from '@agent-mux/events';
import { describe, expect, it } from 'vitest';
import { normalizeEvents } from './normalize.ts';
import { createRedactor } from './redact.ts';

const A = '7e84e385-2620-4527-8843-1e9e0def0e6a';
const B = 'f7c9b2d2-e395-410a-9c9e-7ef8ba15bdb4';
const base = { runId: 'R1', agent: 'toy', timestamp: 5, seq: 0 } as const;

function message(text: string): AgentEvent {
  return { ...base, type: 'debug', level: 'info', message: text };
}

function messages(events: readonly AgentEvent[], options?: Parameters<typeof normalizeEvents>[1]): unknown[] {
  return normalizeEvents(events, options).map((event) => event['message']);
}

describe('normalized events', () => {
  it('have no times, no run id and no raw text', () => {
    const event: AgentEvent = {
      ...base,
      type: 'tool_result',
      toolCallId: 't',
      toolName: 'x',
      output: { at: 'R1-i0' },
      durationMs: 7,
      raw: '{}',
    };
    expect(normalizeEvents([event])).toEqual([
      {
        runId: 'RUN',
        agent: 'toy',
        timestamp: 0,
        seq: 0,
        type: 'tool_result',
        toolCallId: 't',
        toolName: 'x',
        output: { at: 'RUN-i0' },
        durationMs: 0,
      },
    ]);
  });

  it('have ids that are numbered as they first appear', () => {
    expect(
      messages([message(`${B} ${A}`), message(`again ${A}: msg_01Xy, msg_02, req_9 at 2026-01-31T12:00:00.123Z`)]),
    ).toEqual(['<uuid-1> <uuid-2>', 'again <uuid-2>: <msg-1>, <msg-2>, <req-1> at <time>']);
  });

  it('have the ids of an agent numbered too', () => {
    const unstable = [
      { kind: 'task', pattern: /\ba[0-9a-f]{16}\b/ },
      { kind: 'took', pattern: /\d+ms/, isOne: true },
    ];
    expect(
      messages([message('ad205921046a37215 12ms'), message('ad205921046a37216 ad205921046a37215 9ms')], { unstable }),
    ).toEqual(['<task-1> <took>', '<task-2> <task-1> <took>']);
  });

  it('have the folders of the machine hidden as the recording has, over deltas too', () => {
    const redactor = createRedactor({ folders: [{ kind: 'cwd', path: '/srv/folder' }] });
    const delta = (text: string): AgentEvent => ({ ...base, type: 'text_delta', delta: text, accumulated: '' });
    const events = [delta('see /srv/fo'), delta('lder/a'), message('/srv/folder')];
    const normal = normalizeEvents(events, { redactor });
    expect(normal.map((event) => event['delta'] ?? event['message'])).toEqual(['see <c', 'wd>/a', '<cwd>']);
  });

  it('have one delta for many where that is asked for', () => {
    const text = (delta: string, lane?: string): AgentEvent => ({
      ...base,
      type: 'text_delta',
      delta,
      accumulated: '',
      ...(lane === undefined ? {} : { lane }),
    });
    const input = (toolCallId: string, delta: string): AgentEvent => ({
      ...base,
      type: 'tool_input_delta',
      toolCallId,
      delta,
      inputAccumulated: '',
    });
    const events = [
      text('a'),
      text('b'),
      text('c', 'lane'),
      text('d'),
      input('1', 'x'),
      input('1', 'y'),
      input('2', 'z'),
      message('m'),
      message('m'),
    ];
    expect(normalizeEvents(events, { joinDeltas: true }).map(({ seq, delta }) => [seq, delta])).toEqual([
      [0, 'ab'],
      [1, 'c'],
      [2, 'd'],
      [3, 'xy'],
      [4, 'z'],
      [5, undefined],
      [6, undefined],
    ]);
  });
});
