import { describe, expect, it } from 'vitest';
import type { ResolvedOptions } from '../adapter/options.ts';
import { toyAdapter } from '../recording/testing/toy-agent.ts';
import { recordOptions } from './recorded-options.ts';

/** The options that are written down as they are: they shape the conversation, and contain no secret. */
const PLAIN: Partial<ResolvedOptions> = {
  stream: 'auto',
  approvalMode: 'prompt',
  sandbox: 'workspace-write',
  network: false,
  includeSubagents: false,
  keepOpen: true,
  maxTurns: 2,
  sessionId: 's',
  forkSessionId: 'f',
  checkpointId: 'c',
  noSession: false,
  model: 'm',
  thinkingEffort: 'low',
  thinkingBudgetTokens: 3,
  systemPrompt: 'be brief',
  systemPromptMode: 'append',
  temperature: 0,
  topP: 1,
  topK: 2,
  maxTokens: 4,
  maxCostUsd: 0.5,
  maxOutputTokens: 5,
  skills: ['a'],
  agentsDoc: 'd',
  outputSchema: { type: 'object' },
};
const record = (options: Partial<ResolvedOptions>, adapter: object = {}) =>
  recordOptions({ adapter: { ...toyAdapter, ...adapter }, options: options as ResolvedOptions });

describe('the options that are written down', () => {
  it('are these, as they are, without prompt and folder', () => {
    expect(record({ ...PLAIN, prompt: 'p', cwd: '/' })).toEqual(PLAIN);
  });

  it.each(Object.entries(PLAIN))('have %s where it is given, and have it not where it is not', (name, value) => {
    expect(record({ [name]: value })).toEqual({ [name]: value });
    expect(Object.keys(record({ [name]: undefined }))).toEqual([]);
  });

  it('have attachments without their bytes', () => {
    const file = { filePath: '/a', name: 'a' };
    expect(record({ attachments: [file, { base64: 'AAAA', mimeType: 'image/png' }] })).toEqual({
      attachments: [file, { base64: '<not recorded>', mimeType: 'image/png' }],
    });
  });

  it('have tool servers without what may be a secret', () => {
    const local = {
      name: 'a',
      transport: 'stdio',
      command: 'npx',
      args: ['--token', 's'],
      env: { KEY: 's', OTHER: 't' },
    } as const;
    const remote = { name: 'b', transport: 'sse', url: 'https://s@host', headers: { Authorization: 's' } } as const;
    const bare = { name: 'c', transport: 'stdio', command: 'd' } as const;
    const hidden = '<not recorded>';
    expect(record({ mcpServers: [local, remote, bare] })).toEqual({
      mcpServers: [
        { ...local, args: [hidden, hidden], env: { KEY: hidden, OTHER: hidden } },
        { ...remote, url: hidden, headers: { Authorization: hidden } },
        bare,
      ],
    });
  });

  it('have tools of the program without the functions behind them', () => {
    const tool = { name: 't', description: 'd', inputSchema: { type: 'object' } };
    expect(record({ tools: [{ ...tool, run: () => '' }] })).toEqual({ tools: [tool] });
  });

  it('have of the environment what the adapter names: with its value, or that it was given', () => {
    const env = { SHOWN: 'a', SPOKEN: 's', UNSET: '', BOTH: 'b', SECRET: 'x' };
    expect(record({ env }, { recordedEnv: ['SHOWN', 'BOTH'], spokenEnv: ['SPOKEN', 'UNSET', 'BOTH'] })).toEqual({
      env: { SHOWN: 'a', SPOKEN: '<not recorded>', UNSET: '', BOTH: 'b' },
    });
    expect(Object.keys(record({ env }))).toEqual([]);
  });
});
