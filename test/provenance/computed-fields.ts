/** The fields that we compute, each with its rule; every other field must stand on the wire. */
import { ERROR_CODES } from '@agent-mux/events';
import { leavesOf } from './leaves.ts';
import {
  AGENT,
  BLOCK,
  BYTES,
  COMPOSED,
  COUNTED_STEPS,
  COUNTED_TURNS,
  DIFF,
  FROM_OPTIONS,
  INPUT,
  isDifference,
  isOneOf,
  isSaid,
  MEASURED,
  NEW_INTERACTION,
  NEW_TOOL,
  OPEN_INTERACTION,
  OURS,
  PATH,
  parse,
  ROUNDED,
  type Rule,
  SAME_SESSION,
  SESSION_ID,
  says,
  TOKENS_OF_FAILURE,
  TOKENS_SAID,
  TOOL,
  USAGES,
  WAIT_ASKED,
} from './rules.ts';

export const COMPUTED: Readonly<Record<string, Rule>> = {
  'session_start.sessionId': SESSION_ID,
  'session_start.forkedFrom': SESSION_ID,
  'session_resume.sessionId': SAME_SESSION,
  'session_fork.sessionId': SAME_SESSION,
  'session_fork.forkedFrom': {
    isOnly: true,
    rule: 'as in `session_start`',
    holds: ({ value, history }) => value === history.forkedFrom,
  },
  'session_checkpoint.sessionId': SAME_SESSION,
  'session_end.sessionId': SAME_SESSION,
  'session_resume.priorTurnCount': {
    isOnly: true,
    rule: 'the prompts of the history that the agent tells, or those that its file held before the start; a stand-in where neither is known',
    holds: ({ value, event, placed, recording }) =>
      event['priorTurnCountKnown'] === false
        ? value === 0
        : value === recording.prior?.turnCount ||
          value === recording.messages.slice(0, placed.at).filter((one) => one.includes('"user_message_chunk"')).length,
  },
  'session_end.turnCount': {
    isOnly: true,
    rule: 'the prior turns and those of the run',
    holds: ({ value, history }) => value === (history.priorTurns ?? 0) + history.turns,
  },
  'turn_start.turnIndex': COUNTED_TURNS,
  'turn_end.turnIndex': COUNTED_TURNS,
  'step_start.turnIndex': COUNTED_TURNS,
  'step_end.turnIndex': COUNTED_TURNS,
  'step_start.stepIndex': COUNTED_STEPS,
  'step_end.stepIndex': COUNTED_STEPS,
  'step_start.stepType': isOneOf('generation'),
  'text_delta.delta': {
    rule: 'the deltas of its message in one, where text is held back',
    holds: ({ value, recording }) => recording.isHeld && recording.saidText.includes(String(value)),
  },
  'message_stop.text': BLOCK('message'),
  'thinking_stop.thinking': BLOCK('thinking'),
  'thinking_start.effort': {
    rule: 'the option of the run',
    holds: ({ value, recording }) => recording.start.includes(JSON.stringify(value)),
  },
  'tool_call_start.toolName': NEW_TOOL,
  'tool_call_ready.toolName': TOOL,
  'tool_result.toolName': TOOL,
  'tool_error.toolName': TOOL,
  'approval_request.toolName': NEW_TOOL,
  'tool_call_start.inputAccumulated': INPUT,
  'tool_call_ready.input': {
    rule: 'the deltas of the input, parsed',
    holds: ({ value, event, history }) => {
      const input = history.calls.get(event['toolCallId'])?.input ?? '';
      return leavesOf(parse(input)).some((leaf) => leaf.value === value);
    },
  },
  'tool_result.output': {
    rule: 'of a patch of Codex its kinds and paths; of a command that goes on, words of ours',
    holds: (question) =>
      COMPOSED.holds(question) ||
      (question.event['toolName'] === 'apply_patch' &&
        String(question.value)
          .split(/\s+/)
          .every((part) => part === '->' || says(question, part))),
  },
  'tool_result.durationMs': MEASURED('since', 'tool_call_ready'),
  'tool_error.error': {
    rule: `${COMPOSED.rule}, or the reason of its denial`,
    holds: (question) => question.history.denials.has(question.value) || COMPOSED.holds(question),
  },
  'mcp_tool_error.error': COMPOSED,
  'file_read.path': PATH,
  'file_write.path': PATH,
  'file_create.path': PATH,
  'file_delete.path': PATH,
  'file_patch.path': PATH,
  'file_write.byteCount': BYTES,
  'file_create.byteCount': BYTES,
  'file_patch.diff': DIFF,
  'shell_start.cwd': {
    rule: 'the folder of the run, where the command does not name another and no earlier one moved the shell',
    holds: ({ value }) => value === '<cwd>',
  },
  'shell_exit.durationMs': MEASURED('shellSince', 'shell_start'),
  'shell_exit.exitCode': {
    rule: '0 of a command that succeeded, where the agent tells only that; a stand-in where it tells nothing',
    holds: ({ value, event, recording, placed }) =>
      event['exitCodeKnown'] === false
        ? value === -1
        : value === 0 && recording.outcomeOf(event['toolCallId'], placed) === 'tool_result',
  },
  'subagent_spawn.agentName': AGENT,
  'subagent_result.agentName': AGENT,
  'subagent_error.agentName': AGENT,
  'subagent_result.summary': {
    rule: 'the last text of its lane, or the lines of its report',
    holds: (question) =>
      question.value === question.history.lastTexts.get(question.event['subagentId']) ||
      isSaid(question, String(question.value)),
  },
  'subagent_error.error': COMPOSED,
  'plugin_invoked.pluginName': COMPOSED,
  'plugin_error.pluginName': COMPOSED,
  'plugin_error.error': COMPOSED,
  'skill_loaded.source': {
    rule: '`built-in`, or where the agent found it; a stand-in where it does not say',
    // Claude Code says it in the description of a command: `How people are greeted here. (project)`.
    holds: ({ value, recording }) =>
      value === 'built-in' ||
      recording.messages.some((message) =>
        recording.wordsOf(message).strings.some((text) => text.endsWith(`(${String(value)})`)),
      ),
  },
  'approval_request.interactionId': NEW_INTERACTION,
  'input_required.interactionId': NEW_INTERACTION,
  'approval_granted.interactionId': OPEN_INTERACTION,
  'approval_denied.interactionId': OPEN_INTERACTION,
  'approval_request.action': COMPOSED,
  'approval_request.detail': {
    rule: 'the command, path or question; of an MCP tool its server, name and input',
    holds: (question) =>
      COMPOSED.holds(question) ||
      String(question.value)
        .split(/[.{} ]+/)
        .every((part) => says(question, part)),
  },
  'approval_request.context': {
    rule: 'what the agent says besides; a change of Gemini CLI as a unified diff',
    holds: (question) => DIFF.holds({ ...question, event: { path: question.event['detail'] } }),
  },
  'approval_denied.reason': {
    rule: 'words of ours around words of the native message, or the reason that the host gave',
    holds: (question) => COMPOSED.holds(question) || question.recording.reasons.includes(String(question.value)),
  },
  'approval_request.riskLevel': isOneOf('low', 'medium', 'high'),
  'input_required.source': isOneOf('agent', 'tool'),
  'input_required.context': COMPOSED,
  'input_required.question': COMPOSED,
  'context_limit_warning.usedTokens': TOKENS_SAID,
  'context_limit_warning.maxTokens': TOKENS_SAID,
  'context_limit_warning.pctUsed': {
    isOnly: true,
    rule: 'used of max, in percent',
    holds: ({ value, event }) =>
      Math.abs(Number(value) - (100 * Number(event['usedTokens'])) / Number(event['maxTokens'])) < 1,
  },
  'context_compacted.summary': {
    rule: 'the message before it, where the agent tells its summary as one; a stand-in where it keeps it',
    holds: ({ value, event, history }) =>
      event['summaryKnown'] === false ? value === '' : value === history.lastTexts.get(event['lane'] ?? ''),
  },
  'context_compacted.tokensSaved': {
    rule: 'the tokens before less those after it; a stand-in where the agent does not count them',
    holds: ({ value, event, placed, recording }) =>
      event['tokensSavedKnown'] === false ? value === 0 : isDifference(Number(value), placed, recording),
  },
  'context_exceeded.usedTokens': TOKENS_OF_FAILURE,
  'context_exceeded.maxTokens': TOKENS_OF_FAILURE,
  'retry.attempt': {
    rule: 'counted from 1, where the agent does not count',
    holds: ({ value, history }) => value === history.retries + 1,
  },
  'retry.maxAttempts': {
    rule: "the agent's own number where it tells none: 5 or 10 (Copilot CLI), 3 (Gemini CLI)",
    holds: ({ value, event }) => value === 3 || value === 5 || value === 10 || value === event['attempt'],
  },
  'retry.delayMs': ROUNDED,
  'rate_limited.retryAfterMs': ROUNDED,
  'rate_limit_error.retryAfterMs': WAIT_ASKED,
  'retry.reason': COMPOSED,
  'timeout.kind': isOneOf('run', 'inactivity'),
  'turn_limit.maxTurns': FROM_OPTIONS,
  'stream_fallback.capability': isOneOf('text', 'tool_calls', 'thinking'),
  'stream_fallback.reason': OURS,
  'auth_error.message': COMPOSED,
  'auth_error.guidance': OURS,
  'rate_limit_error.message': COMPOSED,
  'crash.exitCode': {
    isOnly: true,
    rule: 'that of the process; -1 where a signal ended it',
    holds: ({ value, recording }) => value === (recording.exit?.code ?? -1),
  },
  'crash.signal': {
    isOnly: true,
    rule: 'that of the process',
    holds: ({ value, recording }) => value === recording.exit?.signal,
  },
  'crash.stderr': {
    isOnly: true,
    rule: 'the end of stderr',
    holds: ({ value, recording }) => recording.stderr.endsWith(String(value)),
  },
  'error.code': isOneOf(...ERROR_CODES),
  'error.message': COMPOSED,
  'debug.level': isOneOf('verbose', 'info', 'warn'),
  'debug.message': { ...COMPOSED, isOnly: true },
  'log.source': isOneOf('stdout', 'stderr'),
  ...USAGES,
};
