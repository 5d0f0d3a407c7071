/** What omp 18.2.3 asks before a tool begins, and what it refuses by itself. */
import type { McpTool } from '@agent-mux/events';
import { describe, expect, it } from 'vitest';
import { defined } from '../../shared/index.ts';
import { type AskedCall, refusalOf, toolAskedFor, toolQuestion } from './questions.ts';

const request = (title: string, more: object = {}) => ({
  ...{ id: 'ask-1', method: 'select', title, options: ['Approve', 'Deny'], ...more },
});
/** The question of this title about a tool. */
function questionOf(title: string, place: { readonly call?: AskedCall; readonly mcp?: McpTool } = {}) {
  const native = request(title);
  const asked = toolAskedFor(native);
  if (asked === undefined) {
    throw new Error(`It asks about no tool: ${title}`);
  }
  return toolQuestion(native, asked, { call: undefined, folder: '/w', ...place });
}
const asks = (name: string, input: unknown) =>
  questionOf(`Allow tool: ${name}`, { call: { id: 't1', input } }).interaction;

it.each<[string, object, string | undefined]>([
  ['Allow tool: bash\nls', {}, 'bash'],
  ['Allow bash?', {}, undefined],
  ['Allow tool: bash', { method: 'confirm' }, undefined],
  ['Allow tool: bash', { options: ['Approve'] }, undefined],
  ['Allow tool: bash', { options: ['Approve', 'Deny', 'Later'] }, undefined],
  ['Allow tool: bash', { options: ['Yes', 'Deny'] }, undefined],
  ['Allow tool: bash', { options: ['Approve', 'No'] }, undefined],
])('"%s" with %j asks about the tool %s', (title, more, tool) => {
  expect(toolAskedFor(request(title, more))?.toolName).toBe(tool);
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
    const told = (title: string) => questionOf(title).interaction;
    expect([told('Allow tool: odd\nfirst\nsecond'), told('Allow tool: odd')].map(({ detail }) => detail)).toEqual([
      'first\nsecond',
      'odd',
    ]);
    expect(told('Allow tool: odd')).not.toHaveProperty('toolCallId');
  });

  it.each<[string, object, object]>([
    ['bash', { command: 'rm a' }, { command: 'rm a', cwd: '/w' }],
    ['bash', { command: 'rm a', cwd: '/x' }, { command: 'rm a', cwd: '/x' }],
    [
      ...(['write', { path: 'a', content: 'one\n' }] as const),
      { paths: ['a'], changes: [{ path: 'a', change: 'write', newText: 'one\n' }] },
    ],
    [
      ...(['edit', { input: '[a.txt#2543]\nPUT 2.=2:\n+TWO\n' }] as const),
      { paths: ['a.txt'], changes: [{ path: 'a.txt', change: 'update', newText: 'TWO\n' }] },
    ],
    [
      ...(['edit', { input: '[a.txt#2543]\nPUT 2.=3:\n+TWO\n+THREE\n' }] as const),
      { paths: ['a.txt'], changes: [{ path: 'a.txt', change: 'update', newText: 'TWO\nTHREE\n' }] },
    ],
    [
      ...(['edit', { input: '[a.txt#2543]\nDEL 2.=2\n' }] as const),
      { paths: ['a.txt'], changes: [{ path: 'a.txt', change: 'update' }] },
    ],
  ])('about %s says what it would do: %j', (tool, input, facts) => {
    const { command, cwd, paths, changes } = asks(tool, input);
    expect(defined({ command, cwd, paths, changes })).toEqual(facts);
  });

  it.each([{ input: '[a#2543]\nDEL 2.=2\n[b#2543]\nDEL 2.=2\n' }, { input: '*** Begin Patch' }, { path: 'a' }])(
    'about an edit that cannot be told in whole says nothing of it: %j',
    (input) => {
      expect(asks('edit', input)).not.toHaveProperty('paths');
    },
  );

  it('of an unknown call says nothing of what it would do', () => {
    const { interaction } = questionOf('Allow tool: bash\nCommand: ls');
    expect(interaction).toMatchObject({ detail: 'Command: ls', riskLevel: 'high' });
    expect(interaction).not.toHaveProperty('command');
  });

  it('says which server its tool is of, where it is of one', () => {
    const mcp = { server: 'a', tool: 'b' };
    expect(questionOf('Allow tool: mcp__a__b', { mcp }).interaction.mcp).toEqual(mcp);
    expect(questionOf('Allow tool: odd').interaction).not.toHaveProperty('mcp');
  });

  it('of a subagent is on its lane', () => {
    const call = { id: 't1', lane: 'a1', input: {} };
    expect(questionOf('Allow tool: odd', { call }).interaction).toMatchObject({ lane: 'a1' });
    expect(asks('odd', {})).not.toHaveProperty('lane');
  });

  it('is granted and denied in the words of omp', () => {
    const { reply } = questionOf('Allow tool: odd');
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
