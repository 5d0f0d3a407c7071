/** OpenClaw as the model server sees it: the names of its tools. Its requests carry no marks. */
import { join } from 'node:path';
import type { MalformedCall, ToolCall } from '../scenario/index.ts';
import type { AgentProfile, CallContext } from './agent-profile.ts';
import type { NativeCall } from './rendering.ts';

const NAMES: Readonly<Record<MalformedCall['of'], string>> = {
  shell: 'exec',
  write: 'write',
  edit: 'edit',
  read: 'read',
};

export const openclawProfile: AgentProfile = { agent: 'openclaw', toNativeCall };

function toNativeCall(call: ToolCall, { cwd }: CallContext): NativeCall {
  const native = (name: string, input: unknown): NativeCall => ({ name, inputText: JSON.stringify(input) });
  switch (call.kind) {
    case 'shell':
      return native(NAMES.shell, { command: call.command });
    case 'write':
      return native(NAMES.write, { path: join(cwd, call.path), content: call.content });
    case 'edit':
      return native(NAMES.edit, {
        path: join(cwd, call.path),
        edits: [{ oldText: call.oldText, newText: call.newText }],
      });
    case 'read':
      return native(NAMES.read, { path: join(cwd, call.path) });
    case 'delete':
      return native(NAMES.shell, { command: `rm -- '${join(cwd, call.path)}'` });
    case 'raw':
      return native(call.name, call.input);
    case 'malformed':
      return { name: NAMES[call.of], inputText: call.inputText };
    case 'subagent':
    case 'question':
    case 'skill':
    case 'plan':
    case 'fetch':
    case 'host':
    case 'mcp':
      throw new TypeError(`OpenClaw has no tool for "${call.kind}". Leave the scenario out for it.`);
    default:
      return call satisfies never;
  }
}
