/**
 * Cases that cannot be provoked on the real CLI, or only by chance: the lines are as opencode 1.18.33 prints them with `run --format json`.
 */
import type { EventDraft, ExitInfo, ResolvedOptions } from '@agent-mux/core';
import { describe, expect, it } from 'vitest';
import { resolvedOptions } from '../../shared/testing/mode-parts.ts';
import { createRunDialect } from './dialect.ts';

const SESSION = 'ses_1';
const line = (type: string, part: object): object => ({ type, timestamp: 1, sessionID: SESSION, part });
const stepStart = (part: object = {}) => line('step_start', { id: 'p0', ...part });
const stepFinish = (reason: string, part: object = {}) => line('step_finish', { reason, ...part });
const says = (text: string, id = 'p1') => line('text', { id, text });
const fails = (name: string, data: object) => ({
  type: 'error',
  timestamp: 1,
  sessionID: SESSION,
  error: { name, data },
});
const uses = (tool: string, state: object) => line('tool_use', { tool, callID: 't1', state });
const done = (input: object, output: unknown, more: object = {}) => ({ status: 'completed', input, output, ...more });
const REFUSED = uses('bash', {
  status: 'error',
  input: {},
  error: 'The user rejected permission to use this specific tool call.',
});
// As 1.18.33 says it to a model that is called gpt-5-mini (tried, not recorded); the last two files are made up.
const PATCHED = [
  { filePath: '/w/new', relativePath: 'new', type: 'add', patch: '@@ -0,0 +1 @@', additions: 1, deletions: 0 },
  { filePath: '/w/a', type: 'update', patch: '@@ -1 +1 @@' },
  { filePath: '/w/old', type: 'delete', patch: '@@ -1 +0,0 @@' },
  { filePath: '/w/from', type: 'move', patch: '@@ -2 +2 @@', movePath: '/w/to' },
  { filePath: '/w/b', type: 'update', patch: '' },
  { type: 'delete' },
];
const DONE = stepFinish('stop', { cost: 0.5, tokens: { input: 1, output: 2 } });

function start(options: Partial<ResolvedOptions> = {}) {
  const dialect = createRunDialect(resolvedOptions(options));
  const hearAll = (...lines: object[]): EventDraft[] =>
    lines.flatMap((each) => dialect.parseEvent(JSON.stringify(each), { source: 'stdout' }).drafts);
  const exit = (info: Partial<ExitInfo> = {}): readonly EventDraft[] =>
    dialect.exit({ code: 0, signal: null, stderr: '', ...info }).drafts;
  return { dialect, hearAll, exit };
}

/** The drafts of a tool call, within a turn that has begun. */
function toolOf(tool: string, state: object, options: Partial<ResolvedOptions> = {}): readonly EventDraft[] {
  const { hearAll } = start(options);
  hearAll(stepStart());
  return hearAll(uses(tool, state));
}

