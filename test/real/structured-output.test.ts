/** Asks real CLIs for output of a form, by their own option: the model is told of it, and what it answers is held against it. */
import { expect, it } from 'vitest';
import { z } from 'zod';
import { oneTurn, stageAgent } from './support/stage-agent.ts';
import { claudeStage } from './support/stages/claude.ts';
import { codexStage } from './support/stages/codex.ts';

const outputSchema = z.strictObject({ fruit: z.string(), cents: z.number().int() });
const GOOD = { fruit: 'pear', cents: 120 };
const BAD = { fruit: 'pear', cents: 'many' };

type Output = Readonly<Record<string, unknown>>;
const claudeAnswers = (output: Output) =>
  oneTurn({ tools: [{ kind: 'raw', name: 'StructuredOutput', input: output }] }, { text: 'It is told.' });
const codexAnswers = (output: Output) => oneTurn({ text: JSON.stringify(output) });

const MODES = [
  { stage: claudeStage, mode: 'bidi', script: claudeAnswers },
  { stage: claudeStage, mode: 'oneshot', script: claudeAnswers },
  { stage: claudeStage, mode: 'oneshot-whole', script: claudeAnswers },
  { stage: codexStage, mode: 'app-server', script: codexAnswers },
  { stage: codexStage, mode: 'exec', script: codexAnswers },
] as const;

it.each(MODES)(
  '$stage.adapter.agent, $mode: answers in the form that was asked for',
  async ({ stage, mode, script }) => {
    await using staged = await stageAgent(stage, { script: script(GOOD), mode });
    const result = await staged.run({
      ...staged.options,
      mode,
      prompt: 'What does a pear cost?',
      approvalMode: 'yolo',
      outputSchema,
    });
    expect(result, JSON.stringify(result)).toMatchObject({
      exitReason: 'completed',
      output: GOOD,
      turns: [{ output: GOOD }],
    });
    // The CLI has told its model of the form.
    expect(JSON.stringify(staged.server.requests)).toContain('cents');
  },
);

it('codex: an answer of another form ends the run as failed, and says where it does not fit', async () => {
  await using staged = await stageAgent(codexStage, { script: codexAnswers(BAD), mode: 'app-server' });
  const result = await staged.run({ ...staged.options, prompt: 'What does a pear cost?', outputSchema });
  expect(result).toMatchObject({
    exitReason: 'failed',
    error: { code: 'OUTPUT_INVALID', message: expect.stringContaining('cents: ') },
  });
});
