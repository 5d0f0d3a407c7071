/** Long texts of the user: handed to each CLI in a way that takes them, or refused before anything starts. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtInAdapters } from '@agent-mux/adapters';
import { AgentMuxError, createClient, type Mode, type RunOptions, ValidationError } from '@agent-mux/core';
import { afterAll, describe, expect, it } from 'vitest';

const scratch = mkdtempSync(join(tmpdir(), 'amux-long-texts-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const MEGABYTE = `A line of words, "quoted".\n`.repeat(40_000);
const mux = createClient({ adapters: builtInAdapters });

/** The error that a run throws; a run that begins ends at once, since what it starts is no agent. */
async function refusalOf(options: Partial<RunOptions> & { agent: string }): Promise<ValidationError | undefined> {
  try {
    const handle = mux.run({ prompt: 'go', cwd: scratch, binary: '/bin/true', approvalMode: 'yolo', ...options });
    handle.abort();
    await handle;
    return undefined;
  } catch (error) {
    if (AgentMuxError.isInstance(error) && error instanceof ValidationError) {
      return error;
    }
    throw error;
  }
}

const modes = builtInAdapters.flatMap(({ agent, modes: all }) => all.map((mode) => [agent, mode.name, mode] as const));

function longOptions({ capabilities }: Mode): Partial<RunOptions> {
  const [systemPromptMode] = capabilities.systemPromptModes;
  return {
    prompt: MEGABYTE,
    ...(systemPromptMode === undefined ? {} : { systemPrompt: MEGABYTE, systemPromptMode }),
    ...(capabilities.supportsAgentsMd ? { agentsDoc: MEGABYTE } : {}),
  };
}

describe('a prompt, a system prompt and an agentsDoc of 1 MB each', () => {
  it.each(modes.filter(([agent, name]) => `${agent} ${name}` !== 'codex exec'))(
    'are taken by %s in mode %s',
    async (agent, name, mode) => {
      expect(await refusalOf({ agent, mode: name, ...longOptions(mode) })).toBeUndefined();
    },
  );
});

describe('codex exec', () => {
  const run = { agent: 'codex', mode: 'exec' } as const;

  it.each([
    ['systemPrompt', { systemPrompt: MEGABYTE, systemPromptMode: 'append' }],
    ['agentsDoc', { agentsDoc: MEGABYTE, systemPrompt: 'Be kind.' }],
  ] as const)('refuses a long %s, and names the mode that takes it', async (field, options) => {
    const runId = '01J0000000000000000000TEXT';
    const refusal = await refusalOf({ ...run, ...options, runId });
    expect(refusal?.fields.map((one) => one.field)).toEqual([field]);
    expect(refusal?.message).toMatch(
      new RegExp(
        `^run\\(\\): ${field}: in mode "exec" Codex is given it in a word of the command line after -c, which has 1,[\\d,]+ bytes; ` +
          'this system takes at most [\\d,]+ bytes. Shorten it, or use mode "app-server".$',
      ),
    );
    expect(readdirSync(tmpdir()).filter((name) => name.includes(runId))).toEqual([]);
  });

  it.each([
    ['a long prompt', { prompt: MEGABYTE }],
    ['a long system prompt in the place of its own', { systemPrompt: MEGABYTE, systemPromptMode: 'replace' }],
    ['an agentsDoc of 100 KB', { agentsDoc: 'x'.repeat(100_000) }],
  ] as const)('takes %s', async (_what, options) => {
    expect(await refusalOf({ ...run, ...options })).toBeUndefined();
  });
});

describe('what is too long anywhere else', () => {
  it.each([
    ['a variable', { env: { LONG: MEGABYTE } }, 'env.LONG', 'the variable LONG'],
    ['a model', { model: 'm'.repeat(MEGABYTE.length) }, 'model', 'a word of the command line after --model'],
    [
      'all variables together',
      { env: Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`V${index}`, 'x'.repeat(100_000)])) },
      'env',
      'its command line and environment',
    ],
  ] as const)('%s', async (_what, options, field, place) => {
    const refusal = await refusalOf({ agent: 'claude', ...options });
    expect(refusal?.fields.map((one) => one.field)).toEqual([field]);
    expect(refusal?.message).toContain(`given it in ${place}`);
    expect(refusal?.message).toContain('Shorten it');
  });
});
