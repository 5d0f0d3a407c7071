/** A hook of the project keeps a command from running, on the real CLIs that ask somebody and run hooks: it shows no shell. */
import { checkStream } from '@agent-mux/events/check';
import { expect, it } from 'vitest';
import { oneTurn, stageAgent } from './support/stage-agent.ts';
import { claudeStage } from './support/stages/claude.ts';
import { codexStage } from './support/stages/codex.ts';
import { copilotStage } from './support/stages/copilot.ts';

const shell = (command: string) => ({ tools: [{ kind: 'shell', command }] }) as const;

it.each([
  ['claude', claudeStage, []],
  ['codex', codexStage, []],
  // Copilot CLI 1.0.102 asks first, and then the hook.
  ['copilot', copilotStage, ['asked forbidden']],
] as const)('%s', async (_agent, agentStage, asked) => {
  await using stage = await stageAgent(agentStage, {
    script: oneTurn(shell('touch allowed.txt'), shell('touch forbidden.txt'), { text: 'One of them was refused.' }),
    setup: { hookDenies: 'forbidden' },
  });
  const { events, ...result } = await stage.run({
    prompt: 'Run both commands.',
    approvalMode: 'prompt',
    collectEvents: true,
    onApprovalRequest: () => 'approve',
  });
  expect(result).toMatchObject({ exitReason: 'completed', text: 'One of them was refused.' });
  expect(checkStream(events)).toEqual([]);
  const outline = events.flatMap((event) => {
    switch (event.type) {
      case 'approval_request':
        return [`asked ${/allowed|forbidden/.exec(event.detail)?.[0]}`];
      case 'shell_start':
        return [`shell ${/allowed|forbidden/.exec(event.command)?.[0]}`];
      case 'tool_result':
      case 'tool_error':
        return [event.type];
      default:
        return [];
    }
  });
  expect(outline).toEqual(['asked allowed', 'shell allowed', 'tool_result', ...asked, 'tool_error']);
});
