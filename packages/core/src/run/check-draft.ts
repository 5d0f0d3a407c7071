/**
 * Checks whether a value from a dialect is a draft, because adapters come from outside too, and the assembler takes any
 * value.
 */
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
import { boolean, isJson, isRecord, matching, maybe, type Rule, rule, text } from '../field-rules.ts';
import { isFitNumber } from './fit-numbers.ts';

type Kinds = Readonly<Record<string, Rule>>;

const FILLED = matching(/./s, 'a string that is not empty');
// As the events have them: an event with another number would be none.
const COUNT: Rule = rule('an integer from 0', (value) => isFitNumber('count', value));
const INTEGER: Rule = rule('an integer', (value) => isFitNumber('integer', value));
const AMOUNT: Rule = rule('a number from 0', (value) => isFitNumber('amount', value));
/** An event that cannot be written down would end the stream of whoever writes it. */
const JSON_VALUE: Rule = rule('what JSON can say', (value) => typeof value === 'string' || isJson(value));
const MCP: Rule = objectOf('an object with server and tool', { server: text, tool: text });
const COST: Rule = objectOf('a cost record', {
  totalUsd: AMOUNT,
  inputTokens: COUNT,
  outputTokens: COUNT,
  thinkingTokens: maybe(COUNT),
  cachedTokens: maybe(COUNT),
  inputKnown: maybe(boolean),
  outputKnown: maybe(boolean),
  priced: maybe(boolean),
});

const MODEL: Kinds = { model: maybe(FILLED), provider: maybe(FILLED) };
const MODEL_COST: Rule = objectOf('what a model has cost', {
  model: FILLED,
  provider: maybe(FILLED),
  costUsd: AMOUNT,
});
const MODEL_COSTS: Rule = rule(
  'a list of what each model has cost',
  (value) => Array.isArray(value) && value.every((item) => MODEL_COST.accepts(item)),
);

const OUTCOME_KINDS: Readonly<Record<Outcome['type'], Kinds>> = {
  interrupted: {},
  turn_limit: { maxTurns: COUNT },
  auth_error: { message: text, guidance: text },
  rate_limit_error: { message: text, retryAfterMs: maybe(AMOUNT) },
  context_exceeded: { usedTokens: maybe(COUNT), maxTokens: maybe(COUNT) },
  crash: { exitCode: maybe(INTEGER), signal: maybe(FILLED), stderr: text },
  error: { code: text, message: text, transient: maybe(boolean) },
};
const OUTCOME: Rule = {
  expected: `an outcome (${Object.keys(OUTCOME_KINDS).join(', ')}) with its fields`,
  accepts: (value) => {
    const kinds = isRecord(value) ? byType(OUTCOME_KINDS, value['type']) : undefined;
    return kinds !== undefined && findProblem(value as Fields, kinds) === undefined;
  },
};

const CALL: Kinds = { toolCallId: FILLED };
const DELTA: Kinds = { delta: text, key: maybe(text) };
const TOOL_KIND: Kinds = { toolKind: maybe(among(...TOOL_KINDS)) };
const LATE: Kinds = { ...CALL, toolName: maybe(text), ...TOOL_KIND, durationMs: maybe(AMOUNT) };
const GIVEN: Kinds = { input: maybe(JSON_VALUE), mcp: maybe(MCP) };
const PIECE: Kinds = { ...CALL, delta: text };
const SUBAGENT: Kinds = { subagentId: FILLED };
const KEYED: Kinds = { key: text };

