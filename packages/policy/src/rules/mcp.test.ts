/** Tools of MCP servers under rules, by names that anybody may choose. */
import type { ApprovalFacts } from '@agent-mux/events';
import { describe, expect, it } from 'vitest';
import { growthOf } from '../../../../test/support/spent.ts';
import { policy } from '../node.ts';

type Wanted = { readonly server: string; readonly tool?: string };
type Row = readonly [wanted: Wanted, server: string, tool: string];

const asked = (server: string, tool: string): ApprovalFacts => ({ toolKind: 'mcp', mcp: { server, tool } });
const decide = (rules: Parameters<typeof policy>[0], facts: ApprovalFacts) => policy(rules)(facts, { cwd: '/work' });

const MEANT: readonly Row[] = [
  [{ server: 'docs' }, 'docs', 'read'],
  [{ server: 'docs' }, 'docs', ''],
  [{ server: 'docs' }, 'docs', 'delete_everything'],
  [{ server: 'docs', tool: 'read' }, 'docs', 'read'],
  [{ server: 'docs', tool: '*' }, 'docs', 'read'],
  [{ server: '*', tool: 'read' }, 'anything', 'read'],
  [{ server: '*' }, 'anything', 'x'],
  [{ server: 'docs', tool: 'read*' }, 'docs', 'read'],
  [{ server: 'docs', tool: 'read*' }, 'docs', 'read_file'],
  [{ server: 'docs', tool: '*_file' }, 'docs', 'read_file'],
  [{ server: 'docs', tool: 'a*b*c' }, 'docs', 'a-b-b-c'],
  [{ server: 'docs', tool: 'a**c' }, 'docs', 'ac'],
  [{ server: 'my server' }, 'my server', 'x'],
  [{ server: 'a.b' }, 'a.b', 'x'],
  [{ server: 'a+b' }, 'a+b', 'x'],
  [{ server: 'a|b' }, 'a|b', 'x'],
  [{ server: '(a)' }, '(a)', 'x'],
  [{ server: 'a?' }, 'a?', 'x'],
  [{ server: 'a\\b' }, 'a\\b', 'x'],
  [{ server: '日本', tool: '読*' }, '日本', '読む'],
  [{ server: '🙂*' }, '🙂x', 'x'],
  [{ server: 'docs', tool: '*' }, 'docs', 'a\nb'],
];

const OTHERS: readonly Row[] = [
  [{ server: 'docs' }, 'docs2', 'read'],
  [{ server: 'docs' }, 'mydocs', 'read'],
  [{ server: 'docs' }, 'Docs', 'read'],
  [{ server: 'docs' }, 'docs ', 'read'],
  [{ server: 'docs' }, 'docs\n', 'read'],
  [{ server: 'docs' }, 'docs\0', 'read'],
  [{ server: 'docs' }, '', 'docs'],
  [{ server: 'docs' }, 'docs\u200b', 'read'],
  [{ server: 'docs' }, 'dоcs', 'read'],
  [{ server: 'docs', tool: 'read' }, 'docs', 'read_all'],
  [{ server: 'docs', tool: 'read' }, 'docs', 'Read'],
  [{ server: 'docs', tool: 'read' }, 'docs', 'read\n'],
  [{ server: 'docs', tool: 'read' }, 'docs', 'x\nread'],
  [{ server: 'docs', tool: 'read' }, 'other', 'read'],
  [{ server: 'docs', tool: 'read' }, 'docs', ''],
  [{ server: 'docs', tool: 'read' }, 'docs__read', 'read'],
  [{ server: 'docs', tool: 'read*' }, 'docs', 'pre_read'],
  [{ server: 'docs', tool: '*_file' }, 'docs', 'read_files'],
  [{ server: 'docs', tool: 'a*a' }, 'docs', 'a'],
  [{ server: 'docs', tool: 'a*b*c' }, 'docs', 'acb'],
  [{ server: 'a.b' }, 'axb', 'x'],
  [{ server: 'a|b' }, 'a', 'x'],
  [{ server: 'a?' }, 'ab', 'x'],
  [{ server: 'a?' }, 'a', 'x'],
  [{ server: '[ab]' }, 'a', 'x'],
  [{ server: 'a+' }, 'aa', 'x'],
  [{ server: '^a$' }, 'a', 'x'],
  [{ server: 'docs', tool: '\\w' }, 'docs', 'a'],
];

describe('a tool of a server', () => {
  it('there are 50 rows', () => {
    expect(MEANT.length + OTHERS.length).toBeGreaterThanOrEqual(50);
  });

  it.each(MEANT)('is meant by %j: %j %j', async (mcp, server, tool) => {
    expect(await decide({ allow: [{ mcp }] }, asked(server, tool))).toMatchObject({ decision: 'approve' });
    expect(await decide({ allow: [{ kind: 'mcp' }], deny: [{ mcp }] }, asked(server, tool))).toMatchObject({
      decision: 'deny',
    });
  });

  it.each(OTHERS)('is not meant by %j: %j %j', async (mcp, server, tool) => {
    expect(await decide({ allow: [{ mcp }] }, asked(server, tool))).toMatchObject({ decision: 'ask' });
    expect(await decide({ allow: [{ kind: 'mcp' }], deny: [{ mcp }] }, asked(server, tool))).toMatchObject({
      decision: 'approve',
    });
  });
});

describe('an approval that names no server', () => {
  const rules = {
    allow: [{ kind: ['mcp', 'other', 'execute', 'read'] as const }],
    deny: [{ mcp: { server: 'docs' } }],
  };

  it.each<[ApprovalFacts, string]>([
    [{ toolKind: 'mcp' }, 'ask'],
    [{ toolKind: 'other' }, 'ask'],
    [{}, 'ask'],
    [{ toolKind: 'execute', command: 'ls', cwd: '/work' }, 'approve'],
    [{ toolKind: 'read' }, 'approve'],
  ])('%j: %s', async (facts, decision) => {
    expect(await decide(rules, facts)).toMatchObject({ decision });
    expect(await decide({ allow: [{ mcp: { server: '*' } }] }, facts)).toMatchObject({ decision: 'ask' });
  });
});

it('a long name is read in time by its length, however many stars the rule has', async () => {
  const decider = policy({ deny: [{ mcp: { server: '*a*a*b', tool: '*' } }] });
  expect(await growthOf((size) => decider(asked('a'.repeat(size), 'x')), 50_000)).toBeLessThan(100);
});
