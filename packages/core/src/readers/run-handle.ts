/** What a program has of a run: it iterates over it, listens to it, awaits, answers, steers and stops it. */
import type { AgentEvent, AgentName } from '@agent-mux/events';
import type { JournalEntry, JsonValue, TreeEntry } from '@agent-mux/events/journal';
import type { InteractionChannel } from '../interaction/index.ts';
import type { Ledger, RunResult, RunState } from '../results/index.ts';
import type { Activity, ActivityListener } from './activity.ts';
import type { EntriesOptions } from './journal-reader.ts';
import type { Listener, ListenOptions } from './listeners.ts';
import type { Delivery, Turn } from './turn.ts';

/** A moment at which words may be said to an agent. `after-tool`: at the next result of a tool; `after-response`: at the end of the message; `next-turn`: when this turn is over. */
export type Boundary = 'next-turn' | 'after-tool' | 'after-response';

/** Says when a prompt for a run at work is handed over. */
export interface FollowUpOptions {
  readonly when?: Boundary;
}

/** What `publish()` takes beside the kind and the data of a note. */
export interface PublishOptions {
  /** The subagent that the note is about. @defaultValue none: the run itself */
  readonly lane?: string;
}

/**
 * One run. Its promise methods never reject; awaiting it does not stop anybody else from iterating or listening.
 *
 * @example
 * const handle = mux.run({ agent: 'claude', prompt: 'hello' });
 * for await (const event of handle) console.log(event.type);
 * const { text } = await handle;
 */
export interface RunHandle<Output = unknown> extends AsyncIterable<AgentEvent>, AsyncDisposable {
  readonly runId: string;
  readonly agent: AgentName;
  /** The mode of the adapter that was chosen. */
  readonly mode: string;
  readonly model: string | undefined;
  readonly state: RunState;
  /** The pid of the CLI; undefined before it is started. */
  readonly pid: number | undefined;
  readonly interaction: InteractionChannel;
  /** The run with all that it has called and that took over from it, or the tree that it is a part of. */
  readonly tree: RunTree;

  /** A new iterator with a cursor of its own, from the oldest retained event. `break` detaches it; the run goes on. */
  [Symbol.asyncIterator](): AsyncIterator<AgentEvent, undefined, undefined>;
  /** Calls back with every event of a type from now on; with `replay` first with those that are retained, in a later turn than this call. */
  on<T extends AgentEvent['type']>(type: T, listener: Listener<T>, options?: ListenOptions): this;
  /** What the run is doing has changed. An event of the handle: it is none of the agent's and stands in no journal. */
  on(type: 'activity', listener: ActivityListener): this;
  /** As `on`, for one event. */
  once<T extends AgentEvent['type']>(type: T, listener: Listener<T>, options?: ListenOptions): this;
  once(type: 'activity', listener: ActivityListener): this;
  off<T extends AgentEvent['type']>(type: T, listener: Listener<T>): this;
  off(type: 'activity', listener: ActivityListener): this;

  /** What the run is doing right now. */
  readonly activity: Activity;
  /** Resolves when the agent has done all that it was told, or the run is over. */
  idle(): Promise<'idle' | 'over'>;
  /** Each turn once it has begun, from the first on, until the run is over. Of each its result is awaited, or its events are iterated over. */
  turns(): AsyncIterableIterator<Turn<Output>, undefined, undefined>;

  /**
   * A new iterator over the journal, from the oldest retained entry: the events, and among them what the run is, what was asked and
   * said, what was published, and how it ended. It makes the agent wait as an iterator over events does. `break` detaches it.
   */
  entries(options?: EntriesOptions): AsyncIterableIterator<JournalEntry, undefined, undefined>;
  /**
   * Puts a note among the entries, such as a title or the decision of a program. The agent does not hear of it. `data` is copied. Throws
   * VALIDATION_ERROR where it is no JSON or is longer than 1 MiB as JSON, or `kind` than 1,024 characters, and RUN_NOT_ACTIVE once the run is over.
   */
  publish(kind: string, data: JsonValue, options?: PublishOptions): void;

  /** Resolves once, when the process and everything that it started is gone. */
  result(): Promise<RunResult<Output>>;
  then: Promise<RunResult<Output>>['then'];
  catch: Promise<RunResult<Output>>['catch'];
  finally: Promise<RunResult<Output>>['finally'];

  /** The answer to the only open question, else `continue`. */
  send(text: string): Promise<Delivery<Output>>;
  /** A new turn after the running one. */
  continue(prompt: string): Promise<Delivery<Output>>;
  /** As `continue`, or at a boundary of the running turn. @defaultValue when: 'next-turn' */
  queue(prompt: string, options?: FollowUpOptions): Promise<Delivery<Output>>;
  /** Into the running turn where the CLI can, else the next turn. Resolves when it is known which, as far as the CLI tells. @defaultValue at once */
  steer(prompt: string, options?: FollowUpOptions): Promise<Delivery<Output>>;
  /** Grants the oldest open approval, once. `detail`: a word to the agent with it; no built-in CLI has a place for one, outside adapters may. */
  approve(detail?: string): Promise<void>;
  /** Denies the oldest open approval. */
  deny(reason?: string): Promise<void>;

  /** Stops the running turn, by protocol or SIGINT. The run goes on if prompts wait or it is kept open. */
  interrupt(): Promise<void>;
  /**
   * Ends the run: SIGTERM, `gracePeriodMs`, SIGKILL. Idempotent; resolves when everything is gone. The journal, the `aborted` event and
   * the result keep the first reason; of an error it is its message.
   */
  abort(reason?: string): Promise<void>;
  /** Stops every process of the run in place. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Lets a run with `keepOpen` end when its turn and queue are done; resolves with its result. */
  end(): Promise<RunResult<Output>>;
}

/** A run with all that it has called, and with those that took over from it. Each run of the tree has the same. */
export interface RunTree extends AsyncIterable<TreeEntry> {
  /** The id of the run at the top. */
  readonly root: string;
  /**
   * A new iterator over the entries of all runs in the order in which they occur, from the oldest retained one on; `break` detaches
   * it. Of a tree that nobody has read yet as many are retained as of a run of which somebody has. It makes all runs wait as an
   * iterator over events does, counts as somebody who could answer, and ends when the last run is over.
   */
  [Symbol.asyncIterator](): AsyncIterableIterator<TreeEntry, undefined, undefined>;
  /** The same iterator, of somebody who only looks on where `observes` says so. */
  entries(options?: EntriesOptions): AsyncIterableIterator<TreeEntry, undefined, undefined>;
  /** Handles of the runs that are not over, those that wait for their predecessor included, in the order in which they came. */
  readonly runs: readonly RunHandle[];
  /** Who is open, by invocation and by name. */
  readonly ledger: Ledger;
  /**
   * Resolves when every run of the tree is over: with the result of the root, or of the last run that took over from it and has
   * begun. With the id of a run, when that run and those that took over from it are over. Rejects where the tree has no such run.
   */
  result(runId?: string): Promise<RunResult>;
  /**
   * Aborts the root, or the run with this id, and those that take over from it. Resolves when they and all that they have called are
   * gone. The reason stands in the journal and in the result of each of them.
   */
  abort(which?: string | AbortTree): Promise<void>;
}

/** Says how a whole tree of runs is aborted. */
export interface AbortTree {
  /** @defaultValue the root */
  readonly runId?: string;
  readonly reason?: string;
}
