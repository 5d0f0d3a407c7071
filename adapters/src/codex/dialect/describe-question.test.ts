/** How each question of Codex 0.169.0 is put, with all of its fields and without them. */
import { describe, expect, it } from 'vitest';
import type { OpenQuestion } from '../../shared/questions.ts';
import {
  commandQuestion,
  elicitationQuestion,
  inputQuestion,
  networkQuestion,
  patchQuestion,
  permissionsQuestion,
} from './describe-question.ts';

const put = ({ interaction }: OpenQuestion): object => interaction;

const ASKS: readonly (readonly [string, readonly object[], readonly object[]])[] = [
  [
    'a command, with all of its fields and with none',
    [
      ...[
        commandQuestion(
          { command: 'make', cwd: '/work', reason: 'It builds.', commandActions: [] },
          { toolCallId: 'c', lane: 'l' },
        ),
        commandQuestion({}, {}),
      ].map(put),
    ],
    [
      {
        kind: 'approval',
        action: 'run a command',
        detail: 'make',
        riskLevel: 'high',
        context: 'It builds.',
        toolName: 'shell',
        input: { command: 'make', cwd: '/work' },
        scopes: ['once', 'session'],
        toolCallId: 'c',
        lane: 'l',
      },
      {
        kind: 'approval',
        action: 'run a command',
        detail: '',
        riskLevel: 'high',
        toolName: 'shell',
        input: { command: '', cwd: '' },
        scopes: ['once', 'session'],
      },
    ],
  ],
  [
    'a host, with all of its fields and with none',
    [
      ...[
        networkQuestion({ networkApprovalContext: { host: 'a.example', protocol: 'https' }, reason: 'It loads.' }, {}),
        networkQuestion({}, {}),
      ].map(put),
    ],
    [
      {
        kind: 'approval',
        action: 'access the network',
        detail: 'https a.example',
        riskLevel: 'high',
        context: 'It loads.',
        toolName: 'shell',
        input: { host: 'a.example', protocol: 'https' },
        scopes: ['once', 'session'],
      },
      {
        kind: 'approval',
        action: 'access the network',
        detail: '',
        riskLevel: 'high',
        toolName: 'shell',
        input: { host: '', protocol: '' },
        scopes: ['once', 'session'],
      },
    ],
  ],
  [
    'a patch of several files, of a folder, of what is not named',
    [
      ...[
        patchQuestion(
          { grantRoot: '/work', reason: 'It mends.' },
          {},
          { id: 'f', lane: undefined, kind: 'patch', paths: ['/a', '/b'] },
        ),
        patchQuestion({ grantRoot: '/work' }, {}, undefined),
        patchQuestion({}, {}, { id: 'f', lane: undefined, kind: 'patch', paths: [] }),
      ].map(put),
    ],
    [
      {
        kind: 'approval',
        action: 'change files',
        detail: '/a\n/b',
        riskLevel: 'medium',
        context: 'It mends.',
        toolName: 'apply_patch',
        input: { paths: ['/a', '/b'] },
        scopes: ['once', 'session'],
      },
      {
        kind: 'approval',
        action: 'change files',
        detail: '/work',
        riskLevel: 'medium',
        toolName: 'apply_patch',
        input: { paths: [] },
        scopes: ['once', 'session'],
      },
      {
        kind: 'approval',
        action: 'change files',
        detail: 'files',
        riskLevel: 'medium',
        toolName: 'apply_patch',
        input: { paths: [] },
        scopes: ['once', 'session'],
      },
    ],
  ],
  [
    'permissions, with a reason and with nothing',
    [
      ...[
        permissionsQuestion({ permissions: { network: true }, reason: 'It loads.' }, {}),
        permissionsQuestion({}, {}),
      ].map(put),
    ],
    [
      {
        kind: 'approval',
        action: 'get more permissions',
        detail: '{"network":true}',
        riskLevel: 'high',
        context: 'It loads.',
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
        toolName: 'request_permissions',
        input: {},
        scopes: ['once', 'session'],
        acceptsUpdatedInput: true,
      },
    ],
  ],
  [
    'a call of a tool of a server, with all of its fields and with none',
    [
      ...[
        elicitationQuestion(
          {
            serverName: 'lab',
            message: 'May I?',
            _meta: { codex_approval_kind: 'mcp_tool_call', tool_name: 'see', tool_params: { a: 1 } },
          },
          {},
        ),
        elicitationQuestion({ _meta: { codex_approval_kind: 'mcp_tool_call' } }, {}),
      ].map(put),
    ],
    [
      {
        kind: 'approval',
        action: 'call an MCP tool',
        detail: 'lab.see {"a":1}',
        context: 'May I?',
        riskLevel: 'medium',
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
        toolName: '',
        input: {},
        scopes: ['once', 'session'],
      },
    ],
  ],
  [
    'a form of a server, with all of its fields and with none',
    [
      ...[
        elicitationQuestion(
          { serverName: 'lab', message: 'Which?', url: 'http://a.example', requestedSchema: { type: 'object' } },
          {},
        ),
        elicitationQuestion({}, {}),
      ].map(put),
    ],
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
    [
      ...[
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
    ],
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
  it.each(ASKS)('%s', (_what, put, interactions) => {
    expect(put).toEqual(interactions);
  });
});

it.each([
  [['read'], 'low'],
  [['read', 'listFiles'], 'low'],
  [['search'], 'low'],
  [['read', 'unknown'], 'high'],
  [[], 'high'],
])('a command that is known to do %j is of %s risk', (types, riskLevel) => {
  const { interaction } = commandQuestion({ commandActions: types.map((type) => ({ type })) }, {});
  expect(interaction).toMatchObject({ riskLevel });
});
