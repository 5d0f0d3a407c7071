/** A real CLI that is stored, with what was asked and said in between: another process reads what the live handle gave. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type RunHandle } from '@agent-mux/core';
import type { AgentEvent } from '@agent-mux/events';
import { checkEntries, isEventEntry, type JournalEntry } from '@agent-mux/events/journal';
import { openStore, type Store } from '@agent-mux/store';
import type { ModelScript } from '@agent-mux/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { watchRun } from '../support/read-run.ts';
import { type StoreReader, startStoreReader } from '../support/store-reader.ts';
import type { AgentStage } from './support/stage.ts';
import { stageAgent } from './support/stage-agent.ts';
import { claudeStage } from './support/stages/claude.ts';
import { codexStage } from './support/stages/codex.ts';
import { geminiStage } from './support/stages/gemini.ts';

const scratch = mkdtempSync(join(tmpdir(), 'amux-stored-real-'));
let store: Store;
let reader: StoreReader;
beforeAll(async () => {
  store = await openStore(join(scratch, 'runs', 'runs.db'));
  reader = startStoreReader(store.file);
});
afterAll(async () => {
  await reader[Symbol.asyncDispose]();
  await store.close();
  rmSync(scratch, { recursive: true, force: true });
});

const SCRIPT: ModelScript = {
  turns: [
    {
      prompt: 'First:',
      steps: [{ tools: [{ kind: 'shell', command: 'echo made >> made.txt' }] }, { text: 'It is made.' }],
    },
    { prompt: 'Second:', steps: [{ text: 'It is a pear.', chunk: 4 }] },
    { prompt: 'Third:', steps: [{ text: ['It begins here', { hold: 'middle' }, ' and goes on.'], chunk: 14 }] },
    { prompt: 'Fourth:', steps: [{ text: 'The end.' }] },
  ],
};

/** The order of what was said to the run and of what came of it; alike for all agents. */
const ORDER = [
  'open',
  'input prompt first',
  'turn_start',
  'approval_request',
  'asked',
  'input answer',
  'approval_granted',
  'turn_end',
  'input prompt new-turn',
  'turn_start',
  'turn_end',
  'input prompt new-turn',
  'turn_start',
  'input control interrupt',
  'turn_end',
  'input prompt new-turn',
  'turn_start',
  'turn_end',
  'input control end',
  'close',
];

function stepOf(entry: JournalEntry): string {
  if (isEventEntry(entry)) {
    return entry.type;
  }
  if (entry.entry !== 'input') {
    return entry.entry;
  }
  const { input } = entry;
  if (input === 'prompt') {
    return `input prompt ${entry.as}`;
  }
  return input === 'control' ? `input control ${entry.action}` : 'input answer';
}

function next<T extends AgentEvent['type']>(handle: RunHandle, type: T): Promise<Extract<AgentEvent, { type: T }>> {
  return new Promise((resolve) => {
    handle.once(type, (event) => resolve(event as Extract<AgentEvent, { type: T }>));
  });
}

/** An approval, a follow-up, an interrupt in the middle of a text, and another follow-up. */
async function steer(handle: RunHandle): Promise<void> {
  const { interactionId } = await next(handle, 'approval_request');
  const first = next(handle, 'turn_end');
  await handle.interaction.respond(interactionId, { type: 'approve' }, { by: { kind: 'user', id: 'ada' } });
  await first;
  const second = next(handle, 'turn_end');
  await handle.continue('Second: which fruit is it?');
  await second;
  const begun = next(handle, 'text_delta');
  const third = next(handle, 'turn_end');
  await handle.continue('Third: tell a long story.');
  await begun;
  await handle.interrupt();
  await third;
  const fourth = next(handle, 'turn_end');
  await handle.continue('Fourth: say the end.');
  await fourth;
  await handle.end();
}

const cases: readonly (readonly [string, AgentStage])[] = [
  ['claude', claudeStage],
  ['codex', codexStage],
  ['gemini', geminiStage],
];

it.concurrent.each(cases)('%s: an approval, follow-ups and an interrupt are read as they were', async (_, stage) => {
  await using staged = await stageAgent(stage, { script: SCRIPT });
  await using client = createClient({ adapters: [stage.adapter], store });
  const handle = client.run({
    ...staged.options,
    prompt: 'First: make a file.',
    approvalMode: 'prompt',
    keepOpen: true,
    collectEvents: true,
    timeout: 90_000,
  });
  const watched = watchRun(handle);
  await steer(handle);
  const { kept, ...live } = await watched;
  expect(await handle).toMatchObject({ exitReason: 'completed', text: 'The end.', stored: 'whole', error: null });
  expect(kept.map(stepOf).filter((step) => ORDER.includes(step))).toEqual(ORDER);
  expect(kept.find((entry) => 'input' in entry && entry.input === 'answer')).toMatchObject({
    by: { kind: 'user', id: 'ada' },
    response: { type: 'approve' },
  });
  expect(checkEntries(kept)).toEqual([]);
  expect(await reader.read(handle.runId)).toEqual(live);
  expect(await store.list({ agent: stage.adapter.agent })).toMatchObject([
    { runId: handle.runId, state: 'closed', cause: 'completed' },
  ]);
  expect([staged.server.unmatched, staged.leftOver()]).toEqual([[], []]);
});

it('leaves a file in which each run keeps all rules', async () => {
  expect(await store.check()).toMatchObject({ isSound: true, problems: [] });
});
