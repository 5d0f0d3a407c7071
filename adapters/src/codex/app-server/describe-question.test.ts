/** How each question of Codex 0.169.0 is put, with all of its fields and without them. */
import { describe, expect, it } from 'vitest';
import type { OpenQuestion } from '../../shared/index.ts';
import {
  commandQuestion,
  elicitationQuestion,
  inputQuestion,
  networkQuestion,
  patchQuestion,
  permissionsQuestion,
} from './describe-question.ts';

const put = ({ interaction }: OpenQuestion): object => interaction;

const CHANGES = [
  { path: '/a', kind: { type: 'add' }, diff: 'one\n' },
  { path: '/b', kind: { type: 'update', move_path: null }, diff: '@@ -1 +1 @@\n-a\n+b\n' },
  { path: '/c', kind: { type: 'update', move_path: '/e' }, diff: '@@ -1 +1 @@\n-a\n+b\n\n\nMoved to: /e' },
  { path: '/d', kind: { type: 'delete' }, diff: 'gone\n' },
];

const ASKS: readonly (readonly [string, () => readonly object[], readonly object[]])[] = [
  [
    'a command, with all of its fields and with none',
    () =>
      [
        commandQuestion(
          { command: 'make', cwd: '/work', reason: 'It builds.', commandActions: [] },
          { toolCallId: 'c', lane: 'l' },
        ),
        commandQuestion({ command: `/bin/bash -lc 'make "a b"'`, threadId: 't' }, {}),
        commandQuestion({ command: 'pwsh -c $x', commandActions: [{ command: '$x' }] }, {}),
        commandQuestion({ command: 'make', additionalPermissions: { network: { enabled: true } } }, {}),
        commandQuestion({}, {}),
      ].map(put),
    [
      {
        kind: 'approval',
        action: 'run a command',
        detail: 'make',
        riskLevel: 'high',
        ...{ toolKind: 'execute', command: 'make', cwd: '/work' },
        ...{ context: 'It builds.', reason: 'It builds.' },
        toolName: 'shell',
        input: { command: 'make', cwd: '/work', commandActions: [] },
        scopes: ['once', 'session'],
        toolCallId: 'c',
        lane: 'l',
      },
      ...[
        { detail: 'make "a b"', command: 'make "a b"', input: { command: `/bin/bash -lc 'make "a b"'` } },
        {
          ...{ detail: 'pwsh -c $x', command: 'pwsh -c $x' },
          input: { command: 'pwsh -c $x', commandActions: [{ command: '$x' }] },
        },
      ].map((told) => ({
        ...{ kind: 'approval', action: 'run a command', riskLevel: 'high', toolKind: 'execute', toolName: 'shell' },
        ...{ ...told, scopes: ['once', 'session'] },
      })),
      {
        ...{ kind: 'approval', action: 'run a command', detail: 'make', riskLevel: 'high', toolKind: 'other' },
        ...{ toolName: 'shell', scopes: ['once', 'session'] },
        input: { command: 'make', additionalPermissions: { network: { enabled: true } } },
      },
      {
        kind: 'approval',
        action: 'run a command',
        detail: '',
        riskLevel: 'high',
        ...{ toolKind: 'execute', command: '' },
        toolName: 'shell',
        input: {},
        scopes: ['once', 'session'],
      },
    ],
  ],
  [
    'a host, with all of its fields and with none',
    () =>
      [
        networkQuestion({ networkApprovalContext: { host: 'a.example', protocol: 'https' }, reason: 'It loads.' }, {}),
        networkQuestion({}, {}),
      ].map(put),
    [
      {
        kind: 'approval',
        action: 'access the network',
        detail: 'https a.example',
        riskLevel: 'high',
        ...{ toolKind: 'fetch', host: 'a.example' },
        ...{ context: 'It loads.', reason: 'It loads.' },
        toolName: 'shell',
        input: { host: 'a.example', protocol: 'https' },
        scopes: ['once', 'session'],
      },
      {
        kind: 'approval',
        action: 'access the network',
        detail: '',
        riskLevel: 'high',
        toolKind: 'fetch',
        toolName: 'shell',
        input: { host: '', protocol: '' },
        scopes: ['once', 'session'],
      },
    ],
  ],
  [
    'a patch of several files, of a folder, of what is not named',
    () =>
      [
        patchQuestion(
          { grantRoot: '/work', reason: 'It mends.' },
          {},
          { id: 'f', lane: undefined, kind: 'patch', changes: CHANGES },
        ),
        patchQuestion({ grantRoot: '/work' }, {}, undefined),
        patchQuestion({}, {}, { id: 'f', lane: undefined, kind: 'patch', changes: [{ kind: 'add' }] }),
      ].map(put),
    [
      {
        kind: 'approval',
        action: 'change files',
        detail: '/a\n/b\n/c\n/d',
        riskLevel: 'medium',
        toolKind: 'edit',
        paths: ['/a', '/b', '/c', '/e', '/d', '/work'],
        changes: [
          { path: '/a', change: 'create', diff: '--- /a\n+++ /a\n@@ -0,0 +1,1 @@\n+one\n' },
          { path: '/b', change: 'update', diff: '--- /b\n+++ /b\n@@ -1 +1 @@\n-a\n+b\n' },
          { path: '/c', change: 'move', movedTo: '/e', diff: '--- /c\n+++ /e\n@@ -1 +1 @@\n-a\n+b\n' },
          { path: '/d', change: 'delete', oldText: 'gone\n' },
        ],
        ...{ context: 'It mends.', reason: 'It mends.' },
        toolName: 'apply_patch',
        input: { changes: CHANGES, grantRoot: '/work' },
        scopes: ['once', 'session'],
      },
      {
        kind: 'approval',
        action: 'change files',
        detail: '/work',
        riskLevel: 'medium',
        toolKind: 'edit',
        toolName: 'apply_patch',
        input: { grantRoot: '/work' },
        scopes: ['once', 'session'],
      },
      {
        kind: 'approval',
        action: 'change files',
        detail: 'files',
        riskLevel: 'medium',
        toolKind: 'edit',
        toolName: 'apply_patch',
        input: { changes: [{ kind: 'add' }] },
        scopes: ['once', 'session'],
      },
    ],
  ],
  [
    'permissions, with a reason and with nothing',
    () =>
      [
        permissionsQuestion({ permissions: { network: true }, reason: 'It loads.' }, {}),
        permissionsQuestion({}, {}),
      ].map(put),
    [
      {
        kind: 'approval',
        action: 'get more permissions',
        detail: '{"network":true}',
        riskLevel: 'high',
        toolKind: 'other',
        ...{ context: 'It loads.', reason: 'It loads.' },
        toolName: 'request_permissions',
        input: { network: true },
        scopes: ['once', 'session'],
        acceptsUpdatedInput: true,
      },
      {
        kind: 'approval',
        action: 'get more permissions',
        detail: '{}',
        riskLevel: 'high',
        toolKind: 'other',
        toolName: 'request_permissions',
        input: {},
        scopes: ['once', 'session'],
        acceptsUpdatedInput: true,
      },
    ],
  ],
  [
    'a call of a tool of a server, with all of its fields, with none and with half of its name',
    () =>
      [
        elicitationQuestion(
          {
            serverName: 'lab',
            message: 'May I?',
            _meta: { codex_approval_kind: 'mcp_tool_call', tool_name: 'see', tool_params: { a: 1 } },
          },
          {},
        ),
        elicitationQuestion({ _meta: { codex_approval_kind: 'mcp_tool_call' } }, {}),
        elicitationQuestion({ serverName: 'lab', _meta: { codex_approval_kind: 'mcp_tool_call' } }, {}),
        elicitationQuestion({ _meta: { codex_approval_kind: 'mcp_tool_call', tool_name: 'see' } }, {}),
      ].map(put),
    [
      {
        kind: 'approval',
        action: 'call an MCP tool',
        detail: 'lab.see {"a":1}',
        context: 'May I?',
        riskLevel: 'medium',
        ...{ toolKind: 'mcp', mcp: { server: 'lab', tool: 'see' } },
        toolName: 'see',
        input: { a: 1 },
        scopes: ['once', 'session'],
      },
      {
        kind: 'approval',
        action: 'call an MCP tool',
        detail: '. {}',
        context: 'The MCP server  asks for input.',
        riskLevel: 'medium',
        toolKind: 'mcp',
        toolName: '',
        input: {},
        scopes: ['once', 'session'],
      },
      // A call that is named by half is no call that a rule could know.
      ...[
        { detail: 'lab. {}', context: 'The MCP server lab asks for input.', toolName: '' },
        { detail: '.see {}', context: 'The MCP server  asks for input.', toolName: 'see' },
      ].map((told) => ({
        ...{ kind: 'approval', action: 'call an MCP tool', riskLevel: 'medium', toolKind: 'mcp' },
        ...{ ...told, input: {}, scopes: ['once', 'session'] },
      })),
    ],
  ],
  [
    'a form of a server, with all of its fields and with none',
    () =>
      [
        elicitationQuestion(
          { serverName: 'lab', message: 'Which?', url: 'http://a.example', requestedSchema: { type: 'object' } },
          {},
        ),
        elicitationQuestion({}, {}),
      ].map(put),
    [
      {
        kind: 'input',
        detail: 'Which?\nhttp://a.example',
        source: 'tool',
        context: 'MCP server lab',
        schema: { type: 'object' },
      },
      { kind: 'input', detail: 'The MCP server  asks for input.', source: 'tool', context: 'MCP server ' },
    ],
  ],
  [
    'questions with choices and without, and what is none',
    () =>
      [
        inputQuestion(
          {
            questions: [
              {
                id: 'a',
                header: 'First',
                question: 'Which?',
                options: [{ label: 'x', description: 'the x' }, { label: 'y' }, { description: 'none' }, 'odd'],
              },
              { id: 'b', question: 'What?', options: [{ label: 'z' }], isOther: true },
              { id: 'c', question: 'Why?' },
              { id: 'd' },
              { question: 'Who?' },
              'odd',
            ],
          },
          {},
        ),
        inputQuestion({}, {}),
      ].map(put),
    [
      {
        kind: 'input',
        detail: 'Which?\nWhat?\nWhy?',
        source: 'agent',
        input: {
          questions: [
            {
              id: 'a',
              header: 'First',
              question: 'Which?',
              options: [{ label: 'x', description: 'the x' }, { label: 'y' }, { description: 'none' }, 'odd'],
            },
            { id: 'b', question: 'What?', options: [{ label: 'z' }], isOther: true },
            { id: 'c', question: 'Why?' },
            { id: 'd' },
            { question: 'Who?' },
            'odd',
          ],
        },
        questions: [
          {
            id: 'a',
            question: 'Which?',
            header: 'First',
            options: [{ label: 'x', description: 'the x' }, { label: 'y' }],
            freeText: false,
          },
          { id: 'b', question: 'What?', options: [{ label: 'z' }], freeText: true },
          { id: 'c', question: 'Why?', freeText: true },
        ],
      },
      { kind: 'input', detail: '', source: 'agent', input: {}, questions: [] },
    ],
  ],
];

describe('a question', () => {
  it.each(ASKS)('%s', (_what, ask, interactions) => {
    expect(ask()).toEqual(interactions);
  });
});

it.each([
  ["/bin/bash -lc 'cat a && ls'", 'low'],
  ["/bin/bash -lc 'cat a > b'", 'high'],
  ["/bin/bash -lc 'ls'; rm a", 'high'],
])('the command %s is of %s risk, whatever shell is around it', (command, riskLevel) => {
  expect(commandQuestion({ command }, {}).interaction).toMatchObject({ riskLevel });
});

it('shows of a command what it is to do, and not where and when it was asked', () => {
  const place = { kind: 'command', threadId: 't', turnId: 'u', itemId: 'c', startedAtMs: 1, environmentId: 'e' };
  const asked = { approvalId: 'a', proposedExecpolicyAmendment: ['make'], availableDecisions: ['accept'], reason: 'x' };
  const { interaction } = commandQuestion({ ...place, ...asked, command: 'make', cwd: '/work' }, {});
  expect(interaction).toMatchObject({ input: { command: 'make', cwd: '/work' } });
  expect(Object.keys(interaction.input ?? {})).toEqual(['command', 'cwd']);
});
