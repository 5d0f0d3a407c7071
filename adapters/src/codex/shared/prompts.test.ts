/** What a prompt becomes on the way to Codex's app-server (0.169.0). */
import { expect, it } from 'vitest';
import { resolvedOptions } from '../../shared/testing/mode-parts.ts';
import { turnRequest } from './prompts.ts';

const standing = { threadId: 't', model: undefined, isPlanning: false };

it.each([
  ['low', 'low'],
  ['high', 'high'],
  ['max', 'xhigh'],
] as const)('asks for the effort %s as %s, and to see a summary', (thinkingEffort, effort) => {
  expect(turnRequest({ text: 'go' }, standing, resolvedOptions({ thinkingEffort }))).toEqual({
    method: 'turn/start',
    params: {
      threadId: 't',
      input: [{ type: 'text', text: 'go', text_elements: [] }],
      sandboxPolicy: { type: 'workspaceWrite' },
      effort,
      summary: 'auto',
    },
  });
});
