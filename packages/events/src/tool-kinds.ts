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

/** What a tool does, according to a table for each agent or to the agent itself. */
export type ToolKind = (typeof TOOL_KINDS)[number];

/** A tool of an MCP server. */
export interface McpTool {
  readonly server: string;
  /** The tool's name on its server. */
  readonly tool: string;
}

/** A file that would be changed. */
export interface FileChange {
  /** The absolute path. */
  readonly path: string;
  /** How the file changes; `write` means that the whole of it is written, and the agent does not say whether it exists. */
  readonly change: 'create' | 'write' | 'update' | 'delete' | 'move';
  /** The absolute path at which a move ends. */
  readonly movedTo?: string;
  /** A unified diff, as the agent sends it or put together from what it sends. */
  readonly diff?: string;
  /** The replaced text, where the agent sends no line numbers. */
  readonly oldText?: string;
  /** The new text, or the whole of a new file. */
  readonly newText?: string;
}

/** What an approval is about. Facts that the agent does not give before it asks are absent; nothing is read from disk. */
export interface ApprovalFacts {
  readonly toolKind?: ToolKind;
  /** The command as the model wrote it, without the shell that the agent wraps around it. */
  readonly command?: string;
  /** The absolute folder in which the command begins. */
  readonly cwd?: string;
  /** The absolute paths of the affected files and folders. */
  readonly paths?: readonly string[];
  readonly changes?: readonly FileChange[];
  readonly url?: string;
  /** The host that would be reached, where no whole URL is given. */
  readonly host?: string;
  readonly mcp?: McpTool;
  /** The reason of the question, in the agent's own words. */
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

/** The facts of an approval, without the other fields of its event or its question. */
export function pickApprovalFacts(said: ApprovalFacts): ApprovalFacts {
  return Object.fromEntries(FACTS.flatMap((name) => (said[name] === undefined ? [] : [[name, said[name]]])));
}
