/** What a tool call does, and what an approval is about: the same words for every agent, so that a program can judge them. */

/** The kinds of the Agent Client Protocol, and `mcp` for the tools of MCP servers. */
export const TOOL_KINDS = [
  'read',
  'edit',
  'delete',
  'move',
  'search',
  'execute',
  'think',
  'fetch',
  'switch_mode',
  'mcp',
  'other',
] as const;

/** What a tool does: by a table for each agent, or as the agent says it itself. */
export type ToolKind = (typeof TOOL_KINDS)[number];

/** A tool of an MCP server. */
export interface McpTool {
  readonly server: string;
  /** As its server calls it. */
  readonly tool: string;
}

/** A file that would be changed. */
export interface FileChange {
  /** Absolute. */
  readonly path: string;
  /** `write`: the whole of it is written, and the agent does not say whether it is there already. */
  readonly change: 'create' | 'write' | 'update' | 'delete' | 'move';
  /** Where a move ends; absolute. */
  readonly movedTo?: string;
  /** A unified diff, as the agent says it or put together from what it says. */
  readonly diff?: string;
  /** What is replaced, where the agent tells no line numbers. */
  readonly oldText?: string;
  /** What is put in its place, or the whole of a new file. */
  readonly newText?: string;
}

/** What an approval is about. What the agent does not say before it asks is absent; nothing is read from disk. */
export interface ApprovalFacts {
  readonly toolKind?: ToolKind;
  /** As the model wrote it, without the shell that the agent wraps around it. */
  readonly command?: string;
  /** The folder in which the command begins; absolute. */
  readonly cwd?: string;
  /** The files and folders that it is about; absolute. */
  readonly paths?: readonly string[];
  readonly changes?: readonly FileChange[];
  readonly url?: string;
  /** The host that would be reached, where no whole URL is told. */
  readonly host?: string;
  readonly mcp?: McpTool;
  /** Why the agent asks, in its own words. */
  readonly reason?: string;
  /** The whole input of the tool, in the agent's own form. */
  readonly input?: unknown;
}

const FACTS = [
  'toolKind',
  'command',
  'cwd',
  'paths',
  'changes',
  'url',
  'host',
  'mcp',
  'reason',
  'input',
] as const satisfies readonly (keyof ApprovalFacts)[];

/** What is said of an approval, without all else that its event or its question has. */
export function pickApprovalFacts(said: ApprovalFacts): ApprovalFacts {
  return Object.fromEntries(FACTS.flatMap((name) => (said[name] === undefined ? [] : [[name, said[name]]])));
}
