/** The time of day is set while an agent runs: limits and durations go on, timestamps follow. */
import { afterEach, describe, expect, it } from 'vitest';
import { says, session } from './support/toy-adapter.ts';
import { runToy } from './support/toy-run.ts';

const HOUR = 3_600_000;
const { now } = Date;

afterEach(() => {
  Date.now = now;
});

const setTimeOfDay = (step: number): void => {
  Date.now = () => now() + step;
};

const begin = [
  session,
  says(
    { type: 'turn_start' },
    { type: 'tool_call_start', toolCallId: 't', toolName: 'Read' },
    { type: 'tool_call_ready', toolCallId: 't', toolName: 'Read', input: {} },
  ),
  { do: 'wait', ms: 600 },
  says({ type: 'tool_result', toolCallId: 't', toolName: 'Read', output: 'x' }),
] as const;

describe.each([HOUR, -HOUR])('the time of day set by %i ms while the agent works', (step) => {
  const setLater = (): void => void setTimeout(setTimeOfDay, 300, step);

  it('ends no run by its limits, and makes no duration wrong', async () => {
    const before = now();
    setLater();
    const result = await runToy([...begin, says({ type: 'turn_end' }), { do: 'read-all' }], {
      run: { timeout: 60_000, inactivityTimeout: 30_000 },
    });
    expect(result.exitReason).toBe('completed');
    expect(result.durationMs).toBeLessThan(60_000);
    const outcome = result.events.find(({ type }) => type === 'tool_result');
    const measured = outcome?.type === 'tool_result' ? outcome.durationMs : -1;
    // A busy host reads the first line late, so that less than the 600 ms may be measured, but never less than nothing.
    expect([measured >= 0, measured < 60_000]).toEqual([true, true]);
    // A stream's timestamps never decrease, so that only a step forward is seen in it.
    expect((outcome?.timestamp ?? 0) - before >= HOUR).toBe(step > 0);
  });

  it.each([
    { limit: 'timeout', run: { timeout: 2_500 } },
    { limit: 'inactivity', run: { inactivityTimeout: 1_500 } },
  ] as const)('disarms no limit: $limit', async ({ limit, run }) => {
    setLater();
    const result = await runToy([...begin, { do: 'hang' }], { run });
    expect(result.exitReason).toBe(limit);
    expect([result.durationMs >= 1_500, result.durationMs < 60_000]).toEqual([true, true]);
  });
});