describe('a run', () => {
  it('that ends after a step whose results the model has not seen has no native end, unless a call of it was refused', () => {
    const error = 'The user rejected permission to use this specific tool call.';
    const endOf = (...states: readonly object[]) => {
      const { hearAll, exit } = start();
      hearAll(stepStart(), ...states.map((state) => uses('bash', state)), stepFinish('tool-calls'));
      return exit().at(-1);
    };
    const refused = { status: 'error', input: {}, error };
    expect(endOf(refused)).toEqual({ type: 'turn_end' });
    expect(endOf(refused, done({}, 'x'))).toEqual({ type: 'turn_end' });
    expect(endOf(done({}, 'x'))).not.toEqual({ type: 'turn_end' });
    expect(endOf({ ...refused, error: 'No.' })).not.toEqual({ type: 'turn_end' });
  });

  it('whose call was refused has no native end either where the model was asked again', () => {
    const { hearAll, exit } = start();
    const error = 'The user rejected permission to use this specific tool call.';
    hearAll(stepStart(), uses('bash', { status: 'error', input: {}, error }), stepFinish('tool-calls'));
    hearAll(stepStart(), uses('bash', done({}, 'x')), stepFinish('tool-calls'));
    expect(exit().at(-1)).not.toEqual({ type: 'turn_end' });
  });

  it('says once what one part of it says, however often that is printed', () => {
    const { hearAll } = start();
    const ends = stepFinish('stop', { id: 'p8', tokens: { input: 1, output: 2 } });
    const call = line('tool_use', { id: 'p7', tool: 'read', callID: 't1', state: done({ filePath: '/a' }, 'x') });
    expect(hearAll(stepStart(), call, call, ends, ends, call, ends).map(({ type }) => type)).toEqual([
      ...['session_start', 'turn_start', 'step_start', 'tool_call_start', 'tool_result', 'file_read'],
      ...['token_usage', 'cost', 'step_end'],
    ]);
  });

  it('that ends before a step has ended has no native end', () => {
    const { hearAll, exit } = start();
    hearAll(line('reasoning', { id: 'p0', text: 'Hm.' }));
    expect(exit()).not.toContainEqual({ type: 'turn_end' });
  });

  it('that goes on after a compaction has the last message for its summary, and none where nothing was said', () => {
    const goesOn = line('text', { id: 'p9', synthetic: true, metadata: { compaction_continue: true } });
    const summaries = (...lines: object[]) =>
      start()
        .hearAll(stepStart(), ...lines, goesOn)
        .flatMap((draft) => (draft.type === 'context_compacted' ? [draft.summary] : []));
    expect([summaries(), summaries(says('All of it.')), summaries(says('x'), line('text', { id: 'p2' }))]).toEqual([
      [undefined],
      ['All of it.'],
      [undefined],
    ]);
  });

  it('says in its own words what it adds, if it has words', () => {
    const adds = (part: object) =>
      start()
        .hearAll(line('text', { id: 'p9', synthetic: true, ...part }))
        .at(-1);
    const message = (words: string) => ({ type: 'debug', level: 'verbose', message: words });
    expect([adds({ text: 'Go on.' }), adds({})]).toEqual([
      message('opencode added to the conversation: Go on.'),
      message('opencode added to the conversation: '),
    ]);
  });

  it('is a turn of steps, whole from its first line to its exit', () => {
    const { hearAll, exit } = start();
    const reasons = line('reasoning', { id: 'p0', text: 'Hm.' });
    const drafts = hearAll(
      ...[stepStart(), reasons, says('Let me look.'), uses('read', done({ filePath: '/a' }, 'x'))],
      ...[stepFinish('tool-calls', { tokens: { input: 1, output: 2 } }), stepStart(), says('Done.', 'p2'), DONE],
    );
    const usage = { inputTokens: 1, outputTokens: 2 };
    expect([...drafts, ...exit()]).toEqual([
      { type: 'session_start', sessionId: SESSION },
      { type: 'turn_start' },
      { type: 'step_start', stepType: 'generation' },
      { type: 'thinking_stop', thinking: 'Hm.', key: 'p0' },
      { type: 'message_stop', text: 'Let me look.', key: 'p1' },
      { type: 'tool_call_start', toolCallId: 't1', toolName: 'read', toolKind: 'read', input: { filePath: '/a' } },
      { type: 'tool_result', toolCallId: 't1', output: 'x' },
      { type: 'file_read', path: '/a', toolCallId: 't1' },
      { type: 'token_usage', ...usage },
      { type: 'cost', cost: { totalUsd: 0, priced: false, ...usage }, mode: 'add' },
      { type: 'step_end' },
      { type: 'step_start', stepType: 'generation' },
      { type: 'message_stop', text: 'Done.', key: 'p2' },
      { type: 'token_usage', ...usage },
      { type: 'cost', cost: { totalUsd: 0.5, ...usage }, mode: 'add' },
      { type: 'step_end' },
      { type: 'turn_end' },
    ]);
  });

  it.each<[Partial<ResolvedOptions>, object]>([
    [{}, {}],
    [{ sessionId: 'ses_0' }, { resumed: true }],
    [{ forkSessionId: 'ses_0' }, { forkedFrom: 'ses_0' }],
  ])('says once what its session was made of: %j', (options, made) => {
    const { hearAll } = start(options);
    const starts = hearAll(stepStart(), says('a')).filter(({ type }) => type === 'session_start');
    expect(starts).toEqual([{ type: 'session_start', sessionId: SESSION, ...made }]);
  });

  it('follows the wire with its state', () => {
    const { dialect, hearAll, exit } = start();
    const stateOf = () => {
      const { sessionId, busy, turn, clean } = dialect.state;
      return [sessionId, busy, turn, clean];
    };
    const seen = [stateOf()];
    hearAll(stepStart(), says('a'), DONE);
    seen.push(stateOf());
    exit();
    expect([...seen, stateOf()]).toEqual([
      [null, true, false, false],
      [SESSION, true, true, false],
      [SESSION, false, false, true],
    ]);
    expect(dialect.streams).toEqual({ text: false, thinking: false, toolInput: false });
  });

  it('tells no empty text, and gives what has no id the name of its kind', () => {
    const wordless = [says(''), line('text', { id: 'p2' }), line('reasoning', { id: 'p3' })];
    const drafts = start().hearAll(...wordless, line('text', { text: 'a' }), line('reasoning', { text: 'b' }));
    expect(drafts.slice(2)).toEqual([
      { type: 'message_stop', text: 'a', key: 'message_stop' },
      { type: 'thinking_stop', thinking: 'b', key: 'thinking_stop' },
    ]);
  });

  it('counts input with its cache and output with its thoughts', () => {
    const tokens = { input: 1, output: 2, reasoning: 4, cache: { read: 8, write: 16 } };
    expect(start().hearAll(stepFinish('stop', { tokens }))).toContainEqual({
      type: 'token_usage',
      inputTokens: 25,
      outputTokens: 6,
      thinkingTokens: 4,
      cachedTokens: 8,
    });
  });

  it('tells a checkpoint where the folder has snapshots, by the message that it goes back to', () => {
    const { hearAll } = start();
    const drafts = hearAll(
      ...[stepStart({ snapshot: 'abc', messageID: 'msg_1' }), stepStart({ messageID: 'msg_2' })],
      stepStart({ snapshot: 'abc' }),
    );
    expect(drafts.filter(({ type }) => type === 'session_checkpoint')).toEqual([
      { type: 'session_checkpoint', sessionId: SESSION, checkpointId: 'msg_1' },
    ]);
  });

  it('ends a step that was cut where the next begins', () => {
    const drafts = start().hearAll(stepStart(), stepStart(), DONE);
    expect(drafts.map(({ type }) => type).filter((type) => type.startsWith('step'))).toEqual([
      ...['step_start', 'step_end', 'step_start', 'step_end'],
    ]);
  });

  it('tells a compaction by the request to go on, with the message before it as its summary', () => {
    const own = (metadata: object) => line('text', { text: 'Continue.', synthetic: true, metadata });
    const told = { type: 'debug', level: 'verbose', message: 'opencode added to the conversation: Continue.' };
    const { hearAll } = start();
    hearAll(says('We did this.'));
    expect([hearAll(own({})), hearAll(own({ compaction_continue: true }))]).toEqual([
      [told],
      [{ type: 'context_compacted', summary: 'We did this.' }, told],
    ]);
  });

  it('counts what it does not know', () => {
    const { hearAll } = start();
    const names = hearAll({ ...says('a'), brand_new: 1 }, line('weather', {}), { timestamp: 1 });
    expect(names.flatMap((draft) => (draft.type === 'unknown_native' ? [draft.name] : []))).toEqual([
      ...['text.brand_new', 'weather', 'none'],
    ]);
  });
});

