import { describe, expect, it } from 'vitest';
import { ERROR_CODES } from './error-code.ts';
import { BASE_FIELDS, EVENT_FIELDS, type EventFields } from './event-fields.ts';
import { EVENT_TYPES } from './event-types.ts';
import type { BaseEvent, EventOf, ToolKind } from './events.ts';
import { COUNT, FILLED, type FieldChecks, type FieldsOf, FLAG, oneOf, optional, TEXT } from './field-kinds.ts';
import { STAND_INS } from './stand-ins.ts';
import { SAMPLE_EVENTS, sampleOf } from './testing/sample-events.ts';
import { pickApprovalFacts } from './tool-kinds.ts';
import { findApprovalProblems, findFieldProblems, isAgentEvent, validateEvent } from './validate.ts';

const without = (event: object, name: string): object =>
  Object.fromEntries(Object.entries(event).filter(([key]) => key !== name));

/** Wrong values of fields by name, in addition to the wrong types that every field refuses. */
const OUT_OF_RANGE: Readonly<Record<string, readonly unknown[]>> = {
  runId: ['', '../../etc/passwd', '81JZ8M3QK5V7W9X2Y4Z6A8B0CD', '01JZ8M3QK5V7W9X2Y4Z6A8B0CU', '01JZ'],
  agent: [''],
  timestamp: [0, -1, 1.5, Number.NaN],
  seq: [-1, 0.5],
  lane: [''],
  sessionId: [''],
  forkedFrom: [''],
  checkpointId: [''],
  toolCallId: [''],
  subagentId: [''],
  interactionId: [''],
  pluginId: [''],
  delta: [''],
  model: [''],
  provider: [''],

  turnIndex: [-1, 0.5],
  stepIndex: [-1, 0.5],
  turnCount: [-1, 0.5],
  priorTurnCount: [-1, 0.5],
  byteCount: [-1, 0.5],
  usedTokens: [-1, 0.5],
  maxTokens: [-1, 0.5],
  tokensSaved: [-1, 0.5],
  inputTokens: [-1, 0.5],
  outputTokens: [-1, 0.5],
  thinkingTokens: [-1, 0.5],
  cachedTokens: [-1, 0.5],
  maxTurns: [-1, 0.5],
  attempt: [0, 0.5],
  maxAttempts: [0, 0.5],
  exitCode: [0.5, Number.NaN],
  durationMs: [-1, Number.NaN, Number.POSITIVE_INFINITY],
  delayMs: [-1, Number.NaN],
  retryAfterMs: [-1, Number.NaN],
  pctUsed: [-1, 100.5, Number.NaN],
  riskLevel: ['huge', ''],
  source: ['stdin', 'user'],
  level: ['error'],
  kind: ['idle'],
  capability: ['images'],
  code: ['NO_SUCH_CODE', ''],
  toolKind: ['shell', ''],
  paths: [[''], [1], ['/w', null]],
  changes: [[{ path: '/w/a' }], [{ path: '', change: 'create' }], [{ path: '/w/a', change: 'touch' }], ['/w/a']],
  mcp: [{ server: 'files' }, { tool: 'list' }],
  exhausted: [false],
  newAttempt: [false],
};
/** `skill_loaded.source` is an open set; every other `source` is closed. */
const isOpenSet = (type: string, name: string): boolean => type === 'skill_loaded' && name === 'source';

const fieldsOf = (type: keyof typeof EVENT_FIELDS): [string, FieldChecks[string]][] =>
  Object.entries<FieldChecks[string]>({ ...BASE_FIELDS, ...EVENT_FIELDS[type] });
const WRONG_TYPES: readonly unknown[] = [null, {}, [], Symbol('no'), () => 0];
/** Wrong types of a field; an empty list is one. */
const wrongTypesOf = (name: string): readonly unknown[] =>
  name === 'paths' || name === 'changes' || name === 'models'
    ? WRONG_TYPES.filter((value) => !Array.isArray(value))
    : WRONG_TYPES;

const FIELDS = EVENT_TYPES.flatMap((type) => fieldsOf(type).map(([name, check]) => ({ type, name, check })));

/** Fields whose parts are named by their own paths. */
const LOOKED_INTO: ReadonlySet<string> = new Set(['cost', 'paths', 'changes', 'mcp']);

