/** What the results of tools say of exit codes, outputs and the ends of subagents (2.1.197 and 2.1.329). */
import type { EventDraft } from '@agent-mux/core';
import { describe, expect, it } from 'vitest';
import { modeContext, resolvedOptions } from '../../shared/testing/mode-parts.ts';
import { createClaudeDialect } from './dialect.ts';

const INIT = { type: 'system', subtype: 'init', session_id: '11111111-2222-4333-8444-555555555555', cwd: '/work' };
const BACKGROUND =
  'Command running in background with ID: b1. Output is being written to: /tmp/tasks/b1.output. You will be notified when it completes.';
const TIMED_OUT =
  'Command did not complete within its 2s timeout and was moved to the background (ID: b1). Output is being written to: /tmp/tasks/b1.output.';
const MOVED =
  'Command was moved to the background (ID: b1) after running for 2s. Output is being written to: /tmp/tasks/b1.output.';
const BY_HAND =
  'Command was manually backgrounded by user with ID: b1. Output is being written to: /tmp/tasks/b1.output.';

interface Call {
  readonly lane?: string;
  readonly tool?: string;
  readonly input: object;
  readonly text: string;
  readonly native?: object;
}

/** Makes a call that has the result. */
function calling({ lane, tool = 'Bash', input, text, native }: Call): readonly EventDraft[] {
  const dialect = createClaudeDialect('bidi', resolvedOptions({ approvalMode: 'yolo' }), modeContext('/bin/claude'));
  const parent_tool_use_id = lane ?? null;
  const use = { type: 'tool_use', id: 'call-1', name: tool, input };
  const block = { type: 'tool_result', tool_use_id: 'call-1', content: text, is_error: false };
  return [
    INIT,
    { type: 'assistant', message: { id: 'msg-1', model: 'm', content: [use] }, parent_tool_use_id },
    { type: 'user', message: { role: 'user', content: [block] }, parent_tool_use_id, tool_use_result: native },
  ].flatMap((line) => dialect.parseEvent(JSON.stringify(line), { source: 'stdout' }).drafts);
}

function oneOf(drafts: readonly EventDraft[], ...types: readonly EventDraft['type'][]): readonly EventDraft[] {
  return drafts.filter(({ type }) => types.includes(type));
}

describe('the end of a shell', () => {
  const done = { stdout: 'a', stderr: 'b', interrupted: false };
  const silent = { ...done, stdout: '', stderr: '' };

  it.each<[string, object, object]>([
    ['has succeeded', done, { exitCode: 0, output: 'ab' }],
    [
      'ended with 1, which means something',
      { ...silent, returnCodeInterpretation: 'No matches found' },
      { output: '' },
    ],
    ['goes on in the background', { ...silent, backgroundTaskId: 'b1' }, { output: '' }],
    ['was interrupted', { ...done, interrupted: true }, { output: 'ab' }],
  ])('has the code 0 only where its structured result tells no other end: it %s', (_, native, told) => {
    const drafts = calling({ input: { command: 'grep zzz a' }, text: '(Bash completed with no output)', native });
    expect(oneOf(drafts, 'shell_exit')).toEqual([{ type: 'shell_exit', toolCallId: 'call-1', ...told }]);
  });

  it.each<[string, string, string]>([
    ['Bash', 'one\ntwo', 'one\ntwo'],
    ['Bash', '(Bash completed with no output)', ''],
    ['PowerShell', '(PowerShell completed with no output)', ''],
    ['Bash', '(Bash completed with no output)\nand more', '(Bash completed with no output)\nand more'],
    ['Bash', BACKGROUND, ''],
    ['Bash', TIMED_OUT, ''],
    ['Bash', MOVED, ''],
    ['Bash', BY_HAND, ''],
    ['Bash', 'Command running in background', 'Command running in background'],
  ])('has no code in a subagent, and no words of the CLI as output: %s, %j', (tool, text, output) => {
    const drafts = calling({ lane: 'agent-1', tool, input: { command: 'grep zzz a' }, text });
    expect(oneOf(drafts, 'shell_exit')).toEqual([
      { type: 'shell_exit', toolCallId: 'call-1', lane: 'agent-1', output },
    ]);
  });

  it.each<[string, Omit<Call, 'input'> & Partial<Call>, number]>([
    ['it has succeeded', { text: '', native: silent }, 1],
    ['it has succeeded in a subagent', { lane: 'agent-1', text: '(Bash completed with no output)' }, 1],
    // The 1 may also be that of `rm`.
    [
      'it ended with 1',
      {
        input: { command: 'rm a && diff b c' },
        text: '',
        native: { ...silent, returnCodeInterpretation: 'Files differ' },
      },
      0,
    ],
    ['it goes on in a subagent', { lane: 'agent-1', text: BACKGROUND }, 0],
  ])('has deleted files or not: %s', (_, call, count) => {
    const drafts = calling({ input: { command: 'rm a' }, ...call });
    expect(oneOf(drafts, 'file_delete')).toHaveLength(count);
  });
});

describe('the end of a subagent', () => {
  const input = { description: 'd', prompt: 'look', subagent_type: 'Explore' };

  it.each([
    ['API Error: 500 Internal server error.', 'subagent_error'],
    ['API Error: Request rejected (429) · Too many requests, slow down.', 'subagent_error'],
    ['API Error handling lives in src/http.ts.', 'subagent_result'],
    ['API Errors: none.', 'subagent_result'],
    ['No API Error: all is well.', 'subagent_result'],
  ] as const)('is a failure only where its report begins as those of the CLI do: %s', (text, type) => {
    const native = { status: 'completed', content: [{ type: 'text', text }] };
    for (const call of [{ text, native }, { text }]) {
      const drafts = calling({ tool: 'Agent', input, ...call });
      expect(oneOf(drafts, 'subagent_result', 'subagent_error').map((draft) => draft.type)).toEqual([type]);
    }
  });
});
