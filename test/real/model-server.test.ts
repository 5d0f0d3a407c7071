/** The model server against the real Claude Code, without any runtime of ours in between. */
import {
  createSandbox,
  type ModelScript,
  type ModelServer,
  type Sandbox,
  type Step,
  startModelServer,
} from '@agent-mux/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type Line,
  type SpawnClaudeOptions,
  type SpawnedClaude,
  spawnClaude,
  userMessage,
} from './support/spawn-claude.ts';
import { CLAUDE_VERSIONS } from './support/stages/claude.ts';

let server: ModelServer;
let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await createSandbox({ 'a.txt': 'alpha\n' });
});
afterEach(async () => {
  await server.close();
  await sandbox.dispose();
});

/** What one test saw. */
interface Seen {
  readonly exit: number | null;
  readonly rules: readonly string[];
  readonly unmatched: readonly string[];
  readonly result: Line | undefined;
}

async function serve(script: ModelScript): Promise<void> {
  server = await startModelServer({ script, agent: 'claude', cwd: sandbox.cwd });
}

const oneTurn = (...steps: Step[]): ModelScript => ({ turns: [{ steps }] });
const rules = (): string[] => server.modelRequests.map(({ rule, fault }) => (fault ? `${rule} ${fault}` : rule));
const isResult = (line: Line): boolean => line.type === 'result';

function see(claude: SpawnedClaude, exit: number | null): Seen {
  const unmatched = server.unmatched.map(({ rule }) => rule);
  return { exit, rules: rules(), unmatched, result: claude.lines.filter(isResult).at(-1) };
}

