/**
 * Cases that cannot be provoked on the real CLI, or only by chance: the documents are as OpenClaw 2026.9.6 prints them at the end of a run.
 */
import type { EventDraft, ExitInfo, ResolvedOptions } from '@agent-mux/core';
import { describe, expect, it } from 'vitest';
import { modeContext, modeOf, resolvedOptions } from '../../shared/testing/mode-parts.ts';
import { openclaw } from '../index.ts';

const SESSION = 's-1';

function start(mode: 'local' | 'exec' = 'exec', options: Partial<ResolvedOptions> = {}) {
  const dialect = modeOf(openclaw, mode).dialect(
    resolvedOptions({ approvalMode: 'yolo', ...options }),
    modeContext('/bin/openclaw'),
  );
  const hear = (line: string): readonly EventDraft[] => dialect.parseEvent(line, { source: 'stdout' }).drafts;
  const exit = (info: Partial<ExitInfo> = {}): readonly EventDraft[] =>
    dialect.exit({ code: 0, signal: null, stderr: '', ...info }).drafts;
  return { dialect, hear, exit };
}

/** The drafts of one document, with a session unless it has its own. */
const told = (document: object, options: Partial<ResolvedOptions> = {}): readonly EventDraft[] =>
  start('exec', options).hear(JSON.stringify({ ok: true, sessionId: SESSION, ...document }));
const inTurn = (document: object): readonly EventDraft[] => told(document).slice(2, -1);
const outcomeOf = (document: object): unknown => told(document).find((draft) => draft.type === 'turn_end')?.outcome;

describe('a document', () => {
  it.each(['local', 'exec'] as const)('is the whole run, in one line or in many: %s', (mode) => {
    const document = { ok: true, sessionId: SESSION, payloads: [{ text: 'Hello.' }] };
    const expected = [
      { type: 'session_start', sessionId: SESSION },
      { type: 'turn_start' },
      { type: 'message_stop', text: 'Hello.', key: '0' },
      { type: 'turn_end' },
    ];
    const lines = JSON.stringify(document, undefined, 2).split('\n');
    const { hear } = start(mode);
    expect(start(mode).hear(JSON.stringify(document))).toEqual(expected);
    expect(lines.flatMap((line) => hear(line))).toEqual(expected);
  });

  it('ends the run: it is busy until then, and clean after', () => {
    const { dialect, hear } = start();
    const stateOf = () => [dialect.state.sessionId, dialect.state.busy, dialect.state.turn, dialect.state.clean];
    const before = stateOf();
    hear(JSON.stringify({ ok: true, sessionId: SESSION }));
    expect([before, stateOf()]).toEqual([
      [null, true, false, false],
      [SESSION, false, false, true],
    ]);
    expect(dialect.streams).toEqual({ text: false, thinking: false, toolInput: false });
  });

  it('may have words around it, which are logged, but for empty lines', () => {
    const { hear } = start();
    expect([hear('Starting.'), hear(''), hear(' }')]).toEqual([
      [{ type: 'log', source: 'stdout', line: 'Starting.' }],
      [],
      [{ type: 'log', source: 'stdout', line: ' }' }],
    ]);
  });

  it('may have words around it in one text, also words that begin as it does', () => {
    const lines = JSON.stringify({ ok: true, sessionId: SESSION }, undefined, 2);
    const types = (text: string) =>
      start()
        .hear(text)
        .map(({ type }) => type);
    const whole = ['session_start', 'turn_start', 'turn_end'];
    expect([
      types(`Warning: old.\n${lines}\n`),
      types(`${lines}\nUpdate: 2.\n}`),
      types(`Warning: old.\r\n${lines.replaceAll('\n', '\r\n')} \r\n`),
      types(`{old}\n${lines}`),
      types(`{old\n${lines}`),
      types(`{\n  "old": \n}\n${lines}`),
    ]).toEqual([
      ['log', ...whole],
      [...whole, 'log', 'log'],
      ['log', ...whole],
      ['error', ...whole],
      ['error', ...whole],
      ['error', ...whole],
    ]);
  });

  it('is parsed once, however many braces are in a broken one', () => {
    const { parse } = JSON;
    let count = 0;
    JSON.parse = (text, reviver) => {
      count++;
      return parse(text, reviver);
    };
    try {
      const { hear, exit } = start();
      hear(`{\n  "a": [\n${'  }\n'.repeat(1_000)}`);
      exit();
    } finally {
      JSON.parse = parse;
    }
    expect(count).toBe(1);
  });

  it('that was cut is unreadable, and its run a crash', () => {
    const { hear, exit } = start();
    expect([hear('{'), hear('  "ok": true }, {')]).toEqual([[], []]);
    expect(exit()).toEqual([
      {
        type: 'error',
        code: 'PARSE_ERROR',
        message: 'The output is not valid JSON (19 characters): {\n  "ok": true }, {',
        recoverable: true,
      },
      expect.objectContaining({ type: 'outcome', outcome: expect.objectContaining({ type: 'crash' }) }),
    ]);
  });

  it('that was whole leaves nothing to be said at the exit', () => {
    const { hear, exit } = start();
    hear(JSON.stringify({ ok: true, sessionId: SESSION }));
    expect(exit()).toEqual([]);
  });

  it('of an unknown form is counted by its names', () => {
    expect(start().hear('{"a":1,"b":2}')).toEqual([{ type: 'unknown_native', name: 'a,b' }]);
  });

  it('names its session where the local form does', () => {
    expect(start('local').hear(JSON.stringify({ meta: { agentMeta: { sessionId: 's-2' } } }))[0]).toEqual({
      type: 'session_start',
      sessionId: 's-2',
    });
  });
});

