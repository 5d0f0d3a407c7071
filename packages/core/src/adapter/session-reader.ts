/**
 * The part of an adapter that knows the CLI's own session store: where its files lie, and what their lines say. It only
 * reads.
 */
import type { CostRecord, TokenCounts } from '@agent-mux/events';

/** What is searched, and from which environment. */
export interface SessionQuery {
  /** The CLI's environment, since a variable often says where its store lies. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The user's home folder, absolute. */
  readonly home: string;
  /**
   * The absolute folder whose sessions are wanted. A reader that cannot narrow by it ignores it: the facts are checked
   * again.
   */
  readonly cwd?: string;
  /** The only session that is wanted. */
  readonly sessionId?: string;
  /** Reads a small text file of the store, such as an index; undefined where it cannot be read. */
  read(path: string): Promise<string | undefined>;
}

/** A place of session files. `path` is matched name by name below `root`; its last part is the name of the file. */
export interface SessionPlace {
  readonly root: string;
  readonly path: readonly (string | RegExp)[];
}

/** A file of the store. */
export interface SessionFile {
  readonly path: string;
  /** Reads another file of the store. All files that one call opens share this function. */
  read(path: string): Promise<string | undefined>;
}

/** The facts that the lines of a file give about its session. */
export interface SessionFacts {
  readonly sessionId: string;
  readonly title?: string;
  /** The time of creation in milliseconds. */
  readonly createdAt?: number;
  readonly cwd?: string;
  readonly model?: string;
  /** The CLI reckons it. */
  readonly cost?: CostRecord;
  readonly forkedFrom?: string;
  /** The number of the user's prompts. */
  readonly turnCount: number;
  /** Whether this is the work of a subagent. The CLI keeps it, but a user cannot go on with it, so it is not listed. */
  readonly isSubagent?: boolean;
  /** A file that has only what is new: the rest are the lines before this number in that of another session, or in an older one of its own. */
  readonly inherits?: { readonly sessionId: string; readonly before: number };
}

/** Folds the lines of one file, in order. Never throws; it ignores what it does not know. */
export interface SessionParser {
  /**
   * Takes one line as JSON. Only the first and the last part of a large file are seen, unless the messages are asked
   * for.
   */
  see(line: unknown): void;
  /** Returns the facts; undefined where no line says that this is a session. */
  facts(): SessionFacts | undefined;
  messages(): readonly SessionMessage[];
  /**
   * Returns the CLI's own name for the last entry before the prompt of this `checkpointId`, where the CLI goes back by
   * that name.
   */
  placeBefore?(checkpointId: string): string | undefined;
}

/** Reads one CLI's sessions. Does no I/O of its own. */
export interface SessionReader {
  /** Returns where the files lie, as narrowly as the query allows. */
  places(query: SessionQuery): Promise<readonly SessionPlace[]> | readonly SessionPlace[];
  /** Opens a file. Lines that carry the number `before` or a higher one belong to another session. */
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
  /** The text of the message; empty where it has none. */
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
