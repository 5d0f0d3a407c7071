/** Copilot CLI as the model server sees it: the names of its tools, and the marks on its requests. */
import { join } from 'node:path';
import type { MalformedCall, ToolCall } from '../scenario/index.ts';
import type { AgentProfile, CallContext, RequestMark } from './agent-profile.ts';
import type { ModelRequest, NativeCall, WireRequest } from './rendering.ts';

const SUMMARY_MARK = 'Please create a detailed summary of the conversation so far.';

const NAMES: Readonly<Record<MalformedCall['of'], string>> = {
  shell: 'bash',
  write: 'create',
  edit: 'edit',
  read: 'view',
};

export const copilotProfile: AgentProfile = { agent: 'copilot', toNativeCall, classify };

function toNativeCall(call: ToolCall, { cwd, markTask }: CallContext): NativeCall {
  const native = (name: string, input: unknown): NativeCall => ({ name, inputText: JSON.stringify(input) });
  switch (call.kind) {
    case 'shell':
      return native(NAMES.shell, {
        command: call.command,
        description: call.description ?? 'Run a command',
        ...(call.timeoutMs === undefined ? {} : { initial_wait: call.timeoutMs / 1_000 }),
        ...(call.background === true ? { mode: 'async' } : {}),
      });
    case 'write':
      return native(NAMES.write, { path: join(cwd, call.path), file_text: call.content });
    case 'edit':
      return native(NAMES.edit, { path: join(cwd, call.path), old_str: call.oldText, new_str: call.newText });
    case 'read':
      return native(NAMES.read, { path: join(cwd, call.path) });
    case 'delete':
      return native(NAMES.shell, { command: `rm -- '${call.path}'`, description: 'Remove a file' });
    case 'subagent':
      return native('task', {
        name: call.lane,
        description: call.description ?? 'Look into it',
        prompt: markTask(call.lane, call.task),
        agent_type: call.type ?? 'general-purpose',
        mode: call.background === true ? 'background' : 'sync',
      });
    case 'question': {
      const [first] = call.questions;
      return native('ask_user', {
        question: first?.question ?? '',
        choices: (first?.options ?? []).map(({ label }) => label),
      });
    }
    case 'skill':
      return native('skill', { skill: call.skill });
    case 'plan':
      return native('exit_plan_mode', { summary: call.plan });
    case 'mcp':
      return native(`${call.server}-${call.tool}`, call.input);
    case 'fetch':
      return native('web_fetch', { url: call.url });
    case 'host':
      return native(call.tool, call.input);
    case 'raw':
      return native(call.name, call.input);
    case 'malformed':
      return { name: NAMES[call.of], inputText: call.inputText };
    default:
      return call satisfies never;
  }
}

function classify(_wire: WireRequest, { history }: ModelRequest): RequestMark {
  const last = history.at(-1);
  const isSummary = last?.kind === 'user' && last.text.includes(SUMMARY_MARK);
  return isSummary ? { kind: 'compaction' } : { kind: 'main' };
}
