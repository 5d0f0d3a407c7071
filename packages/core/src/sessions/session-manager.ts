/** What a user sees of the CLIs' own sessions: found, listed, read. Nothing is ever written. */
import type { AgentName } from '@agent-mux/events';
import type { SessionFacts, SessionMessage } from '../adapter/index.ts';

/** What a listing tells of a session. Of a large file only both ends are read, and what hangs on the rest is absent. */
export interface SessionSummary extends Pick<SessionFacts, 'cwd' | 'model' | 'cost' | 'forkedFrom'> {
  readonly agent: AgentName;
  /** The CLI's own id: `run({ agent, sessionId })` continues it, `run({ agent, forkSessionId })` copies it. */
  readonly sessionId: string;
  /** `<agent>:<sessionId>` */
  readonly unifiedId: string;
  /** As the CLI named it, else the beginning of the first prompt. */
  readonly title: string;
  readonly createdAt: Date;
  /** When the file was last written. */
  readonly updatedAt: Date;
  readonly turnCount?: number;
  readonly messageCount?: number;
  /** The file, absolute. */
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

/** What `get()` of the sessions takes beside the id. */
export interface SessionLookup {
  /** @defaultValue all agents that have a store */
  readonly agent?: AgentName;
  /** Variables on top of those of this process: where a CLI keeps its sessions may hang on one. */
  readonly env?: Readonly<Record<string, string>>;
  /** Told of each file, folder and line that cannot be read. */
  readonly onProblem?: (problem: SessionProblem) => void;
}

/** What `iterate()` of the sessions takes. */
export interface SessionIterateOptions extends SessionLookup {
  /** Only sessions of this folder, absolute. */
  readonly cwd?: string;
  /** Only sessions that were last written at or after this moment. */
  readonly since?: Date;
  /** … at or before this moment. */
  readonly until?: Date;
}

/** What `list()` of the sessions takes. */
export interface SessionListOptions extends SessionIterateOptions {
  /** @defaultValue 100 */
  readonly limit?: number;
}

/** The sessions that the CLIs keep themselves, also those that were started without agent-mux. */
export interface SessionManager {
  /**
   * Newest first. Files are opened one by one, no more than it takes to fill the list. Rejects with VALIDATION_ERROR, with
   * AGENT_NOT_FOUND where no adapter has that name, with CAPABILITY_ERROR where it cannot read what its CLI keeps.
   */
  list(options?: SessionListOptions): Promise<SessionSummary[]>;
  list(agent: AgentName, options?: Omit<SessionListOptions, 'agent'>): Promise<SessionSummary[]>;
  /** As `list`, without a limit: each file is opened when the loop asks for it. VALIDATION_ERROR is thrown by the call, the others by the loop. */
  iterate(options?: SessionIterateOptions): AsyncIterable<SessionSummary>;
  iterate(agent: AgentName, options?: Omit<SessionIterateOptions, 'agent'>): AsyncIterable<SessionSummary>;
  /**
   * Reads one session, by its own id or its unified id. Rejects with SESSION_NOT_FOUND, with PARSE_ERROR where its file is
   * none of the CLI's, with VALIDATION_ERROR where several agents have that id, and as `list` does.
   */
  get(sessionId: string, options?: SessionLookup): Promise<Session>;
  get(agent: AgentName, sessionId: string, options?: Omit<SessionLookup, 'agent'>): Promise<Session>;
}
