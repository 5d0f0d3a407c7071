/** What is told of a run that failed before it had a session. */
import { expect, it } from 'vitest';
import { brief } from './testing/brief.ts';
import { createBench } from './testing/harness.ts';

it('tells what was said, but neither turns and steps nor a retry once more', () => {
  const { assembler, events, push, now } = createBench();
  push({ type: 'turn_start' }, { type: 'step_start' }, { type: 'step_end' }, { type: 'turn_end' });
  push({ type: 'rate_limited' });
  assembler.respawn({ attempt: 1, maxAttempts: 2, reason: 'overloaded', delayMs: 5.4 }, now());
  assembler.end(now(), { type: 'aborted' });
  expect(events.map(brief)).toEqual([
    'debug level=warn message=The agent failed before there was a session (overloaded). Retry 1 of 2 begins in 5 ms.',
    'debug level=info message=Before there was a session: {"type":"rate_limited"}',
    'aborted',
  ]);
});
