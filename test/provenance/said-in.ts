/** Which native fields may say a value of ours, by the last name of each: what else stands in a message is no source of it. */

const named = (...names: readonly string[]): RegExp =>
  new RegExp(`(?:^|[.\\]])(?:${names.join('|')})(?:\\[\\])*$`, 'i');

const FAILURE = named(
  'message',
  'errors?',
  '\\w*details?',
  'reason',
  'errorMessage',
  'result',
  'data',
  'body',
  '\\w*delta',
  'code',
  'status',
  'error_?status',
  'update\\.content\\.text',
);
const DURATION = named('\\w*duration\\w*', '\\w*time\\w*', '\\w*elapsed\\w*');
const TOKENS = named(
  '\\w*tokens?',
  'used',
  'size',
  '\\w*window',
  'usage',
  'message',
  'error\\w*',
  'text',
  'result',
  'input',
  'output',
  '\\w*cache\\w*',
  'code',
  'data',
  'total',
);

const SAID_IN: Readonly<Record<string, RegExp>> = {
  'text_delta.delta': named('text', 'content', 'delta', 'deltaContent', 'message', 'result', 'final', 'chunkContent'),
  'tool_input_delta.delta': named('partial_json', 'delta', 'arguments\\w*', '\\w*delta', 'input\\w*'),
  'error.message': FAILURE,
  'auth_error.message': FAILURE,
  'rate_limit_error.message': FAILURE,
  'skill_loaded.skillName': named('name', 'skills'),
  'skill_loaded.source': named('path', 'source', 'scope', 'location', 'description'),
  'plugin_loaded.version': named('version'),
  'shell_start.cwd': named('cwd', 'dir\\w*', 'directory', 'workdir', 'folder', 'command'),
  'tool_result.durationMs': DURATION,
  'shell_exit.durationMs': DURATION,
  'shell_exit.exitCode': named('exit\\w*', 'code', 'content', 'text', 'output', 'message'),
  'retry.reason': named('\\w*message', 'errors?', '\\w*reason', '\\w*type', '\\w*code', '\\w*status', '\\w*details?'),
  'retry.attempt': named('\\w*attempt\\w*', 'retryCount'),
  'retry.maxAttempts': named('max\\w*(?:attempts|retries)', 'message', '\\w*details?'),
  'retry.delayMs': named('\\w*delay\\w*', '\\w*after\\w*'),
  'rate_limited.retryAfterMs': named('\\w*delay\\w*', '\\w*after\\w*', 'message'),
  'context_limit_warning.usedTokens': TOKENS,
  'context_limit_warning.maxTokens': TOKENS,
  'turn_limit.maxTurns': named('maxTurns'),
};

/** Names and places, of which a part says nothing. */
export const WHOLE: ReadonlySet<string> = new Set([
  'skill_loaded.skillName',
  'skill_loaded.source',
  'plugin_loaded.version',
]);

/** undefined: any field. */
export function saidIn(field: string): RegExp | undefined {
  return SAID_IN[field];
}
