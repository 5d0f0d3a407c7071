/** The runs of a tree: who has called whom, who takes over, and the one order in which the entries of all of them occur. */
import type { Cause, JournalEntry } from '@agent-mux/events/journal';
import { describeError } from '../describe-error.ts';
import { AgentMuxError } from '../errors.ts';
import type { Run } from '../run/run.ts';
import type { RunKin } from '../run/run-deps.ts';
import type { RunHandle } from '../run/run-handle.ts';
import type { RunResult } from '../run/run-result.ts';
import { TreeLedger } from './ledger.ts';
import { TreeJournal } from './tree-journal.ts';

interface Member {
  readonly run: Run;
  readonly handle: RunHandle;
  /** Who takes over, and whether the running turn is cut short for it. */
  successor?: { readonly member: Member; readonly now: boolean };
  isOver: boolean;
}

export class Tree {
  readonly root: string;
  readonly ledger: TreeLedger = new TreeLedger();
  readonly journal: TreeJournal;
  readonly #members = new Map<string, Member>();
  #isAwaited = false;

  constructor(root: string) {
    this.root = root;
    this.journal = new TreeJournal({
      root: () => this.#member(root).run,
      onPressure: () => {
        for (const { run } of this.#active) run.steerReading();
      },
      onWarning: (message) => this.#active[0]?.run.warn(message),
    });
  }

  /** Handles of the runs that are not over, in the order in which they came. */
  get handles(): readonly RunHandle[] {
    return this.#active.map(({ handle }) => handle);
  }

  has(runId: string): boolean {
    return this.#members.has(runId);
  }

  /** From here on it is a run of the tree. */
  join(run: Run, handle: RunHandle): void {
    this.#members.set(run.prepared.runId, { run, handle, isOver: false });
    if (this.#isAwaited) run.journal.await();
  }

  /** `next` waits for the end of `runId`, which begins with this. */
  announce(runId: string, next: string, now: boolean): void {
    const [member, successor] = [this.#member(runId), this.#member(next)];
    const { name, lineage } = successor.run.prepared;
    member.successor = { member: successor, now };
    this.ledger.announce({ runId: next, name, depth: lineage.depth });
    successor.run.watchSignal();
    member.run.makeRoom(now);
  }

  /** Throws where a run cannot be handed over. */
  demandNoSuccessor(runId: string): void {
    const next = this.#member(runId).successor?.member.run.prepared;
    if (next !== undefined) {
      const message = `handoff(): run ${runId} hands over to ${next.name} (${next.runId}) already; it has one successor.`;
      throw new AgentMuxError('VALIDATION_ERROR', message);
    }
  }

  /** What the last of those comes to that took over from a run, one after the other, and have begun. */
  async resultOf(runId: string): Promise<RunResult> {
    const member = this.#member(runId);
    member.run.journal.await();
    const result = await member.run.result;
    const next = member.successor?.member.run;
    return next?.hasBegun === true ? this.resultOf(next.prepared.runId) : result;
  }

  /** Aborts a run and those that take over from it. */
  async abort(runId: string): Promise<void> {
    for (let member: Member | undefined = this.#member(runId); member !== undefined; ) {
      const { run, successor }: Member = member;
      run.abort();
      member = successor?.member;
    }
    await this.resultOf(runId);
  }

  /** Resolves when all of its runs are over. */
  async result(): Promise<RunResult> {
    this.#isAwaited = true;
    for (const { run } of this.#active) run.journal.await();
    const result = await this.resultOf(this.root);
    await Promise.all([...this.#members.values()].map(({ run }) => run.result));
    return result;
  }

  /** What a run of this tree asks of it. */
  kinOf(runId: string): RunKin {
    const { ledger, journal } = this;
    return {
      append(entry: JournalEntry) {
        ledger.take(entry);
        journal.append(entry);
      },
      get isFull() {
        return journal.isFull;
      },
      get isRead() {
        return journal.isRead;
      },
      endCalled: () => this.#endCalled(runId),
      successor: () => {
        const next = this.#members.get(runId)?.successor?.member.run;
        return next?.isWaiting === true ? next.prepared.runId : undefined;
      },
      passOn: (cause) => this.#passOn(runId, cause),
      leave: () => this.#leave(runId),
    };
  }

  get #active(): readonly Member[] {
    return [...this.#members.values()].filter(({ isOver }) => !isOver);
  }

  #member(runId: string): Member {
    const member = this.#members.get(runId);
    if (member === undefined) {
      throw new AgentMuxError('RUN_NOT_ACTIVE', `The tree of the run ${this.root} has no run ${runId}.`);
    }
    return member;
  }

  async #endCalled(runId: string): Promise<void> {
    const called = this.#active.filter(({ run }) => run.prepared.lineage.parent === runId);
    for (const { run } of called) run.abort();
    await Promise.all(called.map(({ run }) => run.result));
  }

  #passOn(runId: string, cause: Cause): void {
    const { successor } = this.#member(runId);
    if (successor?.member.run.isWaiting !== true) return;
    const { run } = successor.member;
    if (cause !== 'completed' && !(cause === 'interrupted' && successor.now)) {
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
    if (member !== undefined) member.isOver = true;
    if (this.#active.length === 0) this.journal.close();
  }
}
