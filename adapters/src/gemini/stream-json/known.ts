/** Kinds of lines that the tested versions write in stream-json, each with its fields. */

export const KNOWN_LINES = {
  init: 'type timestamp session_id model',
  message: 'type timestamp role content delta',
  tool_use: 'type timestamp tool_name tool_id parameters',
  tool_result: 'type timestamp tool_id status output error',
  error: 'type timestamp severity message',
  result: 'type timestamp status error stats',
} as const;