describe('an exit', () => {
  const crash = (info: object) => ({ type: 'turn_end', outcome: { type: 'crash', stderr: '', ...info } });

  it.each<[string, object[], Partial<ExitInfo>, unknown[]]>([
    ['after a whole answer ends the turn', [stepStart(), says('a'), DONE], {}, [{ type: 'turn_end' }]],
    [
      'after an answer that was cut by a limit ends the turn',
      [stepStart(), stepFinish('length')],
      {},
      [{ type: 'turn_end' }],
    ],
    [
      'after an answer that was filtered ends the turn',
      [stepStart(), stepFinish('content-filter')],
      {},
      [{ type: 'turn_end' }],
    ],
    [
      'after tools that were used is a crash: their results were not answered',
      [stepStart(), uses('bash', done({ command: 'ls' }, 'a')), stepFinish('tool-calls')],
      {},
      [crash({ exitCode: 0 })],
    ],
    [
      'after a tool that was refused ends the turn',
      [stepStart(), REFUSED, stepFinish('tool-calls')],
      {},
      [{ type: 'turn_end' }],
    ],
    [
      'after tools of a step behind one with a refusal is a crash',
      [stepStart(), REFUSED, stepFinish('tool-calls'), stepStart(), stepFinish('tool-calls')],
      {},
      [crash({ exitCode: 0 })],
    ],
    [
      'after tools of a step whose beginning was not printed is a crash',
      [uses('bash', done({ command: 'ls' }, 'a')), stepFinish('tool-calls')],
      {},
      [crash({ exitCode: 0 })],
    ],
    ['after a step of another end is a crash', [stepStart(), stepFinish('unknown')], {}, [crash({ exitCode: 0 })]],
    ['within a step is a crash', [stepStart(), stepFinish('stop'), stepStart()], {}, [crash({ exitCode: 0 })]],
    ['with a code is a crash', [stepStart(), DONE], { code: 3 }, [crash({ exitCode: 3 })]],
    [
      'by a signal is a crash',
      [stepStart(), DONE],
      { code: null, signal: 'SIGKILL' },
      [expect.objectContaining({ type: 'turn_end' })],
    ],
    [
      'that was asked for is an interrupt',
      [stepStart(), DONE],
      { asked: 'interrupt' },
      [{ type: 'turn_end', outcome: { type: 'interrupted' } }],
    ],
    [
      'after a failure has its meaning, whatever the code, and closes the step',
      [stepStart(), fails('UnknownError', { message: 'No.' })],
      { code: 1 },
      [{ type: 'step_end' }, { type: 'turn_end', outcome: { type: 'error', code: 'AGENT_ERROR', message: 'No.' } }],
    ],
    [
      'before it has begun may say that there is no such session',
      [],
      { code: 1, stderr: 'Error: Session not found: ses_9\nbye' },
      [{ type: 'outcome', outcome: { type: 'error', code: 'SESSION_NOT_FOUND', message: 'Session not found: ses_9' } }],
    ],
  ])('%s', (_name, lines, info, expected) => {
    const { hearAll, exit } = start();
    hearAll(...lines);
    expect(exit(info)).toEqual(expected);
  });
});

