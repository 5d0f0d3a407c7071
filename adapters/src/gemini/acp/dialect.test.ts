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
    message:
      'Gemini CLI stopped the turn: its loop detection saw the model repeat itself, or the turn reached model.maxSessionTurns of its settings. Reword the prompt, or look at that setting.',
  });
});

it('tells the input of each model that has read something, and that nobody knows the whole output', () => {
  const used = (input_tokens: number, model?: string) => ({ model, token_count: { input_tokens, output_tokens: 9 } });
  const model_usage = [used(100, 'one'), used(1, 'two'), used(0, 'three'), used(7)];
  const counts = { outputTokens: 0, outputKnown: false };
  expect(acpQuirks(OPTIONS).turns?.usageByModel?.({ _meta: { quota: { model_usage } } })).toEqual([
    { model: { model: 'one' }, tokens: { inputTokens: 100, ...counts } },
    { model: { model: 'two' }, tokens: { inputTokens: 1, ...counts } },
  ]);
});

it('grants for the session the tool alone, where that is offered, and stores no grant', () => {
  expect(acpQuirks(OPTIONS).sessionOptions).toEqual(['proceed_always_tool', 'proceed_always']);
});

it('says what follows where a folder refuses the mode in which nobody is asked', () => {
  expect(acpQuirks(OPTIONS).session?.configure?.({}, OPTIONS)).toEqual([
    {
      method: 'session/set_mode',
      params: { modeId: 'yolo' },
      otherwise: 'In this folder it asks, and is granted all; subagents are refused.',
    },
  ]);
});

it('leaves every other end to the protocol', () => {
  const turns = new Turns(acpQuirks(OPTIONS), undefined);
  turns.prompted(1, 'go');
  turns.stepBegan();
  turns.answered(1, { stopReason: 'end_turn' }, undefined);
  expect(turns.outcome).toBeUndefined();
});