describe('a session that was asked for', () => {
  const agent = (messageCount: unknown) => ({ meta: { agentMeta: { contextBudgetStatus: { messageCount } } } });

  it.each([[{}], [agent(3)], [agent(undefined)]])('is resumed: %j', (document) => {
    expect(told(document, { sessionId: SESSION }).slice(0, 2)).toEqual([
      { type: 'session_start', sessionId: SESSION, resumed: true },
      { type: 'turn_start' },
    ]);
  });

  it('but held no message is a new one, and says so', () => {
    expect(told(agent(0), { sessionId: SESSION }).slice(0, 2)).toEqual([
      { type: 'session_start', sessionId: SESSION },
      {
        type: 'error',
        code: 'SESSION_NOT_FOUND',
        message: expect.stringContaining(SESSION),
        recoverable: true,
      },
    ]);
  });

  it('may be empty where none was asked for', () => {
    expect(told(agent(0)).map(({ type }) => type)).toEqual(['session_start', 'turn_start', 'turn_end']);
  });
});

describe('what a document says', () => {
  it('is each of its texts, without empty ones and errors', () => {
    const payloads = [{ text: 'a' }, { text: '' }, { text: 'no', isError: true }, 7, { text: 'b' }];
    expect(told({ payloads }).filter(({ type }) => type === 'message_stop')).toEqual([
      { type: 'message_stop', text: 'a', key: '0' },
      { type: 'message_stop', text: 'b', key: '1' },
    ]);
  });

  it.each<[object, string[]]>([
    [{ final: 'c' }, ['c']],
    [{ final: 'c', payloads: [{ text: 'a' }] }, ['a']],
    [{ final: '' }, []],
  ])('is its last word where it has no other: %j', (document, texts) => {
    expect(inTurn(document).map((draft) => (draft.type === 'message_stop' ? draft.text : draft))).toEqual(texts);
  });

  it('is which files went into the prompt', () => {
    const injectedWorkspaceFiles = [{ path: '/AGENTS.md' }, { path: '/SOUL.md', missing: true }, { missing: false }, 7];
    expect(inTurn({ meta: { systemPromptReport: { injectedWorkspaceFiles } } })).toEqual([
      { type: 'agentdoc_read', path: '/AGENTS.md' },
    ]);
  });

  it.each<[object, string[]]>([
    [
      { toolSummary: { tools: ['exec', 'read'], calls: 3, failures: 1 } },
      ['OpenClaw used these tools: exec, read in 3 calls, 1 of them failed.'],
    ],
    [
      { meta: { toolSummary: { tools: ['exec'], calls: 1 } } },
      ['OpenClaw used these tools: exec in 1 calls, 0 of them failed.'],
    ],
    [{ toolSummary: { tools: [], calls: 0 } }, []],
    [
      { meta: { agentMeta: { terminalReceipt: { successfulToolNames: ['exec'] } } } },
      ['OpenClaw used these tools: exec.'],
    ],
  ])('is the names and the count of its tools, and nothing more of them: %j', (document, messages) => {
    expect(inTurn(document)).toEqual(messages.map((message) => ({ type: 'debug', level: 'info', message })));
  });

  it('is the tokens of all requests, input with its cache, and their price where it is told', () => {
    const usage = { input: 1, output: 2, cacheRead: 4, cacheWrite: 8 };
    const tokens = { inputTokens: 13, outputTokens: 2, cachedTokens: 4 };
    const cost = (document: object) => inTurn(document).find(({ type }) => type === 'cost');
    expect(inTurn({ usage, costUsd: 0.5 })).toEqual([
      { type: 'token_usage', ...tokens },
      { type: 'cost', cost: { totalUsd: 0.5, ...tokens }, mode: 'add' },
    ]);
    expect(cost({ usage: { input: 1, output: 2 } })).toEqual({
      type: 'cost',
      cost: { totalUsd: 0, priced: false, inputTokens: 1, outputTokens: 2 },
      mode: 'add',
    });
    expect(cost({ usage: { input: 1, cost: { total: 2 } } })).toMatchObject({ cost: { totalUsd: 2 } });
    expect(cost({ meta: { agentMeta: { usage: { input: 7 }, costUsd: 3 } } })).toMatchObject({
      cost: { totalUsd: 3, inputTokens: 7 },
    });
  });
});

