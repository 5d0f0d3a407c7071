/** What Claude Code asks to be allowed, the answers that it takes, and the files that a call has touched. */
import type { InteractionResponse } from '@agent-mux/core';
import { describe, expect, it } from 'vitest';
import { exitMeaning } from '../shared/exit.ts';
import { approvalAnswer, isGrant, questionAnswer } from './answers.ts';
import { factsOf } from './approval-facts.ts';
import { describeApproval } from './describe-question.ts';
import { type FinishedCall, fileDrafts } from './tool-files.ts';
import { unifiedDiff } from './unified-diff.ts';

it.each([
  ['Bash', { command: 'rm a' }, 'run a command', 'rm a', 'high', 'execute'],
  ['PowerShell', { command: 'rm a' }, 'run a command', 'rm a', 'high', 'execute'],
  ['Monitor', { command: 'rm a' }, 'run a command', 'rm a', 'high', 'execute'],
  ['Write', { file_path: '/a' }, 'write a file', '/a', 'medium', 'edit'],
  ['Edit', { file_path: '/a' }, 'edit a file', '/a', 'medium', 'edit'],
  ['MultiEdit', { file_path: '/a' }, 'edit a file', '/a', 'medium', 'edit'],
  ['NotebookEdit', { notebook_path: '/a' }, 'edit a notebook', '/a', 'medium', 'edit'],
  ['Read', { file_path: '/a' }, 'read a file', '/a', 'low', 'read'],
  ['WebFetch', { url: 'http://a' }, 'fetch a web page', 'http://a', 'high', 'fetch'],
  ['WebSearch', { query: 'q' }, 'search the web', 'q', 'high', 'fetch'],
  ['ExitPlanMode', { plan: 'p' }, 'carry out a plan', 'p', 'high', 'switch_mode'],
  ['Skill', { skill: 's' }, 'use a skill', 's', 'medium', 'other'],
  ['mcp__a__b', { x: 1 }, 'call an MCP tool', '{"x":1}', 'medium', 'mcp'],
  ['Odd', { x: 1 }, 'use Odd', '{"x":1}', 'medium', 'other'],
])('%s of %j is said in our words', (name, input, action, detail, riskLevel, toolKind) => {
  expect(describeApproval(name, input)).toEqual({ action, detail, riskLevel, toolKind });
});

it('an empty file is what a call writes that gives no content', () => {
  const { changes } = factsOf('Write', { file_path: '/a' }, undefined);
  expect(changes).toEqual(factsOf('Write', { file_path: '/a', content: '' }, undefined).changes);
});

it.each<[string, object, object[]]>([
  ['Edit', { old_string: 'a', new_string: 'b' }, [expect.objectContaining({ path: '/a', change: 'update' })]],
  [
    'MultiEdit',
    {
      edits: [
        { old_string: 'a', new_string: 'b' },
        { old_string: 'c', new_string: 'd' },
      ],
    },
    [expect.objectContaining({ path: '/a' }), expect.objectContaining({ path: '/a' })],
  ],
  ['NotebookEdit', { new_source: 'x = 1' }, [{ path: '/a', change: 'update', newText: 'x = 1' }]],
  ['NotebookEdit', {}, [{ path: '/a', change: 'update' }]],
])('the changes that %s of %j would make are known before', (name, more, changes) => {
  const path = name === 'NotebookEdit' ? { notebook_path: '/a' } : { file_path: '/a' };
  expect(factsOf(name, { ...path, ...more }, undefined).changes).toEqual(changes);
});

it.each<[string, object, object]>([
  ['Bash', { command: 'rm a' }, { command: 'rm a', cwd: '/work' }],
  ['PowerShell', { command: 'rm a' }, { command: 'rm a', cwd: '/work' }],
  ['Monitor', { command: 'rm a' }, { command: 'rm a', cwd: '/work' }],
  ['Monitor', {}, {}],
  ['WebFetch', { url: 'http://a', command: 'none' }, { url: 'http://a' }],
  ['Grep', { path: '/a', pattern: 'x' }, { paths: ['/a'] }],
  ['mcp__a__b', { command: 'rm a', path: '/a' }, {}],
])('the facts of %s with %j are %j', (name, input, facts) => {
  expect(factsOf(name, input, '/work')).toStrictEqual(facts);
});

