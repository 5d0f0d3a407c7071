/** The shape of a stream: what was done and what came of it, in order, without what only tells how a CLI tells it. */
import type { NormalEvent } from '@agent-mux/testkit';

/** Types that no two CLIs need have alike, each with the reason, which may name all agents that show it: `only …`. Whatever is not here is compared. */
export const NOT_COMPARED: Readonly<Record<string, string>> = {
  debug: 'notices of the runtime, or of one CLI',
  log: 'what a CLI prints besides its protocol',
  token_usage: 'told per request, per prompt or per run; its sum is in `cost`',
  cost: 'compared by its counts, below the lines: see values',
  step_start: 'a step is seen in claude, and concluded from usage or calls elsewhere',
  step_end: 'see step_start',
  message_start: 'part of the text line',
  text_delta: 'pieces are cut by the service; the whole text is compared',
  thinking_start: 'part of the thinking line',
  thinking_delta: 'see text_delta',
  tool_input_delta: 'only claude, copilot, omp and pi stream the input of a tool, and the whole input is compared',
  tool_call_ready: 'follows from the call',
  shell_stdout_delta: 'some CLIs tell output as it comes, others at the end; the output is in the result',
  shell_stderr_delta: 'see shell_stdout_delta',
  stream_fallback: 'says that a CLI does not stream something',
  plugin_loaded: 'only claude lists its plugins',
  plugin_invoked: 'only claude and codex tell of the hooks of a user',
  skill_loaded: 'only claude, codex, copilot, omp and pi tell of skills',
  session_checkpoint: 'only claude, codex and opencode tell of a place to which a session can go back',
};

/** Ids as numbers, in the order in which the stream first names them. */
interface Numbering {
  readonly calls: (id: unknown) => number;
  readonly lanes: (id: unknown) => number;
  /** The tool of each call. */
  readonly toolNames: ReadonlyMap<unknown, unknown>;
}

/** One line for each event that counts, such as `shell_start "echo one"`. */
export function shapeOf(events: readonly NormalEvent[]): readonly string[] {
  const calls = events.filter(({ type }) => type === 'tool_call_start' || type === 'mcp_tool_call_start');
  const toolNames = new Map(calls.map((call) => [call['toolCallId'], call['toolName']]));
  const numbering = { calls: createCounter(), lanes: createCounter(), toolNames };
  return events.flatMap((event) => lineOf(event, numbering) ?? []);
}

function createCounter(): (id: unknown) => number {
  const ids: unknown[] = [];
  return (id) => (ids.includes(id) ? ids.indexOf(id) : ids.push(id) - 1) + 1;
}

function lineOf(event: NormalEvent, numbering: Numbering): string | undefined {
  const { type, lane, toolCallId } = event;
  if (toolCallId !== undefined) {
    numbering.calls(toolCallId);
  }
  if (Object.hasOwn(NOT_COMPARED, String(type))) {
    return undefined;
  }
  const detail = detailOf(event, numbering);
  const line = detail === undefined ? String(type) : `${String(type)} ${detail}`;
  return lane === undefined ? line : `in lane ${numbering.lanes(lane)}: ${line}`;
}

/** What is compared of an event besides its type. */
function detailOf(event: NormalEvent, numbering: Numbering): string | undefined {
  switch (event['type']) {
    case 'session_start':
      return event['resumed'] === true ? '(resumed)' : undefined;
    case 'message_stop':
      return quote(event['text']);
    case 'thinking_stop':
      return quote(String(event['thinking']).replaceAll(/\s+/g, ' '));
    case 'tool_result':
      return answerOf(event['output']);
    case 'shell_start':
      return quote(commandOf(event['command']));
    case 'file_read':
    case 'file_write':
    case 'file_create':
    case 'file_delete':
    case 'file_patch':
      return pathOf(event['path']);
    case 'mcp_tool_call_start':
    case 'mcp_tool_result':
    case 'mcp_tool_error': {
      const answer = answerOf(event['output']);
      return `${String(event['server'])}/${String(event['toolName'])}${answer === undefined ? '' : `, ${answer}`}`;
    }
    case 'approval_request':
      return requestOf(event, numbering);
    case 'approval_granted':
      return callOf(event, numbering);
    case 'approval_denied':
      return `${callOf(event, numbering)}${event['reason'] === undefined ? '' : `: ${quote(event['reason'])}`}`;
    case 'input_required':
      return `${String(event['source'])}: ${quote(event['question'])}`;
    case 'subagent_spawn':
      return `${numbering.lanes(event['subagentId'])}: ${quote(event['prompt'])}`;
    case 'subagent_result':
      return `${numbering.lanes(event['subagentId'])}: ${quote(event['summary'])}`;
    case 'subagent_error':
      return String(numbering.lanes(event['subagentId']));
    case 'rate_limit_error':
      return event['exhausted'] === true ? '(exhausted)' : undefined;
    case 'error':
      return `${String(event['code'])}${event['recoverable'] === true ? ' (recoverable)' : ''}`;
    default: {
      const field = ONE_FIELD[String(event['type'])];
      return field === undefined ? undefined : String(event[field]);
    }
  }
}

/** Types of which one field is compared. */
const ONE_FIELD: Readonly<Record<string, string>> = {
  shell_exit: 'exitCode',
  crash: 'exitCode',
  skill_invoked: 'skillName',
  retry: 'attempt',
  turn_limit: 'maxTurns',
  timeout: 'kind',
  image_input_ack: 'mimeType',
  image_output: 'mimeType',
};

/** The key is what the agents say of an action that they ask about; the value is what it does. */
const ACTIONS: Readonly<Record<string, string>> = {
  'run a command': 'run',
  'write a file': 'write',
  'change a file': 'write',
  'edit a file': 'write',
  'change files': 'write',
};

function requestOf(event: NormalEvent, numbering: Numbering): string {
  const { action, detail, riskLevel, toolName, toolCallId } = event;
  const isNamedAsCalled = (numbering.toolNames.get(toolCallId) ?? toolName) === toolName;
  const call = callOf(event, numbering) + (isNamedAsCalled ? '' : ` as ${String(toolName)}`);
  const verb = ACTIONS[String(action)] ?? String(action);
  return `${call} (${String(riskLevel)}): ${verb} ${quote(commandOf(pathOf(detail)))}`;
}

function callOf({ toolCallId }: NormalEvent, { calls }: Numbering): string {
  return toolCallId === undefined ? 'of no call' : `of call ${calls(toolCallId)}`;
}

/** The answer that was given to a question, out of the words that the CLI makes of it for its model. */
function answerOf(output: unknown): string | undefined {
  const text = typeof output === 'string' ? output : JSON.stringify(output);
  const answer = /(?:\?"="|"answers":\["|User selected: |The user chose: |colour: )(\w+)/.exec(text ?? '')?.[1];
  return answer === undefined ? undefined : `the answer ${quote(answer)}`;
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
    /^\/bin\/(?:ba)?sh -l?c "([\s\S]*)"$/.exec(text)?.[1]?.replaceAll(/\\([\\"$`])/g, '$1') ??
    /^\/bin\/(?:ba)?sh -l?c (\S+)$/.exec(text)?.[1] ??
    text
  );
}

function pathOf(path: unknown): string {
  return String(path).replace(/^<cwd>\//, '');
}
