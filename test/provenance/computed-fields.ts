/** The fields that we compute, by the rule that computes them; every other field must stand on the wire. */
import { ERROR_CODES, TOOL_KINDS } from '@agent-mux/events';
import { APPROVALS } from './approvals.ts';
import { leavesOf } from './leaves.ts';
import { MODELS } from './models.ts';
import {
  BLOCK,
  BYTES,
  COMPOSED,
  COUNTED,
  DIFF,
  FROM_OPTIONS,
  INPUT,
  isWordOf,
  MEASURED,
  OF_THE_PROCESS,
  OURS,
  PATH,
  parse,
  type Question,
  REASONED,
  ROUNDED,
  type Rule,
  says,
  WAIT_ASKED,
} from './rules.ts';
import {
  AGENT,
  NEW_INTERACTION,
  NEW_TOOL,
  OPEN_INTERACTION,
  SAME_SESSION,
  SESSION_ID,
  TOOL,
} from './rules-of-names.ts';
import { isDifference, TOKENS_OF_FAILURE, TOKENS_SAID, USAGES } from './rules-of-tokens.ts';

export interface ComputedFamily {
  readonly fields: readonly string[];
  readonly rule: Rule;
}

/** A family has one rule. */
export const FAMILIES: readonly ComputedFamily[] = [
  { fields: ['session_start.sessionId', 'session_start.forkedFrom'], rule: SESSION_ID },
  {
    fields: [
      'session_resume.sessionId',
      'session_fork.sessionId',
      'session_checkpoint.sessionId',
      'session_end.sessionId',
    ],
    rule: SAME_SESSION,
  },
  {
    fields: ['session_fork.forkedFrom'],
    rule: {
      isOnly: true,
      rule: 'as in `session_start`',
      holds: ({ value, history }) => value === history.forkedFrom,
    },
  },
  {
    fields: ['session_resume.priorTurnCount'],
    rule: {
      isOnly: true,
      rule: 'the prompts of the history that the agent tells, or those that its file held before the start; a stand-in where neither is known',
      holds: ({ value, event, placed, recording }) =>
        event['priorTurnCountKnown'] === false
          ? value === 0
          : value === recording.prior?.turnCount ||
            value ===
              recording.messages.slice(0, placed.at).filter((one) => one.includes('"user_message_chunk"')).length,
    },
  },
  {
    fields: ['session_end.turnCount'],
    rule: {
      isOnly: true,
      rule: 'the prior turns and those of the run',
      holds: ({ value, history }) => value === (history.priorTurns ?? 0) + history.turns,
    },
  },
  {
    fields: [
      'turn_start.turnIndex',
      'turn_end.turnIndex',
      'step_start.turnIndex',
      'step_end.turnIndex',
      'step_start.stepIndex',
      'step_end.stepIndex',
    ],
    rule: COUNTED,
  },
  {
    fields: [
      'step_start.stepType',
      'approval_request.riskLevel',
      'input_required.source',
      'timeout.kind',
      'stream_fallback.capability',
      'error.code',
      'debug.level',
      'log.source',
    ],
    rule: isWordOf({
      'step_start.stepType': ['generation'],
      'approval_request.riskLevel': ['low', 'medium', 'high'],
      'input_required.source': ['agent', 'tool'],
      'timeout.kind': ['run', 'inactivity'],
      'stream_fallback.capability': ['text', 'tool_calls', 'thinking'],
      'error.code': [...ERROR_CODES],
      'debug.level': ['verbose', 'info', 'warn'],
      'log.source': ['stdout', 'stderr'],
    }),
  },
  {
    fields: ['text_delta.delta'],
    rule: {
      rule: 'the deltas of its message in one, where text is held back',
      holds: ({ value, recording }) => recording.isHeld && recording.saidText.includes(String(value)),
    },
  },
  { fields: ['message_stop.text', 'thinking_stop.thinking'], rule: BLOCK },
  { fields: ['thinking_start.effort', 'turn_limit.maxTurns'], rule: FROM_OPTIONS },
  { fields: ['tool_call_start.toolName', 'approval_request.toolName'], rule: NEW_TOOL },
  { fields: ['tool_call_ready.toolName', 'tool_result.toolName', 'tool_error.toolName'], rule: TOOL },
  {
    fields: [
      'tool_call_start.toolKind',
      'tool_call_ready.toolKind',
      'tool_result.toolKind',
      'tool_error.toolKind',
      'mcp_tool_call_start.toolKind',
      'mcp_tool_result.toolKind',
      'mcp_tool_error.toolKind',
    ],
    rule: {
      isOnly: true,
      rule: "by the table of the agent's tools, where the agent does not say it itself; `mcp` of a tool of an MCP server",
      holds: ({ value, event }) =>
        event['server'] === undefined ? TOOL_KINDS.some((kind) => kind === value && kind !== 'mcp') : value === 'mcp',
    },
  },
  { fields: ['tool_call_start.inputAccumulated'], rule: INPUT },
  {
    fields: ['tool_call_ready.input'],
    rule: {
      rule: 'the deltas of the input, parsed',
      holds: ({ value, event, history }) => {
        const input = history.calls.get(event['toolCallId'])?.input ?? '';
        return leavesOf(parse(input)).some((leaf) => leaf.value === value);
      },
    },
  },
  {
    fields: ['tool_result.output'],
    rule: {
      rule: 'of a patch of Codex its kinds and paths; of a command that goes on, words of ours',
      holds: (question) =>
        COMPOSED.holds(question) ||
        (question.event['toolName'] === 'apply_patch' &&
          String(question.value)
            .split(/\s+/)
            .every((part) => part === '->' || says(question, part))),
    },
  },
  { fields: ['tool_result.durationMs', 'shell_exit.durationMs'], rule: MEASURED },
  { fields: ['tool_error.error', 'approval_denied.reason'], rule: REASONED },
  {
    fields: [
      'mcp_tool_error.error',
      'plugin_invoked.pluginName',
      'plugin_error.pluginName',
      'approval_request.action',
      'input_required.context',
      'retry.reason',
      'auth_error.message',
      'error.message',
    ],
    rule: COMPOSED,
  },
  {
    fields: ['file_read.path', 'file_write.path', 'file_create.path', 'file_delete.path', 'file_patch.path'],
    rule: PATH,
  },
  { fields: ['file_write.byteCount', 'file_create.byteCount'], rule: BYTES },
  { fields: ['file_patch.diff'], rule: DIFF },
  {
    fields: ['shell_start.cwd'],
    rule: {
      rule: 'the folder of the run, where the command does not name another and no earlier one moved the shell',
      holds: ({ value }) => value === '<cwd>',
    },
  },
  {
    fields: ['shell_exit.exitCode'],
    rule: {
      rule: '0 of a command that succeeded, where the agent tells only that; a stand-in where it tells nothing',
      holds: ({ value, event, recording, placed }) =>
        event['exitCodeKnown'] === false
          ? value === -1
          : value === 0 && recording.outcomeOf(event['toolCallId'], placed) === 'tool_result',
    },
  },
  { fields: ['subagent_spawn.agentName', 'subagent_result.agentName', 'subagent_error.agentName'], rule: AGENT },
  {
    fields: ['skill_loaded.source'],
    rule: {
      rule: '`built-in`, or where the agent found it; a stand-in where it does not say',
      // Claude Code says it in the description of a command: `How people are greeted here. (project)`.
      holds: ({ value, recording }) =>
        value === 'built-in' ||
        recording.messages.some((message) =>
          recording.wordsOf(message).strings.some((text) => text.endsWith(`(${String(value)})`)),
        ),
    },
  },
  { fields: ['approval_request.interactionId', 'input_required.interactionId'], rule: NEW_INTERACTION },
  { fields: ['approval_granted.interactionId', 'approval_denied.interactionId'], rule: OPEN_INTERACTION },
  {
    fields: ['approval_request.detail'],
    rule: {
      rule: 'the command, path or question; of an MCP tool its server, name and input',
      holds: (question) =>
        COMPOSED.holds(question) ||
        isCallOfServer(question) ||
        String(question.value)
          .split(/[.{} ]+/)
          .every((part) => says(question, part)),
    },
  },
  {
    fields: ['approval_request.context'],
    rule: {
      rule: 'what the agent says besides; a change of Gemini CLI as a unified diff',
      holds: (question) => DIFF.holds({ ...question, event: { path: question.event['detail'] } }),
    },
  },
  { fields: ['context_limit_warning.usedTokens', 'context_limit_warning.maxTokens'], rule: TOKENS_SAID },
  {
    fields: ['context_limit_warning.pctUsed'],
    rule: {
      isOnly: true,
      rule: 'used of max, in percent',
      holds: ({ value, event }) =>
        Math.abs(Number(value) - (100 * Number(event['usedTokens'])) / Number(event['maxTokens'])) < 1,
    },
  },
  {
    fields: ['context_compacted.summary'],
    rule: {
      rule: 'the message before it, where the agent tells its summary as one; a stand-in where it keeps it',
      holds: ({ value, event, history }) =>
        event['summaryKnown'] === false ? value === '' : value === history.lastTexts.get(event['lane'] ?? ''),
    },
  },
  {
    fields: ['context_compacted.tokensSaved'],
    rule: {
      rule: 'the tokens before less those after it; a stand-in where the agent does not count them',
      holds: ({ value, event, placed, recording }) =>
        event['tokensSavedKnown'] === false ? value === 0 : isDifference(Number(value), placed, recording),
    },
  },
  { fields: ['context_exceeded.usedTokens', 'context_exceeded.maxTokens'], rule: TOKENS_OF_FAILURE },
  {
    fields: ['retry.attempt'],
    rule: {
      rule: 'counted from 1, where the agent does not count',
      holds: ({ value, history }) => value === history.retries + 1,
    },
  },
  {
    fields: ['retry.maxAttempts'],
    rule: {
      rule: "the agent's own number where it tells none: 5 or 10 (Copilot CLI), 3 (Gemini CLI)",
      holds: ({ value, event }) => value === 3 || value === 5 || value === 10 || value === event['attempt'],
    },
  },
  { fields: ['retry.delayMs'], rule: ROUNDED },
  { fields: ['rate_limit_error.retryAfterMs'], rule: WAIT_ASKED },
  { fields: ['stream_fallback.reason', 'auth_error.guidance'], rule: OURS },
  { fields: ['crash.exitCode', 'crash.signal', 'crash.stderr'], rule: OF_THE_PROCESS },
  { fields: ['debug.message'], rule: { ...COMPOSED, isOnly: true } },
  ...APPROVALS,
  ...USAGES,
  ...MODELS,
];

/** The rule of each field. */
export const COMPUTED: Readonly<Record<string, Rule>> = Object.fromEntries(
  FAMILIES.flatMap(({ fields, rule }) => fields.map((field) => [field, rule])),
);

function isCallOfServer({ value, event }: Question): boolean {
  const { mcp, input } = event as { mcp?: { server?: string; tool?: string }; input?: unknown };
  return mcp !== undefined && value === `${mcp.server}.${mcp.tool} ${JSON.stringify(input)}`;
}