describe('an answer', () => {
  const request = { tool_name: 'Bash', input: { command: 'ls' } };
  const denied = { behavior: 'deny', message: 'The user has denied this.' };

  it.each<[InteractionResponse, unknown]>([
    [{ type: 'approve' }, { behavior: 'allow', updatedInput: { command: 'ls' } }],
    [
      { type: 'approve', input: { command: 'pwd' } },
      { behavior: 'allow', updatedInput: { command: 'pwd' } },
    ],
    [{ type: 'deny' }, denied],
    [
      { type: 'deny', reason: 'no' },
      { behavior: 'deny', message: 'no' },
    ],
    [
      { type: 'deny', interrupt: true },
      { ...denied, interrupt: true },
    ],
    [{ type: 'text', text: 'yes' }, undefined],
    [{ type: 'answers', answers: {} }, undefined],
    [{ type: 'form', action: 'accept' }, undefined],
  ])('to an approval: %j', (answer, native) => {
    expect(approvalAnswer(request, answer)).toEqual(native);
  });

  it('for the session says what it covers', () => {
    expect(approvalAnswer(request, { type: 'approve', scope: 'session' })).toMatchObject({
      behavior: 'allow',
      updatedInput: { command: 'ls' },
      updatedPermissions: [expect.anything()],
    });
    expect(approvalAnswer({}, { type: 'approve' })).toEqual({ behavior: 'allow', updatedInput: {} });
  });

  const rule = (toolName: string, ruleContent?: string): object => ({
    type: 'addRules',
    rules: [ruleContent === undefined ? { toolName } : { toolName, ruleContent }],
    behavior: 'allow',
    destination: 'session',
  });
  // The suggestions of 2.1.329, but for that of Monitor, which nobody has seen.
  const partOfIt = { ...rule('Bash', 'exit 3'), destination: 'localSettings' };
  const folder = rule('Read', '//dev/**');
  const acceptEdits = { type: 'setMode', mode: 'acceptEdits', destination: 'session' };
  it.each<[string, object, unknown, object | undefined, readonly object[] | undefined]>([
    ['Bash', { command: 'echo a; exit 3' }, [partOfIt, folder, acceptEdits], undefined, [rule('Bash', 'exit 3')]],
    ['Bash', { command: 'cat /dev/null' }, [folder], undefined, [rule('Bash', 'cat /dev/null')]],
    ['Bash', { command: 'ls' }, [rule('Bash', 'ls')], { command: 'ls' }, [rule('Bash', 'ls')]],
    ['Bash', { command: 'rm a' }, [rule('Bash', 'rm a')], { command: 'ls a' }, [rule('Bash', 'ls a')]],
    ['Monitor', { command: 'tail a' }, undefined, undefined, [rule('Monitor', 'tail a')]],
    ['Monitor', { command: 'tail a' }, [rule('Monitor')], undefined, [rule('Monitor', 'tail a')]],
    ['PowerShell', { command: '' }, undefined, undefined, undefined],
    ['Bash', { command: 'ls' }, undefined, { command: '' }, undefined],
    ['REPL', { code: '1' }, [rule('REPL')], undefined, undefined],
    ['mcp__a__b', { x: 1 }, [rule('mcp__a__b')], undefined, [rule('mcp__a__b')]],
    ['mcp__a__b', { x: 1 }, [rule('mcp__a__b')], { x: 2 }, undefined],
    ['WebFetch', { url: 'http://a' }, [rule('WebFetch', 'domain:a')], undefined, [rule('WebFetch', 'domain:a')]],
    ['Write', { file_path: '/a' }, [acceptEdits], undefined, [acceptEdits]],
    ['Write', { file_path: '/a' }, [acceptEdits], { file_path: '/b' }, undefined],
  ])('for the session to %s with %j, of which the CLI suggests %j, as %j', (tool, asked, suggested, input, rules) => {
    const native = { tool_name: tool, input: asked, permission_suggestions: suggested };
    const answer = approvalAnswer(native, {
      type: 'approve',
      scope: 'session',
      ...(input === undefined ? {} : { input }),
    });
    expect(answer).toEqual(
      rules === undefined ? undefined : { behavior: 'allow', updatedInput: input ?? asked, updatedPermissions: rules },
    );
  });

  const questions = ['Which?', 'How?'].map((question) => ({ id: question, question }));
  const allowed = (answers: object) => ({ behavior: 'allow', updatedInput: { command: 'ls', answers } });
  it.each<[InteractionResponse, unknown]>([
    [{ type: 'answers', answers: { 'Which?': 'a', 'How?': ['b', 'c'] } }, allowed({ 'Which?': 'a', 'How?': 'b, c' })],
    [{ type: 'text', text: 'a' }, allowed({ 'Which?': 'a', 'How?': 'a' })],
    [
      { type: 'deny', reason: 'no' },
      { behavior: 'deny', message: 'no' },
    ],
    [{ type: 'form', action: 'decline' }, denied],
    [{ type: 'form', action: 'accept' }, undefined],
    [{ type: 'approve' }, undefined],
  ])('to a question: %j', (answer, native) => {
    expect(questionAnswer(request, { kind: 'input', detail: '', questions }, answer)).toEqual(native);
  });

  it('is a grant where it allows', () => {
    expect([{ behavior: 'allow' }, { behavior: 'deny' }, {}, undefined].map(isGrant)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('a call that succeeded', () => {
  const toolCallId = 't1';
  const call = (toolName: string, more: Partial<FinishedCall>): FinishedCall => ({
    ...{ toolCallId, toolName, input: {}, folder: '/work', result: undefined, text: '' },
    ...more,
  });
  const hunk = { oldStart: 1, oldLines: 2, newStart: 3, newLines: 4, lines: ['-a', '+b'] };
  const diff = '--- /a\n+++ /a\n@@ -1,2 +3,4 @@\n-a\n+b\n';

  it.each<[string, Partial<FinishedCall>, object[]]>([
    ['Read', { input: { file_path: '/a' } }, [{ type: 'file_read', path: '/a', toolCallId }]],
    [
      'Read',
      { input: { file_path: 'a' }, result: { file: { filePath: '/a' } } },
      [{ type: 'file_read', path: '/a', toolCallId }],
    ],
    ['Read', {}, []],
    [
      'Write',
      { input: { file_path: '/a', content: 'ü' }, text: 'File created.' },
      [{ type: 'file_create', path: '/a', byteCount: 2, toolCallId }],
    ],
    [
      'Write',
      { input: { file_path: '/a', content: 'u' }, text: 'File updated.' },
      [{ type: 'file_write', path: '/a', byteCount: 1, toolCallId }],
    ],
    [
      'Write',
      { result: { filePath: '/a', content: 'u', type: 'create' } },
      [{ type: 'file_create', path: '/a', byteCount: 1, toolCallId }],
    ],
    [
      'Write',
      { result: { filePath: '/a', content: 'u', type: 'update' }, text: 'created' },
      [{ type: 'file_write', path: '/a', byteCount: 1, toolCallId }],
    ],
    ['Write', { input: { file_path: '/a' } }, []],
    ['Write', { input: { content: 'u' } }, []],
    ...['Edit', 'MultiEdit'].map((name): [string, Partial<FinishedCall>, object[]] => [
      name,
      { result: { filePath: '/a', structuredPatch: [hunk] } },
      [{ type: 'file_patch', path: '/a', diff, toolCallId }],
    ]),
    ['Edit', { result: { structuredPatch: [hunk] } }, []],
    ['Edit', { result: { filePath: '/a', structuredPatch: [] } }, []],
    [
      'NotebookEdit',
      { result: { notebook_path: '/a', updated_file: 'ü' } },
      [{ type: 'file_write', path: '/a', byteCount: 2, toolCallId }],
    ],
    ['NotebookEdit', { result: { notebook_path: '/a' } }, []],
    ['Bash', { input: { command: 'rm a' } }, [{ type: 'file_delete', path: '/work/a', toolCallId }]],
    ['Bash', { input: { command: 'rm a' }, result: { interrupted: true } }, []],
    ['Bash', { input: { command: 'rm a' }, result: { backgroundTaskId: 'b' } }, []],
    ['Grep', { input: { file_path: '/a' } }, []],
  ])('%s with %j has touched these files', (name, more, drafts) => {
    expect(fileDrafts(call(name, more))).toEqual(drafts);
  });

  it('has a diff of all its hunks, which say nothing where they lack', () => {
    expect(unifiedDiff('/a', [hunk, { lines: ['+c'] }])).toBe(`${diff}@@ -0,0 +0,0 @@\n+c\n`);
    expect([unifiedDiff('/a', [7]), unifiedDiff('/a', undefined)]).toEqual([undefined, undefined]);
  });
});

it('an exit names a conversation that is not there', () => {
  expect(exitMeaning('Oh.\nNo conversation found with session ID: s1\n')).toEqual({
    ...{ type: 'error', code: 'SESSION_NOT_FOUND', message: 'No conversation found with session ID: s1' },
  });
  expect(exitMeaning('Oh.')).toBeUndefined();
});
