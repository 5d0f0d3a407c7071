/** opencode as the model server sees it: the names of its tools, and the marks on its requests. */
import { join } from 'node:path';
import type { MalformedCall, ToolCall } from '../scenario/index.ts';
import type { AgentProfile, CallContext, RequestMark } from './agent-profile.ts';
import { textOf } from './chat-completions.ts';
import { isRecord, readList } from './read-json.ts';
import type { ModelRequest, NativeCall, WireRequest } from './rendering.ts';

const NAMES: Readonly<Record<MalformedCall['of'], string>> = {
  shell: 'bash',
  write: 'write',
  edit: 'edit',
  read: 'read',
};

/** The system prompt by which a service of opencode's own is recognised. */
const TITLE_MARK = 'You are a title generator';
const SUMMARY_MARK = 'context summarization';

/** The tools that only the main agent is offered. */
const MAIN_TOOLS = ['task', 'todowrite'];

export const opencodeProfile: AgentProfile = { agent: 'opencode', toNativeCall, classify };

function toNativeCall(call: ToolCall, { cwd, markTask }: CallContext): NativeCall {
  const native = (name: string, input: unknown): NativeCall => ({ name, inputText: JSON.stringify(input) });
  switch (call.kind) {
    case 'shell':
      return native(NAMES.shell, {
        command: call.command,
        description: call.description ?? 'Run a command',
        ...(call.timeoutMs === undefined ? {} : { timeout: call.timeoutMs }),
      });
    case 'write':
      return native(NAMES.write, { filePath: join(cwd, call.path), content: call.content });
    case 'edit':
      return native(NAMES.edit, {
        filePath: join(cwd, call.path),
        oldString: call.oldText,
        newString: call.newText,
      });
    case 'read':
      return native(NAMES.read, { filePath: join(cwd, call.path) });
    case 'delete':
      return native(NAMES.shell, { command: `rm -- '${call.path}'`, description: 'Remove a file' });
    case 'subagent':
      return native('task', {
        description: call.description ?? 'Look into it',
        prompt: markTask(call.lane, call.task),
        subagent_type: call.type ?? 'general',
      });
    case 'question':
      return native('question', {
        questions: call.questions.map(({ question, header = 'Choice', multiSelect = false, options }) => ({
          question,
          header,
          multiple: multiSelect,
          options: options.map(({ label, description = label }) => ({ label, description })),
        })),
      });
    case 'skill':
      return native('skill', { name: call.skill });
    case 'plan':
      return native('todowrite', { todos: [{ content: call.plan, status: 'pending', priority: 'medium', id: '1' }] });
    case 'mcp':
      return native(`${call.server}_${call.tool}`, call.input);
    case 'fetch':
      return native('webfetch', { url: call.url, format: 'text' });
    case 'host':
      throw new TypeError('opencode takes no tools of its client. Leave the scenario out for it.');
    case 'raw':
      return native(call.name, call.input);
    case 'malformed':
      return { name: NAMES[call.of], inputText: call.inputText };
    default:
      return call satisfies never;
  }
}

function classify({ body }: WireRequest, { tools }: ModelRequest): RequestMark {
  const system = systemOf(body);
  // opencode asks for the title at the same time as for the first answer of a session, and before or after it.
  if (system.includes(TITLE_MARK)) {
    return { kind: 'side', name: 'title', step: { text: 'A title' } };
  }
  if (system.includes(SUMMARY_MARK)) {
    return { kind: 'compaction' };
  }
  const names = new Set(toolNames(body));
  return tools > 0 && !MAIN_TOOLS.some((name) => names.has(name)) ? { kind: 'subagent' } : { kind: 'main' };
}

function systemOf(body: unknown): string {
  return readList(isRecord(body) ? body['messages'] : undefined)
    .filter(isRecord)
    .filter(({ role }) => role === 'system')
    .map(({ content }) => textOf(content))
    .join('\n');
}

function toolNames(body: unknown): unknown[] {
  return readList(isRecord(body) ? body['tools'] : undefined)
    .filter(isRecord)
    .map(({ function: declared }) => (isRecord(declared) ? declared['name'] : undefined));
}
