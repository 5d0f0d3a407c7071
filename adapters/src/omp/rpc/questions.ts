/** The questions of omp's own permissions: "Allow tool: …", granted or denied before the tool begins. */
import type { Interaction } from '@agent-mux/core';
import type { McpTool } from '@agent-mux/events';
import { approval, type RefusedCall } from '../../pi-family/index.ts';
import {
  type DescribedAction,
  describeAction,
  describeMcpCall,
  entryOf,
  type KnownActions,
  kindOf,
  type OpenQuestion,
  objectOf,
  textOf,
  textsOf,
} from '../../shared/index.ts';
import type { NativeLine, NativeToolInput } from '../shared/native.ts';
import { TOOL_KINDS } from '../shared/tool-kinds.ts';
import { factsOf } from './approval-facts.ts';

const TOOLS: KnownActions<keyof NativeToolInput> = {
  bash: { action: 'run a command', field: 'command' },
  write: { action: 'write a file', field: 'path' },
  edit: { action: 'edit a file', field: 'input' },
  // A subagent works in the mode `yolo`, so only its dispatch is asked about (18.2.3).
  task: { action: 'send a subagent, which asks about nothing', field: 'tasks', risk: 'high' },
};

const NOBODY = /^Tool "[^"]+" requires approval but no interactive UI available\./;

/** The call that a question is about. */
export interface AskedCall {
  readonly id: string;
  readonly lane?: string;
  readonly input: unknown;
}

/** What the text of a question says, in its first line and after that. */
export interface AskedTool {
  readonly toolName: string;
  readonly said: string;
}

/** The tool that a question is about; undefined where it is not a question of this kind. */
export function toolAskedFor(request: NativeLine): AskedTool | undefined {
  const options = textsOf(request.options);
  if (request.method !== 'select' || options.length !== 2 || options[0] !== 'Approve' || options[1] !== 'Deny') {
    return undefined;
  }
  const [first = '', ...lines] = (textOf(request.title) ?? '').split('\n');
  const toolName = /^Allow tool: (\S+)/.exec(first)?.[1];
  return toolName === undefined ? undefined : { toolName, said: lines.join('\n') };
}

interface Place {
  /** The call; undefined where nobody knows which one it is. */
  readonly call: AskedCall | undefined;
  /** The folder of a command whose call names none. */
  readonly folder: string;
  /** The MCP tool that its name stands for. */
  readonly mcp?: McpTool | undefined;
}

export function toolQuestion(request: NativeLine, asked: AskedTool, { call, folder, mcp }: Place): OpenQuestion {
  const { toolName, said } = asked;
  const interaction: Interaction = {
    kind: 'approval',
    ...describeCall(toolName, call?.input, said || toolName),
    ...factsOf(toolName, call?.input, folder),
    ...(mcp === undefined ? {} : { mcp, detail: describeMcpCall(mcp, call?.input) }),
    toolName,
    ...(call === undefined ? {} : { toolCallId: call.id, input: call.input }),
    ...(call?.lane === undefined ? {} : { lane: call.lane }),
    // omp remembers no grant.
    scopes: ['once'],
  };
  return approval(request, { yes: 'Approve', no: 'Deny', interaction });
}

/** Describes a call that omp refused by itself, since a one-shot run has nobody to ask (18.2.3). */
export function refusalOf({ name, input }: RefusedCall, error: string): DescribedAction | undefined {
  return NOBODY.test(error) ? describeCall(name, input, input) : undefined;
}

function describeCall(toolName: string, input: unknown, whole: unknown): DescribedAction {
  const isMcp = toolName.startsWith('mcp__');
  return describeAction({
    kind: isMcp ? 'mcp' : kindOf(TOOL_KINDS, toolName),
    known: entryOf(TOOLS, toolName),
    fields: objectOf<keyof NativeToolInput>(input) ?? {},
    whole,
    otherwise: isMcp ? 'call an MCP tool' : `use ${toolName}`,
  });
}
