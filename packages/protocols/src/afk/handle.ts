/** A run in the form that AFK's programs use: one stream of events for one reader, and the sinks beside it. */
import type { FieldCheck } from '../decode.ts';
import { demandOptions, isName, isText } from '../given.ts';
import type { Answerable, Pausable, Stoppable, Who } from '../inbound.ts';
import { finalText, toEntry, totalCost, totalUsage } from '../model/index.ts';
import { project } from '../project.ts';
import type { EntrySource, Projection } from '../projection.ts';
import { EventQueue } from './event-queue.ts';
import {
  type AfkApproval,
  type AfkDenial,
  type AfkUserInput,
  approve,
  cancel,
  deny,
  interrupt,
  pause,
  provideInput,
  resume,
} from './inbound.ts';
import { type AfkFold, type AfkOptions, afk } from './project/index.ts';
import { type AfkSinks, Delivery } from './sinks.ts';
import type { AfkEvent, AfkState } from './types.ts';

/** The parts of a run that are needed; a `RunHandle` has them. */
export interface AfkRun extends Answerable, Stoppable, Pausable {
  entries(): object;
}

export interface AfkHandleOptions extends AfkSinks, AfkOptions {
  /** The source of the entries, such as the tree of the run. @defaultValue the run itself */
  readonly source?: EntrySource;
  /** The user id in the records of the trace. @defaultValue null */
  readonly userId?: string;
  /** Waits between two tries of an append. @defaultValue the timer of the platform */
  readonly sleep?: (ms: number) => Promise<void>;
}

export interface AfkResult {
  readonly run_id: string;
  readonly thread_id: string;
  readonly state: AfkState;
  readonly final_text: string;
  /** The reason of the failure. */
  readonly message?: string;
  readonly usage: {
    readonly input_tokens: number;
    readonly output_tokens: number;
    /** The cost; absent where no agent told a price. */
    readonly total_cost_usd?: number;
  };
}

export interface AfkHandle {
  /**
   * All events, for one reader; reading the property a second time throws a TypeError. It closes after the terminal event was passed to all
   * sinks. Unread events are kept until the run ends; a reader who leaves lets the run go on.
   */
  readonly events: AsyncIterableIterator<AfkEvent, undefined, undefined>;
  approve(message?: AfkApproval, who?: Who): Promise<void>;
  deny(message?: AfkDenial, who?: Who): Promise<void>;
  provideInput(message: AfkUserInput, who?: Who): Promise<void>;
  pause(): Promise<void>;
  resume(): Promise<void>;
  interrupt(): Promise<void>;
  cancel(): Promise<void>;
  /** Resolves when all sinks have the terminal event; with null for a cancelled run. Rejects where the source of entries failed. */
  awaitResult(): Promise<AfkResult | null>;
}

const A_FUNCTION: FieldCheck = { expected: 'a function', is: (value) => typeof value === 'function' };
const AN_OBJECT: FieldCheck = { expected: 'an object', is: (value) => typeof value === 'object' && value !== null };
const A_NAME: FieldCheck = { expected: 'a string that is not empty', is: isName };
const HANDLE_OPTIONS: Readonly<Record<keyof AfkHandleOptions, FieldCheck>> = {
  source: AN_OBJECT,
  userId: { expected: 'a string', is: isText },
  sleep: A_FUNCTION,
  thread: A_NAME,
  notify: A_FUNCTION,
  append: A_FUNCTION,
  telemetry: AN_OBJECT,
};

/**
 * Passes each event to four sinks in order: `events`, `notify`, `append`, `telemetry`; the next event waits for all four. The run is read
 * as fast as they take it, so that a sink that never returns makes the agent wait. It begins in a later turn than this call. Throws a
 * TypeError where an option is wrong or unknown.
 */
export function toAfkHandle(run: AfkRun, options: AfkHandleOptions = {}): AfkHandle {
  demandOptions('toAfkHandle()', options, HANDLE_OPTIONS);
  const { source, userId = null, sleep = wait, thread } = options;
  const projection = afk(thread === undefined ? {} : { thread });
  const queue = new EventQueue<AfkEvent>();
  const delivery = new Delivery(options, { queue, userId, sleep });
  const told: Told = { fold: undefined, last: undefined, fault: undefined };
  let isRead = false;

  const from = source ?? (run as EntrySource);
  const done = (async () => {
    // The caller must be able to attach its listeners first.
    await Promise.resolve();
    try {
      for await (const { event, at } of project(from, timed(projection, told))) {
        await delivery.deliver(event, at);
        told.last = event;
      }
    } catch (error) {
      told.fault = { error };
    }
    queue.close(told.fault);
  })();

  return {
    get events() {
      if (isRead) {
        throw new TypeError(
          'Cannot read `events` again: it supports a single consumer. Hand on what the first one reads.',
        );
      }
      isRead = true;
      return queue;
    },
    approve: (message, who) => approve(run, message, who),
    deny: (message, who) => deny(run, message, who),
    provideInput: (message, who) => provideInput(run, message, who),
    pause: () => pause(run),
    resume: () => resume(run),
    interrupt: () => interrupt(run),
    cancel: () => cancel(run),
    async awaitResult() {
      await done;
      return resultOf(told);
    },
  };
}

interface Told {
  fold: AfkFold | undefined;
  last: AfkEvent | undefined;
  fault: { readonly error: unknown } | undefined;
}

interface Timed {
  readonly event: AfkEvent;
  readonly at: number;
}

/** Each event with the time of its entry. */
function timed(
  projection: Projection<AfkEvent, AfkFold>,
  told: Told,
): Projection<Timed, { fold: AfkFold; at: number }> {
  return {
    init() {
      const fold = projection.init();
      told.fold = fold;
      return { fold, at: 0 };
    },
    step(state, entry, emit) {
      state.at = toEntry(entry, state.fold.model.place).timestamp;
      projection.step(state.fold, entry, (event) => emit({ event, at: state.at }));
    },
    end({ fold, at }, emit) {
      projection.end(fold, (event) => emit({ event, at }));
    },
  };
}

function resultOf({ fold, last, fault }: Told): AfkResult | null {
  if (fault !== undefined) {
    throw fault.error;
  }
  if (fold === undefined || last === undefined || last.type === 'run_cancelled') {
    return null;
  }
  const { model } = fold;
  const { run_id, thread_id, state, message } = last;
  const { inputTokens, outputTokens } = totalUsage(model);
  const cost = totalCost(model);
  return {
    run_id,
    thread_id,
    state,
    final_text: finalText(model),
    ...(message === undefined ? {} : { message }),
    usage: {
      input_tokens: inputTokens,
      output_tokens: outputTokens,
      ...(cost === null ? {} : { total_cost_usd: cost.usd }),
    },
  };
}

function wait(ms: number): Promise<void> {
  const { setTimeout: schedule } = globalThis as unknown as { setTimeout(act: () => void, ms: number): unknown };
  return new Promise((resolve) => {
    schedule(resolve, ms);
  });
}
