/** A stored run as a handle, which is iterated, listened to and awaited as the live one was. Nothing can steer it. */
import {
  isEventEntry,
  type JournalEntry,
  type RunHeader,
  type SeenCause,
  type TreeEntry,
} from '@agent-mux/events/journal';
import { demandCall } from '../demand-call.ts';
import { AgentMuxError } from '../errors.ts';
import { boolean, callback, check, integer, isRecord, objectOf, type Rule, rule } from '../field-rules.ts';
import { ActivityWatch, consumersOf, Journal, type RunHandle, TurnReaders } from '../readers/index.ts';
import { OUTCOMES, type RunResult } from '../results/index.ts';
import { StoredResult } from './stored-result.ts';
import { StoredTree } from './stored-tree.ts';

/** The options of `createStoredHandle`. */
export interface StoredHandleOptions {
  readonly header: RunHeader;
  /** All entries of the run, from its first on. */
  readonly entries: AsyncIterable<JournalEntry>;
  /**
   * Returns all entries of its tree, from the first on, each time that it is called. @defaultValue the run stands alone
   */
  readonly tree?: () => AsyncIterable<TreeEntry>;
  /** Whether to keep all events for `result.events`. @defaultValue false */
  readonly collectEvents?: boolean;
  /** @defaultValue 1000 */
  readonly highWaterMark?: number;
}

/**
 * The handle of a run that is read from a store. Calls that would steer it reject with RUN_NOT_ACTIVE; `abort()` ends
 * the reading. A run whose entries cannot all be read ends with STORE_ERROR in its result, one whose host has gone with
 * INTERNAL and the cause `lost`.
 */
export interface StoredRunHandle extends RunHandle {
  /** The reason why the run ended; undefined until its last entry was read. */
  readonly cause: SeenCause | undefined;
}

/**
 * Makes a handle of a run that is read from a store. Reading begins in a later turn than this call, so that its caller
 * can attach to the handle first. Throws ValidationError.
 */
export function createStoredHandle(options: StoredHandleOptions): StoredRunHandle {
  demandCall('createStoredHandle()', check(HANDLE_OPTIONS, options, 'options'));
  const { header } = options;
  const run = new StoredRun(options);
  return createHandle(run, (alone) => {
    if (options.tree !== undefined) {
      return new StoredTree(header, options.tree);
    }
    const tree = new StoredTree(header, alone, run);
    // Its first entries may be forgotten when somebody reads the tree.
    run.onEntry = (entry) => tree.ledger.take(entry);
    return tree;
  });
}

const HANDLE_OPTIONS: Rule = objectOf<StoredHandleOptions>(
  {
    header: rule('the header of a run', (value) => isRecord(value) && typeof value['runId'] === 'string'),
    entries: rule(
      'an async iterable of entries',
      (value) => typeof value === 'object' && value !== null && Symbol.asyncIterator in value,
    ),
    tree: callback,
    collectEvents: boolean,
    highWaterMark: integer(1),
  },
  { required: ['header', 'entries'] },
);

class StoredRun {
  readonly header: RunHeader;
  readonly journal: Journal;
  readonly ended: Promise<RunResult>;
  readonly turns: TurnReaders;
  readonly activity: ActivityWatch;
  /** Hears of every entry before its readers do. */
  onEntry: (entry: JournalEntry) => void = () => undefined;
  readonly #entries: AsyncIterable<JournalEntry>;
  readonly #fold: StoredResult;
  readonly #stop = new AbortController();
  readonly #collect: boolean;
  /** Where the entries come from, as long as it may have more. */
  #source: AsyncIterator<JournalEntry> | undefined;
  #wake: (() => void) | undefined;
  #isOver = false;
  #fault: unknown;