/** The fields of the samples that an event may lack, beside `lane` and `raw`. */
const OPTIONAL: readonly string[] = [
  'session_start.forkedFrom',
  'session_start.model',
  'session_start.provider',
  'session_resume.priorTurnCountKnown',
  'session_end.turnCountKnown',
  'session_end.cost',
  'turn_end.cost',
  'turn_end.model',
  'turn_end.provider',
  'thinking_start.effort',
  'tool_call_start.toolKind',
  'tool_call_ready.toolKind',
  'tool_result.toolKind',
  'tool_error.toolKind',
  'file_read.toolCallId',
  'file_write.toolCallId',
  'file_write.byteCountKnown',
  'file_write.content',
  'file_create.toolCallId',
  'file_create.byteCountKnown',
  'file_create.content',
  'file_delete.toolCallId',
  'file_patch.toolCallId',
  'file_patch.diffKnown',
  'shell_start.cwdKnown',
  'shell_start.toolCallId',
  'shell_stdout_delta.toolCallId',
  'shell_stderr_delta.toolCallId',
  'shell_exit.exitCodeKnown',
  'shell_exit.signal',
  'shell_exit.toolCallId',
  'mcp_tool_call_start.toolKind',
  'mcp_tool_result.toolKind',
  'mcp_tool_error.toolKind',
  'subagent_spawn.agentNameKnown',
  'subagent_spawn.promptKnown',
  'subagent_result.agentNameKnown',
  'subagent_result.summaryKnown',
  'subagent_result.cost',
  'subagent_error.agentNameKnown',
  'plugin_loaded.versionKnown',
  'skill_loaded.sourceKnown',
  'image_output.base64',
  'image_output.filePath',
  'image_output.toolCallId',
  'cost.models',
  'token_usage.model',
  'token_usage.provider',
  'token_usage.thinkingTokens',
  'token_usage.cachedTokens',
  'token_usage.inputKnown',
  'token_usage.outputKnown',
  'input_required.context',
  'approval_request.context',
  'approval_request.toolName',
  'approval_request.toolCallId',
  'approval_request.toolKind',
  'approval_request.command',
  'approval_request.cwd',
  'approval_request.paths',
  'approval_request.changes',
  'approval_request.url',
  'approval_request.host',
  'approval_request.mcp',
  'approval_request.reason',
  'approval_request.input',
  'approval_granted.toolCallId',
  'approval_denied.reason',
  'approval_denied.toolCallId',
  'rate_limited.retryAfterMs',
  'context_compacted.summaryKnown',
  'context_compacted.tokensSavedKnown',
  'retry.newAttempt',
  'aborted.reason',
  'rate_limit_error.retryAfterMs',
  'rate_limit_error.exhausted',
  'context_exceeded.usedTokensKnown',
  'context_exceeded.maxTokensKnown',
  'crash.exitCodeKnown',
  'crash.signal',
];

