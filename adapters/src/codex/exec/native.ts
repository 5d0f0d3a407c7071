/** Native JSON of `codex exec --json`, and its items in the form that the app-server gives them. */
import { type FieldIn, listOf, type Native, objectOf, textOf } from '../../shared/index.ts';
import type { NativeItem } from '../shared/native.ts';

export type ExecUsage = Native<'input_tokens' | 'cached_input_tokens' | 'output_tokens' | 'reasoning_output_tokens'>;

/** Of 0.169.0, by type of line and of item. */
export const EXEC_FIELDS = {
  'thread.started': 'type thread_id',
  'turn.started': 'type',
  'turn.completed': 'type usage',
  'turn.failed': 'type error',
  'item.started': 'type item',
  'item.updated': 'type item',
  'item.completed': 'type item',
  error: 'type message',
  'item/agent_message': 'id type text',
  'item/reasoning': 'id type text',
  'item/command_execution': 'id type command aggregated_output exit_code status',
  'item/file_change': 'id type changes status',
  'item/mcp_tool_call': 'id type server tool arguments result error status',
  'item/collab_tool_call': 'id type tool sender_thread_id receiver_thread_ids prompt agents_states status',
  'item/web_search': 'id type query action',
  'item/todo_list': 'id type items',
  'item/error': 'id type message',
} as const;

export type ExecLine = Native<FieldIn<typeof EXEC_FIELDS>>;
/** Its fields are in the same table. */
export type ExecItem = ExecLine;

const TYPES: Readonly<Record<string, string>> = {
  agent_message: 'agentMessage',
  reasoning: 'reasoning',
  command_execution: 'commandExecution',
  file_change: 'fileChange',
  mcp_tool_call: 'mcpToolCall',
  collab_tool_call: 'collabAgentToolCall',
  web_search: 'webSearch',
};

/** undefined: the app-server has no such item. What it has beyond exec is made up where there is no doubt. */
export function toItem(item: ExecItem): NativeItem | undefined {
  const type = TYPES[textOf(item.type) ?? ''];
  return type === undefined
    ? undefined
    : {
        ...item,
        type,
        // An item is only told of a command that runs. Where it runs is not told, and the model may choose it (0.169.0).
        processId: 'told by its item',
        aggregatedOutput: item.aggregated_output,
        exitCode: item.exit_code,
        changes: listOf(item.changes).map(toChange),
        tool: type === 'collabAgentToolCall' ? toCamelCase(textOf(item.tool) ?? '') : item.tool,
        receiverThreadIds: item.receiver_thread_ids,
        agentsStates: item.agents_states,
        // All parts in one, and the raw thoughts not at all.
        summary: type === 'reasoning' ? [item.text] : [],
      };
}

function toChange(native: unknown): unknown {
  const change = objectOf<'path' | 'kind'>(native);
  // No content, and of a file that was moved only where it was.
  return { path: change?.path, kind: { type: change?.kind } };
}

function toCamelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}
