/** Kinds of lines that Cursor CLI writes in stream-json, each with its fields, according to public samples of 2026. */

export const KNOWN_LINES = {
  system: 'type subtype apiKeySource cwd session_id model permissionMode',
  user: 'type message session_id',
  thinking: 'type subtype text session_id timestamp_ms',
  assistant: 'type message session_id timestamp_ms model_call_id',
  tool_call: 'type subtype call_id tool_call model_call_id session_id timestamp_ms',
  connection: 'type subtype attempt endpoint_url session_id timestamp_ms',
  retry: 'type subtype attempt is_resume checkpoint_turn_count session_id timestamp_ms',
  interaction_query: 'type subtype query_type query response session_id timestamp_ms',
  result: 'type subtype duration_ms duration_api_ms is_error result session_id request_id usage',
} as const;