  constructor({ header, entries, collectEvents = false, highWaterMark = 1_000 }: StoredHandleOptions) {
    this.header = header;
    this.#entries = entries;
    this.#fold = new StoredResult(header);
    this.#collect = collectEvents;
    this.journal = new Journal({
      highWaterMark,
      collect: collectEvents,
      onPressure: (isFull) => {
        if (!isFull) {
          this.#wake?.();
        }
      },
      // The stored stream cannot change, so it has no place for a warning.
      onWarning: () => undefined,
    });
    const { outputSchema } = header.options ?? {};
    this.turns = new TurnReaders(() => this.journal, this.#fold.turns, outputSchema !== undefined);
    this.activity = new ActivityWatch({
      runId: header.runId,
      look: () => (this.#isOver ? 'over' : 'working'),
      onWarning: () => undefined,
      onFault: () => undefined,
    });
    this.ended = new Promise((resolve) => {
      queueMicrotask(() => resolve(this.#read()));
    });
  }

  get cause(): SeenCause | undefined {
    if (!this.#isOver) {
      return undefined;
    }
    return this.#fold.close?.cause ?? (this.#fault === undefined ? 'lost' : undefined);
  }

  get state(): RunHandle['state'] {
    if (!this.#isOver) {
      return 'running';
    }
    const { close } = this.#fold;
    return close === undefined ? 'failed' : OUTCOMES[close.cause].state;
  }

  /** Returns the result of the last run in the chain that took over from this one. */
  async result(): Promise<RunResult> {
    this.journal.await();
    const result = await this.ended;
    const next = this.#fold.close?.handoffTo;
    // Nobody knows how a run ended whose entries were not given.
    return next === undefined ? result : new StoredResult({ ...this.header, runId: next }).finish([], undefined);
  }

  stop(): void {
    this.#stop.abort();
    this.#wake?.();
  }

  async #read(): Promise<RunResult> {
    try {
      this.#source = this.#entries[Symbol.asyncIterator]();
      for (let next = await this.#next(); next !== undefined; next = await this.#next()) {
        const entry = next.value;
        const isTurn = this.#fold.add(entry);
        this.onEntry(entry);
        this.journal.append(entry);
        if (isTurn) {
          this.turns.look();
        }
        this.activity.touch();
        if (this.journal.isFull) {
          await this.#room();
        }
      }
    } catch (error) {
      this.#fault = error;
    }
    if (this.#stop.signal.aborted) {
      this.#fault ??= new Error('The reading was aborted.');
    }
    void this.#leave();
    this.#isOver = true;
    this.journal.close();
    const events = this.#collect ? this.journal.retained.filter(isEventEntry) : [];
    const result = this.#fold.finish(events, this.#fold.close === undefined ? this.#fault : undefined);
    this.turns.finish(result.turns);
    this.activity.touch();
    return result;
  }

  /** Returns the next entry; undefined after the last one, and where the reading is stopped, however long the source is silent. */
  async #next(): Promise<IteratorYieldResult<JournalEntry> | undefined> {
    const source = this.#source;
    const { signal } = this.#stop;
    if (source === undefined || signal.aborted) {
      return undefined;
    }
    const stopped = new Promise<undefined>((resolve) => {
      this.#wake = () => signal.aborted && resolve(undefined);
    });
    // What has ended or failed by itself is not left.
    this.#source = undefined;
    const next = await Promise.race([source.next(), stopped]);
    if (next?.done === true) {
      return undefined;
    }
    this.#source = source;
    return signal.aborted ? undefined : next;
  }

  /** Lets go of a source that may have more. It is not waited for, because it may never answer. */
  async #leave(): Promise<void> {
    try {
      await this.#source?.return?.();
    } catch {
      // The reading is over, and has its own reason.
    }
  }

  /** Waits for a slow reader. */
  async #room(): Promise<void> {
    while (this.journal.isFull && !this.#stop.signal.aborted) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}

function createHandle(run: StoredRun, treeOf: (alone: () => AsyncIterable<TreeEntry>) => StoredTree): StoredRunHandle {
  const { header, journal } = run;
  const { runId } = header;
  function refusal(what: string): AgentMuxError {
    return new AgentMuxError(
      'RUN_NOT_ACTIVE',
      `${what}(): the run ${runId} is read from a store. Start another run with \`sessionId\` to go on with its session.`,
    );
  }
  const refuse = (what: string) => (): Promise<never> => Promise.reject(refusal(what));

  const handle: StoredRunHandle = {
    runId,
    agent: header.agent,
    mode: header.mode,
    model: header.model,
    pid: undefined,
    get state() {
      return run.state;
    },
    get cause() {
      return run.cause;
    },
    tree: treeOf(async function* () {
      // The first entries may be forgotten already.
      let pos = journal.first;
      for await (const entry of journal.entries()) {
        yield { pos: pos++, run: header, entry };
      }
    }),
    interaction: {
      pending: [],
      onPending: () => () => undefined,
      respond: refuse('respond'),
      approveAll: refuse('approveAll'),
      denyAll: refuse('denyAll'),
    },
    ...consumersOf(journal, {
      ended: () => run.ended,
      handle: () => handle,
      activity: run.activity,
      turns: run.turns,
    }),
    get activity() {
      return run.activity.now;
    },
    publish() {
      throw refusal('publish');
    },
    send: refuse('send'),
    continue: refuse('continue'),
    queue: refuse('queue'),
    steer: refuse('steer'),
    approve: refuse('approve'),
    deny: refuse('deny'),
    interrupt: refuse('interrupt'),
    pause: refuse('pause'),
    resume: refuse('resume'),
    end: refuse('end'),
    async abort() {
      run.stop();
      await run.ended;
    },
    async [Symbol.asyncDispose]() {
      run.stop();
      await run.ended;
    },
  };
  return handle;
}
