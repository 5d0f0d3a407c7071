/** What omp 18.2.3 asks before a tool begins, and what it refuses by itself. */
import { describe, expect, it } from 'vitest';
import { refusalOf, toolAskedFor, toolQuestion } from './approvals.ts';

const request = (title: string, more: object = {}) => ({
  ...{ id: 'ask-1', method: 'select', title, options: ['Approve', 'Deny'], ...more },
});
const asks = (name: string, input: unknown) =>
  toolQuestion(request(`Allow tool: ${name}`), name, { id: 't1', input }).interaction;

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
    ['bash', { command: 'ls' }, { action: 'run a command', detail: 'ls', riskLevel: 'high' }],
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
    const told = (title: string) => toolQuestion(request(title), 'odd', undefined).interaction;
    expect([told('Allow tool: odd\nfirst\nsecond'), told('Allow tool: odd')].map(({ detail }) => detail)).toEqual([
      'first\nsecond',
      'odd',
    ]);
    expect(told('Allow tool: odd')).not.toHaveProperty('toolCallId');
  });

  it('of a subagent is on its lane', () => {
    const call = { id: 't1', lane: 'a1', input: {} };
    expect(toolQuestion(request('Allow tool: odd'), 'odd', call).interaction).toMatchObject({ lane: 'a1' });
    expect(asks('odd', {})).not.toHaveProperty('lane');
  });

  it('is granted and denied in the words of omp', () => {
    const { reply } = toolQuestion(request('Allow tool: odd'), 'odd', undefined);
    expect([reply({ type: 'approve' }), reply({ type: 'deny' })]).toMatchObject([
      { value: 'Approve' },
      { value: 'Deny' },
    ]);
  });
});

it('a call that nobody could be asked about was refused, and any other failure is none', () => {
  const words = 'Tool "bash" requires approval but no interactive UI available. Use --yolo.';
  expect(refusalOf({ name: 'bash', input: { command: 'ls' } }, words)).toEqual({
    ...{ action: 'run a command', detail: 'ls', riskLevel: 'high' },
  });
  expect(refusalOf({ name: 'bash', input: { command: 'ls' } }, `Oh: ${words}`)).toBeUndefined();
});
