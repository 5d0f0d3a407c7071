/** Codex on the real CLI, in each of its modes; and what no scenario has: what it leaves behind, a review, a turn whose end is lost, options, its sandbox. */
import { execFileSync } from 'node:child_process';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunOptions } from '@agent-mux/core';
import { demoMcpServerPath } from '@agent-mux/testkit';
import { expect, it } from 'vitest';
import { describeAgent, describeOwn } from './support/describe-agent.ts';
import { changedFiles, stageReach } from './support/reach.ts';
import { oneTurn, stageAgent } from './support/stage-agent.ts';
import { codexStage } from './support/stages/codex.ts';

interface Confined {
  readonly mode: 'app-server' | 'exec';
  readonly approvalMode: 'yolo' | 'prompt' | 'deny';
  readonly given: Pick<RunOptions, 'sandbox' | 'network'>;
  readonly happens: readonly string[];
}

const EVERYTHING = ['inside', 'outside', 'network', 'tool-inside', 'tool-outside'];
/** A change that was granted is made where it was granted, which is what the question is for. */
const GRANTED = ['tool-inside', 'tool-outside'];

const CONFINED: readonly Confined[] = [
  { mode: 'app-server', approvalMode: 'yolo', given: {}, happens: EVERYTHING },
  { mode: 'app-server', approvalMode: 'yolo', given: { sandbox: 'read-only' }, happens: [] },
  { mode: 'app-server', approvalMode: 'yolo', given: { sandbox: 'read-only', network: true }, happens: ['network'] },
  {
    mode: 'app-server',
    approvalMode: 'yolo',
    given: { sandbox: 'workspace-write' },
    happens: ['inside', 'tool-inside'],
  },
  {
    mode: 'app-server',
    approvalMode: 'yolo',
    given: { sandbox: 'workspace-write', network: true },
    happens: ['inside', 'network', 'tool-inside'],
  },
  { mode: 'app-server', approvalMode: 'yolo', given: { sandbox: 'off' }, happens: EVERYTHING },
  { mode: 'app-server', approvalMode: 'prompt', given: { sandbox: 'off' }, happens: EVERYTHING },
  {
    mode: 'app-server',
    approvalMode: 'prompt',
    given: { sandbox: 'workspace-write' },
    happens: ['inside', ...GRANTED],
  },
  { mode: 'app-server', approvalMode: 'prompt', given: { sandbox: 'read-only' }, happens: [...GRANTED] },
  { mode: 'app-server', approvalMode: 'deny', given: { sandbox: 'off' }, happens: [] },
  { mode: 'exec', approvalMode: 'yolo', given: {}, happens: EVERYTHING },
  { mode: 'exec', approvalMode: 'yolo', given: { sandbox: 'read-only' }, happens: [] },
  { mode: 'exec', approvalMode: 'yolo', given: { sandbox: 'workspace-write' }, happens: ['inside', 'tool-inside'] },
  {
    mode: 'exec',
    approvalMode: 'yolo',
    given: { sandbox: 'workspace-write', network: true },
    happens: ['inside', 'network', 'tool-inside'],
  },
  { mode: 'exec', approvalMode: 'yolo', given: { sandbox: 'off' }, happens: EVERYTHING },
  { mode: 'exec', approvalMode: 'deny', given: { sandbox: 'off' }, happens: [] },
];

const VERDICT = JSON.stringify({
  findings: [],
  overall_correctness: 'patch is correct',
  overall_explanation: 'Nothing to find.',
  overall_confidence_score: 0.9,
});

const EXEC = { mode: 'exec', approvalMode: 'yolo' } as const;
/** Numbers, so that a piece that is missing or doubled would be seen. */
const MEGABYTE = Array.from({ length: 150_000 }, (_, n) => String(n)).join(' ');

const stage = () => stageAgent(codexStage, { script: oneTurn({ text: 'As you say.' }) });

/** What is said to the model, by role. */
function textsOf(body: unknown, role: string): string[] {
  const { input } = body as { input: { role?: string; content?: { text?: string }[] }[] };
  return input
    .filter((item) => item.role === role)
    .flatMap(({ content = [] }) => content.flatMap(({ text }) => text ?? []));
}

describeAgent(codexStage);

