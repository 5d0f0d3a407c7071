/** Variables that make a real CLI grant what `approvalMode` denies are kept from it; others that look as if they did grant nothing. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Adapter, createClient, type RunResult } from '@agent-mux/core';
import type { Sandbox } from '@agent-mux/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import type { AgentStage } from './support/stage.ts';
import { oneTurn, stageAgent } from './support/stage-agent.ts';
import { claudeStage } from './support/stages/claude.ts';
import { codexStage } from './support/stages/codex.ts';
import { copilotStage } from './support/stages/copilot.ts';
import { geminiStage } from './support/stages/gemini.ts';
import { opencodeStage } from './support/stages/opencode.ts';

const inherited = { ...process.env };
afterEach(() => {
  process.env = { ...inherited };
});

interface Tried {
  readonly stage: AgentStage;
  readonly mode: string;
  readonly variables: Readonly<Record<string, string>>;
  /** Files of the user's settings. */
  readonly settings?: (sandbox: Sandbox) => Promise<Readonly<Record<string, string>>>;
}

/** Tries a command that is denied. `keeps`: the adapter as it is; else without its table of variables. */
async function tryCommand({ stage, mode, variables, settings }: Tried, keeps: boolean) {
  const script = oneTurn({ tools: [{ kind: 'shell', command: 'touch made.txt' }] }, { text: 'Done.' });
  await using staged = await stageAgent(stage, { script, mode });
  await using client = createClient({ adapters: [keeps ? stage.adapter : withoutTable(stage.adapter)] });
  const all = { ...variables, ...(await settings?.(staged.sandbox)) };
  if (keeps) {
    Object.assign(process.env, all);
  }
  const result: RunResult = await client.run({
    ...staged.options,
    ...{ mode, prompt: 'Make the file.', approvalMode: 'deny', collectEvents: true },
    ...(keeps ? {} : { env: { ...staged.options.env, ...all } }),
  });
  return { result, hasRun: existsSync(join(staged.sandbox.cwd, 'made.txt')) };
}

function withoutTable(adapter: Adapter): Adapter {
  const modes = adapter.modes.map(({ reserved = {}, ...mode }) => {
    const { granting: _, ...others } = reserved;
    return { ...mode, reserved: others };
  });
  return { ...adapter, modes };
}

const OF_AGENT = JSON.stringify({ agent: { build: { permission: { bash: 'allow' } } } });

const GRANTING: readonly Tried[] = [
  {
    ...{ stage: claudeStage, mode: 'bidi', variables: { CLAUDE_CODE_SIMPLE: '1' } },
    settings: async ({ configDir }) => {
      const file = join(configDir, 'settings.json');
      const own: object = existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : {};
      await writeFile(file, JSON.stringify({ ...own, permissions: { allow: ['Bash'] } }));
      return {};
    },
  },
  { stage: copilotStage, mode: 'acp', variables: { COPILOT_ALLOW_ALL: '1' } },
  { stage: copilotStage, mode: 'jsonl', variables: { COPILOT_ALLOW_ALL: 'true' } },
  { stage: opencodeStage, mode: 'run', variables: { OPENCODE_PERMISSION: '{"*":"allow"}' } },
  { stage: opencodeStage, mode: 'acp', variables: { OPENCODE_CONFIG_CONTENT: OF_AGENT } },
  {
    ...{ stage: opencodeStage, mode: 'acp', variables: {} },
    settings: async ({ root }) => {
      const folder = join(root, 'managed');
      await mkdir(folder);
      await writeFile(join(folder, 'opencode.json'), OF_AGENT);
      return { OPENCODE_TEST_MANAGED_CONFIG_DIR: folder };
    },
  },
];

describe.each(GRANTING)('$stage.adapter.agent, $mode: $variables', (tried) => {
  it('grants the command, given to it', async () => {
    const { result, hasRun } = await tryCommand(tried, false);
    expect([result.exitReason, hasRun]).toEqual(['completed', true]);
  });

  it('does not get to it from the host', async () => {
    const { result, hasRun } = await tryCommand(tried, true);
    expect([result.exitReason, hasRun]).toEqual(['completed', false]);
    expect(result.events.some((event) => event.type === 'debug' && /is not handed on/.test(event.message))).toBe(true);
  });
});

const ALLOWED = JSON.stringify({ permissions: { allow: ['Bash'], defaultMode: 'bypassPermissions' } });
const CLAUDE = {
  CLAUDE_CODE_EVEN_MORE_DANGEROUSLY_SKIP_PERMISSIONS: '1',
  CLAUDE_CODE_SANDBOXED: '1',
  IS_SANDBOX: '1',
  CLAUDE_CODE_MOCK_REMOTE_SETTINGS: ALLOWED,
  CLAUDE_CODE_ENABLE_AUTO_MODE: '1',
  CLAUDE_CODE_REMOTE_TOOLS_HOST_ALLOWS_UNATTENDED: '1',
  CLAUDE_BG_SESSION_PERMISSION_RULES: '{"allow":["Bash"]}',
  CLAUDE_CODE_EVAL_ALLOW_FLAG_OVERRIDES: '1',
  CLAUDE_CHROME_PERMISSION_MODE: 'bypassPermissions',
};
const CODEX = { CODEX_PERMISSION_PROFILE: 'danger-full-access', CODEX_NON_INTERACTIVE: '1' };

/** They look as if they granted, and are handed on. */
const MEEK: readonly Tried[] = [
  { stage: claudeStage, mode: 'bidi', variables: CLAUDE },
  { stage: claudeStage, mode: 'oneshot', variables: CLAUDE },
  { stage: codexStage, mode: 'app-server', variables: CODEX },
  { stage: codexStage, mode: 'exec', variables: CODEX },
  { stage: copilotStage, mode: 'jsonl', variables: { COPILOT_SUPERVISED: '0' } },
  // Without it Gemini CLI refuses to begin in a folder that nobody has trusted.
  {
    stage: geminiStage,
    mode: 'acp',
    variables: { GEMINI_CLI_TRUST_WORKSPACE: 'true', GEMINI_RESTRICTED_MODE: 'false' },
  },
];

it.each(MEEK)('$stage.adapter.agent, $mode: $variables grant nothing', async (tried) => {
  const { result, hasRun } = await tryCommand(tried, true);
  expect([result.exitReason, hasRun]).toEqual(['completed', false]);
});
