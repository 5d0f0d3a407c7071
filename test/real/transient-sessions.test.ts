/** Runs with noSession on the real CLIs: nothing that was said is found in any file afterwards. */
import { execFile, spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import type { RunOptions } from '@agent-mux/core';
import { checkStream } from '@agent-mux/events/check';
import type { ModelScript } from '@agent-mux/testkit';
import { describe, expect, it } from 'vitest';
import type { AgentStage } from './support/stage.ts';
import { type StagedAgent, stageAgent } from './support/stage-agent.ts';
import { claudeStage } from './support/stages/claude.ts';
import { codexStage } from './support/stages/codex.ts';
import { ompStage } from './support/stages/omp.ts';
import { openclawStage } from './support/stages/openclaw.ts';
import { opencodeStage } from './support/stages/opencode.ts';
import { piStage } from './support/stages/pi.ts';

const SAID = 'Remember the word zirconium-4711.';
const ANSWER = 'I will remember quartz-8899.';
const SCRIPT: ModelScript = { turns: [{ prompt: SAID, steps: [{ text: ANSWER }] }] };

const STAGES: readonly AgentStage[] = [claudeStage, codexStage, opencodeStage, piStage, ompStage, openclawStage];
const CASES = STAGES.flatMap((stage) =>
  stage.adapter.modes
    .filter(({ capabilities }) => capabilities.supportsNoSession)
    .map(({ name }) => ({ stage, mode: name, name: `${stage.adapter.agent} ${name}` })),
);

describe.each(CASES)('$name', ({ stage, mode }) => {
  it('leaves no file that holds what was said, and tells a transient id', { timeout: 120_000 }, async () => {
    await using staged = await stageAgent(stage, { script: SCRIPT, mode });
    const run = { prompt: SAID, mode, approvalMode: 'yolo', noSession: true, collectEvents: true } as const;
    const result = await staged.run(run);
    expect(result).toMatchObject({ exitReason: 'completed', text: ANSWER, sessionId: `transient-${result.runId}` });
    expect(checkStream(result.events, { noSession: true })).toEqual([]);
    expect(await findFilesWith(staged.sandbox.root, ['zirconium-4711', 'quartz-8899'])).toEqual([]);
  });

  it('leaves no file of a session, and none in the list of the CLI itself', { timeout: 240_000 }, async () => {
    await using staged = await stageAgent(stage, { script: SCRIPT });
    const { agent } = stage.adapter;
    const kept = async (): Promise<object> => ({
      files: (await filesBelow(staged.sandbox.root)).filter((path) => SESSION_FILES[agent]?.test(path)).length,
      listed: await LISTS[agent]?.(staged),
    });
    const play = (run: Omit<RunOptions, 'prompt'>) =>
      staged.run({ prompt: SAID, approvalMode: 'yolo', ...run }).result();
    expect(await play({ mode, noSession: true })).toMatchObject({ exitReason: 'completed', text: ANSWER });
    expect(await kept()).toEqual({ files: 0, listed: 0 });
    // One that is kept is found by the same look.
    expect(await play({ mode: agent === 'openclaw' ? 'local' : mode })).toMatchObject({ exitReason: 'completed' });
    expect(await kept()).toEqual({ files: 1, listed: 1 });
  });
});

/** Where a CLI keeps a session, as paths below the sandbox. */
const SESSION_FILES: Readonly<Record<string, RegExp>> = {
  claude: /projects\/[^/]+\/[^/]+\.jsonl$/,
  codex: /sessions\/.*\.jsonl$/,
  opencode: /opencode[^/]*\.db$/,
  pi: /sessions\/.*\.jsonl$/,
  omp: /sessions\/.*\.jsonl$/,
  openclaw: /openclaw-agent\.sqlite$/,
};

type Listing = (staged: StagedAgent) => Promise<number>;

/** How many sessions it lists: by a command of its own where it has one, else as its picker finds them, which reads the files. */
const LISTS: Readonly<Record<string, Listing>> = {
  claude: listFiles,
  codex: listThreads,
  opencode: async (staged) => (await ask(staged, ['session', 'list'])).match(/\bses_/g)?.length ?? 0,
  pi: listFiles,
  omp: listFiles,
  openclaw: async (staged) => Number(JSON.parse(await ask(staged, ['sessions', '--json'])).count),
};

async function listFiles({ client, options: { agent = '', env = {} } }: StagedAgent): Promise<number> {
  return (await client.sessions.list({ agent, env: { ...env } })).length;
}

async function ask({ options: { binary = '', env }, sandbox }: StagedAgent, args: readonly string[]): Promise<string> {
  const { PATH } = process.env;
  const options = { cwd: sandbox.cwd, env: { PATH, ...env }, timeout: 60_000 };
  return (await promisify(execFile)(binary, [...args], options)).stdout;
}

async function listThreads({ options: { binary = '', env }, sandbox }: StagedAgent): Promise<number> {
  const { PATH } = process.env;
  const child = spawn(binary, ['app-server'], {
    cwd: sandbox.cwd,
    env: { PATH, ...env },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const say = (message: object): void => void child.stdin.write(`${JSON.stringify(message)}\n`);
  try {
    say({ id: 1, method: 'initialize', params: { clientInfo: { name: 'test', version: '1' } } });
    for await (const line of createInterface({ input: child.stdout })) {
      const { id, result } = JSON.parse(line);
      if (id === 1) {
        say({ method: 'initialized' });
        say({ id: 2, method: 'thread/list', params: { sourceKinds: ['cli', 'vscode', 'exec', 'appServer'] } });
      } else if (id === 2) {
        return result.data.length;
      }
    }
    throw new Error('Codex gave no list.');
  } finally {
    child.kill();
  }
}

async function filesBelow(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries.filter((each) => each.isFile()).map((each) => relative(root, join(each.parentPath, each.name)));
}

async function findFilesWith(root: string, words: readonly string[]): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const bytes = await readFile(path);
    if (words.some((word) => bytes.includes(word))) {
      found.push(relative(root, path));
    }
  }
  return found;
}
