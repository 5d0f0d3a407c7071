import { expect, it } from 'vitest';
import { resolvedOptions } from '../shared/testing/mode-parts.ts';
import { cursor } from './index.ts';

const OPTIONS = resolvedOptions({ approvalMode: 'yolo', maxTurns: 3 });

// The runtime counts the steps of a turn, and only ACP reports them.
it.each([
  ['acp', []],
  ['stream-json', [expect.stringMatching(/^maxTurns: .* ignored/)]],
])('says of %s whether maxTurns is ignored', (name, notes) => {
  const mode = cursor.modes.find((each) => each.name === name);
  expect(mode?.notes?.(OPTIONS)).toEqual(notes);
});
