/** The facts of an approval may come from anywhere, and facts of a wrong type are never granted. */
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { type PolicyRules, policy } from './node.ts';
import { makeFolder } from './testing/make-folder.ts';

const folder = makeFolder();
afterAll(() => folder.remove());

const ALL: PolicyRules = {
  allow: [{ kind: ['read', 'edit', 'execute', 'fetch', 'mcp', 'other'] }, { path: '**' }, { command: 'ls' }],
};
const FIELDS = ['toolKind', 'command', 'cwd', 'paths', 'changes', 'url', 'host', 'mcp'] as const;

const decide = (facts: object, rules: PolicyRules = ALL) =>
  policy(rules, { home: folder.home })(facts, { cwd: folder.cwd });

describe('a fact of a wrong type', () => {
  it.each<[string, object]>([
    ['command', { toolKind: 'edit', command: 5 }],
    ['command', { toolKind: 'execute', command: ['ls'] }],
    ['command', { toolKind: 'edit', command: null }],
    ['paths', { toolKind: 'edit', paths: 'x' }],
    ['paths', { toolKind: 'edit', paths: [5] }],
    ['paths', { toolKind: 'edit', paths: null }],
    ['changes', { toolKind: 'edit', changes: {} }],
    ['changes', { toolKind: 'edit', changes: [{ path: 5, change: 'update' }] }],
    ['cwd', { toolKind: 'execute', command: 'ls', cwd: {} }],
    ['url', { toolKind: 'fetch', url: 5 }],
    ['host', { toolKind: 'fetch', host: [] }],
    ['mcp', { toolKind: 'mcp', mcp: 'x' }],
    ['toolKind', { toolKind: 'edits', paths: ['a'] }],
    ['toolKind', { toolKind: ['edit'] }],
  ])('%s asks, with the reason: %j', async (field, facts) => {
    expect(await decide(facts)).toEqual({ decision: 'ask', reason: expect.stringContaining(field) });
    expect(await decide({ type: 'approval', detail: facts })).toMatchObject({ decision: 'ask' });
    expect(await decide(facts, { ...ALL, otherwise: 'deny' })).toMatchObject({ decision: 'deny', rule: 'otherwise' });
  });

  it('leaves the others to be denied by', async () => {
    const rules = { ...ALL, deny: [{ name: 'no', command: 'rm' }] };
    const facts = { toolKind: 'execute', command: 'rm x', paths: 5 };
    expect(await decide(facts, rules)).toMatchObject({ decision: 'deny', rule: 'no' });
  });

  it('is never granted and never thrown, whatever it is', async () => {
    const wrong = fc.oneof(fc.integer(), fc.boolean(), fc.constant(null), fc.bigInt(), fc.constant(Symbol('x')));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...FIELDS), wrong, async (field, value) => {
        expect((await decide({ toolKind: 'edit', paths: ['src/a.ts'], [field]: value })).decision).toBe('ask');
      }),
      { numRuns: 200 },
    );
  });

  it('is told from what is right', async () => {
    expect(await decide({ toolKind: 'edit', paths: [`${folder.cwd}/src/a.ts`] })).toMatchObject({
      decision: 'approve',
    });
    expect(await decide({ toolKind: 'edit', paths: undefined, command: undefined })).toMatchObject({
      decision: 'approve',
    });
  });
});
