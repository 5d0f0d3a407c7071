/** Each option that a real CLI's help has is refused in `native.args`, or known to grant and break nothing: a new one has to be judged. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createClient } from '@agent-mux/core';
import { createSandbox } from '@agent-mux/testkit';
import { describe, expect, it } from 'vitest';
import { harmlessOf, whyRefused } from '../support/harmless-options.ts';
import type { AgentStage } from './support/stage.ts';
import { claudeStage } from './support/stages/claude.ts';
import { codexStage } from './support/stages/codex.ts';
import { copilotStage } from './support/stages/copilot.ts';
import { geminiStage } from './support/stages/gemini.ts';
import { ompStage } from './support/stages/omp.ts';
import { openclawStage } from './support/stages/openclaw.ts';
import { opencodeStage } from './support/stages/opencode.ts';
import { piStage } from './support/stages/pi.ts';

/** The words before `--help`, for each mode. */
const HELP: readonly (readonly [AgentStage, Readonly<Record<string, readonly string[]>>])[] = [
  [claudeStage, { bidi: [], oneshot: [], 'oneshot-whole': [] }],
  [codexStage, { 'app-server': ['app-server'], exec: ['exec'] }],
  [copilotStage, { sdk: [], jsonl: [], acp: [] }],
  [geminiStage, { acp: [], 'stream-json': [] }],
  [ompStage, { rpc: [], json: [] }],
  [openclawStage, { acp: ['acp'], local: ['agent'], exec: ['agent', 'exec'] }],
  [opencodeStage, { acp: ['acp'], run: ['run'] }],
  [piStage, { rpc: [], json: [] }],
];

/** Options at the beginning of a line, which are described behind them or below. */
function optionsIn(help: string): readonly string[] {
  const heads = help.split('\n').flatMap((line) => /^ {0,8}(-\S.*?)(?: {2,}|\t|$)/.exec(line)?.[1] ?? []);
  return [...new Set(heads.flatMap((head) => head.match(/(?<![\w-])--?[A-Za-z][\w-]*/g) ?? []))];
}

async function helpOf(binary: string, words: readonly string[]): Promise<string> {
  await using sandbox = await createSandbox();
  const env = { ...process.env, ...sandbox.env, NO_COLOR: '1', COLUMNS: '120' };
  const { stdout, stderr } = await promisify(execFile)(binary, [...words, '--help'], { env, cwd: sandbox.cwd });
  return `${stdout}\n${stderr}`;
}

const mux = createClient({ adapters: HELP.map(([{ adapter }]) => adapter) });

/** Refused for itself, and not for what else the run wants. */
function isRefused(agent: string, mode: string, flag: string): boolean {
  return whyRefused(mux, { agent, mode, flag }) !== undefined;
}

describe.each(HELP)('$adapter.agent', ({ adapter, binary, version }, modes) => {
  it('is asked in each of its modes', () => {
    expect(Object.keys(modes)).toEqual(adapter.modes.map(({ name }) => name));
  });

  it.each(Object.entries(modes))(
    '%s: each option of its help is refused, or known to be harmless',
    async (mode, words) => {
      const known = new Set(harmlessOf(adapter.agent, mode));
      const options = optionsIn(await helpOf(binary(version), words));
      expect(options.length).toBeGreaterThan(8);
      expect(options.filter((flag) => !known.has(flag) && !isRefused(adapter.agent, mode, flag))).toEqual([]);
      expect(options.filter((flag) => known.has(flag) && isRefused(adapter.agent, mode, flag))).toEqual([]);
    },
  );

  it('has all of those in a help that are known to be harmless', async () => {
    const helps = await Promise.all(
      Object.entries(modes).map(
        async ([mode, words]) => [mode, optionsIn(await helpOf(binary(version), words))] as const,
      ),
    );
    const told = new Set(helps.flatMap(([, options]) => options));
    expect(
      Object.keys(modes)
        .flatMap((mode) => harmlessOf(adapter.agent, mode))
        .filter((flag) => !told.has(flag)),
    ).toEqual([]);
  });
});
