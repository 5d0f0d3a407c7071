/** Claude Code as the model server sees it: the names of its tools, and the marks on its requests. */
import { join } from 'node:path';
import type { MalformedCall, ToolCall } from '../scenario/index.ts';
import type { AgentProfile, CallContext, RequestMark } from './agent-profile.ts';
import type { ModelRequest, NativeCall, WireRequest } from './rendering.ts';

const SUMMARY_MARKS = ['CRITICAL: Respond with TEXT ONLY', 'create a detailed summary'];
const SUGGESTION_MARK = 'Reply with ONLY the suggestion, no quotes or explanation.';

const NAMES: Readonly<Record<MalformedCall['of'], string>> = {
  shell: 'Bash',
  write: 'Write',
  edit: 'Edit',
  read: 'Read',
};

export const claudeProfile: AgentProfile = { agent: 'claude', toNativeCall, classify };

function toNativeCall(call: ToolCall, { cwd, markTask }: CallContext): NativeCall {
  const native = (name: string, input: unknown): NativeCall => ({ name, inputText: JSON.stringify(input) });
  switch (call.kind) {
    case 'shell':
      return native(NAMES.shell, {
        command: call.command,
        description: call.description ?? 'Run a command',
        ...(call.timeoutMs === undefined ? {} : { timeout: call.timeoutMs }),
        ...(call.background === undefined ? {} : { run_in_background: call.background }),
      });
    case 'write':
      return native(NAMES.write, { file_path: join(cwd, call.path), content: call.content });
    case 'edit':
      return native(NAMES.edit, {
        file_path: join(cwd, call.path),
        old_string: call.oldText,
        new_string: call.newText,
      });
    case 'read':
      return native(NAMES.read, { file_path: join(cwd, call.path) });
    case 'delete':
      return native(NAMES.shell, { command: `rm -- '${call.path}'`, description: 'Remove a file' });
    case 'subagent':
      return native('Agent', {
        description: call.description ?? 'Look into it',
        prompt: markTask(call.lane, call.task),
        subagent_type: call.type ?? 'general-purpose',
        // The field is always sent, since an agent runs in the background by default from 2.1.329 on.
        run_in_background: call.background ?? false,
      });
    case 'question':
      return native('AskUserQuestion', {
        questions: call.questions.map(({ question, header = 'Choice', multiSelect = false, options }) => ({
          question,
          header,
          multiSelect,
          options: options.map(({ label, description = label }) => ({ label, description })),
        })),
      });
    case 'skill':
      return native('Skill', { skill: call.skill });
    case 'plan':
      return native('ExitPlanMode', { plan: call.plan });
    case 'mcp':
      return native(`mcp__${call.server}__${call.tool}`, call.input);
    case 'fetch':
      return native('WebFetch', { url: call.url, prompt: 'What does it say?' });
    case 'host':
      return native(`mcp__agent-mux__${call.tool}`, call.input);
    case 'raw':
      return native(call.name, call.input);
    case 'malformed':
      return { name: NAMES[call.of], inputText: call.inputText };
    default:
      return call satisfies never;
  }
}

function classify({ headers }: WireRequest, { history, tools, maxTokens }: ModelRequest): RequestMark {
  if (headers['x-claude-code-agent-id'] !== undefined) {
    return { kind: 'subagent' };
  }
  const last = history.at(-1);
  const text = last?.kind === 'user' ? last.text : '';
  if (SUMMARY_MARKS.some((mark) => text.includes(mark))) {
    return { kind: 'compaction' };
  }
  if (text.trimEnd().endsWith(SUGGESTION_MARK)) {
    return { kind: 'side', name: 'suggestion', step: { text: 'Go on.' } };
  }
  // The CLI asks this when the model is changed, to see whether it answers at all.
  if (maxTokens === 1) {
    return { kind: 'side', name: 'probe', step: { text: 'Hi', finish: 'length' } };
  }
  if (tools === 0) {
    return { kind: 'side', name: 'title', step: { text: 'Did it' } };
  }
  return { kind: 'main' };
}
