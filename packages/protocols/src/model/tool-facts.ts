/** What a tool does, and which tool of an MCP server it is; calls and the questions about them tell it. */
import { type ApprovalFacts, type McpTool, pickApprovalFacts, type ToolKind } from '@agent-mux/events';
import type { Call } from './calls.ts';
import { find } from './keyed.ts';
import type { Model } from './model.ts';
import type { Question } from './questions.ts';

/** The facts under the names of the events; unknown ones are absent. */
export interface ToolFacts {
  readonly toolKind?: ToolKind;
  readonly mcp?: McpTool;
}

/** The same for protocols whose fields are written in snake case. */
export interface SnakeToolFacts {
  readonly tool_kind?: ToolKind;
  readonly mcp?: McpTool;
}

export function factsOfCall({ kind, server, name: tool }: Call): ToolFacts {
  return { ...(kind === null ? {} : { toolKind: kind }), ...(server === null ? {} : { mcp: { server, tool } }) };
}

/** The facts of a question's tool, from the question first and else from its call; a question in text has none. */
export function factsOfQuestion(model: Model, { event, callKey }: Question): Omit<ApprovalFacts, 'input'> {
  if (event.type !== 'approval_request') {
    return {};
  }
  const call = callKey === null ? undefined : find(model.calls, callKey);
  // The call itself tells its input.
  const { input: _, ...told } = pickApprovalFacts(event);
  return { ...(call === undefined ? {} : factsOfCall(call)), ...told };
}

export function inSnakeCase({ toolKind, mcp }: ToolFacts): SnakeToolFacts {
  return { ...(toolKind === undefined ? {} : { tool_kind: toolKind }), ...(mcp === undefined ? {} : { mcp }) };
}
