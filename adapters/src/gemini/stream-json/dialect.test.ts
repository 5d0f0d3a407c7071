/** Cases that cannot be provoked on the real CLI, or only by chance: the lines are as Gemini CLI 0.61.0 writes them. */
import type { EventDraft, ExitInfo, ResolvedOptions } from '@agent-mux/core';
import { describe, expect, it } from 'vitest';
import { resolvedOptions } from '../../shared/testing/mode-parts.ts';
import { createStreamJsonDialect } from './dialect.ts';

const OPTIONS = resolvedOptions({ approvalMode: 'yolo' });

const SESSION = '2a4cc41d-d86d-4db5-a7fa-4894dcc32464';
const at = (ms: number): string => new Date(Date.UTC(2026, 10, 21, 8) + ms).toISOString();
const init = { type: 'init', timestamp: at(0), session_id: SESSION, model: 'gemini-2.5-pro' };
const says = (content: string, ms = 0) => ({
  type: 'message',
  timestamp: at(ms),
  role: 'assistant',
  content,
  delta: true,
});
const uses = (tool_name: string, parameters: object, tool_id = 't1') => ({
  type: 'tool_use',
  timestamp: at(0),
  tool_name,
  tool_id,
  parameters,
});
const gives = (rest: object, tool_id = 't1') => ({ type: 'tool_result', timestamp: at(0), tool_id, ...rest });
const complains = (message: string) => ({ type: 'error', timestamp: at(0), severity: 'warning', message });
const ends = (rest: object = {}, stats: object = {}) => ({
  type: 'result',
  timestamp: at(0),
  status: 'success',
  ...rest,
  stats,
});
const fails = (message: string, type = 'unknown') => ends({ status: 'error', error: { type, message } });

const EXIT: ExitInfo = { code: 0, signal: null, stderr: '' };

function start(options: Partial<ResolvedOptions> = {}) {
  const dialect = createStreamJsonDialect({ ...OPTIONS, ...options });
  const hear = (line: object | string, partial = false): readonly EventDraft[] =>
    dialect.parseEvent(typeof line === 'string' ? line : JSON.stringify(line), { source: 'stdout', partial }).drafts;
  const hearAll = (...lines: object[]): EventDraft[] => lines.flatMap((line) => hear(line));
  const exit = (info: Partial<ExitInfo> = {}): readonly EventDraft[] => dialect.exit({ ...EXIT, ...info }).drafts;
  return { dialect, hear, hearAll, exit };
}

const outcomeIn = (drafts: readonly EventDraft[]): unknown =>
  drafts.find((draft) => draft.type === 'turn_end' || draft.type === 'outcome')?.outcome;

