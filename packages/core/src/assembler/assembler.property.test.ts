/** Whatever drafts come in, the events that come out are legal. */
import { type AgentEvent, encodeEvent } from '@agent-mux/events';
import { checkStream } from '@agent-mux/events/check';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EventDraft } from '../adapter/draft.ts';
import { createBench } from './testing/harness.ts';
import { type RandomRun, randomRun } from './testing/random-drafts.ts';

const { AMUX_SEED, AMUX_RUNS, AMUX_FULL } = process.env;
const seed = Number(AMUX_SEED ?? 20_260_101);
const numRuns = Number(AMUX_RUNS ?? (AMUX_FULL === '1' ? 10_000 : 3_000));

function play({ calls, cause, streams, ...options }: RandomRun): AgentEvent[] {
  const living = { ...streams };
  const { assembler, events } = createBench({ ...options, streams: living });
  let now = 1_000;
  for (const call of calls) {
    now += call.later;
    if (call.do === 'push') {
      assembler.push(call.draft, now, call.raw);
    } else {
      Object.assign(living, call.streams);
      assembler.respawn(call.retry, now);
    }
  }
  assembler.end(now, cause);
  expect(assembler.openTools).toBe(0);
  expect(assembler.end(now + 1, { type: 'aborted' })).toBe(assembler.end(now + 2));
  const ended = events.length;
  assembler.push({ type: 'text_delta', delta: 'late' }, now);
  expect(events.length).toBe(ended);
  return events;
}

const key = fc.option(fc.constantFrom('k1', 'k2'), { nil: undefined });
const delta = fc.constantFrom('', 'a', 'b', 'cd', ' ');
const piece: fc.Arbitrary<EventDraft> = fc.oneof(
  fc.record({ type: fc.constantFrom('text_delta' as const, 'thinking_delta' as const), delta, key }).map(defined),
  fc.record({ type: fc.constantFrom('message_stop' as const, 'thinking_stop' as const), key }).map(defined),
  fc.constantFrom<EventDraft[]>(
    { type: 'turn_start' },
    { type: 'turn_end' },
    { type: 'step_start' },
    { type: 'tool_call_start', toolCallId: 't', toolName: 'Bash', input: 1 },
    { type: 'tool_result', toolCallId: 't', output: 1 },
    { type: 'paused' },
    { type: 'resumed' },
  ),
);

function lastText(events: readonly AgentEvent[], kind: 'message' | 'thinking'): string | undefined {
  const texts = events.flatMap((event) => {
    if (event.type === 'message_stop') {
      return kind === 'message' ? [event.text] : [];
    }
    return event.type === 'thinking_stop' && kind === 'thinking' ? [event.thinking] : [];
  });
  return texts.at(-1);
}

function defined<T extends { key: string | undefined }>({ key: maybe, ...rest }: T): Omit<T, 'key'> & { key?: string } {
  return maybe === undefined ? rest : { ...rest, key: maybe };
}

describe(`any drafts in any order (AMUX_SEED=${seed}, ${numRuns} runs)`, () => {
  it('give a stream without a violation', () => {
    fc.assert(
      fc.property(randomRun, (run) => {
        const violations = checkStream(play(run), { streamFalse: run.stream === false });
        if (violations.length > 0) {
          throw new Error(violations.map(({ rule, seq, message }) => `${rule} @${seq}: ${message}`).join('\n'));
        }
      }),
      { seed, numRuns },
    );
    // The limit is far longer than the test takes, because the machine may have other work.
  }, 120_000);

  it('are the same events, where pieces of an open message take the short way', () => {
    let taken = 0;
    const told = (drafts: readonly EventDraft[], streams: boolean, isShort: boolean): string[] => {
      const { assembler, events } = createBench({ streams: { text: streams, thinking: true, toolInput: true } });
      drafts.forEach((draft, index) => {
        const isTaken = isShort && draft.type === 'text_delta' && assembler.goOn(draft, 1_000 + index);
        taken += isTaken ? 1 : 0;
        if (!isTaken) {
          assembler.push(draft, 1_000 + index);
        }
      });
      assembler.end(2_000);
      expect(assembler.goOn({ delta: 'late' }, 2_001)).toBe(false);
      return events.map((event) => encodeEvent(event));
    };
    const laned = fc.oneof(
      { weight: 4, arbitrary: piece },
      { weight: 8, arbitrary: fc.record({ type: fc.constant('text_delta' as const), delta, key }).map(defined) },
      fc.record({ type: fc.constant('text_delta' as const), delta, lane: fc.constant('a1') }),
      fc.constant<EventDraft>({ type: 'session_start', sessionId: 's' }),
    );
    fc.assert(
      fc.property(fc.array(laned, { maxLength: 40 }), fc.boolean(), (drafts, streams) => {
        expect(told(drafts, streams, true)).toEqual(told(drafts, streams, false));
      }),
      { seed, numRuns },
    );
    expect(taken).toBeGreaterThan(numRuns / 10);
  }, 120_000);

  it('end each text with what the agent says it was, whatever of its pieces came', () => {
    const whole = fc.string({ unit: fc.constantFrom('a', 'b', 'ab', ' ', '🙂'), minLength: 1, maxLength: 12 });
    const places = fc.array(fc.integer({ min: 0, max: 15 }), { maxLength: 20 });
    const flag = fc.boolean();
    const kind = fc.constantFrom('message' as const, 'thinking' as const);
    const block = fc.record({ kind, whole, places, isKeyed: flag, isCutByCall: flag, isStreamed: flag });
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 5 }), (blocks) => {
        const { assembler, events, push, now } = createBench({
          streams: { text: blocks[0]?.isStreamed !== false, thinking: true, toolInput: true },
        });
        let repairs = 0;
        push({ type: 'session_start', sessionId: 's1' });
        for (const [index, { kind, whole, places, isKeyed, isCutByCall }] of blocks.entries()) {
          // Each piece is one character. Pieces are missing, come twice, in any order, or all in their places.
          const pieces = places.flatMap((place) => [...whole][place] ?? []);
          const key = isKeyed ? { key: `k${index}` } : {};
          for (const delta of pieces) {
            push(
              kind === 'message' ? { type: 'text_delta', delta, ...key } : { type: 'thinking_delta', delta, ...key },
            );
          }
          if (isCutByCall) {
            push({ type: 'tool_call_start', toolCallId: `t${index}`, toolName: 'Bash', input: 1 });
          }
          push(
            kind === 'message'
              ? { type: 'message_stop', text: whole, ...key }
              : { type: 'thinking_stop', thinking: whole, ...key },
          );
          expect(lastText(events, kind)).toBe(whole);
          repairs += pieces.length === 0 || pieces.join('') === whole ? 0 : 1;
          expect(assembler.repaired).toBe(repairs);
        }
        assembler.end(now());
        expect(checkStream(events)).toEqual([]);
      }),
      { seed, numRuns: Math.min(numRuns, 5_000) },
    );
  });

  it('lose no text and double none', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), fc.boolean(), (drafts, isStreamed) => {
        const { assembler, events, push, now } = createBench({
          streams: { text: isStreamed, thinking: true, toolInput: true },
        });
        push(...drafts);
        assembler.end(now());
        for (const type of ['text_delta', 'thinking_delta'] as const) {
          const said = drafts.flatMap((draft) => (draft.type === type ? [draft.delta] : [])).join('');
          const told = events.flatMap((event) => (event.type === type ? [event.delta] : [])).join('');
          expect(told).toBe(said);
        }
      }),
      { seed, numRuns: Math.min(numRuns, 2_000) },
    );
  });
});
