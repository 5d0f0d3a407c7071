import type { JournalEntry } from '@agent-mux/events/journal';
import { expect, it } from 'vitest';
import { isDelta } from './is-delta.ts';

it.each([
  ['text_delta', true],
  ['thinking_delta', true],
  ['tool_input_delta', true],
  ['message_stop', false],
  ['log', false],
  [undefined, false],
])('an entry of the type %s is a piece of a text: %s', (type, is) => {
  const entry = type === undefined ? { entry: 'note' } : { type };
  expect(isDelta(entry as unknown as JournalEntry)).toBe(is);
});
