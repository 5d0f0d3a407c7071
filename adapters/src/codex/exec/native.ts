/** Native JSON of `codex exec --json`, and its items in the form that the app-server gives them. */
import { type FieldIn, listOf, type Native, objectOf, textOf } from '../../shared/index.ts';
import type { NativeItem } from '../shared/native.ts';

export type ExecUsage = Native<'input_tokens' | 'cached_input_tokens' | 'output_tokens' | 'reasoning_output_tokens'>;

/** The fields of 0.169.0, by type of line and of item. */
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
/** An item, whose fields are in the same table. */
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

/**
 * The item of the app-server; undefined where it has no such item. A field that exec lacks is filled in only where there is no doubt about
 * it.
 */
export function toItem(item: ExecItem): NativeItem | undefined {
  const type = TYPES[textOf(item.type) ?? ''];
  return type === undefined
    ? undefined
    : {
        ...item,
        type,
        // Only commands that run have items. The item does not say where the command runs, and the model may choose that (0.169.0).
        processId: 'told by its item',
        aggregatedOutput: item.aggregated_output,
        exitCode: item.exit_code,
        changes: listOf(item.changes).map(toChange),
        tool: type === 'collabAgentToolCall' ? toCamelCase(textOf(item.tool) ?? '') : item.tool,
        receiverThreadIds: item.receiver_thread_ids,
        agentsStates: item.agents_states,
        // All parts of the summary come in one text, and the raw thoughts do not come.
        summary: type === 'reasoning' ? [item.text] : [],
      };
}

function toChange(native: unknown): unknown {
  const change = objectOf<'path' | 'kind'>(native);
  // The change has no content, and a moved file has only its old path.
  return { path: change?.path, kind: { type: change?.kind } };
}

function toCamelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}
