/**
 * The runs of a tree: who has called whom, who takes over, and the one order in which the entries of all of them occur.
 */
import type { Cause, Giver, JournalEntry } from '@agent-mux/events/journal';
import { describeError } from '../describe-error.ts';
import { AgentMuxError } from '../errors.ts';
import type { RunHandle } from '../readers/index.ts';
import { type RunResult, TreeLedger } from '../results/index.ts';
import type { Run, RunKin } from '../run/index.ts';
import { TreeJournal } from './tree-journal.ts';

const CALLER_ENDED: Giver = { kind: 'policy', rule: 'caller-ended' };

interface Living {
  readonly run: Run;
  readonly handle: RunHandle;
}

/** The facts about a run as long as the tree lives; nothing else is kept of one that is over. */
interface Member {
  readonly result: Promise<RunResult>;
  /** The living run; absent where the run is over. */
  living: Living | undefined;
  hasBegun: boolean;
  /** The run that takes over, and whether the running turn is cut short for it. */
  successor?: { readonly runId: string; readonly now: boolean };
}

export class Tree {
  readonly root: string;
  readonly ledger: TreeLedger = new TreeLedger();
  readonly journal: TreeJournal;
  readonly #members = new Map<string, Member>();
  readonly #calls: TreeCalls;
  #rootRun: Run | undefined;
  #isAwaited = false;

  constructor(root: string) {
    this.root = root;
    this.journal = new TreeJournal({
      root: () => this.#rootRun,
      onPressure: () => {
        for (const { run } of this.#living) {
          run.life.steerReading();
        }
      },
      onWarning: (message) => this.#living[0]?.run.life.warn(message),
    });
    this.#calls = {
      ledger: this.ledger,
      journal: this.journal,
      endCalled: (runId) => this.#endCalled(runId),
      waitingFor: (runId) => this.#waitingFor(runId),
      passOn: (runId, cause) => this.#passOn(runId, cause),
      leave: (runId) => this.#leave(runId),
    };
  }

  /** The handles of the runs that are not over, in the order in which they came. */
  get handles(): readonly RunHandle[] {
    return this.#living.map(({ handle }) => handle);
  }

  get #living(): readonly Living[] {
    return [...this.#members.values()].flatMap(({ living = [] }) => living);
  }

  has(runId: string): boolean {
    return this.#members.has(runId);
  }

  /** Adds a run to the tree. */
  join(run: Run, handle: RunHandle): void {
    const { runId } = run.prepared;
    this.#rootRun ??= run;
    this.#members.set(runId, { result: run.result, living: { run, handle }, hasBegun: false });
    if (this.#isAwaited) {
      run.life.parts.journal.await();
    }
  }

  /** Removes a run that could not begin after all. */
  drop(runId: string): void {
    this.#members.delete(runId);
  }

  /** Announces that `next` waits for the end of `runId`, which begins with this call. */
  announce(runId: string, next: string, now: boolean): void {
    const [member, { living }] = [this.#member(runId), this.#member(next)];
    if (living === undefined) {
      return;
    }
    const { name, lineage } = living.run.prepared;
    member.successor = { runId: next, now };
    this.ledger.announce({ runId: next, name, depth: lineage.depth });
    living.run.watchSignal();
    // If its signal was aborted already, there is no run to make room for.
    if (living.run.isWaiting) {
      member.living?.run.makeRoom(next, now);
    }
  }

  /** Throws where a run cannot be handed over; a successor that was given up does not count. */
  demandNoSuccessor(runId: string): void {
    const next = this.#waitingFor(runId)?.prepared;
    if (next !== undefined) {
      const message = `handoff(): run ${runId} hands over to ${next.name} (${next.runId}) already; it has one successor.`;
      throw new AgentMuxError('VALIDATION_ERROR', message);
    }
  }

  /** Returns the result of the last run in the chain that took over from this run and has begun. */
  async resultOf(runId: string): Promise<RunResult> {
    const member = this.#member(runId);
    member.living?.run.life.parts.journal.await();
    const result = await member.result;
    const next = member.successor?.runId;
    return next !== undefined && this.#hasBegun(next) ? this.resultOf(next) : result;
  }

  /** Aborts a run and those that take over from it. Resolves when all of them are gone. */
  async abort(runId: string, reason?: string): Promise<void> {
    const results: Promise<RunResult>[] = [];
    for (let next: string | undefined = runId; next !== undefined; next = this.#member(next).successor?.runId) {
      const { living, result } = this.#member(next);
      living?.run.abort(reason);
      results.push(result);
    }
    await Promise.all(results);
  }

  /** Resolves when all of its runs are over. */
  async result(): Promise<RunResult> {
    this.#isAwaited = true;
    for (const { run } of this.#living) {
      run.life.parts.journal.await();
    }
    const result = await this.resultOf(this.root);
    await Promise.all(this.#living.map(({ run }) => run.result));
    return result;
  }

  /** Returns what a run of this tree needs from it. */
  kinOf(runId: string): RunKin {
    return new Kin(runId, this.#calls);
  }

  #member(runId: string): Member {
    const member = this.#members.get(runId);
    if (member === undefined) {
      throw new AgentMuxError('RUN_NOT_ACTIVE', `The tree of the run ${this.root} has no run ${runId}.`);
    }
    return member;
  }

  #hasBegun(runId: string): boolean {
    const { living, hasBegun } = this.#member(runId);
    return living?.run.hasBegun ?? hasBegun;
  }

  /** Returns the successor that waits for this run. */
  #waitingFor(runId: string): Run | undefined {
    const next = this.#members.get(runId)?.successor?.runId;
    const run = next === undefined ? undefined : this.#members.get(next)?.living?.run;
    return run?.isWaiting === true ? run : undefined;
  }

  async #endCalled(runId: string): Promise<void> {
    const called = this.#living.filter(({ run }) => run.prepared.lineage.parent === runId);
    for (const { run } of called) {
      run.abort(undefined, CALLER_ENDED);
    }
    await Promise.all(called.map(({ run }) => run.result));
  }

  #passOn(runId: string, cause: Cause): void {
    const run = this.#waitingFor(runId);
    if (run === undefined) {
      return;
    }
    if (cause !== 'completed' && !(cause === 'interrupted' && this.#member(runId).successor?.now === true)) {
      run.forgo(`The run ${runId}, from which this one was to take over, has ended without completing (${cause}).`);
      return;
    }
    try {
      run.begin();
    } catch (error) {
      run.forgo(describeError(error));
    }
  }

  #leave(runId: string): void {
    const member = this.#members.get(runId);
    if (member !== undefined) {
      member.hasBegun = member.living?.run.hasBegun === true;
      member.living = undefined;
    }
    if (this.#living.length === 0) {
      this.journal.close();
    }
  }
}