describe('a failure', () => {
  it.each<[string, object, object]>([
    ['of its own kind', { error: { message: 'No.', kind: 'unauthorized' } }, { type: 'auth_error', message: 'No.' }],
    ['of a type', { error: { message: 'No.', type: 'rate_limit' } }, { type: 'rate_limit_error', message: 'No.' }],
    ['without words', { error: {} }, { type: 'error', code: 'AGENT_ERROR', message: 'OpenClaw failed.' }],
    ['in the local form', { meta: { error: { message: 'HTTP 401: no' } } }, { type: 'auth_error' }],
    ['by its status in words', { error: { message: 'HTTP 500 oh' } }, { type: 'error', transient: true }],
    ['by its words', { error: { message: 'Rate limit reached' } }, { type: 'rate_limit_error' }],
    ['in an answer', { payloads: [{ text: 'a' }, { text: 'Oh.', isError: true }] }, { type: 'error', message: 'Oh.' }],
    [
      'that is only said to be one',
      { ok: false, status: 'aborted' },
      { type: 'error', message: 'OpenClaw ended with status aborted.' },
    ],
  ])('%s is what the turn ends with', (_name, document, outcome) => {
    expect(outcomeOf(document)).toMatchObject(outcome);
  });

  // The words are those that OpenClaw 2026.9.6 has for them, in documents that are written by hand.
  const failed = (message: string, kind: string): object => ({
    ...{ ok: false, status: 'error', final: '', payloads: [], model: null, provider: null },
    error: { message, kind },
  });

  it.each([
    'Context overflow: prompt too large for the model (precheck).',
    'Context overflow: prompt too large for the model. Try /reset (or /new) to start a fresh session, or use a larger-context model.',
    'Context overflow: this conversation is too large for the model. Try /compact, use /new to start a fresh session.',
    '⚠️ mock/mock-1 request failed (context limit exceeded, HTTP 400).',
    '⚠️ mock/mock-1 request failed (context limit exceeded).',
    '⚠️ LLM request failed (context limit exceeded, HTTP 413).',
  ])('of a prompt that is too long is known by its words: %s', (message) => {
    expect([
      outcomeOf(failed(message, 'other')),
      outcomeOf({ payloads: [{ text: message, isError: true }] }),
      start('local').hear(JSON.stringify({ ok: false, error: { type: 'cli_error', message } })),
    ]).toEqual([
      { type: 'context_exceeded' },
      { type: 'context_exceeded' },
      [{ type: 'outcome', outcome: { type: 'context_exceeded' } }],
    ]);
  });

  it.each([
    ['No.', {}],
    ['Too large: 5 tokens > 4 maximum', { usedTokens: 5, maxTokens: 4 }],
  ])('of a prompt that is too long is known by its kind: %s', (message, tokens) => {
    expect(outcomeOf(failed(message, 'context_overflow'))).toEqual({ type: 'context_exceeded', ...tokens });
  });

  it.each([
    '⚠️ mock/mock-1 request failed (authentication failed, HTTP 403). Re-authenticate the provider and try again.',
    '⚠️ mock/mock-1 request failed (authentication failed). Re-authenticate the provider and try again.',
    '⚠️ mock request failed (authentication was rejected). Re-authenticate the provider and try again.',
    'No API key found for provider "anthropic". Auth store: /home/a/auth.sqlite (agentDir: /home/a).',
  ])('of the login is known by its words: %s', (message) => {
    expect([outcomeOf(failed(message, 'other')), outcomeOf(failed(message, ''))]).toEqual([
      expect.objectContaining({ type: 'auth_error', message }),
      expect.objectContaining({ type: 'auth_error', message }),
    ]);
  });

  it.each([
    '⚠️ Exec failed: the log says "Context overflow: prompt too large for the model."',
    '⚠️ Exec failed: mock/mock-1 request failed (context limit exceeded)',
    '⚠️ Exec (cat log) failed: a request failed (authentication failed, HTTP 403).',
    '⚠️ Exec failed: No API key found for provider "x".',
    '⚠️ mock/mock-1 request failed (request format rejected, HTTP 400).',
    '⚠️ mock/mock-1 request failed (provider billing issue, HTTP 402). Check mock billing and try again.',
  ])('is no other one because it repeats such words: %s', (message) => {
    const outcome = { type: 'error', code: 'AGENT_ERROR', message };
    expect([outcomeOf({ payloads: [{ text: message, isError: true }] }), outcomeOf(failed(message, 'other'))]).toEqual([
      outcome,
      outcome,
    ]);
  });

  it('is none where all is well', () => {
    expect(outcomeOf({ ok: true, payloads: [{ text: 'a', isError: false }] })).toBeUndefined();
  });

  it('without a session is the outcome of the run, which is over', () => {
    const { dialect, hear, exit } = start();
    expect(hear('{"ok":false,"error":{"message":"No."}}')).toEqual([
      { type: 'outcome', outcome: { type: 'error', code: 'AGENT_ERROR', message: 'No.' } },
    ]);
    expect([dialect.state.busy, exit({ code: 1 })]).toEqual([false, []]);
  });

  // A program around OpenClaw may print objects of its own.
  it.each([
    ['{"ok":false,"plugin":"x"}', 'ok,plugin'],
    ['{"level":"error","error":{"message":"No."}}', 'level,error'],
    ['{\n  "error": {\n    "type": "cli_error"\n  }\n}', 'error'],
  ])('of somebody else, before the document of the run or behind it, is not the outcome: %j', (foreign, name) => {
    const document = JSON.stringify({ ok: true, sessionId: SESSION }, undefined, 2);
    const unknown = { type: 'unknown_native', name };
    const whole = [{ type: 'session_start', sessionId: SESSION }, { type: 'turn_start' }, { type: 'turn_end' }];
    const [before, behind] = [start(), start()];
    expect(before.hear(`${foreign}\n${document}`)).toEqual([unknown, ...whole]);
    expect(behind.hear(`${document}\n${foreign}`)).toEqual([...whole, unknown]);
    expect([before.exit(), behind.exit()]).toEqual([[], []]);
  });
});
