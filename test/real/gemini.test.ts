/** Gemini CLI on the real one, in each of its modes; and what it prints arrives whole, however much it is. */
import { expect, it } from 'vitest';
import { describeAgent, describeOwn } from './support/describe-agent.ts';
import { oneTurn, stageAgent } from './support/stage-agent.ts';
import { geminiStage } from './support/stages/gemini.ts';

const BYTES = 2_000_000;

describeAgent(geminiStage);

describeOwn(geminiStage, 'what it prints', () => {
  it('2 MB of tool output, and the answer behind it', async () => {
    const shell = { kind: 'shell', command: `head -c ${BYTES} /dev/zero | tr '\\0' x` } as const;
    await using staged = await stageAgent(geminiStage, {
      script: oneTurn({ tools: [shell] }, { text: 'That was long.' }),
    });
    const result = await staged.run({
      mode: 'stream-json',
      approvalMode: 'yolo',
      prompt: 'Print much.',
      collectEvents: true,
    });
    const printed = result.events.flatMap((event) =>
      event.type === 'tool_result' ? [String(event.output).length] : [],
    );
    expect([result.exitReason, result.text, printed]).toEqual(['completed', 'That was long.', [BYTES]]);
    expect(staged.leftOver()).toEqual([]);
  });
});