describe('a result', () => {
  it.each<[string, object, number, unknown]>([
    [
      'a status in the JSON of the service',
      fails('[API Error: {"error":{"code":401,"message":"No."}}]'),
      145,
      { type: 'auth_error', message: 'No.' },
    ],
    [
      'a status in the exit code',
      fails('[API Error: Slow down.]\nPlease wait.'),
      173,
      { type: 'rate_limit_error', message: 'Slow down.' },
    ],
    ['no status', fails('[API Error: terminated]'), 1, { type: 'error', code: 'AGENT_ERROR', message: 'terminated' }],
    [
      'a limit of its own',
      fails('Reached max session turns', 'FatalTurnLimitedError'),
      53,
      { type: 'turn_limit', maxTurns: 7 },
    ],
    ['a cancellation', fails('Operation cancelled.', 'FatalCancellationError'), 130, { type: 'interrupted' }],
  ])('with %s is a failure', (_name, line, code, outcome) => {
    const { hearAll, exit } = start({ maxTurns: 7 });
    expect(outcomeIn([...hearAll(init, line), ...exit({ code })])).toMatchObject(outcome as object);
  });

  it('with a limit of the settings says how far it came', () => {
    const { hearAll } = start();
    expect(outcomeIn(hearAll(init, says('Well.'), fails('Too many.', 'FatalTurnLimitedError')))).toEqual({
      type: 'turn_limit',
      maxTurns: 1,
    });
  });

  it('keeps what its exit code will tell from being taken for a clean end', () => {
    const { dialect, hearAll } = start();
    hearAll(init, fails('[API Error: Slow down.]'));
    expect([dialect.state.busy, dialect.state.clean]).toEqual([false, false]);
  });

  it.each(['Loop detected, stopping execution', 'Agent execution blocked: by a hook'])(
    'that calls itself a success right after "%s" is a failure',
    (message) => {
      const { hearAll } = start();
      expect(outcomeIn(hearAll(init, says('Well.'), complains(message), ends()))).toEqual({
        type: 'error',
        code: 'AGENT_ERROR',
        message,
      });
    },
  );

  it.each<[what: string, lines: object[]]>([
    ['by its first words', [complains('Blocked once.'), says('All the same.')]],
    ['by more words', [says('Well.'), complains('Blocked once.'), says('All the same.')]],
    ['by a call', [complains('Blocked once.'), uses('glob', {})]],
    ['by the result of a call', [uses('glob', {}), complains('Blocked once.'), gives({ status: 'success' })]],
  ])('is a success where the agent went on after it had complained: %s', (_what, lines) => {
    const { hearAll } = start();
    expect(outcomeIn(hearAll(init, ...lines, ends()))).toBeUndefined();
  });

  it('after a complaint without words is a failure without words', () => {
    const { hear, hearAll } = start();
    hearAll(init, says('Well.'));
    expect(hear({ type: 'error' })).toEqual([{ type: 'debug', level: 'warn', message: '' }]);
    expect(outcomeIn(hear(ends()))).toEqual({
      type: 'error',
      code: 'AGENT_ERROR',
      message: 'The agent failed without a word.',
    });
  });

  it('whose meaning only the exit tells ends all but the turn', () => {
    const { hear, hearAll } = start();
    hearAll(init, says('Hm.'));
    expect(hear(fails('[API Error: Slow down.]'))).toEqual([
      { type: 'message_stop', key: 'message-1' },
      { type: 'step_end' },
    ]);
  });

  it('ends the steps of its own turn alone', () => {
    const { hearAll } = start();
    hearAll(init, says('One.'), ends());
    expect(hearAll(init, ends()).map(({ type }) => type)).toEqual(['session_start', 'turn_start', 'turn_end']);
    expect(hearAll(init, says('Two.')).map(({ type }) => type)).toEqual([
      ...['session_start', 'turn_start', 'step_start', 'text_delta'],
    ]);
  });

  it('tells the tokens of the whole run, thoughts as what is in the total alone', () => {
    const { hearAll } = start();
    const stats = { total_tokens: 159, input_tokens: 100, output_tokens: 34, cached: 40 };
    expect(hearAll(init, says('Hm.'), ends({}, stats))).toContainEqual({
      type: 'token_usage',
      inputTokens: 100,
      outputTokens: 59,
      thinkingTokens: 25,
      cachedTokens: 40,
    });
  });
});

describe('an exit', () => {
  it('without a result is a crash, whatever its code', () => {
    const { hear, hearAll, exit } = start();
    hearAll(init, says('Cut'));
    expect([hear('{"type":"message","role":"assis', true), exit()]).toEqual([
      [{ type: 'error', code: 'PARSE_ERROR', message: expect.stringContaining('cut off'), recoverable: true }],
      [{ type: 'turn_end', outcome: { type: 'crash', exitCode: 0, stderr: '' } }],
    ]);
  });

  it('that was asked for is an interrupt', () => {
    const { hearAll, exit } = start();
    hearAll(init, says('Cut'));
    expect(exit({ asked: 'interrupt' })).toEqual([{ type: 'turn_end', outcome: { type: 'interrupted' } }]);
  });

  it('with a code is explained by a failure that was told, and by no success', () => {
    const failed = start();
    failed.hearAll(init, fails('No.', 'FatalToolError'));
    expect(failed.exit({ code: 1 })).toEqual([]);
    const succeeded = start();
    succeeded.hearAll(init, says('Hm.'), ends());
    expect(succeeded.exit({ code: 1 })).toEqual([
      { type: 'outcome', outcome: { type: 'crash', exitCode: 1, stderr: '' } },
    ]);
  });

  it.each<[number, string, unknown]>([
    [41, 'You must specify the GEMINI_API_KEY.', { type: 'auth_error' }],
    [42, 'Error resuming session: Invalid session identifier "x".', { code: 'SESSION_NOT_FOUND' }],
    [42, 'Unknown flag', { code: 'AGENT_ERROR' }],
    [55, 'Gemini CLI is not running in a trusted directory.', { code: 'AGENT_ERROR' }],
    [1, 'Unknown arguments', { type: 'crash', exitCode: 1 }],
  ])('with %i before it has begun: %s', (code, stderr, outcome) => {
    expect(outcomeIn(start().exit({ code, stderr: `YOLO mode is enabled.\n${stderr}\n` }))).toMatchObject(
      outcome as object,
    );
  });
});

