/** Options of a run, on the real `codex exec`: what reaches the model, the servers and the user's settings. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { demoMcpServerPath } from '@agent-mux/testkit';
import { expect, it } from 'vitest';
import { oneTurn, stageAgent } from './support/stage-agent.ts';
import { codexStage } from './support/stages/codex.ts';

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
  expect(() => staged.run({ ...EXEC, prompt: 'Go.', sessionId: 'yesterday' })).toThrow('must be the UUID of a session');
});