/** What the runs of a tree ask of it. */
interface TreeCalls extends Pick<Tree, 'ledger' | 'journal'> {
  endCalled(runId: string): Promise<void>;
  waitingFor(runId: string): Run | undefined;
  passOn(runId: string, cause: Cause): void;
  leave(runId: string): void;
}

/** What a run needs from its tree. It is a class for the sake of V8: see "What is called with each entry" in docs/architecture.md. */
class Kin implements RunKin {
  readonly #runId: string;
  readonly #calls: TreeCalls;
  readonly #ledger: TreeLedger;
  readonly #journal: TreeJournal;

  constructor(runId: string, calls: TreeCalls) {
    this.#runId = runId;
    this.#calls = calls;
    this.#ledger = calls.ledger;
    this.#journal = calls.journal;
  }

  append(entry: JournalEntry): void {
    this.#ledger.take(entry);
    this.#journal.append(entry);
  }

  get isFull(): boolean {
    return this.#journal.isFull;
  }

  get isRead(): boolean {
    return this.#journal.isRead;
  }

  endCalled(): Promise<void> {
    return this.#calls.endCalled(this.#runId);
  }

  successor(): string | undefined {
    return this.#calls.waitingFor(this.#runId)?.prepared.runId;
  }

  forgoSuccessor(why: string): void {
    this.#calls.waitingFor(this.#runId)?.forgo(why);
  }

  passOn(cause: Cause): void {
    this.#calls.passOn(this.#runId, cause);
  }

  leave(): void {
    this.#calls.leave(this.#runId);
  }
}