describe('a failure', () => {
  it.each<[string, object, object]>([
    ['ProviderAuthError', { message: 'No key.' }, { type: 'auth_error', message: 'No key.' }],
    ['ProviderAuthError', {}, { type: 'auth_error', message: 'ProviderAuthError' }],
    ['APIError', { message: 'Bad.', statusCode: 401 }, { type: 'auth_error' }],
    ['APIError', { message: 'Incorrect API key provided' }, { type: 'auth_error' }],
    ['APIError', { message: 'missing x-api-key header' }, { type: 'auth_error' }],
    ['APIError', { message: 'Unauthorized' }, { type: 'auth_error' }],
    ['APIError', { message: 'Too Many Requests' }, { type: 'rate_limit_error' }],
    ['APIError', { message: 'Rate limit reached' }, { type: 'rate_limit_error' }],
    [
      'APIError',
      { message: 'Slow.', statusCode: 429, responseHeaders: { 'retry-after': '7' } },
      { type: 'rate_limit_error', message: 'Slow.', retryAfterMs: 7_000 },
    ],
    ['ContextOverflowError', { message: 'too much' }, { type: 'context_exceeded' }],
    ['APIError', { message: 'Oh.', statusCode: 500 }, { type: 'error', code: 'AGENT_ERROR', transient: true }],
    ['MessageAbortedError', {}, { type: 'error', message: 'MessageAbortedError' }],
  ])('%s of %j is what the turn ends with', (name, data, outcome) => {
    const { hearAll, exit } = start();
    expect(hearAll(stepStart(), fails(name, data)).at(-1)).toMatchObject({ type: 'debug', level: 'warn' });
    expect(exit({ code: 1 }).at(-1)).toMatchObject({ type: 'turn_end', outcome });
  });

  it('without a name or words has words all the same', () => {
    const drafts = start().hearAll({ type: 'error', timestamp: 1, sessionID: SESSION });
    expect(drafts.at(-1)).toEqual({ type: 'debug', level: 'warn', message: 'opencode failed.' });
  });
});

