import { CapabilityError, createClient, type EventDraft, type RunHandle, type RunOptions } from '@agent-mux/core';
import { describe, expect, it } from 'vitest';
import { beginAcp, SESSION, talkAcp } from '../../shared/testing/acp-talk.ts';
import { modeContext, modeOf, resolvedOptions } from '../../shared/testing/mode-parts.ts';
import { openclaw } from '../index.ts';

const UUID = '3a06d082-a55d-4b5c-ac66-9dfe8f981252';
const MODES = openclaw.modes.map(({ name }) => name);

describe('what is said to the gateway', () => {
  it('is a handshake, a session and the prompt', () => {
    const { written } = beginAcp(openclaw);
    expect(written.map(({ method }) => method)).toEqual(['initialize', 'session/new', 'session/prompt']);
    expect(written[1]?.params).toEqual({ cwd: '/work', mcpServers: [] });
  });

  it.each([
    ['a session of its bridge', UUID, `acp-bridge:${UUID}`],
    ['any other, by its key', 'agent:main:main', 'agent:main:main'],
  ])('continues %s, which must exist', (_what, sessionId, sessionKey) => {
    const { written } = beginAcp(openclaw, { sessionId });
    expect(written[1]).toMatchObject({
      method: 'session/load',
      params: { sessionId, _meta: { sessionKey, requireExisting: true } },
    });
  });

  it('sets the level of thinking of its session', () => {
    const { written } = beginAcp(openclaw, { thinkingEffort: 'high' });
    expect(written[2]).toMatchObject({
      method: 'session/set_config_option',
      params: { sessionId: SESSION, configId: 'thought_level', value: 'high' },
    });
  });

  it('cannot be steered: a second prompt would cancel the first', () => {
    expect(beginAcp(openclaw).dialect.steer({ text: 'left' })).toBeUndefined();
  });
});

describe('what the gateway says', () => {
  const call = (fields: object): object => ({
    method: 'session/update',
    params: { sessionId: SESSION, update: { toolCallId: 'c-1', ...fields } },
  });
  const begin = (title: string, kind: string, rawInput: object): object =>
    call({ sessionUpdate: 'tool_call', status: 'in_progress', title, kind, rawInput });
  const end = (details: object, status = 'completed'): object =>
    call({ sessionUpdate: 'tool_call_update', status, rawOutput: { content: [], details } });
  const ofType = (drafts: readonly EventDraft[], pattern: RegExp): readonly EventDraft[] =>
    drafts.filter(({ type }) => pattern.test(type));

  it.each([
    ['write', { path: '/w/a', content: 'é\n' }, { created: true }, { type: 'file_create', path: '/w/a', byteCount: 3 }],
    ['write', { path: '/w/a', content: 'b' }, { changed: true }, { type: 'file_write', path: '/w/a', byteCount: 1 }],
    [
      'edit',
      { path: '/w/a', edits: [] },
      { patch: '-a\n+b\n' },
      { type: 'file_patch', path: '/w/a', diff: '-a\n+b\n' },
    ],
    ['read', { path: '/w/a' }, {}, { type: 'file_read', path: '/w/a' }],
    ['exec', { command: 'rm /w/a' }, { exitCode: 0 }, { type: 'file_delete', path: '/w/a' }],
    // The gateway works in a folder that is not the run's, and that is not known.
    ['write', { path: 'a', content: 'b' }, { created: true }, undefined],
    ['read', { path: '~/a' }, {}, undefined],
    ['exec', { command: 'rm /w/a' }, { exitCode: 1 }, undefined],
  ])('of %s with %j tells the file', (name, input, details, file) => {
    const talk = beginAcp(openclaw, { approvalMode: 'yolo' });
    talk.hear(begin(`${name}: …`, name === 'exec' ? 'execute' : 'edit', input));
    talk.hear(end(details));
    const found = ofType(talk.drafts, /^file_/);
    expect(found).toEqual(file === undefined ? [] : [expect.objectContaining(file)]);
  });

  it('of a command tells its folder, from which relative paths are then read', () => {
    const talk = beginAcp(openclaw, { approvalMode: 'yolo' });
    talk.hear(begin('exec: …', 'execute', { command: 'true' }));
    talk.hear(end({ exitCode: 0, aggregated: '', cwd: '/gateway' }));
    talk.hear(
      call({ ...{ sessionUpdate: 'tool_call', toolCallId: 'c-2' }, title: 'read: …', rawInput: { path: 'a' } }),
    );
    talk.hear(call({ sessionUpdate: 'tool_call_update', toolCallId: 'c-2', status: 'completed', rawOutput: {} }));
    expect(ofType(talk.drafts, /^shell_start$/)).toEqual([{ type: 'shell_start', toolCallId: 'c-1', command: 'true' }]);
    expect(ofType(talk.drafts, /^file_/)).toEqual([{ type: 'file_read', path: '/gateway/a', toolCallId: 'c-2' }]);
  });

  it('of a command that failed tells what it printed, without the words of OpenClaw', () => {
    const talk = beginAcp(openclaw, { approvalMode: 'yolo' });
    talk.hear(begin('exec: …', 'execute', { command: 'make' }));
    talk.hear(end({ exitCode: 2, aggregated: 'no rule\n\n(Command exited with code 2)' }));
    const [exit] = ofType(talk.drafts, /^shell_exit$/);
    expect(exit).toEqual({ type: 'shell_exit', toolCallId: 'c-1', exitCode: 2, output: 'no rule' });
  });

  it('of a text after a call leaves out what the bridge puts between', () => {
    const talk = beginAcp(openclaw, { approvalMode: 'yolo' });
    const say = (text: string): void => {
      const update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } };
      talk.hear({ method: 'session/update', params: { sessionId: SESSION, update } });
    };
    say('I run it.');
    talk.hear(begin('exec: …', 'execute', { command: 'true' }));
    talk.hear(end({ exitCode: 0 }));
    say('\n\nIt ran.');
    say('\n\nAnd well.');
    const deltas = talk.drafts.flatMap((draft) => (draft.type === 'text_delta' ? [draft.delta] : []));
    expect(deltas).toEqual(['I run it.', 'It ran.', '\n\nAnd well.']);
  });

  it('in words of its bridge is an error, and no text', () => {
    const talk = beginAcp(openclaw);
    const text = '[OpenClaw interruption] The Gateway disconnected.';
    const update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } };
    talk.hear({ method: 'session/update', params: { sessionId: SESSION, update } });
    expect(talk.drafts.at(-1)).toMatchObject({ type: 'error', message: 'The Gateway disconnected.' });
  });

  it('by an empty turn is a failure, with where its reason stands', () => {
    const talk = beginAcp(openclaw);
    talk.answer({ stopReason: 'end_turn' });
    const message = expect.stringMatching(/ended its turn without a word\. .*`openclaw logs`/);
    expect(talk.drafts.at(-1)).toMatchObject({ type: 'turn_end', outcome: { type: 'error', message } });
  });
});

