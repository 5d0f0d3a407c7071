/** A real agent calls another real agent by a tool, and hands over to one: two CLIs in one tree. */
import { type AgentMuxClient, agentTool, createClient, type HostTool, handoffTool } from '@agent-mux/core';
import { checkTree, isEventEntry, type TreeEntry } from '@agent-mux/events/journal';
import type { ModelScript } from '@agent-mux/testkit';
import { expect, it } from 'vitest';
import type { AgentStage } from './support/stage.ts';
import { oneTurn, type StagedAgent, stageAgent } from './support/stage-agent.ts';
import { claudeStage } from './support/stages/claude.ts';
import { codexStage } from './support/stages/codex.ts';
import { copilotStage } from './support/stages/copilot.ts';
import { ompStage } from './support/stages/omp.ts';

const ASKED: ModelScript = oneTurn(
  { tools: [{ kind: 'host', tool: 'other_agent', input: { prompt: 'Which fruit is it?' } }] },
  { text: 'So I was told.' },
);
const ANSWER: ModelScript = oneTurn({ text: 'It is a pear.' });

interface Pair {
  readonly from: AgentStage;
  readonly to: AgentStage;
  readonly agents: readonly [string, string];
}

const pair = (from: AgentStage, to: AgentStage): Pair => ({
  from,
  to,
  agents: [from.adapter.agent, to.adapter.agent],
});
const PAIRS = [
  pair(claudeStage, codexStage),
  pair(codexStage, copilotStage),
  pair(copilotStage, ompStage),
  pair(ompStage, claudeStage),
];

interface Played {
  readonly entries: readonly TreeEntry[];
  readonly texts: readonly (readonly [string, string])[];
  readonly result: string;
  readonly leftOver: readonly string[];
}

async function play(
  { from, to }: Pair,
  createTool: (mux: AgentMuxClient, other: StagedAgent) => HostTool,
): Promise<Played> {
  await using first = await stageAgent(from, { script: ASKED });
  await using second = await stageAgent(to, { script: ANSWER });
  await using mux = createClient({ adapters: [from.adapter, to.adapter] });
  const run = mux.run({
    ...first.options,
    prompt: 'Ask somebody else.',
    approvalMode: 'yolo',
    tools: [createTool(mux, second)],
  });
  const entries: TreeEntry[] = [];
  for await (const entry of run.tree) {
    entries.push(entry);
  }
  const { text, error } = await run.tree.result();
  expect(error).toBeNull();
  return {
    entries,
    texts: entries.flatMap(({ run: { agent }, entry }) =>
      isEventEntry(entry) && entry.type === 'message_stop' ? [[agent, entry.text] as const] : [],
    ),
    result: text,
    leftOver: [...first.leftOver(), ...second.leftOver()],
  };
}

it.concurrent.each(PAIRS)('$agents.0 calls $agents.1 by a tool', async (played) => {
  const { entries, texts, result, leftOver } = await play(played, (mux, { options }) =>
    agentTool(mux, { name: 'other_agent', description: 'Asks another agent.', run: options }),
  );
  expect(checkTree(entries)).toEqual([]);
  expect(texts).toEqual([
    [played.agents[1], 'It is a pear.'],
    [played.agents[0], 'So I was told.'],
  ]);
  expect(result).toBe('So I was told.');
  const call = entries.find(({ entry }) => isEventEntry(entry) && entry.type === 'tool_result')?.entry;
  const child = entries.find(({ run }) => run.depth === 1)?.run;
  expect(JSON.stringify(call)).toContain('It is a pear.');
  expect(child?.parentCall).toBe((call as { toolCallId?: string } | undefined)?.toolCallId);
  expect(leftOver).toEqual([]);
});

it.concurrent.each(PAIRS)('$agents.0 hands over to $agents.1', async (played) => {
  const { entries, texts, result, leftOver } = await play(played, (mux, { options }) =>
    handoffTool(mux, { name: 'other_agent', description: 'Hands the task over.', run: options }),
  );
  expect(checkTree(entries)).toEqual([]);
  expect(texts).toEqual([
    [played.agents[0], 'So I was told.'],
    [played.agents[1], 'It is a pear.'],
  ]);
  expect(result).toBe('It is a pear.');
  expect(leftOver).toEqual([]);
});
