/** What only omp has in the dialect that it shares with pi. */
import type { HostTool } from '@agent-mux/core';
import { FAMILY_FIELDS, type Family } from '../../pi-family/index.ts';
import { AUTH_GUIDANCE } from '../about.ts';
import { exitMeaning } from '../shared/exit.ts';
import { TOOL_KINDS } from '../shared/tool-kinds.ts';
import { mcpOf } from '../shared/tool-names.ts';
import { OmpPart } from './lines.ts';
import { refusalOf } from './questions.ts';

export const OMP: Family = {
  authGuidance: AUTH_GUIDANCE,
  toolKinds: TOOL_KINDS,
  known: {
    ...FAMILY_FIELDS,
    session: 'type version id timestamp cwd parentSession title providerPromptCacheKey',
    ready: 'type protocolVersion supportedProtocolVersions maxFrameBytes maxReassembledFrameBytes',
    rpc_chunk: 'type chunkId index count byteLength data',
    rpc_frame_error: 'type originalType error',
    prompt_result: 'type id agentInvoked',
    command_output: 'type text',
    session_info_update: 'type title sessionId',
    config_update: 'type model thinkingLevel',
    available_commands_update: 'type commands',
    advisor_cost_changed: 'type',
    advisor_yielded: 'type',
    model_changed: 'type',
    config_warnings_changed: 'type',
    todo_auto_clear: 'type',
    todo_reminder: 'type todos attempt maxAttempts',
    goal_updated: 'type goal state',
    irc_message: 'type message',
    ttsr_triggered: 'type rules',
    notice: 'type level message source',
    retry_fallback_applied: 'type from to role',
    retry_fallback_succeeded: 'type model role',
    auto_compaction_start: 'type reason action',
    auto_compaction_end: 'type action result aborted willRetry errorMessage skipped',
    tool_stream_update: 'type toolCallId toolName update',
    host_tool_call: 'type id toolCallId toolName arguments',
    host_tool_cancel: 'type id targetId',
    subagent_lifecycle: 'type payload',
    subagent_progress: 'type payload',
    subagent_event: 'type payload',
  },
  settlesAfterEnd: false,
  startsWithUpdate: false,
  asksBeforeStart: true,
  waitsForAnswers: true,
  // One-shot output leaves out the growing message, which alone names the tool.
  namesToolsEarly: (mode) => mode === 'rpc',
  // The answer to `get_state` would contain the whole system prompt.
  sessionCommand: 'get_session_stats',
  rewindCommand: 'branch',
  opening: ({ tools = [] }) => [
    { type: 'negotiate_protocol', protocolVersion: 2 },
    { type: 'set_subagent_subscription', level: 'events' },
    ...(tools.length === 0 ? [] : [{ type: 'set_host_tools', tools: tools.map(hostTool) }]),
  ],
  mcpOf,
  refusalOf,
  exitMeaning,
  ownPart: (parts) => new OmpPart(parts),
};

function hostTool({ name, description, inputSchema }: HostTool): unknown {
  // Otherwise the model only learns that there is such a tool, and has to ask for it first (18.2.3).
  return { name, description, parameters: inputSchema, loadMode: 'essential' };
}
