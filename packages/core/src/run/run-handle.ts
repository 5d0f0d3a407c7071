/** What run() returns: iterate, listen to, await, answer, steer and stop one run. */
import type { AgentEvent, AgentName } from '@agent-mux/events';
import type { JournalEntry, JsonValue } from '@agent-mux/events/journal';
import { AgentMuxError } from '../errors.ts';
import type { InteractionChannel } from '../interaction/index.ts';
import type { RunTree } from '../tree/run-tree.ts';
import type { Activity, ActivityListener, Delivery, Turn } from '../turns/index.ts';
import { consumersOf } from './consumers-of.ts';
import { demandNote } from './demand-note.ts';
import { BOUNDARIES, type Boundary } from './follow-ups.ts';
import type { EntriesOptions } from './journal-reader.ts';
import type { Listener, ListenOptions } from './listeners.ts';
import type { Run } from './run.ts';
import type { RunResult } from './run-result.ts';
import type { RunState } from './run-state.ts';

export interface FollowUpOptions {
  readonly when?: Boundary;
}

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
  /** Of the CLI; undefined before it is started. */
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
   * said, what was published, and how it ended. It holds the agent back as an iterator over events does. `break` detaches it.
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
   * the result keep the first reason; one that is no text, or empty, is none.
   */
  abort(reason?: string): Promise<void>;
  /** Stops every process of the run in place. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Lets a run with `keepOpen` end when its turn and queue are done; resolves with its result. */
  end(): Promise<RunResult<Output>>;
}

/** The consumers' side of a run. */
export function createRunHandle(run: Run, tree: RunTree): RunHandle {
  const { journal, interaction, prepared } = run;
  const consumers = consumersOf(journal, {
    ended: () => run.result,
    handle: () => handle,
    activity: run.turns.activity,
    turns: run.turns.readers,
  });

  // Not async: a promise of ours that nobody waits for must not end the host when the run ends first.
  function followUp(what: string, text: string, when: Boundary | 'now'): Promise<Delivery> {
    try {
      demandPrompt(what, text);
      demandBoundary(what, when);
      return run.followUp(what, { text }, when);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  function oldestApproval(what: string): string {
    const approval = interaction.pending.find(({ type }) => type === 'approval');
    if (approval === undefined) {
      throw new AgentMuxError('NO_PENDING_INTERACTION', `${what}(): no approval is open.`);
    }
    return approval.id;
  }

  const handle: RunHandle = {
    runId: prepared.runId,
    agent: prepared.agent,
    mode: prepared.mode.name,
    model: prepared.options.model,
    get state() {
      return run.state;
    },
    get activity() {
      return run.turns.activity.now;
    },
    get pid() {
      return run.pid;
    },
    interaction,
    tree,
    ...consumers,
    publish: (kind, data, options) => run.publish(demandNote(kind, data, options)),
    send(text) {
      const [question, ...others] = run.openQuestions;
      return question?.type === 'input' && others.length === 0
        ? interaction.respond(question.id, { type: 'text', text }).then(() => run.turns.answered)
        : followUp('send', text, 'next-turn');
    },
    continue: (prompt) => followUp('continue', prompt, 'next-turn'),
    queue: (prompt, { when = 'next-turn' } = {}) => followUp('queue', prompt, when),
    steer: (prompt, { when } = {}) => followUp('steer', prompt, when ?? 'now'),
    async approve(detail) {
      await interaction.respond(
        oldestApproval('approve'),
        detail === undefined ? { type: 'approve' } : { type: 'approve', detail },
      );
    },
    async deny(reason) {
      await interaction.respond(
        oldestApproval('deny'),
        reason === undefined ? { type: 'deny' } : { type: 'deny', reason },
      );
    },
    async interrupt() {
      run.interrupt();
    },
    async abort(reason) {
      run.abort(typeof reason === 'string' && reason !== '' ? reason : undefined);
      await run.result;
    },
    async pause() {
      run.pause();
    },
    async resume() {
      run.resume();
    },
    async end() {
      run.end();
      return consumers.result();
    },
    async [Symbol.asyncDispose]() {
      run.abort();
      await run.result;
    },
  };
  return handle;
}

function demandPrompt(what: string, text: unknown): void {
  if (typeof text !== 'string' || text.trim() === '') {
    throw new AgentMuxError('VALIDATION_ERROR', `${what}(): the prompt must be a non-empty string.`);
  }
}

function demandBoundary(what: string, when: string): void {
  if (when !== 'now' && !BOUNDARIES.some((boundary) => boundary === when)) {
    throw new AgentMuxError('VALIDATION_ERROR', `${what}(): \`when\` must be one of ${BOUNDARIES.join(', ')}.`);
  }
}
