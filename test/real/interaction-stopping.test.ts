/** A run that was stopped, or whose turn was interrupted, on real CLIs: what each call comes to, and that no grant reaches the CLI. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { RunHandle } from '@agent-mux/core';
import { type CassetteEntry, readCassette } from '@agent-mux/core/cassette';
import type { ToolCall } from '@agent-mux/testkit';
import { describe, expect, it } from 'vitest';
import { CALLS } from '../support/calls-by-state.ts';
import { outcomeOf } from '../support/outcome-of.ts';
import type { AgentStage } from './support/stage.ts';
import { oneTurn, type StagedAgent, stageAgent } from './support/stage-agent.ts';
import { claudeStage } from './support/stages/claude.ts';
import { codexStage } from './support/stages/codex.ts';
import { geminiStage } from './support/stages/gemini.ts';
import { piStage } from './support/stages/pi.ts';

const MAKE: ToolCall = { kind: 'shell', command: 'echo made >> made.txt' };
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

interface Scene {
  readonly staged: StagedAgent;
  readonly handle: RunHandle;
  readonly interactionId: string;
}

/** Brings a run to its first question, lets `work` stop it, and says what the CLI was told from then on. */
async function play(
  stage: AgentStage,
  action: 'abort' | 'interrupt',
  work: (scene: Scene) => Promise<void>,
): Promise<void> {
  await using staged = await stageAgent(stage, { script: oneTurn({ tools: [MAKE] }, { text: 'Done.' }) });
  const record = join(staged.sandbox.root, 'recording');
  const handle = staged.run({ prompt: 'Go.', approvalMode: 'prompt', timeout: 90_000, record, collectEvents: true });
  const interactionId = await new Promise<string>((resolve) => {
    handle.on('approval_request', (event) => resolve(event.interactionId));
  });
  await work({ staged, handle, interactionId });
  const { events } = await handle;
  const { entries } = await readCassette(record);
  const stop = entries.findIndex((entry) => entry.dir === 'host' && entry.action === action);
  expect(stop).toBeGreaterThan(0);
  const told = entries.slice(stop).flatMap((entry: CassetteEntry) => (entry.dir === 'in' ? [entry] : []));
  // An interrupt is told, and that what was asked is denied; a stop is a signal and nothing else.
  if (action !== 'interrupt') {
    expect(told).toEqual([]);
  }
  const approvals = events.map(({ type }) => type).filter((type) => type.startsWith('approval_'));
  expect([approvals, existsSync(join(staged.sandbox.cwd, 'made.txt'))]).toEqual([
    ['approval_request', 'approval_denied'],
    false,
  ]);
  expect(handle.interaction.pending).toEqual([]);
  expect(staged.leftOver()).toEqual([]);
}

const GRANTS: readonly ((scene: Scene) => Promise<void>)[] = [
  ({ handle }) => handle.approve(),
  ({ handle }) => handle.interaction.approveAll(),
  ({ handle, interactionId }) => handle.interaction.respond(interactionId, { type: 'approve' }),
];

async function tryGrants(scene: Scene): Promise<void> {
  const found = await Promise.all(GRANTS.map((grant) => outcomeOf(() => grant(scene))));
  expect(found).toEqual(GRANTS.map(() => 'NO_PENDING_INTERACTION'));
}

describe.each([claudeStage, codexStage, geminiStage])('a run of $adapter.displayName that was stopped', (stage) => {
  it('answers every call as the table says, and the CLI hears of none', () =>
    play(stage, 'abort', async (scene) => {
      void scene.handle.abort();
      expect(scene.handle.state).toBe('stopping');
      const { staged } = scene;
      const client = { ...staged.client, run: staged.run as typeof staged.client.run };
      const calls = await Promise.all(
        CALLS.map(async ({ name, call }) => [name, await outcomeOf(() => call({ ...scene, client }))]),
      );
      expect(calls).toEqual(CALLS.map(({ name, cells }) => [name, cells.stopping.outcome]));
    }));

  it.each([0, 5, 20])('takes no grant %i ms after abort()', (ms) =>
    play(stage, 'abort', async (scene) => {
      void scene.handle.abort();
      await (ms === 0 ? undefined : sleep(ms));
      await tryGrants(scene);
    }),
  );
});

describe.each([claudeStage, codexStage, geminiStage, piStage])('a turn of $adapter.displayName', (stage) => {
  it.each([0, 20])('takes no grant %i ms after interrupt()', (ms) =>
    play(stage, 'interrupt', async (scene) => {
      void scene.handle.interrupt();
      await (ms === 0 ? undefined : sleep(ms));
      await tryGrants(scene);
    }),
  );
});
