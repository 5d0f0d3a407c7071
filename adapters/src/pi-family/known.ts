/** The top-level fields of the lines that pi 0.73.1 and its fork omp 18.2.3 have in common. */

export const FAMILY_FIELDS = {
  session: 'type version id timestamp cwd parentSession',
  agent_start: 'type',
  agent_end: 'type messages isTerminal messageCount',
  turn_start: 'type',
  turn_end: 'type message toolResults',
  message_start: 'type message',
  message_update: 'type assistantMessageEvent message',
  message_end: 'type message',
  tool_execution_start: 'type toolCallId toolName args intent',
  tool_execution_update: 'type toolCallId toolName args partialResult',
  tool_execution_end: 'type toolCallId toolName result isError',
  auto_retry_start: 'type attempt maxAttempts delayMs errorMessage errorId',
  auto_retry_end: 'type success attempt finalError retryErrors',
  thinking_level_changed: 'type level thinkingLevel configured resolved',
  response: 'type id command success data error code',
  extension_ui_request:
    'type id method title message options optionDetails placeholder prefill promptStyle timeout notifyType statusKey statusText widgetKey widgetLines widgetPlacement text targetId url launchUrl instructions',
  extension_error: 'type extensionPath event error',
} as const;
