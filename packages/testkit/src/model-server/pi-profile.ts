/** pi as the model server sees it: the names of its tools, and the texts of its requests for a summary. */
import type { MalformedCall, ToolCall } from '../scenario/index.ts';
import type { AgentProfile, RequestMark } from './agent-profile.ts';
import type { ModelRequest, NativeCall, WireRequest } from './rendering.ts';

const SUMMARY_MARK = 'structured context checkpoint summary';
const NAMES: Readonly<Record<MalformedCall['of'], string>> = {
  shell: 'bash',
  write: 'write',
  edit: 'edit',
  read: 'read',
};

export const piProfile: AgentProfile = { agent: 'pi', toNativeCall, classify };

function toNativeCall(call: ToolCall): NativeCall {
  const native = (name: string, input: unknown): NativeCall => ({ name, inputText: JSON.stringify(input) });
  switch (call.kind) {
    case 'shell':
      return native(NAMES.shell, {
        command: call.command,
        ...(call.timeoutMs === undefined ? {} : { timeout: Math.ceil(call.timeoutMs / 1000) }),
      });
    case 'write':
      return native(NAMES.write, { path: call.path, content: call.content });
    case 'edit':
      return native(NAMES.edit, { path: call.path, edits: [{ oldText: call.oldText, newText: call.newText }] });
    case 'read':
      return native(NAMES.read, { path: call.path });
    case 'delete':
      return native(NAMES.shell, { command: `rm -- '${call.path}'` });
    case 'skill':
      // The model uses a skill by reading it.
      return native(NAMES.read, { path: `.pi/skills/${call.skill}/SKILL.md` });
    case 'raw':
      return native(call.name, call.input);
    case 'malformed':
      return { name: NAMES[call.of], inputText: call.inputText };
    case 'subagent':
    case 'question':
    case 'plan':
    case 'fetch':
    case 'host':
    case 'mcp':
      throw new TypeError(`pi has no tool for "${call.kind}". Leave the scenario out for it.`);
    default:
      return call satisfies never;
  }
}

function classify(_wire: WireRequest, { history, tools }: ModelRequest): RequestMark {
  const last = history.at(-1);
  const text = last?.kind === 'user' ? last.text : '';
  return tools === 0 && (text.includes(SUMMARY_MARK) || text.includes('<conversation>'))
    ? { kind: 'compaction' }
    : { kind: 'main' };
}
