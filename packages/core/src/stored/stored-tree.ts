/** The tree of a stored run, as it is in the store. */
import { isEventEntry, type RunHeader, type TreeEntry } from '@agent-mux/events/journal';
import { AgentMuxError } from '../errors.ts';
import type { RunHandle } from '../run/run-handle.ts';
import type { RunResult } from '../run/run-result.ts';
import { TreeLedger } from '../tree/ledger.ts';
import type { RunTree } from '../tree/run-tree.ts';
import { StoredResult } from './stored-result.ts';

interface Link {
  readonly result: StoredResult;
  hasBegun: boolean;
}

export class StoredTree implements RunTree {
  readonly root: string;
  /** None can be steered. */
  readonly runs: readonly RunHandle[] = [];
  /** As the first reader of the tree has it so far. */
  readonly ledger: TreeLedger = new TreeLedger();
  readonly #open: () => AsyncIterable<TreeEntry>;
  #isRead = false;

  constructor({ root }: Pick<RunHeader, 'root'>, open: () => AsyncIterable<TreeEntry>) {
    this.root = root;
    this.#open = open;
  }

  [Symbol.asyncIterator](): AsyncIterableIterator<TreeEntry, undefined, undefined> {
    return this.#read();
  }

  async result(runId: string = this.root): Promise<RunResult> {
    const chain: Link[] = [];
    let next: string | undefined = runId;
    let current: string | undefined;
    for await (const { run, entry } of this.#read()) {
      if (!isEventEntry(entry) && entry.entry === 'open' && entry.runId === next) {
        chain.push({ result: new StoredResult(run), hasBegun: false });
        current = next;
        next = undefined;
      }
      const link = chain.at(-1);
      if (link === undefined || entry.runId !== current) continue;
      link.result.add(entry);
      link.hasBegun ||= isEventEntry(entry);
      if (!isEventEntry(entry) && entry.entry === 'close') next = entry.handoffTo;
    }
    const last = chain.findLast(({ hasBegun }) => hasBegun) ?? chain[0];
    if (last === undefined) {
      throw new AgentMuxError('RUN_NOT_ACTIVE', `The tree of the run ${this.root} has no run ${runId}.`);
    }
    return last.result.finish([], undefined);
  }

  abort(): Promise<never> {
    const message = `abort(): the tree of the run ${this.root} is read from a store.`;
    return Promise.reject(new AgentMuxError('RUN_NOT_ACTIVE', message));
  }

  async *#read(): AsyncGenerator<TreeEntry, undefined, undefined> {
    const isFirst = !this.#isRead;
    this.#isRead = true;
    for await (const { pos, run, entry } of this.#open()) {
      if (isFirst) this.ledger.take(entry);
      yield { pos, run, entry };
    }
    return undefined;
  }
}