describe('a text that begins anew', () => {
  const SIGNS = '0123456789abcdef'.repeat(4);
  const REASON = 'The answer of the model had no end, and began anew.';
  const deltas = (drafts: readonly EventDraft[]): [key: string | undefined, delta: string][] =>
    drafts.flatMap((draft) => (draft.type === 'text_delta' ? [[draft.key, draft.delta]] : []));

  it('after a pause is another attempt, in a message of its own', () => {
    const { hearAll } = start();
    const drafts = hearAll(
      init,
      ...[says('First ', 5), says('half', 6)],
      ...[says('First ', 1_010), says('half and second.', 1_011)],
    );
    expect(drafts.filter(({ type }) => type === 'retry')).toEqual([
      { type: 'retry', attempt: 1, maxAttempts: 3, reason: expect.any(String), delayMs: 1_004 },
    ]);
    expect(deltas(drafts)).toEqual([
      ['message-1', 'First '],
      ['message-1', 'half'],
      ['message-2', 'First '],
      ['message-2', 'half and second.'],
    ]);
  });

  it('is another attempt also where all that was said is one piece, or the pieces are cut otherwise', () => {
    const { hearAll } = start();
    const drafts = hearAll(
      init,
      says('First ', 5),
      says('First ', 1_010),
      ...[says('and', 1_011), says(' second.', 1_012)],
      ...[says('First ', 3_000), says('an', 3_001), says('d second. And', 3_002), says(' third.', 3_003)],
    );
    expect(drafts.flatMap((draft) => (draft.type === 'retry' ? [draft.attempt] : []))).toEqual([1, 2]);
    expect(deltas(drafts).filter(([key]) => key === 'message-3')).toEqual([
      ['message-3', 'First '],
      ['message-3', 'an'],
      ['message-3', 'd second. And'],
      ['message-3', ' third.'],
    ]);
  });

  it.each([
    ['other words follow', [says('It fails.', 1_013)]],
    ['what follows is short', [says('It', 1_013), ends()]],
    ['the answer ends', [ends()]],
    ['a tool is used', [uses('run_shell_command', { command: 'true' })]],
    ['the process ends', []],
  ])('is the same attempt where %s', (_name, rest) => {
    const { hearAll, exit } = start();
    const first = 'Step 1: do it. ';
    const drafts = [...hearAll(init, says(first, 5), says('It works.\n', 6), says(first, 1_012), ...rest), ...exit()];
    expect(drafts.map(({ type }) => type)).not.toContain('retry');
    expect(deltas(drafts).slice(0, 3)).toEqual([
      ['message-1', first],
      ['message-1', 'It works.\n'],
      ['message-1', first],
    ]);
    expect(drafts.findIndex(({ type }) => type === 'turn_end' || type === 'message_stop')).toBeGreaterThan(
      drafts.findLastIndex(({ type }) => type === 'text_delta'),
    );
  });

  it.each<[isAgain: boolean, what: string, said: string[], pauseMs: number, repeated: string[]]>([
    [true, 'all of a short answer', ['First '], 900, ['First ']],
    [true, 'all of a longer answer', ['First ', 'one'], 900, ['First ', 'one']],
    [true, 'five characters more than its first piece', ['First ', 'words and more'], 900, ['First ', 'words']],
    [false, 'four characters more', ['First ', 'words and more'], 900, ['First ', 'word']],
    [false, 'its first piece of more', ['First ', 'words and more'], 900, ['First ']],
    [true, 'a piece of five characters', ['Well.'], 900, ['Well.']],
    [false, 'a piece of four characters', ['Well'], 900, ['Well']],
    [false, 'the answer, before the CLI could have asked again', ['First '], 899, ['First ']],
    [true, 'its first 64 characters, whatever follows', ['First ', SIGNS, 'old'], 900, ['First ', `${SIGNS}new`]],
    [false, 'the first 63 of them', ['First ', SIGNS.slice(1), 'old'], 900, ['First ', `${SIGNS.slice(1)}new`]],
  ])('%o: repeats %s', (isAgain, _what, said, pauseMs, repeated) => {
    const { hearAll } = start();
    // Another message before this one changes nothing.
    hearAll(init, says('First ', 1), says('of all', 2), uses('glob', {}), gives({ status: 'success' }));
    const again = repeated.map((delta) => says(delta, 5 + pauseMs));
    const drafts = [...hearAll(...said.map((delta) => says(delta, 5))), ...hearAll(...again, ends())];
    const retry = { type: 'retry', attempt: 1, maxAttempts: 3, reason: REASON, delayMs: pauseMs };
    expect(drafts.filter(({ type }) => type === 'retry')).toEqual(isAgain ? [retry] : []);
    const after = isAgain ? 'message-3' : 'message-2';
    expect(deltas(drafts)).toEqual([
      ...said.map((delta) => ['message-2', delta]),
      ...repeated.map((delta) => [after, delta]),
    ]);
  });

  it.each([
    ['at once', says('First ', 7)],
    ['with a piece that is short', says('Fi', 5_000)],
    ['with other words', says('Firstly ', 5_000)],
  ])('%s is not', (_name, line) => {
    const { hearAll } = start();
    const drafts = hearAll(init, says('First ', 5), says('Fi', 6), line);
    expect(new Set(deltas(drafts).map(([key]) => key))).toEqual(new Set(['message-1']));
  });
});

