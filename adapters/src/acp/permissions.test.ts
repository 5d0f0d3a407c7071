/** What an agent asks over the Agent Client Protocol, and which of its options an answer takes. */
import type { InteractionResponse } from '@agent-mux/core';
import type { ApprovalFacts } from '@agent-mux/events';
import { describe, expect, it } from 'vitest';
import { identify } from './identify.ts';
import { permissionQuestion } from './permissions.ts';
import type { AcpCall, ToolIdentity } from './quirks.ts';

const ONCE = { optionId: 'once', kind: 'allow_once' };
const ALWAYS = { optionId: 'always', kind: 'allow_always' };
const EVER = { optionId: 'ever', kind: 'allow_always' };
const NO = { optionId: 'no', kind: 'reject_once' };
const NEVER = { optionId: 'never', kind: 'reject_always' };
const ALL = [ALWAYS, EVER, ONCE, NEVER, NO];

interface Asking {
  readonly options?: readonly object[];
  readonly call?: Partial<AcpCall>;
  readonly identity?: Partial<ToolIdentity>;
  readonly facts?: ApprovalFacts;
  readonly preferred?: readonly string[];
}

function ask({ options = ALL, call: given = {}, identity = {}, facts = {}, preferred }: Asking = {}) {
  const call: AcpCall = { toolCallId: 't1', title: 'Make it', ...given };
  return permissionQuestion(
    { options },
    {
      call,
      identity: { name: 'make', kind: 'other', input: {}, ...identity },
      facts,
      toolCallId: 't1',
      sessionOptions: preferred,
    },
  );
}
const took = (optionId: string) => ({ outcome: { outcome: 'selected', optionId } });
const CANCELLED = { outcome: { outcome: 'cancelled' } };

describe('an answer', () => {
  it.each<[string, Asking, InteractionResponse, unknown]>([
    ['leave', {}, { type: 'approve' }, took('once')],
    ['leave for the session', { preferred: ['always'] }, { type: 'approve', scope: 'session' }, took('always')],
    ['leave for ever for the session', {}, { type: 'approve', scope: 'session' }, undefined],
    [
      'leave for ever for the session where the one for the session is missing',
      { options: [ONCE, EVER, NO], preferred: ['always'] },
      { type: 'approve', scope: 'session' },
      undefined,
    ],
    [
      'leave for the session as the agent means it',
      { preferred: ['none', 'ever'] },
      { type: 'approve', scope: 'session' },
      took('ever'),
    ],
    [
      'leave for the session where there is none',
      { options: [ONCE], preferred: ['always'] },
      { type: 'approve', scope: 'session' },
      undefined,
    ],
    ['leave that is not offered', { options: [ALWAYS, NO] }, { type: 'approve' }, undefined],
    ['leave for another input', {}, { type: 'approve', input: {} }, undefined],
    ['a denial', {}, { type: 'deny' }, took('no')],
    ['a denial for ever where there is no other', { options: [ONCE, NEVER] }, { type: 'deny' }, took('never')],
    ['a denial that is not offered', { options: [ONCE] }, { type: 'deny' }, CANCELLED],
    ['a denial that stops', {}, { type: 'deny', interrupt: true }, CANCELLED],
    ['words', {}, { type: 'text', text: 'yes' }, undefined],
    ['answers', {}, { type: 'answers', answers: {} }, undefined],
    ['a form', {}, { type: 'form', action: 'accept' }, undefined],
  ])('takes an option of the agent: %s', (_what, asking, answer, native) => {
    const reply = ask(asking).reply(answer);
    if (native === undefined) {
      expect(reply).toBeUndefined();
    } else {
      expect(reply).toMatchObject(native as object);
    }
  });

  it.each([
    [took('once'), { granted: true }],
    [took('always'), { granted: true }],
    [took('no'), { granted: false }],
    [took('unknown'), { granted: false }],
    [CANCELLED, { granted: false, reason: 'cancelled' }],
    [{ outcome: { outcome: 'other', optionId: 'once' } }, { granted: false }],
    [undefined, { granted: false }],
  ])('%j was a grant, or a denial', (native, verdict) => {
    expect(ask().verdict(native)).toEqual(verdict);
  });

  it('knows only options with an id', () => {
    expect(ask({ options: [{ kind: 'allow_once' }, { optionId: 'x' }] }).reply({ type: 'approve' })).toBeUndefined();
  });
});