describe('validateEvent', () => {
  it.each(SAMPLE_EVENTS)('takes $type as it should be', (event) => {
    expect(validateEvent(event)).toEqual({ ok: true, event });
    expect(isAgentEvent(event)).toBe(true);
  });

  it.each(FIELDS)('refuses $type when $name is wrong', ({ type, name, check }) => {
    const sample = sampleOf(type);
    const isAnything = check.expected === 'a value';
    const inRange = isOpenSet(type, name) ? [] : (OUT_OF_RANGE[name] ?? []);
    const refused = [...(isAnything ? [] : wrongTypesOf(name)), ...inRange].map((value) => ({
      ...sample,
      [name]: value,
    }));
    for (const event of refused) {
      const validation = validateEvent(event);
      if (LOOKED_INTO.has(name)) {
        expect(validation.ok).toBe(false);
      } else {
        expect(validation).toEqual({ ok: false, problems: [expect.stringContaining(`${name}: expected`)] });
      }
    }
    expect(validateEvent(without(sample, name)).ok).toBe(check.optional);
  });

  // The test uses samples and lists of names, not the table that the validator itself reads.
  it('refuses each sample without a field that it needs, and takes it without one that it does not need', () => {
    const spared = SAMPLE_EVENTS.flatMap((event) =>
      Object.keys(event)
        .filter((name) => isAgentEvent(without(event, name)))
        .map((name) => `${event.type}.${name}`),
    );
    expect(spared.filter((name) => !/\.(?:lane|raw|seq)$/.test(name))).toEqual(OPTIONAL);
  });

  it.each(SAMPLE_EVENTS)('refuses $type with a value out of range', (event) => {
    for (const [name, values] of Object.entries(OUT_OF_RANGE)) {
      if (name in event && !isOpenSet(event.type, name)) {
        expect(values.filter((value) => isAgentEvent({ ...event, [name]: value }))).toEqual([]);
      }
    }
  });

  it.each(SAMPLE_EVENTS.filter((event) => 'cost' in event))('looks into the cost record of $type', (event) => {
    for (const [name, value] of [
      ['totalUsd', -0.01],
      ['inputTokens', 1.5],
      ['thinkingTokens', -1],
    ] as const) {
      const cost = { ...('cost' in event ? event.cost : {}), [name]: value };
      expect(validateEvent({ ...event, cost })).toEqual({
        ok: false,
        problems: [expect.stringContaining(`cost.${name}: expected`)],
      });
    }
  });

  it('names the place in a list of changes', () => {
    const changes = [
      { path: '/w/a', change: 'create' },
      { path: '/w/b', change: 'rename', diff: 1 },
    ];
    expect(validateEvent({ ...sampleOf('approval_request'), changes })).toEqual({
      ok: false,
      problems: [
        'changes[1].change: expected one of create, write, update, delete, move, got "rename"',
        'changes[1].diff: expected a string, got 1',
      ],
    });
  });

  it('needs the image or its place on image_output', () => {
    expect(validateEvent(without(without(sampleOf('image_output'), 'base64'), 'filePath'))).toEqual({
      ok: false,
      problems: ['base64 or filePath: expected at least one'],
    });
  });

  it('names everything that is wrong, what was expected and what came', () => {
    expect(validateEvent({ ...sampleOf('tool_result'), seq: -1, toolCallId: '', durationMs: 'long' })).toEqual({
      ok: false,
      problems: [
        'seq: expected an integer from 0, got -1',
        'toolCallId: expected a string that is not empty, got ""',
        'durationMs: expected a number from 0, got "long"',
      ],
    });
  });

  it.each([
    [null, 'expected an event object, got null'],
    [undefined, 'expected an event object, got nothing'],
    ['{}', 'expected an event object, got "{}"'],
    [[], 'expected an event object, got an array'],
  ])('refuses %j, which is no object', (value, problem) => {
    expect(validateEvent(value)).toEqual({ ok: false, problems: [problem] });
  });

  it('tolerates fields that it does not know', () => {
    expect(isAgentEvent({ ...sampleOf('log'), host: 'h' })).toBe(true);
  });

  it('takes undefined in an optional field for absence', () => {
    expect(isAgentEvent({ ...sampleOf('log'), lane: undefined })).toBe(true);
  });

  it('tells an event of a later version from a broken one', () => {
    const later = { ...sampleOf('log'), type: 'session_title' };
    expect(validateEvent(later)).toEqual({
      ok: false,
      unknownType: true,
      problems: ['type: expected one of the 67 event types, got "session_title"'],
    });
    expect(validateEvent({ ...later, seq: -1 })).not.toHaveProperty('unknownType');
    expect(validateEvent({ ...later, type: '' })).toEqual({
      ok: false,
      problems: ['type: expected an event type, got ""'],
    });
    expect(validateEvent({ ...later, type: 'toString' })).toHaveProperty('unknownType', true);
  });
});

/** The values of all closed sets; the compiler refuses a set that is missing here. */
const CLOSED_SETS = {
  'input_required.source': { agent: 0, tool: 0 } satisfies Record<EventOf<'input_required'>['source'], 0>,
  'approval_request.riskLevel': { low: 0, medium: 0, high: 0 } satisfies Record<
    EventOf<'approval_request'>['riskLevel'],
    0
  >,
  'tool_result.toolKind': {
    ...{ read: 0, edit: 0, delete: 0, move: 0, search: 0, execute: 0, think: 0, fetch: 0 },
    ...{ switch_mode: 0, mcp: 0, other: 0 },
  } satisfies Record<ToolKind, 0>,
  'timeout.kind': { run: 0, inactivity: 0 } satisfies Record<EventOf<'timeout'>['kind'], 0>,
  'stream_fallback.capability': { text: 0, tool_calls: 0, thinking: 0 } satisfies Record<
    EventOf<'stream_fallback'>['capability'],
    0
  >,
  'debug.level': { verbose: 0, info: 0, warn: 0 } satisfies Record<EventOf<'debug'>['level'], 0>,
  'log.source': { stdout: 0, stderr: 0 } satisfies Record<EventOf<'log'>['source'], 0>,
};