it('counts the attempts of each message by itself', () => {
  const { hearAll } = start();
  const again = [says('First ', 5), says('First ', 1_010), says('First and', 1_011)];
  const drafts = hearAll(init, ...again, uses('glob', {}), gives({ status: 'success' }), ...again);
  expect(drafts.flatMap((draft) => (draft.type === 'retry' ? [draft.attempt] : []))).toEqual([1, 1]);
});

describe('a model request', () => {
  const types = (drafts: readonly EventDraft[]) => drafts.map(({ type }) => type);

  it('is a step, which begins with its first output and ends before that of the next', () => {
    const { hearAll } = start();
    const drafts = hearAll(
      init,
      ...[says('Let me '), says('look.'), uses('glob', {}), uses('glob', {}, 't2')],
      ...[gives({ status: 'success' }), gives({ status: 'success' }, 't2')],
      ...[says('Done.'), ends()],
    );
    expect(types(drafts)).toEqual([
      ...['session_start', 'turn_start'],
      ...['step_start', 'text_delta', 'text_delta', 'message_stop', 'tool_call_start', 'tool_call_start'],
      ...['tool_result', 'tool_result', 'step_end'],
      ...['step_start', 'text_delta', 'message_stop', 'step_end', 'turn_end'],
    ]);
    expect(drafts.find(({ type }) => type === 'step_start')).toEqual({ type: 'step_start', stepType: 'generation' });
  });

  it('is none where nothing came of it: a stray result, the prompt said again, an empty piece', () => {
    const { hearAll } = start();
    const prompt = { ...says('Do it.'), role: 'user' };
    expect(types(hearAll(init, prompt, says(''), gives({ status: 'success' }), ends()))).toEqual([
      ...['session_start', 'turn_start', 'tool_result', 'turn_end'],
    ]);
  });
});

