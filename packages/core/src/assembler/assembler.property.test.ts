/** Whatever comes in, what comes out is legal. */
import type { AgentEvent } from '@agent-mux/events';
import { checkStream } from '@agent-mux/events/check';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBench } from './testing/harness.ts';
import { type RandomRun, randomRun } from './testing/random-drafts.ts';

const { AMUX_SEED, AMUX_RUNS } = process.env;
const seed = Number(AMUX_SEED ?? 20_260_101);
const numRuns = Number(AMUX_RUNS ?? 10_000);

function play({ calls, cause, ...options }: RandomRun): AgentEvent[] {
  const { assembler, events } = createBench(options);
  let now = 1_000;
  for (const call of calls) {
    now += call.later;
    if (call.do === 'push') {
      assembler.push(call.draft, now, call.raw);
    } else {
      assembler.respawn(call.retry, now, call.streams);
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
  });
});