describe('a closed set', () => {
  it.each(Object.entries(CLOSED_SETS))(
    '%s takes each of its words, and names them all where it gets another',
    (place, words) => {
      const [type = '', name = ''] = place.split('.');
      const sample = SAMPLE_EVENTS.find((event) => event.type === type);
      const known = Object.keys(words);
      expect(known.filter((word) => !isAgentEvent({ ...sample, [name]: word }))).toEqual([]);
      expect(validateEvent({ ...sample, [name]: 'another' })).toEqual({
        ok: false,
        problems: [`${name}: expected one of ${known.join(', ')}, got "another"`],
      });
    },
  );

  it('of the error codes takes each of them', () => {
    expect(ERROR_CODES.filter((code) => !isAgentEvent({ ...sampleOf('error'), code }))).toEqual([]);
  });
});

describe('what is expected of a field', () => {
  it.each([
    ['session_start', 'resumed', 'true or false'],
    ['session_end', 'cost', 'a cost record'],
    ['session_end', 'turnCountKnown', 'false'],
    ['crash', 'exitCode', 'an integer'],
    ['retry', 'attempt', 'an integer from 1'],
    ['context_limit_warning', 'pctUsed', 'a number from 0 to 100'],
    ['message_stop', 'text', 'a string'],
    ['message_stop', 'runId', 'a ULID'],
    ['message_stop', 'type', 'an event type'],
    ['approval_request', 'paths', 'a list of paths'],
    ['approval_request', 'changes', 'a list of changes'],
    ['approval_request', 'mcp', 'an object with server and tool'],
    ['cost', 'models', 'a list of what each model has cost'],
  ] as const)('is said in words: %s.%s is %s', (type, name, expected) => {
    expect(validateEvent({ ...sampleOf(type), [name]: null })).toEqual({
      ok: false,
      problems: [`${name}: expected ${expected}, got null`],
    });
  });

  it.each([
    ['approval_request', 'paths', 'a string that is not empty'],
    ['approval_request', 'changes', 'a change of a file'],
    ['cost', 'models', 'what a model has cost'],
  ] as const)('is said of the second item of a list too: %s.%s', (type, name, expected) => {
    const sample: Readonly<Record<string, unknown>> = { ...sampleOf(type) };
    expect(validateEvent({ ...sample, [name]: [...[sample[name]].flat().slice(0, 1), null] })).toEqual({
      ok: false,
      problems: [`${name}[1]: expected ${expected}, got null`],
    });
  });

  it('is a whole range: 0 and 100 percent are within it', () => {
    const accepted = [-0.1, 0, 50.5, 100, 100.1].filter((pctUsed) =>
      isAgentEvent({ ...sampleOf('context_limit_warning'), pctUsed }),
    );
    expect(accepted).toEqual([0, 50.5, 100]);
  });

  it('is that it be there, where any value will do', () => {
    expect(validateEvent(without(sampleOf('tool_result'), 'output'))).toEqual({
      ok: false,
      problems: ['output: expected a value, got nothing'],
    });
  });

  it('is checked against what came, of which a long text is cut', () => {
    const problem = (seq: unknown) => validateEvent({ ...sampleOf('log'), seq });
    const came = ['x'.repeat(40), 'x'.repeat(41), true, {}, [], null];
    expect(came.map(problem)).toEqual(
      [`"${'x'.repeat(40)}"`, `"${'x'.repeat(40)}"…`, 'true', 'an object', 'an array', 'null'].map((got) => ({
        ok: false,
        problems: [`seq: expected an integer from 0, got ${got}`],
      })),
    );
  });
});