describe('a tool', () => {
  const call = (toolName: string, input: object, toolKind = 'other') => ({
    ...{ type: 'tool_call_start', toolCallId: 't1', toolName, toolKind, input },
  });
  const result = (output: unknown) => ({ type: 'tool_result', toolCallId: 't1', output });
  const shell = (command: string, cwd: string) => ({ type: 'shell_start', toolCallId: 't1', command, cwd });
  const error = (words: string) => ({ type: 'tool_error', toolCallId: 't1', error: words });

  it('is told with how long it took, never less than nothing', () => {
    const at = (time: object) => toolOf('glob', done({}, 'a', { time })).at(-1);
    expect([at({ start: 5, end: 12 }), at({ start: 12, end: 5 }), at({ start: 5 }), at({ end: 5 })]).toEqual([
      { ...result('a'), durationMs: 7 },
      { ...result('a'), durationMs: 0 },
      result('a'),
      result('a'),
    ]);
  });

  it('without an id is none; without a name, an input or an output it is told as far as it is known', () => {
    const { hearAll } = start();
    expect(hearAll(line('tool_use', { tool: 'glob' })).slice(2)).toEqual([]);
    expect(hearAll(line('tool_use', { callID: 't1' }))).toEqual([call('tool', {}), result(null)]);
  });

  it.each<[string, object, unknown[]]>([
    ['read', done({ filePath: '/a' }, 'x'), [result('x'), { type: 'file_read', path: '/a', toolCallId: 't1' }]],
    [
      'write',
      done({ filePath: 'a', content: 'ü' }, 'ok', { metadata: { filepath: '/a', exists: false } }),
      [result('ok'), { type: 'file_create', path: '/a', byteCount: 2, toolCallId: 't1' }],
    ],
    [
      'write',
      done({ filePath: '/a', content: 'u' }, 'ok', { metadata: { exists: true } }),
      [result('ok'), { type: 'file_write', path: '/a', byteCount: 1, toolCallId: 't1' }],
    ],
    [
      'write',
      done({ filePath: '/a' }, 'ok'),
      [result('ok'), { type: 'file_write', path: '/a', byteCount: 0, toolCallId: 't1' }],
    ],
    [
      'edit',
      done({ filePath: '/a' }, 'ok', { metadata: { diff: '@@' } }),
      [result('ok'), { type: 'file_patch', path: '/a', diff: '@@', toolCallId: 't1' }],
    ],
    [
      'apply_patch',
      done({ patchText: '*** Begin Patch' }, 'ok', { metadata: { diff: '@@', files: PATCHED } }),
      [
        result('ok'),
        { type: 'file_create', path: '/w/new', toolCallId: 't1' },
        { type: 'file_patch', path: '/w/a', diff: '@@ -1 +1 @@', toolCallId: 't1' },
        { type: 'file_delete', path: '/w/old', toolCallId: 't1' },
        { type: 'file_delete', path: '/w/from', toolCallId: 't1' },
        { type: 'file_patch', path: '/w/to', diff: '@@ -2 +2 @@', toolCallId: 't1' },
        { type: 'file_patch', path: '/w/b', toolCallId: 't1' },
      ],
    ],
    ['apply_patch', done({ patchText: '' }, 'ok'), [result('ok')]],
    ['edit', done({ filePath: '/a' }, 'ok', { metadata: { diff: '' } }), [result('ok')]],
    ['edit', done({ filePath: '/a' }, 'ok'), [result('ok')]],
    ['read', done({}, 'x'), [result('x')]],
    ['grep', done({ filePath: '/a' }, 'x'), [result('x')]],
    ['skill', done({ name: 'pdf' }, 'x'), [{ type: 'skill_invoked', skillName: 'pdf' }, result('x')]],
    ['glob', done({ name: 'pdf' }, 'x'), [result('x')]],
  ])('%s tells what it did to a file: %j', (name, state, expected) => {
    expect(toolOf(name, state).slice(1)).toEqual(expected);
  });

  it('gives its images an event each', () => {
    const attachments = [
      { url: 'data:image/png;base64,aGk=' },
      { url: 'data:text/plain;base64,aGk=' },
      { url: 'x' },
      7,
    ];
    expect(toolOf('read', done({}, 'x', { attachments })).slice(2)).toEqual([
      { type: 'image_output', mimeType: 'image/png', base64: 'aGk=', toolCallId: 't1' },
    ]);
  });

  it('that is a command runs in the folder of the session or in its own, and deletes where it succeeds', () => {
    const input = { command: 'rm a', workdir: 'sub' };
    expect(toolOf('bash', done(input, 'gone', { metadata: { exit: 0, output: '(no output)' } }))).toEqual([
      call('bash', input, 'execute'),
      shell('rm a', '/work/sub'),
      { type: 'shell_exit', toolCallId: 't1', exitCode: 0, output: '' },
      result('gone'),
      { type: 'file_delete', path: '/work/sub/a', toolCallId: 't1' },
    ]);
    expect(toolOf('bash', done({ command: 'rm a' }, 'no', { metadata: { exit: 1 } })).slice(1)).toEqual([
      shell('rm a', '/work'),
      { type: 'shell_exit', toolCallId: 't1', exitCode: 1, output: 'no' },
      result('no'),
    ]);
  });

  it('that is a command has empty texts where neither what is run nor what it printed is told', () => {
    expect(toolOf('bash', done({}, undefined, { metadata: { exit: 0 } })).slice(1)).toEqual([
      shell('', '/work'),
      { type: 'shell_exit', toolCallId: 't1', exitCode: 0, output: '' },
      result(null),
    ]);
  });

  it.each([
    ['a\n\n<shell_metadata>\nout of time\n</shell_metadata>\n', 'a', 'out of time'],
    ['a', 'a', 'The command has no exit code.'],
  ])('that is a command which was cut short has failed: %j', (output, printed, why) => {
    expect(toolOf('bash', done({ command: 'x' }, output, { metadata: { exit: null } })).slice(1)).toEqual([
      shell('x', '/work'),
      { type: 'shell_exit', toolCallId: 't1', output: printed },
      error(why),
    ]);
  });

  it('that failed is an error, and no question where nobody refused it', () => {
    expect(toolOf('glob', { status: 'error', input: {}, error: 'No.' }).slice(1)).toEqual([error('No.')]);
  });

  it.each([
    [
      'bash',
      { command: 'make' },
      { action: 'run a command', detail: 'make', riskLevel: 'high', toolKind: 'execute', command: 'make' },
    ],
    ['edit', {}, { action: 'use edit', detail: 'edit', riskLevel: 'medium', toolKind: 'edit' }],
    ['question', {}, { action: 'use question', detail: 'question', riskLevel: 'medium', toolKind: 'other' }],
    ['read', {}, { action: 'use read', detail: 'read', riskLevel: 'low', toolKind: 'read' }],
    ['glob', {}, { action: 'use glob', detail: 'glob', riskLevel: 'low', toolKind: 'search' }],
    ['webfetch', {}, { action: 'use webfetch', detail: 'webfetch', riskLevel: 'high', toolKind: 'fetch' }],
  ])('that opencode refused by itself was asked about and denied: %s', (toolName, input, asked) => {
    const words = 'The user rejected permission to use this specific tool call.';
    const key = 'refused:t1';
    expect(toolOf(toolName, { status: 'error', input, error: words }).slice(-3)).toEqual([
      { type: 'approval_request', key, ...asked, input, toolName, toolCallId: 't1' },
      { type: 'approval_denied', key, reason: words },
      error(words),
    ]);
  });

  it.each([
    ['nothing', undefined, 'The tool failed without a word.'],
    ['null', null, 'The tool failed without a word.'],
    ['an object', { name: 'E', message: 'No.' }, 'No.'],
    ['any object', { name: 'E' }, '{"name":"E"}'],
  ])('that failed has an error, though its reason is %s', (_what, reason, words) => {
    expect(toolOf('read', { status: 'error', input: {}, error: reason }).slice(1)).toEqual([error(words)]);
    expect(toolOf('invalid', done({ tool: 'bsh', error: reason }, 'x')).slice(1)).toEqual([error(words)]);
  });

  it('that could not be called has the name that the model gave it', () => {
    expect(toolOf('invalid', done({ tool: 'bsh', error: 'No such tool.' }, 'x'))).toEqual([
      call('bsh', { tool: 'bsh', error: 'No such tool.' }),
      error('No such tool.'),
    ]);
  });

  it('that is an agent is its dispatch and its report', () => {
    const input = { subagent_type: 'general', prompt: 'Look.' };
    const spawn = { type: 'subagent_spawn', subagentId: 't1', agentName: 'general', prompt: 'Look.' };
    const output = '<task id="1"><task_result>\nFound it.\n</task_result></task>';
    const end = (state: object) => toolOf('task', state).slice(1);
    expect(toolOf('task', done(input, output))).toEqual([
      spawn,
      { type: 'subagent_result', subagentId: 't1', summary: 'Found it.' },
    ]);
    expect(toolOf('task', done({}, ' plain '))).toEqual([
      { type: 'subagent_spawn', subagentId: 't1' },
      { type: 'subagent_result', subagentId: 't1', summary: 'plain' },
    ]);
    expect(end(done(input, undefined))).toEqual([{ type: 'subagent_result', subagentId: 't1', summary: '' }]);
    expect(end({ status: 'error', input, error: 'No.' })).toEqual([
      { type: 'subagent_error', subagentId: 't1', error: 'No.' },
    ]);
    expect(end(done(input, 'x', { metadata: { exit: null } }))).toEqual([
      { type: 'subagent_error', subagentId: 't1', error: 'The command has no exit code.' },
    ]);
  });

  const DEMO = { transport: 'stdio', command: 'demo' } as const;
  it.each<[string, string[], object, string]>([
    ['demo_list', ['demo'], { server: 'demo', tool: 'list' }, 'mcp'],
    ['my_demo_list', ['my', 'my_demo'], { server: 'my_demo', tool: 'list' }, 'mcp'],
    ['demo_list', ['other'], {}, 'other'],
    ['demo_list', [], { server: 'demo', tool: 'list' }, 'mcp'],
    ['apply_patch', [], {}, 'edit'],
    ['plan_enter', [], {}, 'switch_mode'],
    ['plan_exit', [], {}, 'switch_mode'],
    ['multi_edit', [], {}, 'edit'],
    ['lsp_hover', [], {}, 'search'],
    ['demo_', [], {}, 'other'],
  ])('named %s, with the servers %j, is of %j', (tool, servers, mcp, toolKind) => {
    const mcpServers = servers.map((name) => ({ name, ...DEMO }));
    const toolName = 'tool' in mcp ? mcp.tool : tool;
    expect(toolOf(tool, done({}, 'x'), { mcpServers })[0]).toEqual({
      ...{ type: 'tool_call_start', toolCallId: 't1', toolName, toolKind, input: {} },
      ...('tool' in mcp ? { mcp } : {}),
    });
  });
});
