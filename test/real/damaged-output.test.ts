/** Real CLIs whose output something on the way has damaged: a wrapper, a shell's profile, a terminal. What they say is understood all the same. */
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codex } from '@agent-mux/adapters/codex';
import { type Adapter, createClient, type RunResult } from '@agent-mux/core';
import { checkStream } from '@agent-mux/events/check';
import type { ModelScript } from '@agent-mux/testkit';
import { describe, expect, it } from 'vitest';
import { oneTurn, type StagedAgent, stageAgent } from './support/stage-agent.ts';
import { claudeStage } from './support/stages/claude.ts';
import { codexStage } from './support/stages/codex.ts';
import { geminiStage } from './support/stages/gemini.ts';

const SAID = 'It is made: café 🚀.';
const SCRIPT: ModelScript = oneTurn({ tools: [{ kind: 'shell', command: 'echo made' }] }, { text: SAID, chunk: 4 });

/** Starts the CLI, and says its messages as a terminal would be told them: a greeting first, coloured, and what came at once in one line. */
async function wrap({ sandbox, options }: StagedAgent): Promise<string> {
  const wrapper = join(sandbox.root, 'wrapper');
  await writeFile(
    wrapper,
    `#!${process.execPath}
const { spawn } = require('node:child_process');
const real = spawn(${JSON.stringify(options.binary)}, process.argv.slice(2), { stdio: ['inherit', 'pipe', 'inherit'] });
process.stdout.write('Welcome back!\\n\\ufeff');
let rest = '';
real.stdout.setEncoding('utf8').on('data', (text) => {
  const lines = (rest + text).split('\\n');
  rest = lines.pop();
  if (lines.length > 0) {
    process.stdout.write('\\x1b]0;agent\\x07' + lines.map((line) => '\\x1b[2K\\x1b[32m' + line + '\\x1b[0m').join(' ') + '\\n');
  }
});
real.on('close', (code) => process.exit(code));
`,
  );
  await chmod(wrapper, 0o755);
  return wrapper;
}

/** What must be the same with and without the damage. */
function outlineOf({ exitReason, text, turnCount, diagnostics, events }: RunResult): object {
  return {
    exitReason,
    text,
    turnCount,
    unknownNative: diagnostics.unknownNative,
    repaired: diagnostics.repaired,
    violations: checkStream(events),
    families: events.map(({ type }) => type).filter((type) => !/delta|debug|log|usage|cost/.test(type)),
  };
}

describe.each([
  ['claude', claudeStage],
  ['codex', codexStage],
  ['gemini', geminiStage],
] as const)('%s behind a wrapper', (_agent, agentStage) => {
  it('is understood with a byte order mark, a greeting, titles, colours, and several messages in a line', async () => {
    const run = async (isDamaged: boolean): Promise<RunResult> => {
      await using stage = await stageAgent(agentStage, { script: SCRIPT });
      const binary = isDamaged ? { binary: await wrap(stage) } : {};
      return await stage.run({ prompt: 'Make it.', approvalMode: 'yolo', collectEvents: true, ...binary });
    };
    const [whole, damaged] = [await run(false), await run(true)];
    expect(damaged).toMatchObject({ exitReason: 'completed', text: SAID });
    expect(outlineOf(damaged)).toEqual(outlineOf(whole));
    expect((damaged.diagnostics.unreadable ?? 0) - (whole.diagnostics.unreadable ?? 0)).toBe(1);
    expect(damaged.events).toContainEqual(expect.objectContaining({ type: 'log', line: 'Welcome back!' }));
  });
});

/** The same mode, and a terminal where it has pipes. */
function inTerminal(adapter: Adapter, name: string): Adapter {
  return {
    ...adapter,
    modes: adapter.modes.filter((mode) => mode.name === name).map((mode) => ({ ...mode, transport: 'pty' as const })),
  };
}

// Two CLIs have their whole conversation over stdin, and Codex takes a terminal for it (0.169.0): Claude Code 2.1.329 asks for a pipe.
it('codex in a terminal is understood from its first line on, and nothing that was typed comes back', async () => {
  const run = async (adapter: Adapter): Promise<RunResult> => {
    await using stage = await stageAgent(codexStage, { script: SCRIPT });
    await using client = createClient({ adapters: [adapter] });
    const options = { prompt: 'Make it.', mode: 'app-server', approvalMode: 'yolo', collectEvents: true } as const;
    return await client.run({ ...stage.options, ...options });
  };
  const whole = await run(codex);
  const typed = await run(inTerminal(codex, 'app-server'));
  expect(typed).toMatchObject({ exitReason: 'completed', text: SAID });
  expect(outlineOf(typed)).toEqual(outlineOf(whole));
  const lines = typed.events.flatMap((event) => (event.type === 'log' ? [event.line] : []));
  expect(
    lines.filter((line) => line.includes('\x1b') || line.includes('jsonrpc') || line.includes('"method"')),
  ).toEqual([]);
});