describe('an end before there was a session', () => {
  const ended = (stderr: string): readonly EventDraft[] => {
    const talk = talkAcp(openclaw);
    talk.say(talk.dialect.open());
    return talk.dialect.exit({ code: 1, signal: null, stderr }).drafts;
  };

  it('for want of a gateway names the command that starts one, and the other modes', () => {
    const [draft] = ended('ACP bridge failed: connect ECONNREFUSED 127.0.0.1:18789\n');
    const message = expect.stringMatching(/127\.0\.0\.1:18789.*`openclaw gateway run`.*`mode: 'exec'`.*'local'/);
    expect(draft).toMatchObject({ type: 'outcome', outcome: { type: 'error', code: 'AGENT_ERROR', message } });
  });

  it('for want of its secret names the settings', () => {
    const [draft] = ended("ACP bridge failed: unauthorized: gateway token mismatch (use this gateway's token)\n");
    const guidance = expect.stringContaining('OPENCLAW_GATEWAY_TOKEN');
    expect(draft).toMatchObject({ type: 'outcome', outcome: { type: 'auth_error', guidance } });
  });

  it('for any other reason says it', () => {
    const [draft] = ended('ACP bridge failed: it is late\n');
    const message = expect.stringMatching(/it is late$/);
    expect(draft).toMatchObject({ type: 'outcome', outcome: { type: 'error', message } });
    expect(ended('Segmentation fault')).toMatchObject([{ type: 'outcome', outcome: { type: 'crash' } }]);
  });
});

describe('the mode', () => {
  const run = (options: Partial<RunOptions>): RunHandle => {
    const client = createClient({ adapters: [openclaw] });
    return client.run({ agent: 'openclaw', prompt: 'hello', binary: process.execPath, ...options });
  };

  it('of the gateway stands first, and the others keep their order', () => {
    expect(MODES).toEqual(['acp', 'local', 'exec']);
  });

  it.each<[string, Partial<RunOptions>, RegExp]>([
    [
      'a model',
      { model: 'p/m' },
      /mode "acp" lacks model \(.*`openclaw models set`.*\); mode "local" lacks approvalMode/,
    ],
    [
      'MCP servers',
      { mcpServers: [{ name: 'a', transport: 'stdio', command: 'b' }] },
      /mode "acp" lacks mcp \(.*`openclaw mcp`/,
    ],
    ['no session', { noSession: true }, /mode "acp" lacks noSession \(the gateway keeps its sessions/],
    ['a denial of all', { approvalMode: 'deny' }, /mode "acp" lacks approvalMode/],
    ['a copied session', { forkSessionId: UUID }, /mode "acp" lacks sessionFork/],
  ])('refuses %s before anything starts', (_what, options, words) => {
    expect(() => run(options)).toThrow(CapabilityError);
    expect(() => run(options)).toThrow(words);
  });

  it.each<[string, Partial<RunOptions>, string]>([
    ['nothing', {}, 'acp'],
    ['leave for everything', { approvalMode: 'yolo' }, 'acp'],
    ['a model and leave for everything', { approvalMode: 'yolo', model: 'p/m' }, 'local'],
    ['a session of no gateway', { approvalMode: 'yolo', noSession: true }, 'exec'],
  ])('follows from the options: with %s', async (_what, options, mode) => {
    const handle = run(options);
    expect(handle.mode).toBe(mode);
    await handle.abort();
  });
});

it('gives the first prompt the system prompt', () => {
  const { written } = beginAcp(openclaw, { systemPrompt: 'Be kind.' });
  expect(written.at(-1)).toMatchObject({ params: { prompt: [{ type: 'text', text: 'Be kind.\n\nhello' }] } });
});

it('ends by the end of its input, and is interrupted by protocol', () => {
  const { dialect } = beginAcp(openclaw);
  expect(dialect.close()).toEqual({ write: [], endInput: true });
  expect(dialect.interrupt().write).toEqual([expect.stringContaining('session/cancel')]);
  expect(modeOf(openclaw, 'acp').dialect(resolvedOptions(), modeContext('/bin/openclaw')).open().write).toHaveLength(1);
});