describe('its state', () => {
  const stateOf = ({ state }: ReturnType<typeof start>['dialect']) => [
    state.sessionId,
    ...[state.busy, state.turn, state.clean],
    state.pending.size,
  ];

  it('follows the wire: nothing, a turn, its end, another turn', () => {
    const { dialect, hear } = start({ prompt: '' });
    const seen = [stateOf(dialect)];
    for (const line of [{ type: 'init' }, init, says('Hm.'), ends(), init]) {
      hear(line);
      seen.push(stateOf(dialect));
    }
    expect(seen).toEqual([
      [null, false, false, false, 0],
      [null, false, false, false, 0],
      [SESSION, true, true, false, 0],
      [SESSION, true, true, false, 0],
      [SESSION, false, false, true, 0],
      [SESSION, true, true, false, 0],
    ]);
  });

  it('writes nothing: it closes by the end of its input, and stops by a signal', () => {
    const { dialect } = start();
    expect([dialect.open(), dialect.close(), dialect.interrupt(), dialect.prompt({ text: 'x' })]).toEqual([
      { write: [] },
      { write: [], endInput: true },
      { write: [], signal: 'SIGINT' },
      { write: [] },
    ]);
    expect([dialect.steer({ text: 'x' }), dialect.respond('k', { type: 'approve' })]).toEqual([undefined, 'gone']);
    expect(dialect.streams).toEqual({ text: true, thinking: false, toolInput: false });
  });

  it.each([
    [{}, false],
    [{ sessionId: SESSION }, true],
  ])('says that a session is resumed where one was asked for: %j', (options, resumed) => {
    expect(start(options).hear(init)).toContainEqual({
      ...{ type: 'session_start', sessionId: SESSION, resumed },
      model: 'gemini-2.5-pro',
    });
  });
});

it('logs what is no line of the protocol, and what stderr says', () => {
  const { dialect, hear } = start();
  const err = (line: string) => dialect.parseEvent(line, { source: 'stderr' }).drafts;
  expect([hear('7'), err('Oh.'), err(''), dialect.parseEvent('{}', { source: 'stdin' }).drafts]).toEqual([
    [{ type: 'log', source: 'stdout', line: '7' }],
    [{ type: 'log', source: 'stderr', line: 'Oh.' }],
    [],
    [],
  ]);
  expect(hear('{oops')).toEqual([expect.objectContaining({ type: 'error', code: 'PARSE_ERROR' })]);
});