describeOwn(codexStage, 'what is left behind', () => {
  it.each(['yolo', 'prompt'] as const)(
    "leaves the user's configuration as it was, byte for byte, after a run in %s mode has written a file",
    async (approvalMode) => {
      await using stage = await stageAgent(codexStage, {
        script: oneTurn({ tools: [{ kind: 'write', path: 'made.txt', content: 'made\n' }] }, { text: 'Made.' }),
      });
      // Codex would note that a repository is trusted.
      execFileSync('git', ['init', '--quiet'], { cwd: stage.sandbox.cwd });
      const path = join(stage.sandbox.configDir, 'config.toml');
      // So it is where nobody has been asked yet whether this folder is trusted.
      const config = `${(await readFile(path, 'utf8')).replace(/\n\[projects\.[\s\S]*$/, '')}\n# Kept as it is.\n`;
      await writeFile(path, config);
      const handle = stage.run({ prompt: 'Make the file.', approvalMode, onApprovalRequest: () => 'approve' });
      const { exitReason } = await handle;
      expect(exitReason).toBe('completed');
      expect(await readFile(join(stage.sandbox.cwd, 'made.txt'), 'utf8')).toBe('made\n');
      expect(await readFile(path, 'utf8')).toBe(config);
    },
  );

  it('leaves nothing alive when somebody kills the wrapper that npm has installed', async () => {
    await using stage = await stageAgent(codexStage, {
      script: oneTurn({ tools: [{ kind: 'shell', command: 'sleep 61' }] }, { text: 'Never said.' }),
    });
    const handle = stage.run({ prompt: 'Run it.', approvalMode: 'yolo' });
    let alive: readonly string[] = [];
    handle.on('shell_start', () => {
      alive = stage.leftOver();
      // What RunOptions.binary names: the program that is started, and that starts the others.
      process.kill(handle.pid ?? 0, 'SIGKILL');
    });
    const { exitReason } = await handle;
    expect(exitReason).toBe('killed');
    expect(alive).not.toEqual([]);
    expect(stage.leftOver()).toEqual([]);
  });
});

describeOwn(codexStage, 'turns of the app-server', () => {
  it('reviews what has changed when it is told /review', async () => {
    await using stage = await stageAgent(codexStage, { script: oneTurn({ text: VERDICT }) });
    execFileSync('git', ['init', '--quiet'], { cwd: stage.sandbox.cwd });
    await stage.sandbox.write({ 'a.txt': 'new\n' });
    const result = await stage.run({ prompt: '/review', approvalMode: 'yolo', collectEvents: true });
    expect(result).toMatchObject({
      exitReason: 'completed',
      text: 'Nothing to find.',
      diagnostics: { unknownNative: {}, repaired: 0 },
    });
    expect(result.events.flatMap((event) => (event.type === 'step_start' ? event.stepType : []))).toEqual(['review']);
  });

  it('asks how the turn stands when its end never comes, and goes on', { timeout: 90_000 }, async () => {
    await using stage = await stageAgent(codexStage, { script: oneTurn({ text: 'Said, and done.' }) });
    // As the versions did that lost it (openai/codex#35810): the CLI goes idle, and does not say that the turn has ended.
    const deaf = join(stage.sandbox.root, 'codex-that-loses-ends');
    await writeFile(
      deaf,
      `#!${process.execPath}
const { spawn } = require('node:child_process');
const { createInterface } = require('node:readline');
const real = spawn(${JSON.stringify(codexStage.binary(codexStage.version))}, process.argv.slice(2), {
  stdio: ['inherit', 'pipe', 'inherit'],
});
createInterface({ input: real.stdout }).on('line', (line) => {
  if (!line.includes('"method":"turn/completed"')) console.log(line);
});
real.on('close', (code) => process.exit(code));
`,
    );
    await chmod(deaf, 0o755);
    const result = await stage.run({ prompt: 'Say it.', binary: deaf, collectEvents: true });
    expect(result).toMatchObject({ exitReason: 'completed', text: 'Said, and done.' });
    expect(result.events).toContainEqual(
      expect.objectContaining({ type: 'debug', message: 'Codex ended the turn without saying so.' }),
    );
  });
});

