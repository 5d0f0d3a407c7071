/** No text outgrows the bound, whatever block it belongs to, and a text of any length leaves the host alive. */
import type { AgentEvent } from '@agent-mux/events';
import { describe, expect, it } from 'vitest';
import type { EventDraft } from '../adapter/draft.ts';
import { collectGarbage } from '../testing/collect-garbage.ts';
import { createBench } from './testing/harness.ts';

interface Growth {
  readonly name: string;
  /** The words for it in the warning. */
  readonly said: string;
  readonly before: readonly EventDraft[];
  readonly piece: (delta: string) => EventDraft;
  readonly after: readonly EventDraft[];
  /** The text that is kept. */
  readonly kept: (events: readonly AgentEvent[]) => unknown;
}

const CALL = { type: 'tool_call_start', toolCallId: 't', toolName: 'Bash' } as const;

const GROWTHS: readonly Growth[] = [
  {
    name: 'a message',
    said: 'The text of a message',
    before: [],
    piece: (delta) => ({ type: 'text_delta', delta }),
    after: [{ type: 'message_stop' }],
    kept: (events) => find(events, 'message_stop')?.text,
  },
  {
    name: 'thinking',
    said: 'The text of a thinking block',
    before: [],
    piece: (delta) => ({ type: 'thinking_delta', delta }),
    after: [{ type: 'thinking_stop' }],
    kept: (events) => find(events, 'thinking_stop')?.thinking,
  },
  {
    name: 'the input of a tool',
    said: 'The input of Bash (t)',
    before: [CALL],
    piece: (delta) => ({ type: 'tool_input_delta', toolCallId: 't', delta }),
    after: [{ type: 'tool_call_ready', toolCallId: 't' }],
    kept: (events) => find(events, 'tool_call_ready')?.input,
  },
  {
    name: 'the output of a shell',
    said: 'The output of t',
    before: [
      { ...CALL, input: 1 },
      { type: 'shell_start', toolCallId: 't', command: 'yes', cwd: '/' },
    ],
    piece: (delta) => ({ type: 'shell_stdout_delta', toolCallId: 't', delta }),
    after: [{ type: 'shell_exit', toolCallId: 't', exitCode: 0 }],
    kept: () => undefined,
  },
];

function find<T extends AgentEvent['type']>(
  events: readonly AgentEvent[],
  type: T,
): Extract<AgentEvent, { type: T }> | undefined {
  return events.find((event): event is Extract<AgentEvent, { type: T }> => event.type === type);
}

function grow({ before, piece, after }: Growth, delta: string, times: number, maxTextBytes?: number) {
  let deltas = 0;
  const bench = createBench(maxTextBytes === undefined ? {} : { maxTextBytes });
  const count = (): void => {
    deltas += bench.events.filter(({ type }) => type.endsWith('_delta')).length;
    bench.events.splice(0, bench.events.length, ...bench.events.filter(({ type }) => !type.endsWith('_delta')));
  };
  bench.push({ type: 'session_start', sessionId: 's1' }, ...before);
  for (let n = 0; n < times; n++) {
    bench.push(piece(delta));
    // The deltas are counted and dropped, because they would keep each state of the text alive.
    count();
  }
  bench.push(...after);
  bench.assembler.end(bench.now());
  const warnings = bench.events.flatMap((event) => (event.type === 'debug' && event.level === 'warn' ? [event] : []));
  return { ...bench, deltas, warnings };
}

describe('a text that is longer than its bound', () => {
  it.each(GROWTHS)('$name: is kept up to there; its pieces go on, and it is said once', (growth) => {
    const { events, deltas, warnings, assembler } = grow(growth, 'x'.repeat(600), 10, 2_000);
    const kept = growth.kept(events);
    expect({ deltas, warnings: warnings.length, cutTexts: assembler.cutTexts, repaired: assembler.repaired }).toEqual({
      deltas: 10,
      warnings: 1,
      cutTexts: 1,
      repaired: 0,
    });
    expect(warnings[0]?.message).toBe(
      `${growth.said} is longer than \`maxTextBytes\` (2000): its deltas go on, and only its beginning is kept.`,
    );
    expect(kept === undefined || kept === 'x'.repeat(2_000)).toBe(true);
  });

  it.each(GROWTHS)('$name: says nothing where it is not', (growth) => {
    const { warnings, assembler } = grow(growth, 'x'.repeat(600), 3, 1_800);
    expect({ warnings, cutTexts: assembler.cutTexts }).toEqual({ warnings: [], cutTexts: 0 });
  });

  it('is not taken for one with holes when its complete text comes', () => {
    const { assembler, events, push } = createBench({ maxTextBytes: 1_024 });
    const text = 'y'.repeat(3_000);
    push({ type: 'text_delta', delta: text.slice(0, 2_000) }, { type: 'message_stop', text });
    assembler.end(2_000);
    expect(find(events, 'message_stop')?.text).toBe(text.slice(0, 1_024));
    expect([assembler.repaired, assembler.cutTexts]).toEqual([0, 1]);
  });

  it('is not kept until many others have ended', () => {
    const { events, push } = createBench();
    push({ type: 'session_start', sessionId: 's1' });
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    for (let n = 0; n < 50; n++) {
      const key = `m${n}`;
      push({ type: 'text_delta', delta: `${n}`.padEnd(2_000_000, 'x'), key }, { type: 'message_stop', key });
      events.splice(0);
    }
    collectGarbage();
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(20_000_000);
    const late = '7'.padEnd(2_000_000, 'x');
    push({ type: 'message_stop', key: 'm7', text: late }, { type: 'message_stop', key: 'm49', text: 'other' });
    expect(events.filter(({ type }) => type === 'message_stop')).toHaveLength(1);
  });

  // V8 refuses a string of 2^29 - 24 characters and more; it takes a few seconds to get there.
  it.skipIf(process.env['AMUX_FULL'] !== '1').each(GROWTHS)(
    '$name: of 600 Mi characters ends nobody',
    (growth) => {
      const { deltas, assembler } = grow(growth, 'x'.repeat(4 * 1_024 * 1_024), 150);
      expect({ deltas, cutTexts: assembler.cutTexts }).toEqual({ deltas: 150, cutTexts: 1 });
    },
    300_000,
  );
});
