/** What a program has of a run: it iterates over it, listens to it, awaits, answers, steers and stops it. */
import type { AgentEvent, AgentName } from '@agent-mux/events';
import type { JournalEntry, JsonValue, TreeEntry } from '@agent-mux/events/journal';
import type { InteractionChannel } from '../interaction/index.ts';
import type { Ledger, RunResult, RunState } from '../results/index.ts';
import type { Activity, ActivityListener } from './activity.ts';
import type { EntriesOptions } from './journal-reader.ts';
import type { Listener, ListenOptions } from './listeners.ts';
import type { Delivery, Turn } from './turn.ts';

/**
 * A moment at which words may be handed to an agent. With `after-tool` it is the next result of a tool, with
 * `after-response` the end of the message, and with `next-turn` the end of this turn.
 */
export type Boundary = 'next-turn' | 'after-tool' | 'after-response';

/** The moment at which a prompt for a run at work is handed over. */
export interface FollowUpOptions {
  readonly when?: Boundary;
}

/** The options of `publish()` besides the kind and the data of a note. */
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
  /** The run with every run that it has called and that took over from it, or the tree that it is a part of. */
  readonly tree: RunTree;

  /**
   * Opens a new iterator with a cursor of its own, from the oldest retained event. `break` detaches it; the run goes
   * on.
   */
  [Symbol.asyncIterator](): AsyncIterator<AgentEvent, undefined, undefined>;
  /**
   * Calls back with every event of a type from now on; with `replay` first with those that are retained, in a later
   * turn than this call.
   */
  on<T extends AgentEvent['type']>(type: T, listener: Listener<T>, options?: ListenOptions): this;
  /**
   * Calls back when the activity of the run has changed. This is an event of the handle: it does not come from the
   * agent and is in no journal.
   */
  on(type: 'activity', listener: ActivityListener): this;
  /** Calls back like `on`, for one event. */
  once<T extends AgentEvent['type']>(type: T, listener: Listener<T>, options?: ListenOptions): this;
  once(type: 'activity', listener: ActivityListener): this;
  off<T extends AgentEvent['type']>(type: T, listener: Listener<T>): this;
  off(type: 'activity', listener: ActivityListener): this;

  /** The activity of the run right now. */
  readonly activity: Activity;
  /** Resolves when the agent has done everything that it was told, or the run is over. */
  idle(): Promise<'idle' | 'over'>;
  /**
   * Iterates over the turns as they begin, from the first on, until the run is over. The result of each can be awaited,
   * and its events can be iterated over.
   */
  turns(): AsyncIterableIterator<Turn<Output>, undefined, undefined>;

  /**
   * Opens a new iterator over the journal, from the oldest retained entry. Besides the events it has the facts of the
   * run, the questions and answers, the published notes, and how the run ended. It makes the agent wait as an iterator
   * over events does. `break` detaches it.
   */
  entries(options?: EntriesOptions): AsyncIterableIterator<JournalEntry, undefined, undefined>;
  /**
   * Puts a note among the entries, such as a title or the decision of a program. The agent does not hear of it. `data`
   * is copied. Throws VALIDATION_ERROR where it is no JSON or is longer than 1 MiB as JSON, or `kind` than 1,024
   * characters, and RUN_NOT_ACTIVE once the run is over.
   */
  publish(kind: string, data: JsonValue, options?: PublishOptions): void;

  /** Resolves once, when the process and everything that it started is gone. */
  result(): Promise<RunResult<Output>>;
  then: Promise<RunResult<Output>>['then'];
  catch: Promise<RunResult<Output>>['catch'];
  finally: Promise<RunResult<Output>>['finally'];

  /** Answers the only open question, or else begins a new turn like `continue`. */
  send(text: string): Promise<Delivery<Output>>;
  /** Begins a new turn after the running one. */
  continue(prompt: string): Promise<Delivery<Output>>;
  /**
   * Begins a new turn like `continue`, or adds the prompt at a boundary of the running turn. @defaultValue when:
   * 'next-turn'
   */
  queue(prompt: string, options?: FollowUpOptions): Promise<Delivery<Output>>;
  /**
   * Adds to the running turn where the CLI can, or else begins the next turn. Resolves when it is known which, as far
   * as the CLI reports it. @defaultValue at once
   */
  steer(prompt: string, options?: FollowUpOptions): Promise<Delivery<Output>>;
  /**
   * Grants the oldest open approval, once. `detail` is a word to the agent that goes with the grant; no built-in CLI
   * has a place for one, outside adapters may.
   */
  approve(detail?: string): Promise<void>;
  /** Denies the oldest open approval. */
  deny(reason?: string): Promise<void>;

  /** Stops the running turn, by protocol or SIGINT. The run goes on if prompts wait or it is kept open. */
  interrupt(): Promise<void>;
  /**
   * Ends the run by SIGTERM, and after `gracePeriodMs` by SIGKILL. Resolves when everything is gone; a second call
   * changes nothing. The journal, the `aborted` event and the result keep the first reason; if it is an error, its
   * message.
   */
  abort(reason?: string): Promise<void>;
  /** Stops every process of the run in place. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Lets a run with `keepOpen` end when its turn and queue are done; resolves with its result. */
  end(): Promise<RunResult<Output>>;
}

/**
 * A run with every run that it has called, and with those that took over from it. Each run of the tree has the same
 * tree.
 */
export interface RunTree extends AsyncIterable<TreeEntry> {
  /** The id of the run at the top. */
  readonly root: string;
  /**
   * Opens a new iterator over the entries of all runs in the order in which they occur, from the oldest retained one
   * on; `break` detaches it. A tree that nobody has read yet retains as many entries as a run that somebody has read.
   * It makes all runs wait as an iterator over events does, counts as somebody who could answer, and ends when the last
   * run is over.
   */
  [Symbol.asyncIterator](): AsyncIterableIterator<TreeEntry, undefined, undefined>;
  /** Opens the same iterator for a reader that only looks on, if `observes` says so. */
  entries(options?: EntriesOptions): AsyncIterableIterator<TreeEntry, undefined, undefined>;
  /**
   * The handles of the runs that are not over, in the order in which they came; those that wait for their predecessor
   * are included.
   */
  readonly runs: readonly RunHandle[];
  /** The open runs, by invocation and by name. */
  readonly ledger: Ledger;
  /**
   * Resolves when every run of the tree is over, with the result of the root, or of the last run that took over from it
   * and has begun. With the id of a run, resolves when that run and those that took over from it are over. Rejects
   * where the tree has no such run.
   */
  result(runId?: string): Promise<RunResult>;
  /**
   * Aborts the root, or the run with this id, and those that take over from it. Resolves when they and all runs that
   * they have called are gone. The reason is in the journal and in the result of each of them.
   */
  abort(which?: string | AbortTree): Promise<void>;
}

/** The options for aborting a whole tree of runs. */
export interface AbortTree {
  /** @defaultValue the root */
  readonly runId?: string;
  readonly reason?: string;
}