describe('a question', () => {
  it.each([
    ['read', 'read a file', 'low'],
    ['search', 'search files', 'low'],
    ['edit', 'change a file', 'medium'],
    ['move', 'move a file', 'medium'],
    ['think', 'use make', 'low'],
    ['mcp', 'call an MCP tool', 'medium'],
    ['execute', 'run a command', 'high'],
    ['delete', 'delete a file', 'high'],
    ['fetch', 'use the network', 'high'],
    ['switch_mode', 'change its permissions', 'high'],
    ['other', 'use make', 'medium'],
  ] as const)('about what is of kind %s wants to %s', (kind, action, riskLevel) => {
    expect(ask({ identity: { kind } }).interaction).toMatchObject({ kind: 'approval', action, riskLevel });
  });

  it.each<[string, Asking, string]>([
    ['its command', { identity: { command: 'ls' }, call: { locations: [{ path: '/a' }] } }, 'ls'],
    ['its files', { call: { locations: [{ path: '/a' }, {}, { path: '/b' }] } }, '/a, /b'],
    ['its title', {}, 'Make it'],
    ['its name where there is no title', { call: { title: undefined } }, 'make'],
    [
      'its server, its name and its input where a server has it',
      { identity: { mcp: { server: 's', tool: 'x' }, input: { a: 1 } }, call: { locations: [{ path: '/a' }] } },
      's.x {"a":1}',
    ],
    [
      'its server and its name where the input is not told yet',
      { identity: { mcp: { server: 's', tool: 'x' }, input: undefined } },
      's.x',
    ],
    ['its page', { identity: { kind: 'fetch' }, facts: { url: 'http://a.example/' } }, 'http://a.example/'],
    ['as much of it as there is room for', { identity: { command: 'x'.repeat(3_000) } }, 'x'.repeat(2_000)],
  ])('is about %s', (_what, asking, detail) => {
    expect(ask(asking).interaction.detail).toBe(detail);
  });

  it('tells what a page is read for', () => {
    const facts = { url: 'http://a.example/' };
    const asking = (title: string) => ask({ call: { title }, identity: { kind: 'fetch' }, facts }).interaction;
    expect(asking('Does http://a.example/ say so?')).toMatchObject({
      action: 'fetch a web page',
      context: 'Does http://a.example/ say so?',
    });
    expect(asking('http://a.example/').context).toBeUndefined();
    expect(asking('Fetch this URL.').context).toBeUndefined();
  });

  it('tells what is said with it, and the change where its input is not told', () => {
    const content = [
      { type: 'content', content: { type: 'text', text: 'Why.' } },
      { type: 'diff', path: '/a', oldText: 'one\n', newText: 'two\n' },
    ];
    const blind = ask({ call: { content } }).interaction.context;
    expect(blind).toMatch(/^Why\.\n[\s\S]*-one\n\+two/);
    expect(ask({ call: { content, rawInput: {} } }).interaction.context).toBe('Why.');
    expect(ask().interaction).not.toHaveProperty('context');
  });

  it('names its tool, its call and its scopes', () => {
    expect(ask({ preferred: ['always'] }).interaction).toMatchObject({
      toolName: 'make',
      toolCallId: 't1',
      input: {},
      scopes: ['once', 'session'],
    });
    expect(ask().interaction.scopes).toEqual(['once']);
    expect(ask({ options: [ONCE], preferred: ['always'] }).interaction.scopes).toEqual(['once']);
    expect(ask({ options: [ALWAYS, NO], preferred: ['always'] }).interaction.scopes).toEqual(['session']);
    expect(ask({ options: [NO] }).interaction.scopes).toEqual([]);
    expect(ask({ identity: { kind: 'mcp', mcp: { server: 's', tool: 'x' } } }).interaction).toMatchObject({
      ...{ toolName: 'x', action: 'call an MCP tool', riskLevel: 'medium' },
    });
  });
});

it.each([
  [
    { title: 'make', kind: 'execute' },
    { name: 'make', kind: 'execute', input: {} },
  ],
  [
    { title: 'Make it', kind: 'execute' },
    { name: 'execute', kind: 'execute', input: {} },
  ],
  [
    { kind: 'move', rawInput: { a: 1 } },
    { name: 'move', kind: 'move', input: { a: 1 } },
  ],
  [{ kind: 'delete' }, { name: 'delete', kind: 'delete', input: {} }],
  [{ kind: 'fetch' }, { name: 'fetch', kind: 'fetch', input: {} }],
  [{ kind: 'search' }, { name: 'search', kind: 'search', input: {} }],
  [{ kind: 'switch_mode' }, { name: 'switch_mode', kind: 'switch_mode', input: {} }],
  [{ kind: 'think' }, { name: 'think', kind: 'think', input: {} }],
  [{}, { name: 'other', kind: 'other', input: {} }],
])('a call is what the protocol says: %j', (call, identity) => {
  expect(identify({ toolCallId: 't1', ...call }, undefined, { servers: [] })).toEqual(identity);
});
