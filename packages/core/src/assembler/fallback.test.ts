/** What is said of an agent that does not stream, and how long that holds. */
import { expect, it } from 'vitest';
import { brief } from './testing/brief.ts';
import { createBench } from './testing/harness.ts';

it('lets a kind of output come whole for the rest of the run, once that was said of it', () => {
  const streams = { text: false, thinking: true, toolInput: true };
  const { events, push } = createBench({ streams });
  push({ type: 'session_start', sessionId: 's1' }, { type: 'text_delta', delta: 'a' }, { type: 'message_stop' });
  // The next attempt may stream more than the first.
  streams.text = true;
  const told = events.length;
  push({ type: 'text_delta', delta: 'b' }, { type: 'text_delta', delta: 'c' }, { type: 'message_stop' });
  expect(events.slice(told).map(brief)).toEqual(['message_start', 'text_delta delta=bc', 'message_stop text=bc']);
});