describeOwn(codexStage, 'options', () => {
  it.concurrent.each([
    ['begins with a dash', '--version is what I ask about'],
    ['is one dash', '-'],
    ['has quotes, dollars and line ends', `"It's" $HOME \`id\`\n\\ \t…\u2028 end`],
    ['is a megabyte', MEGABYTE],
  ])('a prompt that %s arrives as it is', async (_what, prompt) => {
    await using staged = await stage();
    const result = await staged.run({ ...EXEC, prompt });
    expect([result.exitReason, result.text]).toEqual(['completed', 'As you say.']);
    expect(textsOf(staged.server.modelRequests[0]?.body, 'user')).toContain(prompt);
    expect(staged.leftOver()).toEqual([]);
  });

  it.concurrent('instructions are added, or put in the place of its own', async () => {
    await using staged = await stage();
    const agentsDoc = 'In this project "every" answer is kind.';
    await staged.run({
      ...EXEC,
      prompt: 'Go.',
      systemPrompt: 'Be brief.\nAlways.',
      systemPromptMode: 'append',
      agentsDoc,
    });
    await staged.run({ ...EXEC, prompt: 'Go.', systemPrompt: 'You are a poet.', systemPromptMode: 'replace' });
    const [added, replaced] = staged.server.requests.map(({ body }) => textsOf(body, 'developer').join('\n'));
    expect(added).toContain(`Be brief.\nAlways.\n\n${agentsDoc}`);
    expect(added).toContain('You are Codex');
    expect(replaced).toContain('You are a poet.');
    expect(replaced).not.toContain('You are Codex');
  });

  it.concurrent('an MCP server gets what it is given, and nothing is written to the settings', async () => {
    await using staged = await stage();
    const settings = join(staged.sandbox.configDir, 'config.toml');
    const before = await readFile(settings, 'utf8');
    const args = ['-c', 'printf "%s|%s" "$TOKEN" "$1" > seen.txt', 'sh', "it's an argument"];
    const env = { TOKEN: `it's "a" $secret` };
    await staged.run({
      ...EXEC,
      prompt: 'Go.',
      mcpServers: [{ name: 'teller', transport: 'stdio', command: '/bin/sh', args, env }],
    });
    expect(await readFile(join(staged.sandbox.cwd, 'seen.txt'), 'utf8')).toBe(`${env.TOKEN}|it's an argument`);
    expect(await readFile(settings, 'utf8')).toBe(before);
  });

  it.concurrent.each(['app-server', 'exec'])('an MCP server that starts slowly is waited for (%s)', async (mode) => {
    const echo = { kind: 'mcp', server: 'slow', tool: 'echo', input: { text: 'hello' } } as const;
    const script = oneTurn({ tools: [echo] }, { text: 'It echoed.' });
    await using staged = await stageAgent(codexStage, { script });
    const args = ['-c', 'sleep 4; exec "$0" "$1"', process.execPath, demoMcpServerPath];
    const result = await staged.run({
      mode,
      approvalMode: 'yolo',
      collectEvents: true,
      prompt: 'Go.',
      mcpServers: [{ name: 'slow', transport: 'stdio', command: '/bin/sh', args }],
    });
    expect(result.events.flatMap((event) => (event.type === 'mcp_tool_result' ? [event.toolName] : []))).toEqual([
      'echo',
    ]);
  });

  it.concurrent('an id that is none begins no session of its own', async () => {
    await using staged = await stage();
    expect(() => staged.run({ ...EXEC, prompt: 'Go.', sessionId: 'yesterday' })).toThrow(
      'must be the UUID of a session',
    );
  });
});

/** Its sandbox decides what a command may really do in each approval mode; choosing it writes nothing into the user's configuration. */
describeOwn(codexStage, 'sandbox', () => {
  it.concurrent.each(CONFINED)(
    'in $mode, $approvalMode and $given only this happens: $happens',
    async ({ mode, approvalMode, given, happens }) => {
      await using reach = await stageReach(codexStage, mode, { tools: true });
      const config = join(reach.sandbox.configDir, 'config.toml');
      // Nobody has said that the folder is trusted: Codex would write so by itself.
      await writeFile(config, (await readFile(config, 'utf8')).replace(/\[projects[\s\S]*$/, ''));
      const before = await reach.hashes();
      const result = await reach.run({ approvalMode, ...given, onApprovalRequest: () => 'approve' });
      expect(result.exitReason, JSON.stringify(result)).toBe('completed');
      expect(reach.happened()).toEqual(happens);
      expect(changedFiles(before, await reach.hashes())).toEqual([]);
    },
    120_000,
  );
});