describe.each(CLAUDE_VERSIONS)('claude %s', (version) => {
  async function run(
    script: ModelScript,
    options: Partial<SpawnClaudeOptions> = {},
  ): Promise<Seen & Pick<SpawnedClaude, 'lines'>> {
    await serve(script);
    await using claude = spawnClaude({ version, server, sandbox, prompt: 'Do it', ...options });
    const exit = await claude.exited;
    return { ...see(claude, exit), lines: claude.lines };
  }

  it('says what the script says', async () => {
    const seen = await run(oneTurn({ text: 'Hello from the script.', chunk: 5 }));
    expect(seen).toMatchObject({
      exit: 0,
      rules: ['main_0_0'],
      unmatched: [],
      result: { result: 'Hello from the script.' },
    });
    expect(textDeltas(seen.lines)).toEqual(['Hello', ' from', ' the ', 'scrip', 't.']);
  });

  it('thinks, then runs a shell command', async () => {
    const script = oneTurn(
      { thinking: 'I run it.', text: 'Running.', tools: [{ kind: 'shell', command: 'cat a.txt' }] },
      { text: 'Done.' },
    );
    const seen = await run(script, { args: ['--allowedTools', 'Bash'] });
    expect(seen).toMatchObject({
      exit: 0,
      rules: ['main_0_0', 'main_0_1'],
      unmatched: [],
      result: { result: 'Done.' },
    });
    expect(toolResults(seen.lines)).toEqual([['toolu_main_0_0_0', 'alpha']]);
  });

  it('runs several tools of one answer', async () => {
    const script = oneTurn(
      {
        tools: [
          { kind: 'shell', command: 'sleep 0.3; echo slow', id: 'slow' },
          { kind: 'read', path: 'a.txt', id: 'read' },
          { kind: 'shell', command: 'echo quick', id: 'quick' },
        ],
      },
      { text: 'All three.' },
    );
    const seen = await run(script, { args: ['--allowedTools', 'Bash'] });
    expect(seen).toMatchObject({ exit: 0, rules: ['main_0_0', 'main_0_1'], unmatched: [] });
    expect(
      toolResults(seen.lines)
        .map(([id]) => id)
        .sort(),
    ).toEqual(['toolu_main_0_0_quick', 'toolu_main_0_0_read', 'toolu_main_0_0_slow']);
  });

  it('edits and writes files of the workspace', async () => {
    const script = oneTurn(
      { tools: [{ kind: 'read', path: 'a.txt' }] },
      { tools: [{ kind: 'edit', path: 'a.txt', oldText: 'alpha', newText: 'beta' }] },
      { tools: [{ kind: 'write', path: 'new.txt', content: 'new\n' }] },
      { text: 'Edited.' },
    );
    const seen = await run(script, { args: ['--permission-mode', 'acceptEdits'] });
    expect(seen).toMatchObject({ exit: 0, unmatched: [], result: { result: 'Edited.' } });
    expect(toolResults(seen.lines).map(([, text]) => text)).toEqual([
      expect.stringContaining('alpha'),
      expect.stringContaining('has been updated'),
      expect.stringContaining('created'),
    ]);
  });

  it('answers a subagent from its own lane', async () => {
    const script: ModelScript = {
      turns: [
        { steps: [{ tools: [{ kind: 'subagent', lane: 'a', task: 'List the files' }] }, { text: 'It reported.' }] },
      ],
      subagents: { a: [{ tools: [{ kind: 'shell', command: 'ls' }] }, { text: 'Report: a.txt' }] },
    };
    const seen = await run(script, { args: ['--allowedTools', 'Bash'] });
    expect(seen).toMatchObject({
      exit: 0,
      rules: ['main_0_0', 'a_0_0', 'a_0_1', 'main_0_1'],
      unmatched: [],
      result: { result: 'It reported.' },
    });
  });

  it('comes back when a background subagent has reported', async () => {
    const script: ModelScript = {
      turns: [
        {
          steps: [
            { tools: [{ kind: 'subagent', lane: 'a', task: 'Look', background: true }] },
            { text: 'Started.' },
            { text: 'It has ended.' },
          ],
        },
      ],
      subagents: { a: [{ hold: 'report', text: 'Report.' }] },
    };
    await serve(script);
    await using claude = spawnClaude({ version, server, sandbox, prompt: 'Do it' });
    await claude.until((line) => JSON.stringify(line).includes('Started.'));
    await server.waitFor('report');
    server.release('report');
    const exit = await claude.exited;
    expect(see(claude, exit)).toMatchObject({ exit: 0, unmatched: [] });
    expect(rules().sort()).toEqual(['a_0_0', 'main_0_0', 'main_0_1', 'main_0_2']);
  });

  it('stops at a refused key', async () => {
    const seen = await run(oneTurn({ faults: [{ kind: 'error', error: 'auth', shouldRetry: false }] }));
    expect(seen).toMatchObject({
      exit: 1,
      rules: ['main_0_0 auth'],
      unmatched: [],
      result: { is_error: true, api_error_status: 401 },
    });
  });

  it('waits as long as a rate limit says, then goes on', async () => {
    const fault = { kind: 'error', error: 'rate-limit', retryAfterS: 1, times: 1 } as const;
    const seen = await run(oneTurn({ text: 'Well.', faults: [fault] }));
    expect(seen).toMatchObject({ exit: 0, rules: ['main_0_0 rate-limit', 'main_0_0'], result: { result: 'Well.' } });
    const [first, second] = server.modelRequests;
    expect((second?.arrivedAt ?? 0) - (first?.arrivedAt ?? 0)).toBeGreaterThan(950);
  });

  it('gives up on a service that is overloaded for ever', async () => {
    const seen = await run(oneTurn({ faults: [{ kind: 'error', error: 'overloaded' }] }), { setup: { retries: 1 } });
    expect(seen).toMatchObject({
      exit: 1,
      rules: ['main_0_0 overloaded', 'main_0_0 overloaded'],
      result: { is_error: true },
    });
  });

  it('ends when the conversation is too long', async () => {
    const seen = await run(oneTurn({ faults: [{ kind: 'error', error: 'context-length' }] }));
    expect(seen).toMatchObject({
      exit: 1,
      rules: ['main_0_0 context-length'],
      result: { is_error: true, terminal_reason: 'prompt_too_long' },
    });
  });

  it('asks again after a cut stream', async () => {
    const text = 'A text that is cut in the middle and then comes whole.';
    const seen = await run(oneTurn({ text, chunk: 6, faults: [{ kind: 'cut', afterDeltas: 3, times: 1 }] }));
    expect(seen).toMatchObject({ exit: 0, rules: ['main_0_0 cut', 'main_0_0'], result: { result: text } });
  });

  it('fails when every stream is cut', async () => {
    const seen = await run(
      oneTurn({ text: 'Cut every time it comes.', chunk: 4, faults: [{ kind: 'cut', afterDeltas: 2 }] }),
    );
    expect(seen).toMatchObject({ exit: 1, unmatched: [], result: { is_error: true } });
  });

  it('waits at a stream that stalls', async () => {
    await serve(oneTurn({ text: 'Silence follows this.', chunk: 8, faults: [{ kind: 'hang', afterDeltas: 2 }] }));
    await using claude = spawnClaude({ version, server, sandbox, prompt: 'Do it' });
    await claude.until((line) => textDeltas([line])[0] === 'follows ' || textDeltas([line])[0] === ' follows');
    claude.kill('SIGTERM');
    expect(see(claude, await claude.exited)).toMatchObject({ exit: 143, rules: ['main_0_0 hang'], unmatched: [] });
  });

  it('is interrupted at a gate and goes on with the next prompt', async () => {
    await serve({
      turns: [
        { steps: [{ text: ['Long story', { hold: 'middle' }, ' without end'] }] },
        { prompt: 'Second', steps: [{ text: 'Short.' }] },
      ],
    });
    await using claude = spawnClaude({ version, server, sandbox });
    claude.say(userMessage('First'));
    await claude.until((line) => textDeltas([line]).length > 0);
    claude.say({ type: 'control_request', request_id: 'i1', request: { subtype: 'interrupt' } });
    await claude.until(isResult);
    claude.say(userMessage('Second'));
    await claude.until(({ result }) => result === 'Short.');
    claude.endInput();
    expect(see(claude, await claude.exited)).toMatchObject({ exit: 0, rules: ['main_0_0', 'main_1_0'], unmatched: [] });
  });

  it('compacts by command, and the turns after it find their answers', async () => {
    const summary = '<analysis>They talked.</analysis><summary>They said one and two.</summary>';
    await serve({
      turns: ['One', 'Two', 'Three'].map((prompt) => ({
        prompt: `${prompt} please`,
        steps: [{ text: `Answer ${prompt}` }],
      })),
      compaction: { text: summary },
    });
    await using claude = spawnClaude({ version, server, sandbox });
    for (const [prompt, isDone] of [
      ['One please', ({ result }: Line) => result === 'Answer One'],
      ['Two please', ({ result }: Line) => result === 'Answer Two'],
      ['/compact', ({ subtype }: Line) => subtype === 'compact_boundary'],
      ['Three please', ({ result }: Line) => result === 'Answer Three'],
    ] as const) {
      claude.say(userMessage(prompt));
      await claude.until(isDone);
    }
    claude.endInput();
    expect(see(claude, await claude.exited)).toMatchObject({
      exit: 0,
      rules: ['main_0_0', 'main_1_0', 'summary', 'main_2_0'],
      unmatched: [],
    });
  });

  it('uses the MCP server of this package', async () => {
    const { demoMcpServer } = await import('@agent-mux/testkit');
    const { command, args } = demoMcpServer('demo');
    const call = (tool: string, input = {}) => ({
      tools: [{ kind: 'mcp', server: 'demo', tool, input, id: tool }] as const,
    });
    const seen = await run(
      oneTurn(call('echo', { text: 'hi' }), call('fail'), call('rpc-error'), call('image'), { text: 'Done.' }),
      {
        args: [
          '--mcp-config',
          JSON.stringify({ mcpServers: { demo: { command, args } } }),
          '--strict-mcp-config',
          '--allowedTools',
          'mcp__demo__*',
        ],
      },
    );
    expect(seen).toMatchObject({ exit: 0, unmatched: [], result: { result: 'Done.' } });
    expect(toolResults(seen.lines)).toEqual([
      ['toolu_main_0_0_echo', expect.stringContaining('echo: hi')],
      ['toolu_main_0_1_fail', expect.stringContaining('the tool failed')],
      ['toolu_main_0_2_rpc-error', expect.stringContaining('the server broke')],
      ['toolu_main_0_3_image', expect.stringContaining('image')],
    ]);
  });

  it('takes the empty settings of a sandbox for none', async () => {
    const seen = await run(oneTurn({ text: 'Still here.' }));
    expect(seen.lines.find(({ subtype }) => subtype === 'init')).toMatchObject({
      apiKeySource: 'ANTHROPIC_API_KEY',
      cwd: sandbox.cwd,
    });
  });
});

function textDeltas(lines: readonly Line[]): string[] {
  return lines.flatMap((line) => {
    const { event } = line as { event?: { delta?: { text?: string } } };
    return event?.delta?.text === undefined ? [] : [event.delta.text];
  });
}

/** Id and text of the results that were written, in order. */
function toolResults(lines: readonly Line[]): [string, string][] {
  return lines.flatMap((line) => {
    const { type, message } = line as { type: string; message?: { content: unknown } };
    if (type !== 'user' || !Array.isArray(message?.content)) {
      return [];
    }
    return message.content
      .filter((block) => block.type === 'tool_result')
      .map((block): [string, string] => [
        block.tool_use_id,
        typeof block.content === 'string' ? block.content : JSON.stringify(block.content),
      ]);
  });
}
