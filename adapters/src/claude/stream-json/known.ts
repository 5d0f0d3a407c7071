/** The top-level fields of the lines of Claude Code 2.1.197 and 2.1.329; any other field is new and is reported. */
import type { FieldIn, KnownFields, NameIn } from '../../shared/index.ts';

const COMMON = 'type subtype uuid session_id parent_tool_use_id timestamp';
const BY_USER = 'user_message_uuid user_message_uuids';

/** The kinds of lines that name the prompts which caused them. */
const OF_PROMPTS: ReadonlySet<string> = new Set([
  'assistant',
  'result',
  'conversation_reset',
  'system/init',
  'system/status',
  'system/thinking_tokens',
]);
const FIELDS = {
  assistant:
    'message request_id agent_id subagent_type task_description error is_api_error_message api_error_status api_error_type api_error api_error_params tool_use_meta aborted refused_message_id local_command_outcome local_command_source local_command_run context_usage thinking_duration_ms thinking_display',
  user: 'message agent_id subagent_type task_description tool_use_result tool_result_meta isReplay isSynthetic refused_message_id origin',
  result:
    'is_error duration_ms duration_api_ms num_turns result stop_reason total_cost_usd usage modelUsage permission_denials structured_output deferred_tool_use terminal_reason errors origin fast_mode_state fast_mode_disabled_reason api_error_status api_error_type api_error api_error_params subagent_stats safety_stops ttft_ms ttft_stream_ms time_to_request_ms first_content_frame_ms queued_turn_count result_index model_usage_since_last_result local_command request_sent_wall_ms first_request_input_tokens first_request_cache_read_input_tokens',
  control_request: 'request_id request',
  control_response: 'response pending_permission_requests pending_user_dialog_requests',
  control_cancel_request: 'request_id',
  command_lifecycle: 'command_uuid state',
  conversation_reset: 'new_conversation_id trigger',
  rate_limit_event: 'rate_limit_info',
  tool_use_summary: 'summary preceding_tool_use_ids',
  prompt_suggestion: 'suggestion',
  keep_alive: '',
  tool_progress: 'tool_use_id tool_name elapsed_time_seconds task_id',
  auth_status: 'isAuthenticating output error',
  'system/init':
    'cwd tools mcp_servers model permissionMode slash_commands terminal_slash_commands apiKeySource claude_code_version output_style agents skills plugins plugin_errors capabilities analytics_disabled product_feedback_disabled served_by_anthropic memory_paths original_cwd additional_directories messaging_socket_path fast_mode_state fast_mode_disabled_reason per_turn_effort_active ultrathink_available ultrathink_typed_raises view_mode betas',
  'system/status': 'status permissionMode compact_result compact_error compact_output_chars',
  'system/api_retry': 'attempt max_retries retry_delay_ms error_status error',
  'system/background_tasks_changed': 'tasks',
  'system/compact_boundary': 'compact_metadata logical_parent_uuid',
  'system/hook_started': 'hook_id hook_name hook_event',
  'system/hook_progress': 'hook_id hook_name hook_event stdout stderr output',
  'system/hook_response': 'hook_id hook_name hook_event output stdout stderr exit_code outcome',
  'system/informational': 'content level',
  'system/model_fallback': 'trigger original_model fallback_model content',
  'system/model_refusal_no_fallback':
    'original_model request_id api_refusal_category api_refusal_explanation refused_user_message_uuid content',
  'system/model_refusal_fallback':
    'original_model fallback_model request_id api_refusal_category api_refusal_explanation refused_user_message_uuid content',
  'system/permission_denied': 'tool_name tool_use_id agent_id decision_reason_type decision_reason message',
  'system/session_state_changed': 'state',
  'system/session_title_changed': 'title',
  'system/task_started':
    'task_id run_id tool_use_id description subagent_type is_backgrounded spawn_depth task_type prompt workflow_name',
  'system/task_progress': 'task_id run_id tool_use_id description subagent_type usage last_tool_name summary',
  'system/task_updated': 'task_id run_id patch',
  'system/task_notification': 'task_id run_id tool_use_id status output_file summary summary_is_report usage task_type',
  'system/thinking_tokens': 'estimated_tokens estimated_tokens_delta',
  'system/ui_invalidate': 'event',
} as const;

export type LineField = FieldIn<typeof FIELDS> | NameIn<typeof COMMON | typeof BY_USER>;

/** The known fields by `type`, or by `type/subtype` where there is a subtype. */
export const KNOWN_FIELDS: KnownFields = Object.fromEntries(
  Object.entries(FIELDS).map(([kind, names]) => [
    kind,
    `${COMMON} ${names}${OF_PROMPTS.has(kind) ? ` ${BY_USER}` : ''}`,
  ]),
);
