/** OpenClaw on the real one. A run takes 20 s to a minute: how many are played follows from what changed, as for all agents. */
import { prepareOpenclaw } from '@agent-mux/testkit';
import { expect, it } from 'vitest';
import { describeAgent, describeOwn } from './support/describe-agent.ts';
import { freePort } from './support/openclaw-gateway.ts';
import type { AgentStage } from './support/stage.ts';
import { oneTurn, stageAgent } from './support/stage-agent.ts';
import { openclawStage } from './support/stages/openclaw.ts';

describeAgent(openclawStage);

describeOwn(openclawStage, 'a gateway that is not there', () => {
  it('takes the gateway by default, and says how to start one where none answers', async () => {
    const nobodyThere: AgentStage = {
      ...openclawStage,
      prepare: async (server, sandbox, setup) => prepareOpenclaw(server, sandbox, setup, await freePort()),
    };
    await using staged = await stageAgent(nobodyThere, { script: oneTurn({ text: 'Nobody asks.' }) });
    const run = staged.run({ prompt: 'Say hello.', collectEvents: true });
    const result = await run;
    const message = expect.stringMatching(
      /does not answer \(.*ECONNREFUSED.*\)\. Start one with `openclaw gateway run`.*`mode: 'exec'`/,
    );
    expect(result).toMatchObject({ mode: 'acp', exitReason: 'failed', error: { code: 'AGENT_ERROR', message } });
    expect(result.events).toContainEqual(expect.objectContaining({ type: 'error', recoverable: false, message }));
    expect([staged.server.modelRequests, staged.leftOver()]).toEqual([[], []]);
  }, 400_000);
});
