import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { claude } from '@agent-mux/adapters';
import { createClient } from '@agent-mux/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { playedAgent } from './played-agent.ts';
import { scriptedAgent } from './scripted-agent.ts';

const RECORDING = fileURLToPath(new URL('../../../../fixtures/claude/2.1.329/approval-granted', import.meta.url));

/** The folder of a recording of the newest version of a CLI that was recorded. */
function newestOf(name: string, scenario: string): string {
  const folder = fileURLToPath(new URL(`../../../../fixtures/${name}`, import.meta.url));
  return join(folder, readdirSync(folder).sort().at(-1) ?? '', scenario);
}

describe('playedAgent', () => {
  it('plays a recording to a client of its own and to any other, and leaves nothing behind', async () => {
    const agent = await playedAgent(RECORDING);
    const granted = { prompt: 'go', onApprovalRequest: () => 'approve' as const };
    const results = [
      await agent.run(granted),
      await createClient({ adapters: [claude] }).run({ ...agent.options, ...granted }),
    ];
    expect(results.map(({ exitReason, text }) => [exitReason, text])).toEqual([
      ['completed', 'Made.'],
      ['completed', 'Made.'],
    ]);
    await agent.close();
    await agent.close();
    expect(existsSync(agent.cwd)).toBe(false);
    expect(() => agent.run(granted)).toThrow();
  });

  it.each(['claude', 'codex', 'gemini', 'opencode'])(
    'leaves at once where a run of %s answers otherwise than the recorded one, if it is strict',
    async (name) => {
      const recording = newestOf(name, 'approval-granted');
      const play = async (strict: boolean, answer: 'approve' | 'deny'): Promise<readonly unknown[]> => {
        await using agent = await playedAgent(recording, { strict });
        const { exitReason, error } = await agent.run({ prompt: 'Make the file.', onApprovalRequest: () => answer });
        return [exitReason, error?.stderr.includes('expected on stdin') ?? false];
      };
      expect(await play(true, 'approve')).toEqual(['completed', false]);
      expect(await play(true, 'deny')).toEqual(['crashed', true]);
      expect(await play(false, 'deny')).toEqual(['completed', false]);
    },
    60_000,
  );

  it('says where there is no recording, and who could play one of an unknown agent', async () => {
    await expect(playedAgent('/nowhere')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    await expect(scriptedAgent('clade', [])).rejects.toMatchObject({
      code: 'AGENT_NOT_FOUND',
      message: expect.stringContaining('There are: claude, codex'),
    });
  });
});

describe('scriptedAgent', () => {
  it('says of a script all that nobody would read, with its place', async () => {
    const step = {
      txt: 'a',
      fault: [],
      hold: 3,
      tools: [
        { kind: 'shel', command: 'ls' },
        { kind: 'host', name: 'ask', input: {} },
      ],
      faults: [{ kind: 'error', status: 401 }],
      parts: [{ kind: 'tool', call: { kind: 'read' } }],
    };
    const untyped = (script: object): Promise<unknown> => scriptedAgent('claude', script as []);
    await expect(untyped([{ text: 'x' }, step])).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      fields: [
        { message: '`script[1].txt` is no option; did you mean `text`?' },
        { message: '`script[1].fault` is no option; did you mean `faults`?' },
        { message: '`script[1].hold` is 3, but must be a string that is not empty.' },
        { message: expect.stringMatching(/^`script\[1\]\.tools\[0\]\.kind` is "shel", .* Did you mean "shell"\?$/) },
        { message: '`script[1].tools[1].name` is no option; there are kind, tool, input, id.' },
        { message: '`script[1].tools[1].tool` is missing; it must be a string.' },
        { message: expect.stringMatching(/^`script\[1\]\.faults\[0\]\.status` is no option; there are /) },
        { message: '`script[1].faults[0].error` is missing; it must be a string.' },
        { message: '`script[1].parts[0].call.path` is missing; it must be a string.' },
      ],
    });
    await expect(
      untyped({ turns: [{ promt: 'a', steps: [3] }], subagents: { a: [{ tex: '' }] } }),
    ).rejects.toMatchObject({
      fields: [
        { message: '`script.turns[0].promt` is no option; did you mean `prompt`?' },
        { message: '`script.turns[0].steps[0]` is 3, but must be an object.' },
        { message: '`script.subagents.a[0].tex` is no option; did you mean `text`?' },
      ],
    });
    await expect(untyped({})).rejects.toThrow('`script.turns` is missing; it must be a list.');
  });

  it('refuses an agent that cannot be led to a model, before anything is started', async () => {
    await expect(scriptedAgent('hermes', [{ text: 'x' }])).rejects.toMatchObject({ code: 'CAPABILITY_ERROR' });
  });

  it('says how a CLI that is missing is installed, and takes its folders away where its start fails', async () => {
    const temp = mkdtempSync(join(tmpdir(), 'amux-temp-'));
    onTestFinished(() => rmSync(temp, { recursive: true, force: true }));
    const before = process.env['TMPDIR'];
    process.env['TMPDIR'] = temp;
    onTestFinished(() => {
      if (before === undefined) {
        delete process.env['TMPDIR'];
      } else {
        process.env['TMPDIR'] = before;
      }
    });
    await using agent = await scriptedAgent('claude', [{ text: 'x' }], { files: { 'a.txt': 'a' } });
    expect(readdirSync(agent.cwd)).toEqual(['a.txt']);
    expect(() => agent.run({ prompt: 'go', env: { PATH: '' } })).toThrow(/npm install -g @anthropic-ai/);
    const fails = scriptedAgent('claude', [{ text: 'x' }], { environment: () => Promise.reject(new Error('no')) });
    await expect(fails).rejects.toThrow('no');
    await agent.close();
    expect(readdirSync(temp)).toEqual([]);
  });
});
