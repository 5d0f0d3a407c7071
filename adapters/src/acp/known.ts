/** The kinds of `session/update` and their fields. */
import type { FieldIn, KnownFields, NameIn } from '../shared/index.ts';

const COMMON = 'sessionUpdate _meta';
const FIELDS = {
  user_message_chunk: 'content messageId',
  agent_message_chunk: 'content messageId',
  agent_thought_chunk: 'content messageId',
  tool_call: 'toolCallId title kind status content locations rawInput rawOutput',
  tool_call_update: 'toolCallId title kind status content locations rawInput rawOutput',
  plan: 'entries',
  available_commands_update: 'availableCommands',
  current_mode_update: 'currentModeId',
  config_option_update: 'configOptions',
  session_info_update: 'title updatedAt',
  usage_update: 'used size cost',
} as const;

export type UpdateField = NameIn<typeof COMMON> | FieldIn<typeof FIELDS>;

/** The fields of an update by its `sessionUpdate`. */
export const KNOWN_UPDATES: KnownFields = Object.fromEntries(
  Object.entries(FIELDS).map(([kind, names]) => [kind, `${COMMON} ${names}`]),
);
