/** The shape of a stream: what was done and what came of it, in order, without what only tells how a CLI tells it. */
import type { NormalEvent } from '@agent-mux/core/cassette';

/** Types that no two CLIs need have alike, each with the reason. Whatever is not here is compared. */
export const NOT_COMPARED: Readonly<Record<string, string>> = {
  debug: 'notices of the runtime, or of one CLI',
  log: 'what a CLI prints besides its protocol',
  token_usage: 'the services count differently, and CLIs report per request, per prompt or not',
  cost: 'codex and gemini report none',
  step_start: 'a step is seen in claude, and concluded from usage or calls elsewhere',
  step_end: 'see step_start',
  message_start: 'part of the text line',
  text_delta: 'pieces are cut by the service; the whole text is compared',
  thinking_start: 'part of the thinking line',
  thinking_delta: 'see text_delta',
  tool_input_delta: 'only claude streams the input of tools',
  tool_call_ready: 'follows from the call',
  shell_stdout_delta: 'some CLIs tell output as it comes, others at the end; the output is in the result',
  shell_stderr_delta: 'see shell_stdout_delta',
  stream_fallback: 'says that a CLI does not stream something',
  plugin_loaded: 'only claude lists its plugins',
  plugin_invoked: 'hooks of the host are told by some',
  skill_loaded: 'only claude lists its skills',
  agentdoc_read: 'most CLIs read such files in silence',
  context_limit_warning: 'follows from token_usage',
  session_checkpoint: 'claude keeps files, others turns',
};

const ONLY_TYPE: ReadonlySet<string> = new Set([
  'turn_start',
  'turn_end',
  'session_fork',
  'session_resume',
  'session_end',
]);

/** One line for each thing that counts, such as `shell "echo one" exit 0`. */
export function shapeOf(events: readonly NormalEvent[]): readonly string[] {
  return mergeTexts(events.flatMap((event) => lineOf(event) ?? []));
}

function lineOf(event: NormalEvent): string | undefined {
  const type = String(event['type']);
  if (Object.hasOwn(NOT_COMPARED, type)) {
    return undefined;
  }
  const lane = event['lane'] === undefined ? '' : '  in a lane: ';
  if (ONLY_TYPE.has(type)) {
    return lane + type;
  }
  const detail = detailOf(type, event);
  return detail === undefined ? undefined : lane + detail;
}

function detailOf(type: string, event: NormalEvent): string | undefined {
  switch (type) {
    case 'session_start':
      return event['resumed'] === true ? 'session_start (resumed)' : 'session_start';
    case 'message_stop':
      return `text ${quote(event['text'])}`;
    case 'thinking_stop':
      return 'thinking';
    case 'tool_call_start':
      return 'tool_call';
    case 'tool_result':
      return 'tool_result';
    case 'tool_error':
      return 'tool_error';
    case 'shell_start':
      return `shell ${quote(commandOf(event['command']))}`;
    case 'shell_exit':
      return `shell_exit ${String(event['exitCode'])}`;
    case 'file_read':
    case 'file_write':
    case 'file_create':
    case 'file_delete':
    case 'file_patch':
      return `${type} ${pathOf(event['path'])}`;
    case 'mcp_tool_call_start':
    case 'mcp_tool_result':
    case 'mcp_tool_error':
      return `${type} ${String(event['server'])}/${String(event['toolName'])}`;
    case 'error':
      return `error ${String(event['code'])}${event['recoverable'] === true ? ' (recoverable)' : ''}`;
    case 'timeout':
      return `timeout ${String(event['kind'])}`;
    default:
      return type;
  }
}

/** A text is one line, however many messages a CLI makes of it. */
function mergeTexts(lines: readonly string[]): readonly string[] {
  return lines.filter((line, index) => line !== 'thinking' || lines[index - 1] !== 'thinking');
}

function quote(value: unknown): string {
  const text = String(value);
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 60)}… (${text.length})` : text);
}

// codex tells the shell that it starts, too.
function commandOf(command: unknown): string {
  const text = String(command);
  return (
    /^\/bin\/(?:ba)?sh -l?c '([\s\S]*)'$/.exec(text)?.[1]?.replaceAll(`'"'"'`, "'") ??
    /^\/bin\/(?:ba)?sh -l?c "([\s\S]*)"$/.exec(text)?.[1]?.replaceAll('\\"', '"') ??
    /^\/bin\/(?:ba)?sh -l?c (\S+)$/.exec(text)?.[1] ??
    text
  );
}

function pathOf(path: unknown): string {
  return String(path).replace(/^<cwd>\//, '');
}
