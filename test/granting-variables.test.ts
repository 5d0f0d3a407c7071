/** No variable grants what `approvalMode` denies, whoever sets it: each agent × each mode × each such variable that is known. */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtInAdapters } from '@agent-mux/adapters';
import { createClient, type RunOptions, ValidationError } from '@agent-mux/core';
import { afterAll, afterEach, describe, expect, it } from 'vitest';

/** Tried on the real CLIs (test/real/granting-variables.test.ts), but for those of Hermes Agent, which its source names. */
const GRANTING: Readonly<Record<string, readonly string[]>> = {
  claude: ['CLAUDE_CODE_SIMPLE'],
  // Approvals and sandbox are said to each thread, and win.
  codex: [],
  copilot: ['COPILOT_ALLOW_ALL', 'COPILOT_ASSISTED_APPROVAL'],
  cursor: [],
  // The mode of its approvals stands on its command line.
  gemini: [],
  hermes: ['HERMES_YOLO_MODE', 'HERMES_ACCEPT_HOOKS'],
  omp: [],
  openclaw: [],
  opencode: ['OPENCODE_PERMISSION', 'OPENCODE_CONFIG_CONTENT', 'OPENCODE_TEST_MANAGED_CONFIG_DIR'],
  pi: [],
};

const folder = mkdtempSync(join(tmpdir(), 'amux-granting-'));
const seen = join(folder, 'seen');
const binary = join(folder, 'cli.sh');
writeFileSync(binary, `#!/bin/sh\nenv >'${seen}'\n`);
chmodSync(binary, 0o755);
const mux = createClient({ adapters: builtInAdapters });

const inherited = { ...process.env };
afterEach(() => {
  rmSync(seen, { force: true });
  process.env = { ...inherited };
});
afterAll(async () => {
  await mux.close();
  rmSync(folder, { recursive: true });
});

it('has a row for each agent, with all that its adapter names', () => {
  const named = builtInAdapters.map(({ agent, modes }) => [
    agent,
    ...new Set(modes.flatMap(({ reserved }) => Object.keys(reserved?.granting?.env ?? {}))),
  ]);
  expect(named.toSorted()).toEqual(Object.entries(GRANTING).map(([agent, names]) => [agent, ...names]));
});

const CASES = builtInAdapters.flatMap(({ agent, modes }) =>
  modes.flatMap(({ name: mode, capabilities: { approvalModes } }) =>
    approvalModes.flatMap((approvalMode) =>
      (GRANTING[agent] ?? []).map((name) => ({ agent, mode, approvalMode, name })),
    ),
  ),
);

describe.each(CASES)('$name of $agent ($mode, $approvalMode)', ({ agent, mode, approvalMode, name }) => {
  const options: RunOptions = { agent, mode, prompt: 'go', binary, approvalMode };
  const isGranted = approvalMode === 'yolo';

  it(isGranted ? 'may be given' : 'is refused by its name', () => {
    const refused = mux.check({ ...options, env: { [name]: '1', OTHER: '1' } });
    const fields = refused instanceof ValidationError ? refused.fields : [];
    expect(fields.map(({ message }) => message)).toEqual(
      isGranted ? [] : [expect.stringMatching(new RegExp(`^\`env\\.${name}\` .*\`approvalMode: '${approvalMode}'\``))],
    );
  });

  it(isGranted ? 'is handed on from the host' : 'is not handed on from the host, and that is said', async () => {
    process.env[name] = 'of the host';
    const { events } = await mux.run({ ...options, collectEvents: true, timeout: 20_000 });
    const variables = existsSync(seen) ? readFileSync(seen, 'utf8').split('\n') : [];
    expect(variables).toContain(`PWD=${process.cwd()}`);
    const set = variables.filter((line) => line.startsWith(`${name}=`));
    // Over JSONL Copilot CLI is given a value of ours.
    expect(isGranted ? set.length > 0 : set.some((line) => line.includes('of the host'))).toBe(isGranted);
    const said = events.filter((event) => event.type === 'debug' && event.message.startsWith(`${name} `));
    expect(said.length).toBe(isGranted ? 0 : 1);
  });
});
