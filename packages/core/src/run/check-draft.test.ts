import { showValue } from '@agent-mux/events';
import { describe, expect, it } from 'vitest';

import { findDraftProblem } from './check-draft.ts';

interface KindOfValue {
  /** The problem names it so. */
  readonly expected: string;
  readonly good: readonly unknown[];
  readonly bad: readonly unknown[];
}

const circle: { self?: object } = {};
circle.self = circle;
const COST = { totalUsd: 1.5, inputTokens: 2, outputTokens: 3 };
const kind = (expected: string, good: readonly unknown[], bad: readonly unknown[]): KindOfValue => ({
  expected,
  good,
  bad: [null, ...bad],
});

const KINDS = {
  text: kind('a string', ['', 'a'], [1, true, {}, ['a']]),
  filled: kind('a string that is not empty', ['a'], ['', 1, {}]),
  flag: kind('true or false', [true, false], ['true', 0, {}]),
  count: kind('an integer from 0', [0, 1, 2 ** 53 - 1], ['1', -1, 1.5, 2 ** 53, Number.NaN, {}]),
  integer: kind('an integer', [0, -1, 1 - 2 ** 53], ['1', 1.5, -(2 ** 53), Number.POSITIVE_INFINITY, {}]),
  amount: kind('a number from 0', [0, 1.5, 2 ** 60], ['1', -0.5, Number.NaN, Number.POSITIVE_INFINITY, {}]),
  json: kind('what JSON can say', ['', 'a', 1, { a: [1] }, [null], false, null], [circle, 1n, () => 1]),
  mcp: kind(
    'an object with server and tool',
    [{ server: '', tool: 't' }],
    ['s', {}, { server: 's' }, { tool: 't' }, { server: 1, tool: 't' }, { server: 's', tool: 1 }],
  ),
  cost: kind(
    'a cost record',
    [
      COST,
      { ...COST, thinkingTokens: 1, cachedTokens: 2, inputKnown: false, outputKnown: true, priced: false },
      { ...COST, thinkingTokens: undefined },
    ],
    [
      1,
      { ...COST, totalUsd: undefined },
      { ...COST, inputTokens: undefined },
      { ...COST, outputTokens: undefined },
      ...['totalUsd', 'inputTokens', 'outputTokens', 'thinkingTokens', 'cachedTokens'].map((name) => ({
        ...COST,
        [name]: '1',
      })),
      ...['inputTokens', 'outputTokens', 'thinkingTokens', 'cachedTokens'].map((name) => ({ ...COST, [name]: 0.5 })),
      { ...COST, totalUsd: -0.5 },
      ...['inputKnown', 'outputKnown', 'priced'].map((name) => ({ ...COST, [name]: 1 })),
    ],
  ),
  outcome: kind(
    'an outcome (interrupted, turn_limit, auth_error, rate_limit_error, context_exceeded, crash, error) with its fields',
    [
      { type: 'interrupted' },
      { type: 'turn_limit', maxTurns: 1 },
      { type: 'auth_error', message: '', guidance: '' },
      { type: 'rate_limit_error', message: '' },
      { type: 'rate_limit_error', message: '', retryAfterMs: 1 },
      { type: 'context_exceeded' },
      { type: 'context_exceeded', usedTokens: 1, maxTokens: 2 },
      { type: 'crash', stderr: '' },
      { type: 'crash', stderr: '', exitCode: 1, signal: 'SIGTERM' },
      { type: 'error', code: 'AGENT_ERROR', message: '' },
      { type: 'error', code: 'AGENT_ERROR', message: '', transient: true },
    ],
    [
      'interrupted',
      {},
      { type: 'toString' },
      { type: 'aborted' },
      { type: 1 },
      { type: 'turn_limit' },
      { type: 'turn_limit', maxTurns: '1' },
      { type: 'turn_limit', maxTurns: 0.5 },
      { type: 'rate_limit_error', message: '', retryAfterMs: -1 },
      { type: 'context_exceeded', usedTokens: -1 },
      { type: 'context_exceeded', maxTokens: 2 ** 53 },
      { type: 'crash', stderr: '', exitCode: 0.5 },
      { type: 'auth_error', message: '' },
      { type: 'auth_error', guidance: '' },
      { type: 'auth_error', message: 1, guidance: '' },
      { type: 'auth_error', message: '', guidance: 1 },
      { type: 'rate_limit_error' },
      { type: 'rate_limit_error', message: 1 },
      { type: 'rate_limit_error', message: '', retryAfterMs: '1' },
      { type: 'context_exceeded', usedTokens: '1' },
      { type: 'context_exceeded', maxTokens: '1' },
      { type: 'crash' },
      { type: 'crash', stderr: 1 },
      { type: 'crash', stderr: '', exitCode: '1' },
      { type: 'crash', stderr: '', signal: '' },
      { type: 'error', code: 'AGENT_ERROR' },
      { type: 'error', message: '' },
      { type: 'error', code: 1, message: '' },
      { type: 'error', code: 'AGENT_ERROR', message: 1 },
      { type: 'error', code: 'AGENT_ERROR', message: '', transient: 1 },
    ],
  ),
  risk: kind('one of low, medium, high', ['low', 'medium', 'high'], ['', 'none', 1]),
  source: kind('one of agent, tool', ['agent', 'tool'], ['', 'user', 1]),
  delivered: kind('one of steered, new-turn, refused', ['steered', 'new-turn', 'refused'], ['', 'answer']),
  toolKind: kind(
    'one of read, edit, delete, move, search, execute, think, fetch, switch_mode, mcp, other',
    ['read', 'switch_mode', 'mcp', 'other'],
    ['', 'shell', 1],
  ),
  mode: kind('one of total, add', ['total', 'add'], ['', 'sum']),
  models: kind(
    'a list of what each model has cost',
    [[], [{ model: 'm', costUsd: 1 }], [{ model: 'm', provider: 'p', costUsd: 0 }]],
    [
      1,
      {},
      [1],
      [{ model: 'm', costUsd: 1 }, {}],
      [{ model: '', costUsd: 1 }],
      [{ model: 'm' }],
      [{ model: 'm', costUsd: '1' }],
      [{ model: 'm', costUsd: -1 }],
      [{ model: 'm', provider: '', costUsd: 1 }],
    ],
  ),
} satisfies Record<string, KindOfValue>;

