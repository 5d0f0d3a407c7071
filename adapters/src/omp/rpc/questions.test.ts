/** What omp 18.2.3 asks before a tool begins, and what it refuses by itself. */
import { describe, expect, it } from 'vitest';
import { refusalOf, toolAskedFor, toolQuestion } from './questions.ts';

const request = (title: string, more: object = {}) => ({
  ...{ id: 'ask-1', method: 'select', title, options: ['Approve', 'Deny'], ...more },
});
const asks = (name: string, input: unknown) =>
  toolQuestion(request(`Allow tool: ${name}`), name, { call: { id: 't1', input }, folder: '/w' }).interaction;

it.each<[string, object, string | undefined]>([
  ['Allow tool: bash\nls', {}, 'bash'],
  ['Allow bash?', {}, undefined],
  ['Allow tool: bash', { method: 'confirm' }, undefined],
  ['Allow tool: bash', { options: ['Approve'] }, undefined],
  ['Allow tool: bash', { options: ['Approve', 'Deny', 'Later'] }, undefined],
  ['Allow tool: bash', { options: ['Yes', 'Deny'] }, undefined],
  ['Allow tool: bash', { options: ['Approve', 'No'] }, undefined],
])('"%s" with %j asks about the tool %s', (title, more, tool) => {
  expect(toolAskedFor(request(title, more))).toBe(tool);
});

describe('a question about a tool', () => {
  it.each<[string, unknown, object]>([
    ['bash', { command: 'rm a' }, { action: 'run a command', detail: 'rm a', riskLevel: 'high' }],
    ['write', { path: '/a' }, { action: 'write a file', detail: '/a', riskLevel: 'medium' }],
    ['edit', { input: '@@' }, { action: 'edit a file', detail: '@@', riskLevel: 'medium' }],
    ['task', { tasks: [] }, { action: 'send a subagent, which asks about nothing', riskLevel: 'high' }],
    ['mcp__a__b', {}, { action: 'call an MCP tool', riskLevel: 'medium' }],
    ['odd', {}, { action: 'use odd', riskLevel: 'medium' }],
  ])('%s is told in our words', (name, input, words) => {
    expect(asks(name, input)).toMatchObject({
      ...{ kind: 'approval', toolName: name, toolCallId: 't1', input, scopes: ['once'] },
      ...words,
    });
  });

  it('of an unknown call tells what omp says of it, or the tool', () => {
    const told = (title: string) => toolQuestion(request(title), 'odd', { call: undefined, folder: '/w' }).interaction;
    expect([told('Allow tool: odd\nfirst\nsecond'), told('Allow tool: odd')].map(({ detail }) => detail)).toEqual([
      'first\nsecond',
      'odd',
    ]);
    expect(told('Allow tool: odd')).not.toHaveProperty('toolCallId');
  });

  it.each<[string, string, object, object]>([
    ['bash', 'Command: rm a', { command: 'rm a' }, { command: 'rm a', cwd: '/w' }],
    ['bash', 'Command: rm a', { command: 'rm a', cwd: '/x' }, { command: 'rm a', cwd: '/x' }],
    [
      ...(['write', 'Path: a\nContent:\none', { path: 'a', content: 'one\n' }] as const),
      { paths: ['a'], changes: [{ path: 'a', change: 'write', newText: 'one\n' }] },
    ],
    [
      ...(['edit', 'File: a.txt', { input: '[a.txt#2543]\nPUT 2.=2:\n+TWO\n' }] as const),
      { paths: ['a.txt'], changes: [{ path: 'a.txt', change: 'update', newText: 'TWO\n' }] },
    ],
    [
      ...(['edit', 'File: a.txt', { input: '[a.txt#2543]\nDEL 2.=2\n' }] as const),
      { paths: ['a.txt'], changes: [{ path: 'a.txt', change: 'update' }] },
    ],
  ])('about %s says what it would do: %s', (tool, said, input, facts) => {
    const place = { call: { id: 't1', input }, folder: '/w' };
    expect(toolQuestion(request(`Allow tool: ${tool}\n${said}`), tool, place).interaction).toMatchObject(facts);
  });

  it('says nothing of the call that it is taken for where its own words are others', () => {
    const input = { command: 'ls', path: 'a', input: '[a#2543]\nPUT 2.=2:\n+TWO\n' };
    const place = { call: { id: 't1', input }, folder: '/w' };
    for (const [tool, said] of [
      ['bash', 'Command: rm a'],
      ['write', 'Path: b\n'],
      ['edit', 'File: b'],
    ] as const) {
      const { interaction } = toolQuestion(request(`Allow tool: ${tool}\n${said}`), tool, place);
      expect(interaction).not.toHaveProperty('command');
      expect(interaction).not.toHaveProperty('paths');
    }
  });

  it('says which server its tool is of, where it is of one', () => {
    const mcp = { server: 'a', tool: 'b' };
    const place = { call: undefined, folder: '/w' };
    expect(toolQuestion(request('Allow tool: mcp__a__b'), 'mcp__a__b', { ...place, mcp }).interaction.mcp).toEqual(mcp);
    expect(toolQuestion(request('Allow tool: odd'), 'odd', place).interaction).not.toHaveProperty('mcp');
  });

  it('of a subagent is on its lane', () => {
    const call = { id: 't1', lane: 'a1', input: {} };
    expect(toolQuestion(request('Allow tool: odd'), 'odd', { call, folder: '/w' }).interaction).toMatchObject({
      lane: 'a1',
    });
    expect(asks('odd', {})).not.toHaveProperty('lane');
  });

  it('is granted and denied in the words of omp', () => {
    const { reply } = toolQuestion(request('Allow tool: odd'), 'odd', { call: undefined, folder: '/w' });
    expect([reply({ type: 'approve' }), reply({ type: 'deny' })]).toMatchObject([
      { value: 'Approve' },
      { value: 'Deny' },
    ]);
  });
});

it('a call that nobody could be asked about was refused, and any other failure is none', () => {
  const words = 'Tool "bash" requires approval but no interactive UI available. Use --yolo.';
  expect(refusalOf({ name: 'bash', input: { command: 'rm a' } }, words)).toEqual({
    ...{ action: 'run a command', detail: 'rm a', riskLevel: 'high', toolKind: 'execute' },
  });
  expect(refusalOf({ name: 'bash', input: { command: 'rm a' } }, `Oh: ${words}`)).toBeUndefined();
});
