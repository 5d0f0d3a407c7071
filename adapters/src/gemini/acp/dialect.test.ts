import type { ResolvedOptions } from '@agent-mux/core';
import { expect, it } from 'vitest';
import { Turns } from '../../acp/turns.ts';
import { acpQuirks } from './dialect.ts';

const OPTIONS: ResolvedOptions = {
  prompt: 'hello',
  cwd: '/work',
  stream: 'auto',
  approvalMode: 'yolo',
  systemPromptMode: 'prepend',
  noSession: false,
  includeSubagents: false,
  keepOpen: false,
};

// No recording has this end; the bundle of 0.61.0 contains the reason for both.
it.each([{}, { maxTurns: 3 }])('names the loop detection where Gemini CLI stops by itself, with %j', (options) => {
  const turns = new Turns(acpQuirks({ ...OPTIONS, ...options }), undefined);
  turns.prompted(1, 'go');
  turns.stepBegan();
  turns.answered(1, { stopReason: 'max_turn_requests' }, undefined);
  expect(turns.outcome).toEqual({
    type: 'error',
    code: 'AGENT_ERROR',
    message: expect.stringMatching(/^Gemini CLI stopped the turn: .*loop detection/),
  });
});

it('leaves every other end to the protocol', () => {
  const turns = new Turns(acpQuirks(OPTIONS), undefined);
  turns.prompted(1, 'go');
  turns.stepBegan();
  turns.answered(1, { stopReason: 'end_turn' }, undefined);
  expect(turns.outcome).toBeUndefined();
});
