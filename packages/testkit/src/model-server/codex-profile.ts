/** Codex CLI as the model server sees it: the names of its tools, and the marks on its requests. */
import { join } from 'node:path';
import type { MalformedCall, SubagentCall, ToolCall } from '../scenario/index.ts';
import type { AgentProfile, CallContext, RequestMark } from './agent-profile.ts';
import { SIDE } from './openai-responses.ts';
import { isRecord, parseOrEmpty, readList, readText } from './read-json.ts';
import type { ModelRequest, NativeCall, WireRequest } from './rendering.ts';

const SHELL = 'exec_command';
const PATCH = 'apply_patch';
/** The group in which its tools for subagents are found. */
const AGENTS = 'multi_agent_v1';
const SPAWN = 'spawn_agent';
const WAIT = 'wait_agent';
/** The tool that the service runs, of which Codex only hears that it was used. */
const SEARCH = 'web_search';
/** The mark that ends the task of an agent that nobody waits for. */
const IN_BACKGROUND = '(You work in the background.)';
const PICTURE = /\.(?:png|jpe?g|gif|webp)$/i;
/** How long a command may run before the model is told that it goes on in the background. */
const FOREGROUND_MS = 30_000;
const BACKGROUND_MS = 250;

const NAMES: Readonly<Record<MalformedCall['of'], string>> = { shell: SHELL, write: PATCH, edit: PATCH, read: SHELL };

export const codexProfile: AgentProfile = { agent: 'codex', toNativeCall, classify };

function toNativeCall(call: ToolCall, { cwd, markTask }: CallContext): NativeCall {
  const native = (name: string, input: unknown, namespace?: string): NativeCall => ({
    name,
    inputText: JSON.stringify(input),
    ...(namespace === undefined ? {} : { namespace }),
  });
  const shell = (cmd: string): NativeCall => native(SHELL, { cmd, yield_time_ms: FOREGROUND_MS });
  switch (call.kind) {
    case 'shell':
      return native(SHELL, {
        cmd: call.command,
        yield_time_ms: call.background === true ? BACKGROUND_MS : (call.timeoutMs ?? FOREGROUND_MS),
      });
    case 'write':
      return patch(`*** Add File: ${call.path}`, ...prefixed('+', call.content));
    case 'edit':
      return patch(
        `*** Update File: ${call.path}`,
        '@@',
        ...prefixed('-', call.oldText),
        ...prefixed('+', call.newText),
      );
    case 'read':
      return PICTURE.test(call.path)
        ? native('view_image', { path: join(cwd, call.path) })
        : shell(`cat '${call.path}'`);
    case 'delete':
      return patch(`*** Delete File: ${call.path}`);
    case 'subagent':
      return native(SPAWN, describeSpawn(call, markTask(call.lane, call.task)), AGENTS);
    case 'question':
      return native('request_user_input', {
        questions: call.questions.map(({ question, header = 'Choice', options }, index) => ({
          id: `question_${index + 1}`,
          header,
          question,
          options: options.map(({ label, description = label }) => ({ label, description })),
        })),
      });
    case 'skill':
      return shell(`cat '.agents/skills/${call.skill}/SKILL.md'`);
    case 'plan':
      return native('update_plan', {
        plan: call.plan.split('\n').map((step) => ({ step, status: 'pending' })),
      });
    case 'mcp':
      // Codex offers no other characters in a name (0.169.0).
      return native(call.tool.replaceAll(/\W/g, '_'), call.input, `mcp__${call.server}`);
    case 'fetch':
      return shell(`curl -s '${call.url}'`);
    case 'host':
      return native(call.tool, call.input);
    case 'raw':
      return call.name === SEARCH
        ? { ...native(call.name, call.input), isHosted: true }
        : native(call.name, call.input, call.namespace);
    case 'malformed':
      return {
        name: NAMES[call.of],
        inputText: call.inputText,
        ...(NAMES[call.of] === PATCH ? { isFreeform: true } : {}),
      };
    default:
      return call satisfies never;
  }
}

function describeSpawn({ type, background }: SubagentCall, task: string): unknown {
  return {
    message: background === true ? `${task} ${IN_BACKGROUND}` : task,
    ...(type === undefined ? {} : { agent_type: type }),
  };
}

function patch(...lines: readonly string[]): NativeCall {
  return { name: PATCH, inputText: ['*** Begin Patch', ...lines, '*** End Patch', ''].join('\n'), isFreeform: true };
}

function prefixed(sign: '+' | '-', text: string): string[] {
  const lines = text.endsWith('\n') ? text.slice(0, -1) : text;
  return lines.split('\n').map((line) => `${sign}${line}`);
}

function classify({ headers, body }: WireRequest, { history }: ModelRequest): RequestMark {
  if (readKind(headers['x-codex-turn-metadata']) === 'compaction') {
    return { kind: 'compaction' };
  }
  if (headers['x-openai-subagent'] === 'collab_spawn') {
    // The first message describes the workspace.
    const task = history.findLast((entry) => entry.kind === 'user')?.text ?? '';
    return { kind: 'subagent', task };
  }
  const targets = listAwaited(isRecord(body) ? readList(body['input']).filter(isRecord) : []);
  if (targets.length === 0) {
    return { kind: 'main' };
  }
  // The dispatch returns at once here, and the model must wait for the report.
  const wait: ToolCall = { kind: 'raw', name: WAIT, namespace: AGENTS, input: { targets } };
  return { kind: 'side', name: `${SIDE}wait`, step: { tools: [wait] } };
}

function readKind(header: string | undefined): string {
  const metadata = header === undefined ? undefined : parseOrEmpty(header);
  return isRecord(metadata) ? readText(metadata['request_kind']) : '';
}

type Item = Readonly<Record<string, unknown>>;

/** The ids of the agents that the model must wait for, and that no wait has reported yet. */
function listAwaited(items: readonly Item[]): string[] {
  const outputOf = (call: Item): unknown => {
    const output = items.find((item) => item['type'] === 'function_call_output' && item['call_id'] === call['call_id']);
    return parseOrEmpty(readText(output?.['output']));
  };
  const calls = items.filter(({ type }) => type === 'function_call');
  const sent = calls
    .filter((call) => call['name'] === SPAWN && !readText(call['arguments']).includes(IN_BACKGROUND))
    .map(outputOf)
    .flatMap((output) => (isRecord(output) && typeof output['agent_id'] === 'string' ? [output['agent_id']] : []));
  const back = calls
    .filter(({ name }) => name === WAIT)
    .map(outputOf)
    .flatMap((output) => (isRecord(output) && isRecord(output['status']) ? Object.keys(output['status']) : []));
  return sent.filter((id) => !back.includes(id));
}
