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

  it('says where there is no recording, and who could play one of an unknown agent', async () => {
    await expect(playedAgent('/nowhere')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    await expect(scriptedAgent('clade', [])).rejects.toMatchObject({
      code: 'AGENT_NOT_FOUND',
      message: expect.stringContaining('There are: claude, codex'),
    });
  });
});

describe('scriptedAgent', () => {
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