/** The drafts whose form differs from their event. */
const LOOSE_KINDS: Readonly<Record<LooseDraft['type'], Kinds>> = {
  session_start: {
    sessionId: FILLED,
    resumed: maybe(boolean),
    forkedFrom: maybe(FILLED),
    priorTurnCount: maybe(COUNT),
    ...MODEL,
  },
  turn_start: {},
  turn_end: { outcome: maybe(OUTCOME), cost: maybe(COST), text: maybe(text), ...MODEL },
  outcome: { outcome: OUTCOME },
  step_start: { stepType: maybe(text) },
  step_end: {},
  text_delta: DELTA,
  thinking_delta: DELTA,
  message_stop: { text: maybe(text), key: maybe(text) },
  thinking_stop: { thinking: maybe(text), key: maybe(text) },
  thinking_effort: { effort: text },
  tool_call_start: { ...CALL, toolName: text, ...TOOL_KIND, ...GIVEN },
  tool_input_delta: PIECE,
  tool_call_ready: { ...CALL, toolName: maybe(text), ...TOOL_KIND, ...GIVEN },
  tool_result: { ...LATE, output: maybe(JSON_VALUE) },
  tool_error: { ...LATE, error: text },
  shell_start: { ...CALL, command: text, cwd: maybe(text) },
  shell_stdout_delta: PIECE,
  shell_stderr_delta: PIECE,
  shell_exit: {
    ...CALL,
    exitCode: maybe(INTEGER),
    signal: maybe(FILLED),
    output: maybe(text),
    durationMs: maybe(AMOUNT),
  },
  subagent_spawn: { ...SUBAGENT, agentName: maybe(text), prompt: maybe(text), background: maybe(boolean) },
  subagent_result: { ...SUBAGENT, summary: maybe(text), cost: maybe(COST) },
  subagent_error: { ...SUBAGENT, error: text },
  approval_request: {
    ...KEYED,
    action: text,
    detail: text,
    riskLevel: among('low', 'medium', 'high'),
    toolName: maybe(text),
    toolCallId: maybe(FILLED),
    input: maybe(JSON_VALUE),
  },
  approval_granted: KEYED,
  approval_denied: { ...KEYED, reason: maybe(text) },
  input_required: { ...KEYED, question: text, context: maybe(text), source: among('agent', 'tool') },
  interaction_settled: KEYED,
  host_tool_call: { ...KEYED, ...CALL, toolName: text },
  host_tool_settled: KEYED,
  misplaced: { message: text },
  tokens_seen: { inputTokens: COUNT, outputTokens: COUNT },
  steer_settled: { ...KEYED, delivered: among('steered', 'new-turn', 'refused') },
  cost: { cost: COST, mode: among('total', 'add'), models: maybe(MODEL_COSTS) },
  unknown_native: { name: text },
};

type Fields = Readonly<Record<string, unknown>>;

/** Returns what is wrong with a draft in words, or undefined. */
export function findDraftProblem(draft: unknown): string | undefined {
  if (!isRecord(draft)) {
    return `expected an object with a type, got ${showValue(draft)}`;
  }
  const { type, lane, delta, key } = draft;
  if (lane !== undefined && (typeof lane !== 'string' || lane === '')) {
    return `${String(type)}: lane: expected a string that is not empty, got ${showValue(lane)}`;
  }
  // This check comes first, since most drafts are pieces of an answer.
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
  // A fact that the agent does not report may be left out.
  const standIns = byType(STAND_INS, type);
  const [problem] = findFieldProblems(type, standIns === undefined ? draft : { ...standIns, ...draft });
  return problem === undefined ? undefined : `${type}: ${problem}`;
}

function findProblem(value: Fields, kinds: Kinds): string | undefined {
  for (const name in kinds) {
    const kind = kinds[name];
    const found = value[name];
    if (kind !== undefined && (found === undefined ? kind.isOptional !== true : !kind.accepts(found))) {
      return `${name}: expected ${kind.expected}, got ${showValue(found)}`;
    }
  }
  return undefined;
}

// The types that the assembler derives, or for which there is another draft.
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

function among(...values: readonly string[]): Rule {
  return rule(`one of ${values.join(', ')}`, (value) => values.includes(value as string));
}

function objectOf(expected: string, kinds: Kinds): Rule {
  return { expected, accepts: (value) => isRecord(value) && findProblem(value, kinds) === undefined };
}
