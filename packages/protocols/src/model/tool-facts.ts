/** What a tool does, and of a tool of an MCP server which one it is: told of calls, and of the questions that ask for them. */
import { type ApprovalFacts, type McpTool, pickApprovalFacts, type ToolKind } from '@agent-mux/events';
import type { Call } from './calls.ts';
import { find } from './keyed.ts';
import type { Model } from './model.ts';
import type { Question } from './questions.ts';

/** Under the names of the events; what nobody has told is absent. */
export interface ToolFacts {
  readonly toolKind?: ToolKind;
  readonly mcp?: McpTool;
}

/** The same for protocols whose fields are written so. */
export interface SnakeToolFacts {
  readonly tool_kind?: ToolKind;
  readonly mcp?: McpTool;
}

export function factsOfCall({ kind, server, name: tool }: Call): ToolFacts {
  return { ...(kind === null ? {} : { toolKind: kind }), ...(server === null ? {} : { mcp: { server, tool } }) };
}

/** What is said of the tool that is asked for, by the question first and else by its call; a question in words says nothing. */
export function factsOfQuestion(model: Model, { event, callKey }: Question): Omit<ApprovalFacts, 'input'> {
  if (event.type !== 'approval_request') {
    return {};
  }
  const call = callKey === null ? undefined : find(model.calls, callKey);
  // The input of a call is told with the call.
  const { input: _, ...told } = pickApprovalFacts(event);
  return { ...(call === undefined ? {} : factsOfCall(call)), ...told };
}

export function inSnakeCase({ toolKind, mcp }: ToolFacts): SnakeToolFacts {
  return { ...(toolKind === undefined ? {} : { tool_kind: toolKind }), ...(mcp === undefined ? {} : { mcp }) };
}
