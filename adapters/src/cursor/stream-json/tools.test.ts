/** What came of a call of Cursor CLI, in lines that are written by hand after the kinds of results that it names (2026.07.20). */
import type { EventDraft } from '@agent-mux/core';
import { describe, expect, it } from 'vitest';
import { modeContext, modeOf, resolvedOptions } from '../../shared/testing/mode-parts.ts';
import { cursor } from '../index.ts';

type Fields = Readonly<Record<string, unknown>>;

function endOf(key: string, args: Fields, result: unknown): readonly EventDraft[] {
  const dialect = modeOf(cursor, 'stream-json').dialect(
    resolvedOptions({ approvalMode: 'yolo' }),
    modeContext('/bin/cursor-agent'),
  );
  const hear = (line: Fields): readonly EventDraft[] =>
    dialect.parseEvent(JSON.stringify(line), { source: 'stdout' }).drafts;
  const call = (subtype: string, body: Fields): Fields => ({
    ...{ type: 'tool_call', subtype, call_id: 'c1', session_id: 's1' },
    tool_call: { [key]: body },
  });
  hear({ type: 'system', subtype: 'init', session_id: 's1', model: 'm', cwd: '/work' });
  hear(call('started', { args }));
  return hear(call('completed', { args, result }));
}

const typesOf = (drafts: readonly EventDraft[]): string[] => drafts.map(({ type }) => type);

describe('a call that failed in a way of its own', () => {
  it.each<[string, Fields, Fields, string]>([
    ['readToolCall', { path: '/w/a' }, { fileNotFound: { path: '/w/a' } }, 'fileNotFound: {"path":"/w/a"}'],
    ['editToolCall', { path: '/w/a' }, { writePermissionDenied: { error: 'EACCES' } }, 'writePermissionDenied: EACCES'],
    ['deleteToolCall', { path: '/w/a' }, { permissionDenied: { reason: 'no' } }, 'permissionDenied: no'],
    ['writeToolCall', { path: '/w/a' }, { noSpace: { message: 'The disk is full.' } }, 'noSpace: The disk is full.'],
    ['lsToolCall', { path: '/w' }, { error: { error: 'ENOENT' } }, 'ENOENT'],
  ])('%s is an error, and touches no file: %j %j', (key, args, result, error) => {
    expect(endOf(key, args, result)).toEqual([
      { type: 'tool_error', toolCallId: 'c1', error, toolName: key.replace('ToolCall', '') },
    ]);
  });

  it.each([{ spawnError: { error: 'ENOENT' } }, { timeout: { timeoutMs: 1_000 } }])(
    'is an error of a command whose code nobody knows: %j',
    (result) => {
      const drafts = endOf('shellToolCall', { command: 'make' }, result);
      expect(typesOf(drafts)).toEqual(['shell_exit', 'tool_error']);
      expect(drafts[0]).not.toHaveProperty('exitCode');
    },
  );

  it('is the error of a subagent', () => {
    const drafts = endOf('taskToolCall', { prompt: 'Look.' }, { error: { error: 'There is no such agent.' } });
    expect(drafts).toContainEqual({ type: 'subagent_error', subagentId: 'c1', error: 'There is no such agent.' });
    expect(typesOf(drafts)).not.toContain('subagent_result');
  });
});

describe('a call that came to an end', () => {
  it.each(['rejected', 'error', 'failure'])('is a result where "%s" is null', (field) => {
    const success = { exitCode: 0, stdout: 'out', stderr: '' };
    const drafts = endOf('shellToolCall', { command: 'make' }, { success, [field]: null });
    expect(typesOf(drafts)).toEqual(['shell_stdout_delta', 'shell_exit', 'tool_result']);
    expect(typesOf(endOf('readToolCall', { path: '/w/a' }, { success: { path: '/w/a' }, [field]: null }))).toEqual([
      'tool_result',
      'file_read',
    ]);
  });

  it('is an error of its own kind where all other kinds are null', () => {
    expect(endOf('deleteToolCall', { path: '/w/a' }, { success: null, permissionDenied: { reason: 'no' } })).toEqual([
      { type: 'tool_error', toolCallId: 'c1', error: 'permissionDenied: no', toolName: 'delete' },
    ]);
  });

  it('is a result where a command ended with a code', () => {
    const failure = { exitCode: 2, stdout: 'out', stderr: '' };
    expect(typesOf(endOf('shellToolCall', { command: 'make' }, { failure }))).toEqual([
      'shell_stdout_delta',
      'shell_exit',
      'tool_result',
    ]);
  });

  it.each([
    ['readToolCall', { path: '/w/a' }, { success: { content: 'x', path: '/w/a' } }],
    ['function', { name: 'own', arguments: {} }, { anything: { of: 'its own' } }],
    ['lsToolCall', { path: '/w' }, 'a\nb'],
    ['lsToolCall', { path: '/w' }, undefined],
  ])('%s is a result: %j %j', (key, args, result) => {
    const drafts = key === 'function' ? endOfGeneric(result) : endOf(key, args, result);
    expect(typesOf(drafts)).toContain('tool_result');
    expect(typesOf(drafts)).not.toContain('tool_error');
  });
});

/** A call of a tool that is of no kind of its own. */
function endOfGeneric(result: unknown): readonly EventDraft[] {
  const dialect = modeOf(cursor, 'stream-json').dialect(resolvedOptions(), modeContext('/bin/cursor-agent'));
  const tool_call = { function: { name: 'own', arguments: {}, result } };
  const line = { type: 'tool_call', subtype: 'completed', call_id: 'c1', session_id: 's1', tool_call };
  return dialect.parseEvent(JSON.stringify(line), { source: 'stdout' }).drafts;
}
