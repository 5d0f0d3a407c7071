/** The tool calls that a scripted model can make, by what they do and not by what an agent calls them. */

/** A choice of a question. */
export interface ScriptedOption {
  readonly label: string;
  readonly description?: string;
}

export interface ScriptedQuestion {
  readonly question: string;
  readonly header?: string;
  readonly multiSelect?: boolean;
  readonly options: readonly ScriptedOption[];
}

interface Call<K extends string> {
  readonly kind: K;
  /** The end of the call's id. @defaultValue its place in the answer */
  readonly id?: string;
}

export interface ShellCall extends Call<'shell'> {
  readonly command: string;
  readonly description?: string;
  readonly timeoutMs?: number;
  readonly background?: boolean;
}

/** Writes a file. Paths are relative to the workspace. */
export interface WriteCall extends Call<'write'> {
  readonly path: string;
  readonly content: string;
}

export interface EditCall extends Call<'edit'> {
  readonly path: string;
  readonly oldText: string;
  readonly newText: string;
}

export interface ReadCall extends Call<'read'> {
  readonly path: string;
}

/** Deletes a file, through the shell where an agent has no tool for it. */
export interface DeleteCall extends Call<'delete'> {
  readonly path: string;
}

export interface SubagentCall extends Call<'subagent'> {
  /** The lane of the script that answers the subagent. */
  readonly lane: string;
  readonly task: string;
  readonly description?: string;
  /** A type of agent. @defaultValue the agent's general one */
  readonly type?: string;
  /** @defaultValue false */
  readonly background?: boolean;
}

export interface QuestionCall extends Call<'question'> {
  readonly questions: readonly ScriptedQuestion[];
}

export interface SkillCall extends Call<'skill'> {
  readonly skill: string;
}

/** Presents a plan and asks for leave to carry it out. */
export interface PlanCall extends Call<'plan'> {
  readonly plan: string;
}

export interface McpCall extends Call<'mcp'> {
  readonly server: string;
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** Fetches a page, through the shell where an agent has no tool for it. */
export interface FetchCall extends Call<'fetch'> {
  readonly url: string;
}

/** Calls a tool of the program that runs the agent. */
export interface HostCall extends Call<'host'> {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** Calls a tool by its native name: one that does not exist, or one that only a single agent has. */
export interface RawCall extends Call<'raw'> {
  readonly name: string;
  /** The group of the tool, where an agent has groups. */
  readonly namespace?: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** Calls the native tool of a kind with a text that is no JSON or has the wrong shape. */
export interface MalformedCall extends Call<'malformed'> {
  readonly of: 'shell' | 'write' | 'edit' | 'read';
  readonly inputText: string;
}

export type ToolCall =
  | ShellCall
  | WriteCall
  | EditCall
  | ReadCall
  | DeleteCall
  | SubagentCall
  | QuestionCall
  | SkillCall
  | PlanCall
  | McpCall
  | FetchCall
  | HostCall
  | RawCall
  | MalformedCall;
