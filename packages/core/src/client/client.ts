/** The client: adapters and defaults, and the calls that start runs. */
import type { RunOptions } from '../adapter/index.ts';
import { steadyClock } from '../clock.ts';
import { AgentMuxError } from '../errors.ts';
import type { RunHandle } from '../readers/index.ts';
import { type AdapterRegistry, createRegistry } from '../registry/index.ts';
import type { RunResult } from '../results/index.ts';
import { rootPlace } from '../run/index.ts';
import type { AnySchema, OutputOf } from '../schema/index.ts';
import { createSessionManager, type SessionManager } from '../sessions/index.ts';
import { calledPlace, DEFAULT_MAX_DEPTH, successorPlace } from '../tree/index.ts';
import { ActiveRuns, type RunReference } from './active-runs.ts';
import type { CallOptions, ClientOptions, HandoffOptions } from './client-options.ts';
import { validateClientOptions } from './validate-options.ts';

/** The value that `prompt` resolves with. */
export type Answer<S> = S extends AnySchema ? OutputOf<S> : string;

/** Starts runs with one set of adapters and defaults. Several clients may exist side by side. */
export interface AgentMuxClient extends AsyncDisposable {
  /**
   * Starts a run. Throws ValidationError (with every wrong option), CapabilityError or AgentMuxError
   * (AGENT_NOT_FOUND, AGENT_NOT_INSTALLED) before anything starts; whatever happens later is an event and a result.
   */
  run<const S extends AnySchema | undefined = undefined>(
    options: RunOptions & { readonly outputSchema?: S },
  ): RunHandle<OutputOf<S>>;
  /**
   * Runs to the end and resolves with what the agent said last, or with its output where an `outputSchema` is given.
   * Rejects with what `run` throws. Where the run did not complete, rejects with an AgentMuxError that has the code and
   * the message of the result, and the result as its `cause`.
   */
  prompt<const S extends AnySchema | undefined = undefined>(
    options: RunOptions & { readonly outputSchema?: S },
  ): Promise<Answer<S>>;
  /**
   * Starts a run that another one calls: it is one level below its caller in the same tree, and ends before it at the
   * latest. It has the context, thread and task of its caller where it names none. Throws as `run` does, RUN_NOT_ACTIVE
   * where the caller is over, ending, or unknown to this client, and VALIDATION_ERROR where the run would be deeper
   * than `maxDepth`.
   */
  call(parent: RunReference, options: CallOptions): RunHandle;
  /**
   * Prepares a run that takes over from another one, with its caller and at its depth. The predecessor takes no more
   * prompts and ends when its turn and queue are done; once its journal is closed, the successor begins. It never
   * begins where the predecessor does not complete, or where it is aborted before: then its journal has two entries,
   * `open` and `close`, and its result says why. Throws as `call` does, and VALIDATION_ERROR where the run has a
   * successor already.
   */
  handoff(from: RunReference, options: HandoffOptions): RunHandle;
  /**
   * Returns the error that `run` would throw, or undefined where it would start a run. It starts nothing and writes
   * nothing, so a form can use it, or a program that first makes something for the run.
   */
  check(options: RunOptions): AgentMuxError | undefined;
  readonly adapters: AdapterRegistry;
  /** The sessions that the CLIs keep themselves, which are read but never written. */
  readonly sessions: SessionManager;
  /** Aborts its runs and resolves when they are gone. A later run() throws. */
  close(): Promise<void>;
}

/** Makes a client, which starts runs. Does no I/O. Throws ValidationError. */
export function createClient(options: ClientOptions = {}): AgentMuxClient {
  const own = validateClientOptions(options);
  const registry = createRegistry(own.adapters ?? [], steadyClock);
  const stores = { list: registry.list, readerOf: (agent: string) => registry.get(agent).sessions };
  const runs = new ActiveRuns({ client: own, registry, stores });
  const { maxDepth = DEFAULT_MAX_DEPTH } = own;
  let isClosed = false;

  function demandOpen(call: string): void {
    if (isClosed) {
      throw new AgentMuxError('RUN_NOT_ACTIVE', `${call}: this client is closed. Create another one.`);
    }
  }

  // The caller chose the type of the output, by the schema that it gave to the run.
  function begin<Output>(started: ReturnType<ActiveRuns['prepare']>): RunHandle<Output> {
    runs.add(started);
    try {
      started.run.begin();
    } catch (error) {
      runs.remove(started);
      throw error;
    }
    return started.handle as RunHandle<Output>;
  }

  async function close(): Promise<void> {
    isClosed = true;
    await Promise.all(
      runs.all.map((run) => {
        run.abort();
        return run.result;
      }),
    );
  }

  return {
    adapters: registry,
    sessions: createSessionManager({ registry: stores }),
    run<S extends AnySchema | undefined>(runOptions: RunOptions) {
      demandOpen('run()');
      return begin<OutputOf<S>>(runs.prepare(runOptions, { call: 'run()', place: rootPlace }));
    },
    async prompt<S extends AnySchema | undefined>(runOptions: RunOptions) {
      demandOpen('prompt()');
      return answerOf<Answer<S>>(
        await begin(runs.prepare(runOptions, { call: 'prompt()', place: rootPlace })),
        runOptions,
      );
    },
    check: (runOptions) =>
      refusalOf(() => {
        demandOpen('run()');
        runs.check(runOptions, { call: 'run()', place: rootPlace });
      }),
    call(parent, callOptions) {
      demandOpen('call()');
      const { run, tree } = runs.demand(parent, 'call()');
      const place = calledPlace(run.prepared, maxDepth);
      return begin(runs.prepare(callOptions, { call: 'call()', place, tree }));
    },
    handoff(from, handoffOptions) {
      demandOpen('handoff()');
      const { run, tree } = runs.demand(from, 'handoff()');
      tree.demandNoSuccessor(run.prepared.runId);
      const place = successorPlace(run.prepared);
      const started = runs.prepare(handoffOptions, { call: 'handoff()', place, tree });
      runs.add(started);
      tree.announce(run.prepared.runId, started.run.prepared.runId, handoffOptions.now ?? false);
      return started.handle;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

function refusalOf(attempt: () => void): AgentMuxError | undefined {
  try {
    attempt();
    return undefined;
  } catch (error) {
    if (AgentMuxError.isInstance(error)) {
      return error;
    }
    throw error;
  }
}

function answerOf<T>(result: RunResult, { outputSchema }: RunOptions): T {
  if (result.error !== null) {
    const { code, message, recoverable } = result.error;
    throw new AgentMuxError(code, message, { recoverable, cause: result });
  }
  return (outputSchema === undefined ? result.text : result.output) as T;
}
