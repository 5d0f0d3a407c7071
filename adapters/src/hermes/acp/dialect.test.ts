/**
 * What Hermes Agent says over the Agent Client Protocol in its own way. The lines follow samples of 0.17.0, because there is no recording.
 */
import type { EventDraft } from '@agent-mux/core';
import { describe, expect, it } from 'vitest';
import { type AcpTalk, beginAcp, SESSION } from '../../shared/testing/acp-talk.ts';
import { hermes } from '../index.ts';

const update = (talk: AcpTalk, ...updates: object[]): void => {
  for (const each of updates) {
    talk.hear({ method: 'session/update', params: { sessionId: SESSION, update: each } });
  }
};
function told(...updates: object[]): readonly EventDraft[] {
  const talk = beginAcp(hermes);
  const before = talk.drafts.length;
  update(talk, ...updates);
  return talk.drafts.slice(before);
}
const text = (words: string) => [{ type: 'content', content: { type: 'text', text: words } }];
const begins = (title: string, kind: string, more: object = {}) => ({
  sessionUpdate: 'tool_call',
  ...{ toolCallId: 't1', title, kind, status: 'in_progress', ...more },
});
const ends = (words: string, status = 'completed') => ({
  sessionUpdate: 'tool_call_update',
  ...{ toolCallId: 't1', status, content: text(words) },
});
const find = (drafts: readonly EventDraft[], type: EventDraft['type']) => drafts.find((draft) => draft.type === type);

describe('a call of Hermes Agent', () => {
  it.each([
    ['read_file: notes.txt', 'read', 'read_file'],
    ['web-search', 'fetch', 'web-search'],
  ])('is called by what its title begins with: %s', (title, kind, toolName) => {
    const drafts = told(begins(title, kind), ends('x'));
    expect(find(drafts, 'tool_call_start')).toMatchObject({ toolName });
    expect(find(drafts, 'tool_result')).toMatchObject({ toolCallId: 't1' });
  });

  it('of a server is one of the server', () => {
    const drafts = told(begins('mcp__my_fs__list', 'other'), ends('x'));
    expect(find(drafts, 'tool_call_start')).toMatchObject({ mcp: { server: 'my_fs', tool: 'list' } });
  });

  it('that is a command has it in its text, and ends with its code and what it printed', () => {
    const drafts = told(
      begins('terminal: ls -a', 'execute', { content: text('$ ls -a\n  b') }),
      ends('- **output:** a\nb\n- **exit_code:** 3'),
    );
    expect(find(drafts, 'tool_call_start')).toMatchObject({ toolName: 'terminal' });
    expect(find(drafts, 'shell_start')).toMatchObject({ toolCallId: 't1', command: 'ls -a\n  b' });
    expect(find(drafts, 'shell_exit')).toMatchObject({ toolCallId: 't1', exitCode: 3, output: 'a\nb' });
  });

  it('that is a command without a name is one of the terminal, in the folder that its input names', () => {
    const drafts = told(begins('ls -a', 'execute', { rawInput: { command: 'ls -a', workdir: '/b' } }), ends('done'));
    expect(find(drafts, 'tool_call_start')).toMatchObject({ toolName: 'terminal' });
    expect(find(drafts, 'shell_start')).toMatchObject({ command: 'ls -a', cwd: '/b' });
    expect(find(drafts, 'shell_exit')).not.toHaveProperty('exitCode');
  });

  it.each([
    ['- **exit_code:** -9', { exitCode: -9 }],
    ['- **output:** a', { output: 'a' }],
    ['- **exit_code:** 0\n- **output:** ', { exitCode: 0 }],
  ])('that is a command ends with what its text says: %j', (words, end) => {
    const drafts = told(begins('terminal: x', 'execute', { content: text('$ x') }), ends(words));
    expect(find(drafts, 'shell_exit')).toMatchObject(end);
  });
});

describe('a question of Hermes Agent', () => {
  const ask = (toolCallId: string) => {
    const talk = beginAcp(hermes);
    update(talk, begins('terminal: make', 'execute', { content: text('$ make') }));
    talk.hear({
      id: 70,
      method: 'session/request_permission',
      params: {
        sessionId: SESSION,
        options: [{ optionId: 'allow_once', kind: 'allow_once', name: 'Allow' }],
        toolCall: { toolCallId, title: 'make', kind: 'execute', rawInput: { command: 'make' } },
      },
    });
    return find(talk.drafts, 'approval_request');
  };

  it('under an id of its own names no call', () => {
    expect(ask('perm-check-1')).toMatchObject({ detail: expect.stringContaining('make') });
    expect(ask('perm-check-1')).not.toHaveProperty('toolCallId');
  });

  it('under the id of a call is about that call', () => {
    expect(ask('t1')).toMatchObject({ toolCallId: 't1' });
  });
});

describe('words of Hermes Agent', () => {
  const chunk = (words: string) => ({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: words } });

  it('are its answer', () => {
    expect(find(told(chunk('Hello.')), 'text_delta')).toMatchObject({ delta: 'Hello.' });
  });

  it('are none where they only say that a prompt was put into the turn', () => {
    expect(told(chunk('⏩ Steer queued: left'))).toEqual([]);
  });

  it('that never came leave a turn of which nobody knows whether it failed', () => {
    const talk = beginAcp(hermes);
    talk.answer({ stopReason: 'end_turn' });
    expect(find(talk.drafts, 'turn_end')).toMatchObject({ outcome: { type: 'error', code: 'AGENT_ERROR' } });
  });

  it('before the end of a turn make it a good one', () => {
    const talk = beginAcp(hermes);
    update(talk, chunk('Hello.'));
    talk.answer({ stopReason: 'end_turn' });
    expect(find(talk.drafts, 'turn_end')).toEqual({ type: 'turn_end' });
  });
});

it('says what to do where there is no model to ask', () => {
  const talk = beginAcp(hermes);
  talk.hear({ id: talk.written.at(-1)?.id, error: { code: -32000, message: 'Authentication required' } });
  expect(find(talk.drafts, 'turn_end')).toMatchObject({
    outcome: { type: 'auth_error', guidance: expect.stringContaining('hermes model') },
  });
});
