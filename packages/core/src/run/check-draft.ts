/** Says whether what a dialect gave is a draft: adapters come from outside too, and the assembler takes what it is given. */
import {
  type AgentEvent,
  EVENT_TYPES,
  findApprovalProblems,
  findFieldProblems,
  STAND_INS,
  showValue,
  TOOL_KINDS,
} from '@agent-mux/events';
import type { LooseDraft, Outcome, PlainDraft } from '../adapter/index.ts';
import { isJson, isRecord } from '../field-rules.ts';

interface Kind {
  readonly expected: string;
  readonly isKind: (value: unknown) => boolean;
  readonly isOptional?: true;
}
type Kinds = Readonly<Record<string, Kind>>;

const TEXT: Kind = { expected: 'a string', isKind: (value) => typeof value === 'string' };
const FILLED: Kind = {
  expected: 'a string that is not empty',
  isKind: (value) => typeof value === 'string' && value !== '',
};
const FLAG: Kind = { expected: 'true or false', isKind: (value) => typeof value === 'boolean' };
const NUMBER: Kind = { expected: 'a finite number', isKind: Number.isFinite };
/** An event that cannot be written down would end the stream of whoever writes it. */
const JSON_VALUE: Kind = {
  expected: 'what JSON can hold',
  isKind: (value) => typeof value === 'string' || isJson(value),
};
const MCP: Kind = objectOf('an object with server and tool', { server: TEXT, tool: TEXT });
const COST: Kind = objectOf('a cost record', {
  totalUsd: NUMBER,
  inputTokens: NUMBER,
  outputTokens: NUMBER,
  thinkingTokens: maybe(NUMBER),
  cachedTokens: maybe(NUMBER),
  inputKnown: maybe(FLAG),
  outputKnown: maybe(FLAG),
  priced: maybe(FLAG),
});

const MODEL: Kinds = { model: maybe(FILLED), provider: maybe(FILLED) };
const MODEL_COST: Kind = objectOf('what a model has cost', {
  model: FILLED,
  provider: maybe(FILLED),
  costUsd: NUMBER,
});
const MODEL_COSTS: Kind = {
  expected: 'a list of what each model has cost',
  isKind: (value) => Array.isArray(value) && value.every((item) => MODEL_COST.isKind(item)),
};

const OUTCOME_KINDS: Readonly<Record<Outcome['type'], Kinds>> = {
  interrupted: {},
  turn_limit: { maxTurns: NUMBER },
  auth_error: { message: TEXT, guidance: TEXT },
  rate_limit_error: { message: TEXT, retryAfterMs: maybe(NUMBER) },
  context_exceeded: { usedTokens: maybe(NUMBER), maxTokens: maybe(NUMBER) },
  crash: { exitCode: maybe(NUMBER), signal: maybe(FILLED), stderr: TEXT },
  error: { code: TEXT, message: TEXT, transient: maybe(FLAG) },
};
const OUTCOME: Kind = {
  expected: `an outcome (${Object.keys(OUTCOME_KINDS).join(', ')}) with its fields`,
  isKind: (value) => {
    const kinds = isRecord(value) ? byType(OUTCOME_KINDS, value['type']) : undefined;
    return kinds !== undefined && findProblem(value as Fields, kinds) === undefined;
  },
};

const CALL: Kinds = { toolCallId: FILLED };
const DELTA: Kinds = { delta: TEXT, key: maybe(TEXT) };
const TOOL_KIND: Kinds = { toolKind: maybe(oneOf(...TOOL_KINDS)) };
const LATE: Kinds = { ...CALL, toolName: maybe(TEXT), ...TOOL_KIND, durationMs: maybe(NUMBER) };
const GIVEN: Kinds = { input: maybe(JSON_VALUE), mcp: maybe(MCP) };
const PIECE: Kinds = { ...CALL, delta: TEXT };
const SUBAGENT: Kinds = { subagentId: FILLED };
const KEYED: Kinds = { key: TEXT };

