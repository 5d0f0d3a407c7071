/** The kinds of `session/update` and their fields. */
import type { KnownFields } from '../shared/novelties.ts';

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

/** With those that only one agent has. */
export function knownUpdates(more: KnownFields = {}): KnownFields {
  const kinds = new Set([...Object.keys(FIELDS), ...Object.keys(more)]);
  return Object.fromEntries(
    [...kinds].map((kind) => [kind, `sessionUpdate _meta ${FIELDS[kind] ?? ''} ${more[kind] ?? ''}`]),
  );
}
