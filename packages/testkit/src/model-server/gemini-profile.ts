/** Gemini CLI as the model server sees it: the names of its tools, and the marks on its requests. */
import { join } from 'node:path';
import type { MalformedCall, Step, ToolCall } from '../scenario/index.ts';
import type { AgentProfile, CallContext, RequestMark } from './agent-profile.ts';
import { joinPieces } from './cut-pieces.ts';
import { declaredTools } from './gemini-generate-content.ts';
import { isRecord } from './read-json.ts';
import type { ModelRequest, NativeCall, WireRequest } from './rendering.ts';

const NAMES: Readonly<Record<MalformedCall['of'], string>> = {
  shell: 'run_shell_command',
  write: 'write_file',
  edit: 'replace',
  read: 'read_file',
};

/** The tool that alone ends a subagent; the main agent does not have it. */
const END_TOOL = 'complete_task';
const SUBAGENT_TOOL = 'invoke_agent';

export const geminiProfile: AgentProfile = { agent: 'gemini', toNativeCall, classify, endSubagent };

function toNativeCall(call: ToolCall, { cwd, markTask }: CallContext): NativeCall {
  const native = (name: string, input: unknown): NativeCall => ({ name, inputText: JSON.stringify(input) });
  switch (call.kind) {
    case 'shell':
      return native(NAMES.shell, {
        command: call.command,
        ...(call.description === undefined ? {} : { description: call.description }),
        ...(call.background === undefined ? {} : { is_background: call.background }),
      });
    case 'write':
      return native(NAMES.write, { file_path: join(cwd, call.path), content: call.content });
    case 'edit':
      return native(NAMES.edit, {
        file_path: join(cwd, call.path),
        instruction: 'Replace the old text.',
        old_string: call.oldText,
        new_string: call.newText,
      });
    case 'read':
      return native(NAMES.read, { file_path: join(cwd, call.path) });
    case 'delete':
      return native(NAMES.shell, { command: `rm -- '${call.path}'`, description: 'Remove a file' });
    case 'subagent':
      return native(SUBAGENT_TOOL, {
        agent_name: call.type ?? 'generalist',
        prompt: markTask(call.lane, call.task),
      });
    case 'question':
      return native('ask_user', {
        questions: call.questions.map(({ question, header = 'Choice', multiSelect = false, options }) => ({
          question,
          header,
          type: 'choice',
          multiSelect,
          options: options.map(({ label, description = label }) => ({ label, description })),
        })),
      });
    case 'skill':
      return native('activate_skill', { name: call.skill });
    case 'plan':
      return native('exit_plan_mode', { plan_filename: call.plan });
    case 'mcp':
      return native(`mcp_${call.server}_${call.tool}`, call.input);
    case 'fetch':
      return native('web_fetch', { prompt: `What does ${call.url} say?` });
    case 'host':
      throw new TypeError('Gemini CLI takes no tools of its client. Leave the scenario out for it.');
    case 'raw':
      return native(call.name, call.input);
    case 'malformed':
      return { name: NAMES[call.of], inputText: call.inputText };
    default:
      return call satisfies never;
  }
}

function classify({ body }: WireRequest, { stream }: ModelRequest): RequestMark {
  const names = toolNames(body);
  if (names.has(END_TOOL) && !names.has(SUBAGENT_TOOL)) {
    return { kind: 'subagent' };
  }
  if (stream) {
    return { kind: 'main' };
  }
  // These are services of the CLI itself: summaries of sessions, corrections of edits, checks for loops; some have a form to fill in.
  return { kind: 'side', name: 'utility', step: { text: wantsJson(body) ? '{}' : 'A summary.' } };
}

function toolNames(body: unknown): ReadonlySet<unknown> {
  return new Set(declaredTools(body).map(({ name }) => name));
}

function wantsJson(body: unknown): boolean {
  const config = isRecord(body) ? body['generationConfig'] : undefined;
  return isRecord(config) && config['responseMimeType'] === 'application/json';
}

/** Ends a subagent, because a plain answer would count as one that forgot to report. */
function endSubagent(step: Step, { body }: WireRequest): Step {
  const { text = '', tools = [], parts = [], ...rest } = step;
  if (tools.length > 0 || parts.length > 0) {
    return step;
  }
  const report = joinPieces(text);
  return {
    ...rest,
    ...(text === '' ? {} : { text }),
    tools: [{ kind: 'raw', name: END_TOOL, input: reportOf(report, body), id: 'report' }],
  };
}

/** The report; each kind of subagent has a form of its own. */
function reportOf(text: string, body: unknown): Readonly<Record<string, unknown>> {
  const tool = declaredTools(body).find(({ name }) => name === END_TOOL);
  if (JSON.stringify(tool ?? {}).includes('SummaryOfFindings')) {
    return { report: { SummaryOfFindings: text, ExplorationTrace: [], RelevantLocations: [] } };
  }
  return { result: JSON.stringify(tool ?? {}).includes('"response"') ? { response: text } : text };
}
