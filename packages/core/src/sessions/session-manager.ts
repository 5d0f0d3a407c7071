/** The CLIs' own sessions as a user sees them: found, listed, read. Nothing is ever written. */
import type { AgentName } from '@agent-mux/events';
import type { SessionFacts, SessionMessage } from '../adapter/index.ts';

/**
 * The facts about a session in a listing. Only both ends of a large file are read, and facts that depend on the rest
 * are absent.
 */
export interface SessionSummary extends Pick<SessionFacts, 'cwd' | 'model' | 'cost' | 'forkedFrom'> {
  readonly agent: AgentName;
  /** The CLI's own id: `run({ agent, sessionId })` continues the session, `run({ agent, forkSessionId })` copies it. */
  readonly sessionId: string;
  /** The id with the name of the agent, `<agent>:<sessionId>`. */
  readonly unifiedId: string;
  /** The title that the CLI gave it, or else the beginning of the first prompt. */
  readonly title: string;
  readonly createdAt: Date;
  /** The time at which the file was last written. */
  readonly updatedAt: Date;
  readonly turnCount?: number;
  readonly messageCount?: number;
  /** The absolute path of the file. */
  readonly path: string;
  readonly bytes: number;
}

/** A session as a whole. */
export interface Session extends SessionSummary {
  readonly turnCount: number;
  readonly messageCount: number;
  readonly messages: readonly SessionMessage[];
}

/** Something in a store that could not be read. It was left as it is. */
export interface SessionProblem {
  readonly agent: AgentName;
  readonly path: string;
  readonly message: string;
  /** Whether the whole file or folder was passed over; otherwise only lines of it. */
  readonly isSkipped: boolean;
}

/** The options of `get()` of the sessions besides the id. */
export interface SessionLookup {
  /** @defaultValue all agents that have a store */
  readonly agent?: AgentName;
  /** Variables that are added to those of this process, because the place of a CLI's sessions may depend on one. */
  readonly env?: Readonly<Record<string, string>>;
  /**
   * Reports each file, folder and line that cannot be read, and each adapter that does not say where its sessions are.
   */
  readonly onProblem?: (problem: SessionProblem) => void;
}

/** The options of `iterate()` of the sessions. */
export interface SessionIterateOptions extends SessionLookup {
  /** The absolute folder whose sessions are wanted. */
  readonly cwd?: string;
  /** The moment from which on the sessions were last written. */
  readonly since?: Date;
  /** The moment up to which the sessions were last written. */
  readonly until?: Date;
}

/** The options of `list()` of the sessions. */
export interface SessionListOptions extends SessionIterateOptions {
  /** @defaultValue 100 */
  readonly limit?: number;
}

/** The sessions that the CLIs keep themselves, including those that were started without agent-mux. */
export interface SessionManager {
  /**
   * Lists sessions, newest first. Files are opened one by one, and no more of them than it takes to fill the list.
   * Rejects with VALIDATION_ERROR, with AGENT_NOT_FOUND where no adapter has that name, with CAPABILITY_ERROR where it
   * cannot read the store of its CLI, with INTERNAL where it was asked for alone and does not say where the store is.
   */
  list(options?: SessionListOptions): Promise<SessionSummary[]>;
  list(agent: AgentName, options?: Omit<SessionListOptions, 'agent'>): Promise<SessionSummary[]>;
  /**
   * Iterates over sessions like `list`, without a limit: each file is opened when the loop asks for it.
   * VALIDATION_ERROR is thrown by the call, the other errors by the loop.
   */
  iterate(options?: SessionIterateOptions): AsyncIterable<SessionSummary>;
  iterate(agent: AgentName, options?: Omit<SessionIterateOptions, 'agent'>): AsyncIterable<SessionSummary>;
  /**
   * Reads one session, by its own id or its unified id. Rejects with SESSION_NOT_FOUND, with PARSE_ERROR where its file
   * is none of the CLI's, with VALIDATION_ERROR where several agents have that id, and as `list` does.
   */
  get(sessionId: string, options?: SessionLookup): Promise<Session>;
  get(agent: AgentName, sessionId: string, options?: Omit<SessionLookup, 'agent'>): Promise<Session>;
}