/**
 * The fields of the drafts that differ from their event: each is `name:kind`, or `name?:kind` where it may be left out.
 */
const FIELDS: Readonly<Record<string, string>> = {
  session_start:
    'sessionId:filled resumed?:flag forkedFrom?:filled priorTurnCount?:count model?:filled provider?:filled',
  turn_start: '',
  turn_end: 'outcome?:outcome cost?:cost model?:filled provider?:filled',
  outcome: 'outcome:outcome',
  step_start: 'stepType?:text',
  step_end: '',
  text_delta: 'delta:text key?:text',
  thinking_delta: 'delta:text key?:text',
  message_stop: 'text?:text key?:text',
  thinking_stop: 'thinking?:text key?:text',
  thinking_effort: 'effort:text',
  tool_call_start: 'toolCallId:filled toolName:text toolKind?:toolKind input?:json mcp?:mcp',
  tool_input_delta: 'toolCallId:filled delta:text',
  tool_call_ready: 'toolCallId:filled toolName?:text toolKind?:toolKind input?:json mcp?:mcp',
  tool_result: 'toolCallId:filled toolName?:text toolKind?:toolKind durationMs?:amount output?:json',
  tool_error: 'toolCallId:filled toolName?:text toolKind?:toolKind durationMs?:amount error:text',
  shell_start: 'toolCallId:filled command:text cwd?:text',
  shell_stdout_delta: 'toolCallId:filled delta:text',
  shell_stderr_delta: 'toolCallId:filled delta:text',
  shell_exit: 'toolCallId:filled exitCode?:integer signal?:filled output?:text durationMs?:amount',
  subagent_spawn: 'subagentId:filled agentName?:text prompt?:text background?:flag',
  subagent_result: 'subagentId:filled summary?:text cost?:cost',
  subagent_error: 'subagentId:filled error:text',
  approval_request:
    'key:text action:text detail:text riskLevel:risk toolName?:text toolCallId?:filled toolKind?:toolKind input?:json',
  approval_granted: 'key:text',
  approval_denied: 'key:text reason?:text',
  input_required: 'key:text question:text context?:text source:source',
  interaction_settled: 'key:text',
  host_tool_call: 'key:text toolCallId:filled toolName:text',
  host_tool_settled: 'key:text',
  tokens_seen: 'inputTokens:count outputTokens:count',
  steer_settled: 'key:text delivered:delivered',
  cost: 'cost:cost mode:mode models?:models',
  unknown_native: 'name:text',
};

interface Field {
  readonly name: string;
  readonly isOptional: boolean;
  readonly kind: KindOfValue;
}

function fieldsOf(type: string): readonly Field[] {
  return (FIELDS[type] ?? '')
    .split(' ')
    .filter(Boolean)
    .map((word) => {
      const [name = '', kindName = ''] = word.split(':');
      const isOptional = name.endsWith('?');
      return {
        name: isOptional ? name.slice(0, -1) : name,
        isOptional,
        kind: KINDS[kindName as keyof typeof KINDS],
      };
    });
}

