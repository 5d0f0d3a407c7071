/** What the user's hooks say in Codex 0.169.0, with all of their fields and without them. */
import { describe, expect, it } from 'vitest';
import { hookCompleted, hookStarted } from './hooks.ts';

const entries = [
  { kind: 'feedback', text: 'no' },
  { kind: 'stop', text: 'more' },
];
const run = { id: 'stop:0:/h.json', eventName: 'stop', sourcePath: '/h.json', entries };
const call = { id: 'pre-tool-use:0:/h.json:c9', eventName: 'preToolUse', sourcePath: '/h.json', entries };

describe('a hook', () => {
  it.each([
    ['by its file', run, { pluginId: '/h.json', pluginName: 'stop hook' }],
    ['by its run', { id: 'stop:0' }, { pluginId: 'stop:0', pluginName: 'unknown hook' }],
    ['without a name', undefined, { pluginId: 'hook', pluginName: 'unknown hook' }],
  ])('that begins is named %s', (_what, native, names) => {
    expect(hookStarted({ run: native }, undefined)).toEqual([{ type: 'plugin_invoked', ...names }]);
    expect(hookStarted({ run: native }, 'l')).toEqual([{ type: 'plugin_invoked', ...names, lane: 'l' }]);
  });

  const error = { type: 'plugin_error', pluginId: '/h.json', pluginName: 'stop hook' };
  const start = { type: 'tool_call_start', toolCallId: 'c9', toolName: 'unknown', toolKind: 'other', input: {} };

  it.each([
    ['fails with its words', { ...run, status: 'failed' }, [{ ...error, error: 'no\nmore' }]],
    ['fails without a word', { ...run, status: 'failed', entries: [] }, [{ ...error, error: 'failed' }]],
    [
      'blocks a call',
      { ...call, status: 'blocked' },
      [start, { type: 'tool_error', toolCallId: 'c9', error: 'Blocked by a hook: no\nmore' }],
    ],
    [
      'blocks a call that is not named',
      { ...call, id: 'c9', status: 'blocked' },
      [{ type: 'debug', level: 'warn', message: 'preToolUse hook blocks: no\nmore' }],
    ],
    [
      'blocks what is no call',
      { ...run, status: 'blocked' },
      [{ type: 'debug', level: 'warn', message: 'stop hook blocks: no\nmore' }],
    ],
    [
      'is done',
      { ...run, status: 'completed' },
      [{ type: 'debug', level: 'verbose', message: 'stop hook: completed no\nmore' }],
    ],
    ['is done without a word', {}, [{ type: 'debug', level: 'verbose', message: 'unknown hook:' }]],
  ])('that %s', (_what, native, drafts) => {
    expect(hookCompleted({ run: native }, undefined)).toEqual(drafts);
  });
});
