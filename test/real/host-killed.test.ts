/** A host that dies without a word, in the middle of a run of a real Claude Code. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findLeftOver, type ModelScript } from '@agent-mux/testkit';
import { expect, it } from 'vitest';
import { oneTurn, stageClaude } from './support/stage-agent.ts';
import type { ClaudeVersion } from './support/stages/claude.ts';

const HOST = fileURLToPath(new URL('./support/killable-host.ts', import.meta.url));
/** What nothing of a run may outlive its host by. */
const LIMIT_MS = 5_000;

const SHELLS: ModelScript = oneTurn(
  {
    text: 'Two of them.',
    tools: [
      { kind: 'shell', command: 'sleep 300' },
      { kind: 'shell', command: 'setsid sh -c "sleep 300 & wait"', background: true },
    ],
  },
  { text: ['They run', { hold: 'for ever' }, '.'] },
);

interface Point {
  readonly name: string;
  readonly version: ClaudeVersion;
  readonly mode: 'bidi' | 'oneshot';
  /** The host dies so many milliseconds after it has said this. */
  readonly at: string;
  readonly afterMs: number;
}

const POINTS: readonly Point[] = [
  { name: 'while the CLI starts', version: '2.1.329', mode: 'bidi', at: 'started', afterMs: 50 },
  { name: 'as its answer begins', version: '2.1.329', mode: 'oneshot', at: 'message_start', afterMs: 0 },
  { name: 'while commands run', version: '2.1.329', mode: 'bidi', at: 'shell_start', afterMs: 800 },
  { name: 'while commands run', version: '2.1.197', mode: 'oneshot', at: 'shell_start', afterMs: 800 },
];

it.concurrent.each(POINTS)('$name ($version, $mode): nothing is alive 5 s later', async (point) => {
  await using stage = await stageClaude({ script: SHELLS, version: point.version });
  // Random: another test run on this machine must not be taken for this one.
  const runId = `01J0000000000000${String(Math.floor(Math.random() * 1e10)).padStart(10, '0')}`;
  const options = { ...stage.options, runId, prompt: 'Run both.', mode: point.mode, approvalMode: 'yolo' };
  const host = spawn(
    process.execPath,
    ['--conditions=agent-mux-source', '--import', 'tsx', HOST, JSON.stringify(options)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const find = (): readonly string[] => findLeftOver({ runIds: [runId], folder: stage.sandbox.root });
  try {
    for await (const phase of createInterface({ input: host.stdout })) {
      if (phase === point.at) {
        break;
      }
    }
    const patience = Date.now() + 30_000;
    while (find().length === 0 && Date.now() < patience) {
      await sleep(5);
    }
    expect(find()).not.toEqual([]);
    await sleep(point.afterMs);
  } finally {
    host.kill('SIGKILL');
  }
  if (host.exitCode === null && host.signalCode === null) {
    await once(host, 'close');
  }
  const deadline = Date.now() + LIMIT_MS;
  while (find().length > 0 && Date.now() < deadline) {
    await sleep(50);
  }
  expect(find()).toEqual([]);
});