const pick = (type: string, fields: readonly Field[]): Record<string, unknown> => ({
  type,
  ...Object.fromEntries(fields.map(({ name, kind: { good } }) => [name, good[0]])),
});

describe.each(Object.keys(FIELDS))('the draft %s', (type) => {
  const fields = fieldsOf(type);
  const whole = pick(type, fields);

  it('is right with all its fields, with those alone that must be there, and with a lane', () => {
    const least = pick(
      type,
      fields.filter(({ isOptional }) => !isOptional),
    );
    for (const draft of [whole, least, { ...whole, lane: 's' }, { ...whole, more: 1 }]) {
      expect(findDraftProblem(draft)).toBeUndefined();
    }
  });

  it('is none without one of those that must be there, which it names', () => {
    for (const { name, isOptional, kind: expected } of fields) {
      const problem = isOptional ? undefined : `${type}: ${name}: expected ${expected.expected}, got undefined`;
      expect(findDraftProblem({ ...whole, [name]: undefined })).toBe(problem);
    }
  });

  it('takes each value of the right kind, and names each of a wrong one', () => {
    for (const { name, kind: expected } of fields) {
      for (const value of expected.good) {
        expect(findDraftProblem({ ...whole, [name]: value })).toBeUndefined();
      }
      // Null is what JSON can say.
      for (const value of expected.bad.filter((each) => each !== null || !expected.good.includes(null))) {
        const problem = `${type}: ${name}: expected ${expected.expected}, got ${showValue(value)}`;
        expect(findDraftProblem({ ...whole, [name]: value })).toBe(problem);
      }
    }
  });

  it.each([[''], [1], [null], [{}]])('is none with the lane %j', (lane) => {
    const problem = `${type}: lane: expected a string that is not empty, got ${showValue(lane)}`;
    expect(findDraftProblem({ ...whole, lane })).toBe(problem);
  });
});

describe('what is no draft', () => {
  it.each([[undefined], [null], ['text_delta'], [1], [[]], [() => 1]])('names it: %s', (value) => {
    expect(findDraftProblem(value)).toBe(`expected an object with a type, got ${showValue(value)}`);
  });

  it.each([
    'session_resume',
    'session_fork',
    'session_end',
    'message_start',
    'thinking_start',
    'stream_fallback',
    'toString',
    'nothing',
    '',
    undefined,
    1,
  ])('is of no type that a draft can have: %s', (type) => {
    expect(findDraftProblem({ type })).toBe(`type: expected the type of a draft, got ${showValue(type)}`);
  });
});

describe('a draft that has the form of its event', () => {
  it.each([
    { type: 'file_read', path: '/a', toolCallId: 't' },
    // A field that nobody knows may be left out.
    { type: 'file_write', path: '/a', toolCallId: 't' },
    { type: 'skill_loaded', skillName: 's' },
    { type: 'debug', level: 'warn', message: '' },
    { type: 'paused' },
  ])('is right: $type', (draft) => {
    expect(findDraftProblem(draft)).toBeUndefined();
  });

  it.each([
    [{ type: 'debug', level: 'warn' }, 'debug: message'],
    [{ type: 'debug', level: 1, message: '' }, 'debug: level'],
    [{ type: 'file_write', toolCallId: 't' }, 'file_write: path'],
    [{ type: 'file_write', path: '/a', toolCallId: 't', byteCount: 'many' }, 'file_write: byteCount'],
  ])('is none where a field is missing or wrong: %j', (draft, begins) => {
    expect(findDraftProblem(draft)?.startsWith(begins)).toBe(true);
  });
});

describe('what an approval is about', () => {
  const asked = { type: 'approval_request', key: 'k', action: 'a', detail: 'd', riskLevel: 'low' };

  it('may be told whole', () => {
    const changes = [{ path: 'a', change: 'move', movedTo: 'b', diff: '', oldText: '', newText: '' }];
    const facts = { command: 'ls', cwd: '/w', paths: ['a'], changes, url: 'u', host: 'h', reason: 'r' };
    expect(findDraftProblem({ ...asked, ...facts, mcp: { server: 's', tool: 't' } })).toBeUndefined();
  });

  it.each([
    [{ toolKind: 'shell' }, 'toolKind: expected one of read, '],
    [{ command: 1 }, 'command: expected a string, got 1'],
    [{ paths: ['/a', ''] }, 'paths[1]: expected a string that is not empty, got ""'],
    [
      { changes: [{ path: '/a' }] },
      'changes[0].change: expected one of create, write, update, delete, move, got nothing',
    ],
    [{ mcp: { server: 's' } }, 'mcp.tool: expected a string, got nothing'],
  ])('is refused where it is wrong: %j', (facts, problem) => {
    expect(findDraftProblem({ ...asked, ...facts })?.startsWith(`approval_request: ${problem}`)).toBe(true);
  });
});