describe('a tool', () => {
  it.each<[string, object, object, EventDraft[]]>([
    [
      'a file that is read',
      uses('read_file', { file_path: '/a' }),
      gives({ status: 'success', output: 'x' }),
      [
        { type: 'tool_result', toolCallId: 't1', output: 'x' },
        { type: 'file_read', path: '/a', toolCallId: 't1' },
      ],
    ],
    [
      'a part that is replaced',
      uses('replace', { file_path: '/a', old_string: 'one\n', new_string: 'two\n' }),
      gives({ status: 'success' }),
      [
        { type: 'tool_result', toolCallId: 't1', output: '' },
        { type: 'file_patch', path: '/a', diff: expect.stringContaining('-one\n+two'), toolCallId: 't1' },
      ],
    ],
    [
      'a part that is replaced by itself',
      uses('replace', { file_path: '/a', old_string: 'one', new_string: 'one' }),
      gives({ status: 'success' }),
      [{ type: 'tool_result', toolCallId: 't1', output: '' }],
    ],
    [
      'a skill',
      uses('activate_skill', { name: 'pdf' }),
      gives({ status: 'success' }),
      [
        { type: 'tool_result', toolCallId: 't1', output: '' },
        { type: 'skill_invoked', skillName: 'pdf' },
      ],
    ],
    ...['read_file', 'write_file', 'replace'].map((name): [string, object, object, EventDraft[]] => [
      `${name} without a path`,
      uses(name, {}),
      gives({ status: 'success' }),
      [{ type: 'tool_result', toolCallId: 't1', output: '' }],
    ]),
    [
      'a file that is written without contents',
      uses('write_file', { file_path: '/a' }),
      gives({ status: 'success' }),
      [
        { type: 'tool_result', toolCallId: 't1', output: '' },
        { type: 'file_create', path: '/a', byteCount: 0, toolCallId: 't1' },
      ],
    ],
    [
      'nothing that is replaced by nothing',
      uses('replace', { file_path: '/a' }),
      gives({ status: 'success' }),
      [
        { type: 'tool_result', toolCallId: 't1', output: '' },
        { type: 'file_create', path: '/a', byteCount: 0, toolCallId: 't1' },
      ],
    ],
    [
      'a result of no call',
      uses('glob', {}),
      gives({ status: 'success', output: 'x' }, ''),
      [{ type: 'tool_result', toolCallId: '', output: 'x' }],
    ],
    [
      'a call that nobody made',
      ends(),
      gives({ status: 'success', output: 'x' }, 't7'),
      [{ type: 'tool_result', toolCallId: 't7', output: 'x' }],
    ],
    [
      'a command that failed',
      uses('run_shell_command', { command: 'x', dir_path: 'sub' }),
      gives({ status: 'error', output: 'No.' }),
      [
        { type: 'shell_exit', toolCallId: 't1' },
        { type: 'tool_error', toolCallId: 't1', error: 'No.' },
      ],
    ],
  ])('that has ended tells of %s', (_name, use, result, expected) => {
    const { hear, hearAll } = start();
    hearAll(init, use);
    expect(hear(result)).toEqual(expected);
  });

  it('that writes a file creates it where nobody has seen it, else writes it', () => {
    const { hearAll } = start();
    const seen = (name: string, parameters: object, output = '') =>
      hearAll(uses(name, parameters), gives({ status: 'success', output })).filter(({ type }) =>
        type.startsWith('file_'),
      );
    const written = { file_path: '/work/a', content: 'ü' };
    const event = { path: '/work/a', byteCount: 2, toolCallId: 't1' };
    hearAll(init);
    expect(seen('write_file', written)).toEqual([{ type: 'file_create', ...event }]);
    expect(seen('write_file', written)).toEqual([{ type: 'file_write', ...event }]);
    expect(seen('run_shell_command', { command: 'rm a' })).toEqual([
      { type: 'file_delete', path: '/work/a', toolCallId: 't1' },
    ]);
    expect(seen('write_file', written)).toEqual([{ type: 'file_create', ...event }]);
    seen('read_file', { file_path: '/work/b' });
    seen('replace', { file_path: '/work/c', old_string: 'a', new_string: 'b' });
    for (const path of ['/work/b', '/work/c']) {
      expect(seen('write_file', { file_path: path, content: '' })).toEqual([
        { type: 'file_write', path, byteCount: 0, toolCallId: 't1' },
      ]);
    }
  });

  it('that is a command begins in the folder that it names, and ends with what it printed', () => {
    const { hearAll } = start();
    const use = uses('run_shell_command', { command: 'ls', dir_path: 'sub' });
    expect(hearAll(use, gives({ status: 'success', output: 'a\n' })).slice(1)).toEqual([
      expect.objectContaining({ type: 'tool_call_start', toolName: 'run_shell_command' }),
      { type: 'shell_start', toolCallId: 't1', command: 'ls', cwd: '/work/sub' },
      { type: 'shell_exit', toolCallId: 't1', output: 'a\n' },
      { type: 'tool_result', toolCallId: 't1', output: 'a\n' },
    ]);
  });

  it('that is a command has an empty one where none is told', () => {
    expect(start().hearAll(init, uses('run_shell_command', {})).at(-1)).toEqual({
      type: 'shell_start',
      toolCallId: 't1',
      command: '',
      cwd: '/work',
    });
  });

  it('ends once: what is said of it later is a result alone', () => {
    const { hear, hearAll } = start();
    hearAll(init, uses('run_shell_command', { command: 'rm a' }), gives({ status: 'success' }));
    expect(hear(gives({ status: 'success' }))).toEqual([{ type: 'tool_result', toolCallId: 't1', output: '' }]);
  });

  it('that runs although it was kept from the model has begun after all', () => {
    const { hearAll } = start({ approvalMode: 'deny' });
    const drafts = hearAll(uses('run_shell_command', { command: 'ls' }), gives({ status: 'success', output: 'a' }));
    expect(drafts.map(({ type }) => type)).toEqual([
      ...['step_start', 'tool_call_start', 'shell_start', 'shell_exit', 'tool_result'],
    ]);
  });

  it('of an MCP server is told by the names of both', () => {
    const servers = [{ name: 'my_fs', transport: 'stdio', command: 'fs' }] as const;
    expect(
      start({ mcpServers: servers })
        .hearAll(uses('mcp_my_fs_list', { a: 1 }))
        .at(-1),
    ).toEqual({
      type: 'tool_call_start',
      toolCallId: 't1',
      toolName: 'list',
      toolKind: 'mcp',
      mcp: { server: 'my_fs', tool: 'list' },
      input: { a: 1 },
    });
  });

  it('without an id or a name is none', () => {
    const { hear } = start();
    expect([hear(uses('', {})), hear(uses('glob', {}, ''))].flat().map(({ type }) => type)).toEqual(['step_start']);
  });
});