describe('the fields of a draft', () => {
  it('are those of its type alone, without what every event has and what the reader rebuilds', () => {
    expect(findFieldProblems('text_delta', { delta: 'x' })).toEqual([]);
    expect(findFieldProblems('text_delta', { delta: 7, runId: 7 })).toEqual([
      'delta: expected a string that is not empty, got 7',
    ]);
    expect(findFieldProblems('session_end', { sessionId: 's', turnCount: 0, cost: { totalUsd: 'much' } })).toEqual([
      'cost.totalUsd: expected a number from 0, got "much"',
      'cost.inputTokens: expected an integer from 0, got nothing',
      'cost.outputTokens: expected an integer from 0, got nothing',
    ]);
  });
});

describe('the facts of an approval', () => {
  it('are checked by themselves, whatever else stands beside them', () => {
    expect(findApprovalProblems({ ...sampleOf('approval_request'), riskLevel: 'none' })).toEqual([]);
    expect(findApprovalProblems({ command: 7, paths: [''], mcp: { server: 's' } })).toEqual([
      'command: expected a string, got 7',
      'paths[0]: expected a string that is not empty, got ""',
      'mcp.tool: expected a string, got nothing',
    ]);
  });

  it('are picked from an event, without its other fields and what it leaves open', () => {
    const facts = {
      toolKind: 'execute',
      command: 'ls',
      cwd: '/w',
      paths: ['/w/a'],
      changes: [{ path: '/w/a', change: 'create' }],
      url: 'https://example.com',
      host: 'example.com',
      mcp: { server: 's', tool: 't' },
      reason: 'to see',
      input: { command: 'ls' },
    } as const;
    const open = Object.fromEntries(Object.keys(facts).map((name) => [name, undefined]));
    const event = { ...sampleOf('approval_request'), ...facts };
    expect(pickApprovalFacts(event)).toEqual(facts);
    expect(Object.entries(pickApprovalFacts(Object.assign(event, open, { reason: 'r' })))).toEqual([['reason', 'r']]);
  });
});

describe('a stand-in', () => {
  it('is none of the values that an agent would say, or the least of them', () => {
    expect(STAND_INS).toEqual({
      session_resume: { priorTurnCount: 0 },
      session_end: { turnCount: expect.stringContaining('this run') },
      file_write: { byteCount: 0 },
      file_create: { byteCount: 0 },
      file_patch: { diff: '' },
      shell_start: { cwd: '' },
      shell_exit: { exitCode: -1 },
      subagent_spawn: { agentName: 'agent', prompt: '' },
      subagent_result: { agentName: 'agent', summary: '' },
      subagent_error: { agentName: 'agent' },
      plugin_loaded: { version: '' },
      skill_loaded: { source: '' },
      context_compacted: { summary: '', tokensSaved: 0 },
      context_exceeded: { usedTokens: 0, maxTokens: 0 },
      crash: { exitCode: -1 },
    });
  });
});

describe('the table of fields', () => {
  it('does not compile when it and the union differ', () => {
    const { log: _, ...withoutLog } = EVENT_FIELDS;
    // @ts-expect-error a type of the union is missing
    withoutLog satisfies EventFields;
    // @ts-expect-error a type that the union does not have
    const more: EventFields = { ...EVENT_FIELDS, session_title: {} };
    // @ts-expect-error a field is missing
    const missing: EventFields['session_fork'] = { sessionId: FILLED };
    // @ts-expect-error a field too many
    const extra: EventFields['skill_invoked'] = { skillName: TEXT, source: TEXT };
    // @ts-expect-error the wrong kind
    const kind: EventFields['turn_start'] = { turnIndex: TEXT };
    // @ts-expect-error optional here, not in the interface
    const lax: EventFields['turn_start'] = { turnIndex: optional(COUNT) };
    // @ts-expect-error optional in the interface, not here
    const strict: FieldsOf<Pick<EventOf<'thinking_start'>, 'effort'>> = { effort: TEXT };
    // @ts-expect-error a literal is missing
    const fewer: EventFields['timeout'] = { kind: oneOf('run') };
    // @ts-expect-error a literal too many
    const others: EventFields['timeout'] = { kind: oneOf('run', 'inactivity', 'idle') };
    // @ts-expect-error `exhausted` is true or absent
    const flag: Pick<EventFields['rate_limit_error'], 'exhausted'> = { exhausted: optional(FLAG) };
    // @ts-expect-error a base field is missing
    const base: FieldsOf<BaseEvent, 'type'> = { runId: FILLED };
    expect([more, missing, extra, kind, lax, strict, fewer, others, flag, base]).toHaveLength(10);
  });
});
