/** The part of an adapter that knows the CLI's own session store: where its files lie, and what their lines say. Read-only. */
import type { CostRecord, TokenCounts } from '@agent-mux/events';

/** What is looked for, and from where. */
export interface SessionQuery {
  /** The CLI's environment, since a variable often says where its store lies. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The user's home folder, absolute. */
  readonly home: string;
  /** Only sessions of this folder, absolute. A reader that cannot narrow by it ignores it: the facts are checked again. */
  readonly cwd?: string;
  /** Only this session. */
  readonly sessionId?: string;
  /** A small text file of the store, such as an index; undefined where it cannot be read. */
  read(path: string): Promise<string | undefined>;
}

/** Where the files of sessions lie. Files by the names on the way to them: `path` is matched name by name below `root`; the last one is the file's. */
export interface SessionPlace {
  readonly root: string;
  readonly path: readonly (string | RegExp)[];
}

/** A file of the store. */
export interface SessionFile {
  readonly path: string;
  /** The same function for all files of a store that one call opens. */
  read(path: string): Promise<string | undefined>;
}

/** What the lines of a file say of its session. */
export interface SessionFacts {
  readonly sessionId: string;
  readonly title?: string;
  /** Milliseconds. */
  readonly createdAt?: number;
  readonly cwd?: string;
  readonly model?: string;
  /** The CLI reckons it. */
  readonly cost?: CostRecord;
  readonly forkedFrom?: string;
  /** Prompts of the user's. */
  readonly turnCount: number;
  /** The work of a subagent: kept by the CLI, but nothing that a user goes on with. It is not listed. */
  readonly isSubagent?: boolean;
  /** A file that has only what is new: the rest are the lines before this number in that of another session, or in an older one of its own. */
  readonly inherits?: { readonly sessionId: string; readonly before: number };
}

/** Folds the lines of one file, in their order. Never throws; what it does not know it passes over. */
export interface SessionParser {
  /** One line as JSON. Of a large file only the first and the last part are seen, unless the messages are asked for. */
  see(line: unknown): void;
  /** Undefined where no line says that this is a session. */
  facts(): SessionFacts | undefined;
  messages(): readonly SessionMessage[];
  /** The CLI's own name for the last thing before the prompt of this `checkpointId`, where it goes back by that. */
  placeBefore?(checkpointId: string): string | undefined;
}

/** Reads one CLI's sessions. Does no I/O of its own. */
export interface SessionReader {
  /** Where the files lie, as narrow as the query allows. */
  places(query: SessionQuery): Promise<readonly SessionPlace[]> | readonly SessionPlace[];
  /** `before`: lines that carry this number or a higher one are another session's. */
  open(file: SessionFile, limits?: { readonly before?: number }): Promise<SessionParser> | SessionParser;
}

/** A call of a tool, with its result where the session has it. */
export interface SessionToolCall {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: unknown;
  readonly output?: unknown;
}

/** One message of a stored conversation. */
export interface SessionMessage {
  readonly role: 'user' | 'assistant' | 'system' | 'tool';
  /** Text only; empty where a message has none. */
  readonly content: string;
  readonly timestamp?: Date;
  /** Role `user` has it: `run({ checkpointId })` goes back to before this prompt, where the CLI can. */
  readonly checkpointId?: string;
  readonly thinking?: string;
  readonly toolCalls?: readonly SessionToolCall[];
  /** Role `tool` has it. */
  readonly toolResult?: {
    readonly toolCallId: string;
    readonly toolName: string;
    readonly output: unknown;
    readonly isError?: boolean;
  };
  readonly model?: string;
  readonly tokenUsage?: Pick<TokenCounts, 'inputTokens' | 'outputTokens' | 'thinkingTokens' | 'cachedTokens'>;
}