describe('a tool of stream-json', () => {
  it.each<[string, object, object, unknown[]]>([
    [
      'a shell that printed nothing and failed',
      uses('run_shell_command', { command: 'false' }),
      gives({ status: 'success', output: 'Command exited with code: 1' }),
      [{ type: 'shell_exit', exitCode: 1, output: '' }],
    ],
    [
      'a shell that went on',
      uses('run_shell_command', { command: 'x &' }),
      gives({
        status: 'success',
        output: 'Command moved to background (PID: 7). Output hidden. Press Ctrl+B to view.',
      }),
      [{ type: 'shell_exit', output: '' }],
    ],
    [
      'a deletion',
      uses('run_shell_command', { command: 'rm a.txt' }),
      gives({ status: 'success', output: '' }),
      [{ type: 'file_delete', path: '/work/a.txt' }],
    ],
    [
      'a creation by replacing nothing',
      uses('replace', { file_path: 'a', old_string: '', new_string: 'xy' }),
      gives({ status: 'success' }),
      [{ type: 'file_create', path: 'a', byteCount: 2 }],
    ],
    [
      'a subagent',
      uses('invoke_agent', { agent_name: 'generalist', prompt: 'Look.' }),
      gives({ status: 'success' }),
      [
        { type: 'subagent_spawn', subagentId: 't1', agentName: 'generalist', prompt: 'Look.' },
        { type: 'subagent_result', subagentId: 't1' },
      ],
    ],
    [
      'a subagent that failed',
      uses('invoke_agent', { agent_name: 'x', prompt: '' }),
      gives({ status: 'error', error: { type: 'x', message: 'No.' } }),
      [{ type: 'subagent_error', subagentId: 't1', error: 'No.' }],
    ],
  ])('tells of %s', (_name, use, result, expected) => {
    const drafts = start().hearAll(init, use, result);
    for (const draft of expected) {
      expect(drafts).toContainEqual(expect.objectContaining(draft as object));
    }
  });

  it('of a command that printed something tells no deletion', () => {
    const drafts = start().hearAll(
      init,
      uses('run_shell_command', { command: 'rm a.txt' }),
      gives({ status: 'success', output: "rm: cannot remove 'a.txt'" }),
    );
    expect(drafts.map(({ type }) => type)).not.toContain('file_delete');
  });

  it('that is kept from the model was not asked about: it is an error, and its shell never begins', () => {
    const refusal = gives({ status: 'error', error: { type: 'tool_not_registered', message: 'Not found.' } });
    const drafts = start({ approvalMode: 'deny' }).hearAll(init, uses('run_shell_command', { command: 'ls' }), refusal);
    expect(drafts.slice(-2)).toEqual([
      expect.objectContaining({ type: 'tool_call_start' }),
      { type: 'tool_error', toolCallId: 't1', error: 'Not found.' },
    ]);
  });

  it('that does not exist at all is an error and nothing more', () => {
    const refusal = gives({ status: 'error', error: { type: 'tool_not_registered', message: 'Not found.' } });
    const drafts = start({ approvalMode: 'deny' }).hearAll(init, uses('nope', {}), refusal);
    expect(drafts.map(({ type }) => type).slice(-2)).toEqual(['tool_call_start', 'tool_error']);
  });
});

it('counts what it does not know, once', () => {
  const { hear } = start();
  const line = { ...init, brand_new: 1 };
  expect([hear(line)[0], hear(line).map(({ type }) => type), hear({ type: 'weather' })]).toEqual([
    { type: 'unknown_native', name: 'init.brand_new' },
    ['session_start', 'turn_start'],
    [{ type: 'unknown_native', name: 'weather' }],
  ]);
});

it('counts what it does not know also in what says too little', () => {
  expect([start().hear({ type: 'init', brand_new: 1 }), start().hear({ words: 'x' })]).toEqual([
    [{ type: 'unknown_native', name: 'init.brand_new' }],
    [{ type: 'unknown_native', name: 'none' }],
  ]);
});

it('is busy from its prompt to its result', () => {
  const { dialect, hearAll } = start();
  const seen = [dialect.state.busy];
  hearAll(init, says('Hm.'));
  seen.push(dialect.state.busy);
  hearAll(ends());
  expect([...seen, dialect.state.busy, dialect.state.clean]).toEqual([true, true, false, true]);
});
