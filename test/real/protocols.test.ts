/** Real CLIs through each protocol: its client sees the approval, grants it, follows up and aborts, all in its own words. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunHandle } from '@agent-mux/core';
import { isEventEntry, type JournalEntry } from '@agent-mux/events/journal';
import type { ModelScript } from '@agent-mux/testkit';
import { describe, expect, it } from 'vitest';
import { FORMAT_NAMES } from '../../packages/agent-mux/src/cli/formats.ts';
import { ADA, PROTOCOL_CLIENTS, type ProtocolClient } from './support/protocol-clients.ts';
import type { AgentStage } from './support/stage.ts';
import { stageAgent } from './support/stage-agent.ts';
import { claudeStage } from './support/stages/claude.ts';
import { codexStage } from './support/stages/codex.ts';
import { geminiStage } from './support/stages/gemini.ts';

const SCRIPT: ModelScript = {
  turns: [
    {
      prompt: 'First:',
      steps: [{ tools: [{ kind: 'shell', command: 'echo made >> made.txt' }] }, { text: 'It is made.' }],
    },
    { prompt: 'Second:', steps: [{ text: 'It is a pear.', chunk: 4 }] },
    { prompt: 'Third:', steps: [{ text: ['It begins here', { hold: 'middle' }, ' and goes on.'], chunk: 14 }] },
  ],
};

interface Played {
  readonly outputs: readonly unknown[];
  readonly said: string;
}

/** An approval, a follow-up, and an abort in the middle of the answer to another one. */
async function play(protocol: ProtocolClient, run: RunHandle): Promise<Played> {
  const attached = protocol.attach(run);
  const outputs: unknown[] = [];
  let said = '';
  let asked: string | undefined;
  let turns = 0;
  const waiting = new Set<() => void>();
  const look = (): void => {
    for (const each of waiting) {
      each();
    }
  };
  run.on('turn_end', () => {
    turns += 1;
    look();
  });
  // Where the protocol has no texts, those of the run.
  if (attached.said === undefined) {
    run.on('text_delta', ({ delta }) => {
      said += delta;
      look();
    });
  }
  const over = (async () => {
    for await (const output of attached.stream) {
      outputs.push(output);
      asked ??= attached.asked(output);
      said += attached.said?.(output) ?? '';
      look();
    }
  })();
  const until = (what: string, isSo: () => boolean): Promise<void> =>
    new Promise((resolve, reject) => {
      const see = (): void => {
        if (isSo()) {
          waiting.delete(see);
          resolve();
        }
      };
      waiting.add(see);
      see();
      over.then(() => reject(new Error(`The stream ended before ${what}. It said: ${said}`)), reject);
    });

  await until('it asked for an approval', () => asked !== undefined);
  await attached.grant(asked ?? '');
  await until('the first turn was over', () => turns === 1 && said.endsWith('It is made.'));
  await attached.continue('Second: which fruit is it?');
  await until('the second turn was over', () => turns === 2 && said.endsWith('It is a pear.'));
  await attached.continue('Third: tell a long story.');
  await until('the third answer began', () => said.includes('It begins'));
  await attached.abort();
  await over;
  return { outputs, said };
}

it('knows a client for each format of amux', () => {
  expect(PROTOCOL_CLIENTS.map(({ name }) => name)).toEqual(FORMAT_NAMES);
});

const STAGES: readonly (readonly [string, AgentStage])[] = [
  ['claude', claudeStage],
  ['codex', codexStage],
  ['gemini', geminiStage],
];

/** What became of the one call, for the events of a run. */
const WHAT_CAME = /^(approval_granted|approval_denied|shell_exit|(mcp_)?tool_(result|error))$/;

describe.each(STAGES)('%s', (name, stage) => {
  it.concurrent.each(PROTOCOL_CLIENTS)('$name: a tool, an approval, a follow-up and an abort', async (protocol) => {
    await using staged = await stageAgent(stage, { script: SCRIPT });
    const run = staged.run({ prompt: 'First: make a file.', approvalMode: 'prompt', keepOpen: true, timeout: 90_000 });
    const entries: JournalEntry[] = [];
    const kept = (async () => {
      for await (const entry of run.entries()) {
        entries.push(entry);
      }
    })();
    const { outputs, said } = await play(protocol, run);
    await kept;
    expect(said).toBe('It is made.It is a pear.It begins here');
    expect(outputs.slice(-protocol.ends.length)).toMatchObject(protocol.ends);
    expect(protocol.check(outputs)).toEqual([]);
    expect(await run).toMatchObject({ exitReason: 'aborted' });
    expect(entries.filter((entry) => 'input' in entry && entry.input === 'answer')).toMatchObject([
      { ...ADA, response: { type: 'approve' } },
    ]);
    expect(entries.filter(isEventEntry).filter(({ type }) => WHAT_CAME.test(type))).toMatchObject([
      { type: 'approval_granted' },
      // Gemini does not tell the exit code.
      { type: 'shell_exit', exitCode: name === 'gemini' ? -1 : 0 },
      { type: 'tool_result' },
    ]);
    expect(readFileSync(join(staged.sandbox.cwd, 'made.txt'), 'utf8')).toBe('made\n');
    expect([staged.server.unmatched, staged.leftOver()]).toEqual([[], []]);
  });
});
