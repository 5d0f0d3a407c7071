import { expect, it } from 'vitest';
import { AGENT_DEFAULTS } from './prepared-run.ts';

it('asks for what is granted, keeps a session and ends with its turn, where nobody sets anything', () => {
  expect(AGENT_DEFAULTS).toEqual({
    stream: 'auto',
    approvalMode: 'prompt',
    systemPromptMode: 'prepend',
    noSession: false,
    includeSubagents: false,
    keepOpen: false,
  });
});
