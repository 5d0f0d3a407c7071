import { describe, expect, it } from 'vitest';
import { modeContext, resolvedOptions } from '../shared/testing/mode-parts.ts';
import { codex } from './index.ts';

const OPTIONS = resolvedOptions({ prompt: '--help me', approvalMode: 'yolo' });
const CONTEXT = modeContext('/bin/codex', { newId: () => 'id', input: { text: '--help me' } });
const [mode] = codex.modes;

describe("codex's first mode", () => {
  it('is the app-server, started with nothing of the run on its command line', () => {
    expect(mode?.name).toBe('app-server');
    expect(mode?.command({ ...OPTIONS, model: 'm', env: { OPENAI_API_KEY: 'secret' } }, CONTEXT)).toEqual({
      file: '/bin/codex',
      args: ['app-server'],
      env: {},
      cwd: '/work',
      stdin: 'open',
    });
  });

  it.each([
    [['codex', 'app-server'], true],
    [['/opt/codex', '-c', 'model="m"', 'app-server'], true],
    [['codex', 'app-server', '-c', 'mcp_servers.lab.command="node"'], true],
    [['codex', 'exec', '--json', 'say app-server'], false],
    [['codex', 'exec', '--json', '-', 'app-server'], false],
    [['codex'], false],
  ])('recognizes %j: %s', (argv, isMeant) => {
    expect(mode?.recognize?.(argv)).toEqual(isMeant ? {} : undefined);
  });

  it.each([
    [{ temperature: 1, topP: 1, topK: 1 }, ['temperature', 'topP', 'topK']],
    [{ maxOutputTokens: 10 }, ['maxOutputTokens']],
    [{ maxTokens: 10, maxCostUsd: 1 }, []],
    [{ systemPrompt: 'Be kind.' }, ['systemPromptMode']],
    [{ systemPrompt: 'Be kind.', systemPromptMode: 'append' as const }, []],
    [{ agentsDoc: 'Be short.' }, ['agentsDoc']],
    [{ approvalMode: 'deny' as const, sandbox: 'workspace-write' as const }, ['sandbox']],
    [{ approvalMode: 'deny' as const, sandbox: 'off' as const }, ['sandbox']],
    [{ approvalMode: 'deny' as const, sandbox: 'read-only' as const }, []],
    [{ approvalMode: 'prompt' as const, sandbox: 'off' as const }, []],
    [{ skills: ['one'] }, ['skills']],
    [{ attachments: [{ filePath: '/a.txt' }] }, ['attachments']],
    [{ attachments: [{ filePath: '/a.png' }] }, []],
    [{ mcpServers: [{ name: 'old', transport: 'sse' as const, url: 'http://old' }] }, ['mcpServers']],
    [{}, []],
  ])('says of %j what it cannot honour', (options, names) => {
    expect(mode?.notes?.({ ...OPTIONS, ...options })?.map((note) => note.split(':')[0])).toEqual(names);
  });

  it('says why it cannot honour how the model is sampled', () => {
    expect(mode?.notes?.({ ...OPTIONS, temperature: 1 })).toEqual([
      'temperature: Codex has no such setting; it is ignored.',
    ]);
  });
});
