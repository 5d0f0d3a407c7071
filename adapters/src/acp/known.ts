/** The kinds of `session/update` and their fields. */
import type { KnownFields } from '../shared/index.ts';

const CHUNK = 'content messageId';
const TOOL = 'toolCallId title kind status content locations rawInput rawOutput';
const FIELDS: KnownFields = {
  user_message_chunk: CHUNK,
  agent_message_chunk: CHUNK,
  agent_thought_chunk: CHUNK,
  tool_call: TOOL,
  tool_call_update: TOOL,
  plan: 'entries',
  available_commands_update: 'availableCommands',
  current_mode_update: 'currentModeId',
  config_option_update: 'configOptions',
  session_info_update: 'title updatedAt',
  usage_update: 'used size cost',
};

/** By `sessionUpdate`. */
export const KNOWN_UPDATES: KnownFields = Object.fromEntries(
  Object.entries(FIELDS).map(([kind, names]) => [kind, `sessionUpdate _meta ${names}`]),
);
