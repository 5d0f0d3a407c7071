/** What a tool does, and of a tool of an MCP server which one it is: told of calls, and of the questions that ask for them. */
import type { McpTool, ToolKind } from '@agent-mux/events';
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

/** Of the tool that is asked for: as the question says it, else its call. Of a question in words nothing. */
export function factsOfQuestion(model: Model, { event, callKey }: Question): ToolFacts {
  if (event.type !== 'approval_request') {
    return {};
  }
  const call = callKey === null ? undefined : find(model.calls, callKey);
  const known = call === undefined ? {} : factsOfCall(call);
  const { toolKind = known.toolKind, mcp = known.mcp } = event;
  return { ...(toolKind === undefined ? {} : { toolKind }), ...(mcp === undefined ? {} : { mcp }) };
}

export function inSnakeCase({ toolKind, mcp }: ToolFacts): SnakeToolFacts {
  return { ...(toolKind === undefined ? {} : { tool_kind: toolKind }), ...(mcp === undefined ? {} : { mcp }) };
}
