/** omp as the model server sees it: the names of its tools, and the marks on its requests. */
import type { MalformedCall, Step, ToolCall } from '../scenario/index.ts';
import type { AgentProfile, CallContext, RequestMark } from './agent-profile.ts';
import { laneMark } from './find-step.ts';
import type { ModelRequest, NativeCall, WireRequest } from './rendering.ts';

const NAMES: Readonly<Record<MalformedCall['of'], string>> = {
  shell: 'bash',
  write: 'write',
  edit: 'edit',
  read: 'read',
};
/** The prefix of the name of a server that a run is given. */
const PLUGIN = 'amux';
/** The tool by which a subagent reports; without it, omp asks for the report three times. */
const END_TOOL = 'yield';
/** The stated intent, which every tool requires. */
const INTENT = 'Do it';

export const ompProfile: AgentProfile = { agent: 'omp', toNativeCall, classify, endSubagent };

function toNativeCall(call: ToolCall, { markTask }: CallContext): NativeCall {
  const native = (name: string, input: object): NativeCall => ({
    name,
    inputText: JSON.stringify({ i: INTENT, ...input }),
  });
  switch (call.kind) {
    case 'shell':
      return native(NAMES.shell, { command: call.command });
    case 'write':
      return native(NAMES.write, { path: call.path, content: call.content });
    case 'edit':
      throw new TypeError('omp edits by patches that name the text they were made from. Use a raw call.');
    case 'read':
      return native(NAMES.read, { path: call.path });
    case 'delete':
      return native(NAMES.shell, { command: `rm -- '${call.path}'` });
    case 'skill':
      return native(NAMES.read, { path: `skill://${call.skill}` });
    case 'subagent':
      return native('task', {
        context: '# Goal\nHelp.',
        tasks: [{ name: nameOf(call.lane), agent: call.type ?? 'task', task: markTask(call.lane, call.task) }],
      });
    case 'question':
      return native('ask', {
        questions: call.questions.map(({ question, header, multiSelect, options }, index) => ({
          id: `q${index}`,
          question,
          ...(header === undefined ? {} : { header }),
          ...(multiSelect === undefined ? {} : { multi: multiSelect }),
          options,
        })),
      });
    case 'mcp':
      return {
        name: `mcp__${PLUGIN}_${call.server}_${call.tool.replaceAll('-', '_')}`,
        inputText: JSON.stringify(call.input),
      };
    case 'fetch':
      return native(NAMES.read, { path: call.url });
    case 'host':
      return { name: call.tool, inputText: JSON.stringify(call.input) };
    case 'raw':
      return { name: call.name, inputText: JSON.stringify(call.input) };
    case 'malformed':
      return { name: NAMES[call.of], inputText: call.inputText };
    case 'plan':
      throw new TypeError('omp has no tool for "plan". Leave the scenario out for it.');
    default:
      return call satisfies never;
  }
}

/** The name of a subagent, which begins with a capital. */
function nameOf(lane: string): string {
  return lane.charAt(0).toUpperCase() + lane.slice(1);
}

function classify(_wire: WireRequest, { history, tools }: ModelRequest): RequestMark {
  const last = history.at(-1);
  const text = last?.kind === 'user' ? last.text : '';
  if (tools === 0) {
    // omp asks for summaries, and also how hard a subagent should think, and what to call its task.
    return /summar/i.test(text) ? { kind: 'compaction' } : { kind: 'side', name: 'label', step: { text: 'Help' } };
  }
  const first = history.find(({ kind }) => kind === 'user');
  return first?.kind === 'user' && first.text.includes(laneMark('')) ? { kind: 'subagent' } : { kind: 'main' };
}

function endSubagent(step: Step): Step {
  const { text = '', tools = [], parts = [], faults = [], ...rest } = step;
  if (tools.length > 0 || parts.length > 0) {
    return step;
  }
  const report = typeof text === 'string' ? text : text.filter((piece) => typeof piece === 'string').join('');
  return {
    ...rest,
    faults,
    ...(text === '' ? {} : { text }),
    tools: [{ kind: 'raw', name: END_TOOL, input: { i: INTENT, data: { report } }, id: 'report' }],
  };
}
