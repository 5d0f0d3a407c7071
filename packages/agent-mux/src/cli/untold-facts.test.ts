/** Every fact of an approval is on the screen, wherever the agent gives it. */
import type { ApprovalRequestEvent } from '@agent-mux/events';
import { describe, expect, it } from 'vitest';
import { untoldFacts } from './untold-facts.ts';

const asked = (facts: object): ApprovalRequestEvent =>
  ({
    type: 'approval_request',
    action: 'Run a command',
    detail: 'ls',
    riskLevel: 'high',
    ...facts,
  }) as ApprovalRequestEvent;

describe('facts of an approval', () => {
  it.each<[object, object]>([
    [{ url: 'https://evil.example/x' }, { address: 'https://evil.example/x' }],
    [{ host: 'evil.example' }, { host: 'evil.example' }],
    [{ mcp: { server: 'files', tool: 'erase' } }, { 'MCP server': 'files', 'MCP tool': 'erase' }],
    [{ cwd: '/home/me' }, { folder: '/home/me' }],
    [{ paths: ['/etc/passwd', '/w/a.txt'], input: { file: 'a.txt' } }, { paths: ['/etc/passwd'] }],
    [{ cwd: '/', command: 'rm -rf lib/cache' }, { folder: '/' }],
    [
      { mcp: { server: 'db', tool: 'delete' }, detail: 'delete it', input: { path: 'feedback' } },
      { 'MCP server': 'db', 'MCP tool': 'delete' },
    ],
    [{ reason: 'it failed in the sandbox' }, { reason: 'it failed in the sandbox' }],
  ])('that stand nowhere else are told: %j', (facts, told) => {
    expect(untoldFacts(asked(facts), '/w')).toEqual(told);
  });

  it.each<[object]>([
    [{ url: 'https://a.example/x', input: { deep: [{ url: 'https://a.example/x' }] } }],
    [{ host: 'a.example', input: { host: 'a.example' } }],
    [{ cwd: '/w' }],
    [{ cwd: '/w/' }],
    [{ paths: ['/w/a.txt'], changes: [{ path: '/w/a.txt', change: 'edit' }] }],
    [{ reason: '' }],
  ])('that are seen already are not told again: %j', (facts) => {
    expect(untoldFacts(asked(facts), '/w')).toEqual({});
  });

  it('tell the folder where that of the run is not known', () => {
    expect(untoldFacts(asked({ cwd: '/w' }), undefined)).toEqual({ folder: '/w' });
  });
});