/** Of the drafts whose form differs from their event. */
const LOOSE_KINDS: Readonly<Record<LooseDraft['type'], Kinds>> = {
  session_start: {
    sessionId: FILLED,
    resumed: maybe(FLAG),
    forkedFrom: maybe(FILLED),
    priorTurnCount: maybe(NUMBER),
    ...MODEL,
  },
  turn_start: {},
  turn_end: { outcome: maybe(OUTCOME), cost: maybe(COST), ...MODEL },
  outcome: { outcome: OUTCOME },
  step_start: { stepType: maybe(TEXT) },
  step_end: {},
  text_delta: DELTA,
  thinking_delta: DELTA,
  message_stop: { text: maybe(TEXT), key: maybe(TEXT) },
  thinking_stop: { thinking: maybe(TEXT), key: maybe(TEXT) },
  thinking_effort: { effort: TEXT },
  tool_call_start: { ...CALL, toolName: TEXT, ...TOOL_KIND, ...GIVEN },
  tool_input_delta: PIECE,
  tool_call_ready: { ...CALL, toolName: maybe(TEXT), ...TOOL_KIND, ...GIVEN },
  tool_result: { ...LATE, output: maybe(JSON_VALUE) },
  tool_error: { ...LATE, error: TEXT },
  shell_start: { ...CALL, command: TEXT, cwd: maybe(TEXT) },
  shell_stdout_delta: PIECE,
  shell_stderr_delta: PIECE,
  shell_exit: {
    ...CALL,
    exitCode: maybe(NUMBER),
    signal: maybe(FILLED),
    output: maybe(TEXT),
    durationMs: maybe(NUMBER),
  },
  subagent_spawn: { ...SUBAGENT, agentName: maybe(TEXT), prompt: maybe(TEXT), background: maybe(FLAG) },
  subagent_result: { ...SUBAGENT, summary: maybe(TEXT), cost: maybe(COST) },
  subagent_error: { ...SUBAGENT, error: TEXT },
  approval_request: {
    ...KEYED,
    action: TEXT,
    detail: TEXT,
    riskLevel: oneOf('low', 'medium', 'high'),
    toolName: maybe(TEXT),
    toolCallId: maybe(TEXT),
    input: maybe(JSON_VALUE),
  },
  approval_granted: KEYED,
  approval_denied: { ...KEYED, reason: maybe(TEXT) },
  input_required: { ...KEYED, question: TEXT, context: maybe(TEXT), source: oneOf('agent', 'tool') },
  interaction_settled: KEYED,
  host_tool_call: { ...KEYED, ...CALL, toolName: TEXT },
  host_tool_settled: KEYED,
  tokens_seen: { inputTokens: NUMBER, outputTokens: NUMBER },
  steer_settled: { ...KEYED, delivered: oneOf('steered', 'new-turn', 'refused') },
  cost: { cost: COST, mode: oneOf('total', 'add'), models: maybe(MODEL_COSTS) },
  unknown_native: { name: TEXT },
};

type Fields = Readonly<Record<string, unknown>>;

/** What is wrong with it in words, or undefined. */
export function findDraftProblem(draft: unknown): string | undefined {
  if (!isRecord(draft)) {
    return `expected an object with a type, got ${showValue(draft)}`;
  }
  const { type, lane, delta, key } = draft;
  if (lane !== undefined && (typeof lane !== 'string' || lane === '')) {
    return `${String(type)}: lane: expected a string that is not empty, got ${showValue(lane)}`;
  }
  // First, since most drafts are pieces of an answer.
  if (type === 'text_delta' && typeof delta === 'string' && (key === undefined || typeof key === 'string')) {
    return undefined;
  }
  const kinds = byType(LOOSE_KINDS, type);
  if (kinds !== undefined) {
    const problem =
      findProblem(draft, kinds) ?? (type === 'approval_request' ? findApprovalProblems(draft)[0] : undefined);
    return problem === undefined ? undefined : `${String(type)}: ${problem}`;
  }
  if (!isPlainType(type)) {
    return `type: expected the type of a draft, got ${showValue(type)}`;
  }
  // What the agent does not say may be left out.
  const standIns = byType(STAND_INS, type);
  const [problem] = findFieldProblems(type, standIns === undefined ? draft : { ...standIns, ...draft });
  return problem === undefined ? undefined : `${type}: ${problem}`;
}

function findProblem(value: Fields, kinds: Kinds): string | undefined {
  for (const name in kinds) {
    const kind = kinds[name];
    const found = value[name];
    if (kind !== undefined && (found === undefined ? kind.isOptional !== true : !kind.isKind(found))) {
      return `${name}: expected ${kind.expected}, got ${showValue(found)}`;
    }
  }
  return undefined;
}

// Derived by the assembler, or another draft stands for them.
const NO_DRAFTS: ReadonlySet<string> = new Set([
  'session_resume',
  'session_fork',
  'session_end',
  'message_start',
  'thinking_start',
  'stream_fallback',
]);
const PLAIN_TYPES: ReadonlySet<unknown> = new Set(EVENT_TYPES.filter((type) => !NO_DRAFTS.has(type)));

function isPlainType(type: unknown): type is PlainDraft['type'] & AgentEvent['type'] {
  return PLAIN_TYPES.has(type);
}

function byType<T>(table: Readonly<Record<string, T>>, type: unknown): T | undefined {
  return typeof type === 'string' && Object.hasOwn(table, type) ? table[type] : undefined;
}

function maybe(kind: Kind): Kind {
  return { ...kind, isOptional: true };
}

function oneOf(...values: readonly string[]): Kind {
  return { expected: `one of ${values.join(', ')}`, isKind: (value) => values.includes(value as string) };
}

function objectOf(expected: string, kinds: Kinds): Kind {
  return { expected, isKind: (value) => isRecord(value) && findProblem(value, kinds) === undefined };
}
