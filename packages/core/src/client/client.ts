/** The client: adapters and defaults, and the one call that starts a run. */
import type { Adapter } from '../adapter/adapter.ts';
import type { ClientDefaults, RunOptions } from '../adapter/options.ts';
import { checkRecordFolder, createRunRecorder, type Recorder } from '../cassette/index.ts';
import { SteadyClock, steadyClock, systemClock } from '../clock.ts';
import { AgentMuxError, ValidationError } from '../errors.ts';
import { type AdapterRegistry, createRegistry } from '../registry/index.ts';
import { createRunHandle, type PreparedRun, Run, type RunHandle } from '../run/index.ts';
import type { OpenLog } from '../run/keeper.ts';
import { createSessionManager, needsPrior, readPriorSession, type SessionManager } from '../sessions/index.ts';
import { findRunSecrets } from '../stored/run-secrets.ts';
import type { RunStore } from '../stored/store.ts';
import { prepareRun } from './prepare-run.ts';
import { validateClientOptions, validateRunOptions } from './validate-options.ts';

/** Adapters and defaults of a client; each run may set its own. */
export interface ClientOptions extends ClientDefaults {
  /** @defaultValue none for `@agent-mux/core`; all built-in ones for `agent-mux` */
  readonly adapters?: readonly Adapter[];
  readonly defaultAgent?: string;
  readonly defaultModel?: string;
  /** Put the native text on each event, as `raw`. @defaultValue false */
  readonly debug?: boolean;
  /** Keeps every run; `openStore()` of `@agent-mux/store` gives one. The client does not close it. @defaultValue none */
  readonly store?: RunStore;
}

/** Starts runs with one set of adapters and defaults. Several may live side by side. */
export interface AgentMuxClient extends AsyncDisposable {
  /**
   * Starts a run. Throws ValidationError (with every wrong option), CapabilityError or AgentMuxError
   * (AGENT_NOT_FOUND, AGENT_NOT_INSTALLED) before anything starts; whatever happens later is an event and a result.
   */
  run(options: RunOptions): RunHandle;
  readonly adapters: AdapterRegistry;
  /** The sessions that the CLIs keep themselves: read, never written. */
  readonly sessions: SessionManager;
  /** Aborts its runs and resolves when they are gone. run() after it throws. */
  close(): Promise<void>;
}

/** Does no I/O. Throws ValidationError. */
export function createClient(options: ClientOptions = {}): AgentMuxClient {
  validateClientOptions(options);
  const registry = createRegistry(options.adapters ?? [], steadyClock);
  const active = new Set<Run>();
  let isClosed = false;

  async function close(): Promise<void> {
    isClosed = true;
    await Promise.all(
      [...active].map((run) => {
        run.abort();
        return run.result;
      }),
    );
  }

  const stores = { list: registry.list, readerOf: (agent: string) => registry.get(agent).sessions };
  return {
    adapters: registry,
    sessions: createSessionManager({ registry: stores }),
    run(runOptions) {
      if (isClosed) {
        throw new AgentMuxError('RUN_NOT_ACTIVE', 'run(): this client is closed. Create another one.');
      }
      validateRunOptions(runOptions, options);
      const prepared = prepareRun(runOptions, { registry, defaults: options, clock: steadyClock });
      if (prepared.record !== undefined) {
        checkRecordFolder(prepared.record.dir);
      }
      demandFreeId(prepared.runId);
      const clock = new SteadyClock(systemClock);
      const run = new Run(prepared, {
        clock,
        random: Math.random,
        record: () => startRecorder(prepared, clock),
        ...(needsPrior(prepared) ? { readPrior: () => readPriorSession(prepared, { registry: stores }) } : {}),
        ...(options.store === undefined ? {} : { openLog: openLogIn(options.store, prepared) }),
        onEnd() {
          active.delete(run);
          idsInUse.delete(prepared.runId);
        },
      });
      run.open();
      active.add(run);
      idsInUse.add(prepared.runId);
      // Not in this tick: whoever called run() can attach to it first.
      queueMicrotask(() => run.start());
      return createRunHandle(run);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

// Of all clients of this host: the processes and the folder of a run are known by its id.
const idsInUse = new Set<string>();

function demandFreeId(runId: string): void {
  if (idsInUse.has(runId)) {
    const expected = 'the id of no other run that is active';
    const message = `\`runId\` is ${runId}, but must be ${expected}.`;
    throw new ValidationError([{ field: 'runId', message, received: runId, expected }]);
  }
}

function openLogIn(store: RunStore, prepared: PreparedRun): OpenLog {
  return (header, callbacks) =>
    store.open(header, { ...callbacks, secrets: findRunSecrets(prepared.options, process.env) });
}

function startRecorder(prepared: PreparedRun, clock: SteadyClock): Recorder | undefined {
  if (prepared.record === undefined) {
    return undefined;
  }
  const { dir, ...about } = prepared.record;
  const recorder = createRunRecorder(prepared, dir, clock);
  recorder.describe(about);
  return recorder;
}
