/** Starts the runs of a client, and knows those that are not over. */
import type { Command, RunOptions } from '../adapter/index.ts';
import { SteadyClock, steadyClock, systemClock } from '../clock.ts';
import { AgentMuxError, ValidationError, type ValidationFieldError } from '../errors.ts';
import { check, filledText, isRecord, nothingBut } from '../field-rules.ts';
import type { RunHandle } from '../readers/index.ts';
import { checkRecordFolder, createRunRecorder } from '../recording/index.ts';
import type { AdapterRegistry } from '../registry/index.ts';
import type { Place, Recorder, RunDeps, RunStore } from '../run/index.ts';
import { createRunHandle, type PreparedRun, Run, tellingEnvironments } from '../run/index.ts';
import { needsPrior, readPriorSession } from '../sessions/index.ts';
import { findRunSecrets } from '../stored/index.ts';
import { createRunTree, Tree } from '../tree/index.ts';
import type { ClientOptions } from './client-options.ts';
import { ownRunOptions } from './own-options.ts';
import { prepareRun } from './prepare-run.ts';
import { prepareUnlessRefused, withoutWrong } from './refuse-run.ts';
import { findRunErrors, type StartingCall } from './validate-options.ts';

/** A run by its handle, or by its id alone. */
export type RunReference = Pick<RunHandle, 'runId'>;

export interface Active {
  readonly run: Run;
  readonly tree: Tree;
}

interface ActiveRunsOptions {
  readonly client: ClientOptions;
  readonly registry: AdapterRegistry;
  readonly stores: Parameters<typeof readPriorSession>[1]['registry'];
}

const A_RUN = 'a run: its handle, or `{ runId }`';

interface Where {
  /** The call that asks for the run, for error messages. */
  readonly call: StartingCall;
  readonly place: Place;
  /** The tree of the run; absent where the run is the root of a tree of its own. */
  readonly tree?: Tree;
}

// All clients of this host share them: the processes and the folder of a run are known by its id.
const idsInUse = new Set<string>();

export class ActiveRuns {
  readonly #options: ActiveRunsOptions;
  readonly #active = new Map<string, Active>();

  constructor(options: ActiveRunsOptions) {
    this.#options = options;
  }

  get all(): readonly Run[] {
    return [...this.#active.values()].map(({ run }) => run);
  }

  /**
   * Returns an active run. Throws ValidationError where the reference names no run, and RUN_NOT_ACTIVE where the run is
   * over, was never a run of this client, or has not begun.
   */
  demand(reference: RunReference, call: 'call()' | 'handoff()'): Active {
    const runId = isRecord(reference) ? reference['runId'] : undefined;
    if (!filledText.accepts(runId)) {
      const field = call === 'call()' ? 'parent' : 'from';
      throw new ValidationError(check(nothingBut(A_RUN), reference, field), call);
    }
    const active = this.#active.get(String(runId));
    if (active === undefined) {
      throw new AgentMuxError('RUN_NOT_ACTIVE', `${call}: run ${String(runId)} is over, or is none of this client.`);
    }
    const { isWaiting, ending } = active.run;
    // A run that has finished its work can still be followed, but has no time left for a run that it would call.
    if (isWaiting || ending === 'stopped' || (ending === 'leaving' && call === 'call()')) {
      const why = isWaiting ? 'has not begun: it waits for its predecessor' : 'is over or ending';
      throw new AgentMuxError('RUN_NOT_ACTIVE', `${call}: run ${String(runId)} ${why}.`);
    }
    return active;
  }

  /** Prepares a run without creating it. Throws as `prepare` does, and leaves nothing behind. */
  check(options: RunOptions, { call, place, tree }: Where): PreparedRun {
    const { client, registry } = this.#options;
    const wrong = [...findRunErrors(options, client, call), ...findUnkept(options, client)];
    if (!isRecord(options)) {
      throw new ValidationError(wrong, call);
    }
    const right = withoutWrong(options, wrong);
    const { record, runId } = right;
    return prepareUnlessRefused(
      { wrong, call },
      () => prepareRun(ownRunOptions(right), { registry, defaults: client, clock: steadyClock, call, place }),
      () => record !== undefined && checkRecordFolder(typeof record === 'string' ? record : record.dir, call),
      () => runId !== undefined && demandFreeId(runId, call, tree),
    );
  }

  /** Prepares a run that begins on request. Throws everything that is wrong with its options in one error. */
  prepare(options: RunOptions, where: Where): Active & { readonly handle: RunHandle } {
    const prepared = this.check(options, where);
    const tree = where.tree ?? new Tree(prepared.runId);
    const run = this.#create(prepared, tree);
    const handle = createRunHandle(run, createRunTree(tree));
    return { run, tree, handle };
  }

  /** Adds a run, which is known from here on until it is over. */
  add({ run, tree, handle }: Active & { readonly handle: RunHandle }): void {
    const { runId } = run.prepared;
    tree.join(run, handle);
    this.#active.set(runId, { run, tree });
    idsInUse.add(runId);
  }

  /** Removes a run that could not begin after all. */
  remove({ run, tree }: Active): void {
    const { runId } = run.prepared;
    tree.drop(runId);
    this.#active.delete(runId);
    idsInUse.delete(runId);
  }

  #create(prepared: PreparedRun, tree: Tree): Run {
    const { client, stores } = this.#options;
    const clock = new SteadyClock(systemClock);
    return new Run(prepared, {
      clock,
      random: Math.random,
      record: (command) => startRecorder(prepared, { clock, command }),
      ...(needsPrior(prepared) ? { readPrior: () => readPriorSession(prepared, { registry: stores }) } : {}),
      ...(client.store === undefined ? {} : { openLog: openLogIn(client.store, prepared) }),
      kin: tree.kinOf(prepared.runId),
      onEnd: () => {
        this.#active.delete(prepared.runId);
        idsInUse.delete(prepared.runId);
      },
    });
  }
}

/** A run that nobody keeps cannot be required to be kept. */
function findUnkept(options: unknown, { store }: ClientOptions): readonly ValidationFieldError[] {
  if (store !== undefined || !isRecord(options) || options['storeRequired'] !== true) {
    return [];
  }
  return check(nothingBut('left out, since the client has no `store`'), true, 'storeRequired');
}

function demandFreeId(runId: string, call: string, tree: Tree | undefined): void {
  if (idsInUse.has(runId) || tree?.has(runId) === true) {
    const expected =
      tree === undefined
        ? 'the id of no other run that is active'
        : 'the id of no other run that is active or of the same tree';
    const message = `\`runId\` is ${runId}, but must be ${expected}.`;
    throw new ValidationError([{ field: 'runId', message, received: runId, expected }], call);
  }
}

function openLogIn(store: RunStore, prepared: PreparedRun): RunDeps['openLog'] & object {
  const { options } = prepared;
  return (header, callbacks, command) =>
    store.open(header, { ...callbacks, secrets: findRunSecrets(options, tellingEnvironments(options, command)) });
}

function startRecorder(prepared: PreparedRun, how: { clock: SteadyClock; command: Command }): Recorder | undefined {
  if (prepared.record === undefined) {
    return undefined;
  }
  const { dir, ...about } = prepared.record;
  const recorder = createRunRecorder(prepared, { dir, ...how });
  recorder.describe(about);
  return recorder;
}
