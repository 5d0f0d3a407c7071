import type { ResolvedOptions } from '@agent-mux/core';
import { expect, it } from 'vitest';
import { cursor } from './index.ts';

const OPTIONS: ResolvedOptions = {
  prompt: 'hello',
  cwd: '/work',
  stream: 'auto',
  approvalMode: 'yolo',
  systemPromptMode: 'prepend',
  noSession: false,
  includeSubagents: false,
  keepOpen: false,
  maxTurns: 3,
};

// The runtime counts the steps of a turn: only ACP's are told.
it.each([
  ['acp', []],
  ['stream-json', [expect.stringMatching(/^maxTurns: .* ignored/)]],
])('says of %s whether maxTurns is ignored', (name, notes) => {
  const mode = cursor.modes.find((each) => each.name === name);
  expect(mode?.notes?.(OPTIONS)).toEqual(notes);
});
