/** The tree of a stored run, as it is in the store. */
import { isEventEntry, type RunHeader, type TreeEntry } from '@agent-mux/events/journal';
import { AgentMuxError } from '../errors.ts';
import { demandEntriesOptions, type EntriesOptions, type RunHandle, type RunTree } from '../readers/index.ts';
import { type RunResult, TreeLedger } from '../results/index.ts';
import { StoredResult } from './stored-result.ts';

/** A run whose tree nobody gave: what has been read of it is the tree. */
export interface LoneRun {
  readonly header: Pick<RunHeader, 'runId'>;
  result(): Promise<RunResult>;
}

export class StoredTree implements RunTree {
  readonly root: string;
  /** The list is empty, because no stored run can be steered. */
  readonly runs: readonly RunHandle[] = [];
  /** The ledger of the tree as far as it has been read, by the reader that is farthest. */
  readonly ledger: TreeLedger = new TreeLedger();
  readonly #open: () => AsyncIterable<TreeEntry>;
  readonly #lone: LoneRun | undefined;
  /** The number of entries that the ledger knows. */
  #known = 0;

  constructor({ root }: Pick<RunHeader, 'root'>, open: () => AsyncIterable<TreeEntry>, lone?: LoneRun) {
    this.root = root;
    this.#open = open;
    this.#lone = lone;
  }

  [Symbol.asyncIterator](): AsyncIterableIterator<TreeEntry, undefined, undefined> {
    return this.#read();
  }

  /** The option changes nothing, because nobody can answer a stored question. */
  entries(options?: EntriesOptions): AsyncIterableIterator<TreeEntry, undefined, undefined> {
    demandEntriesOptions(options);
    return this.#read();
  }

  async result(runId: string = this.root): Promise<RunResult> {
    if (runId === this.#lone?.header.runId) {
      return this.#lone.result();
    }
    const chain: { readonly header: RunHeader; readonly result: StoredResult; hasBegun: boolean }[] = [];
    let next: string | undefined = runId;
    let current: string | undefined;
    for await (const { run, entry } of this.#read()) {
      if (!isEventEntry(entry) && entry.entry === 'open' && entry.runId === next) {
        chain.push({ header: run, result: new StoredResult(run), hasBegun: false });
        current = next;
        next = undefined;
      }
      const link = chain.at(-1);
      if (link === undefined || entry.runId !== current) {
        continue;
      }
      link.result.add(entry);
      link.hasBegun ||= isEventEntry(entry) || (entry.entry !== 'open' && entry.entry !== 'close');
      if (!isEventEntry(entry) && entry.entry === 'close') {
        next = entry.handoffTo;
      }
    }
    const last = chain.findLast(({ hasBegun, result }) => hasBegun || result.close === undefined) ?? chain[0];
    if (last === undefined) {
      throw new AgentMuxError('RUN_NOT_ACTIVE', `The tree of the run ${this.root} has no run ${runId}.`);
    }
    // Where a host has gone between the two runs of a handoff, the second one has begun, and nobody knows how it ended.
    return next === undefined || chain.length === 0
      ? last.result.finish([], undefined)
      : new StoredResult({ ...last.header, runId: next }).finish([], undefined);
  }

  abort(): Promise<never> {
    const message = `abort(): the tree of the run ${this.root} is read from a store.`;
    return Promise.reject(new AgentMuxError('RUN_NOT_ACTIVE', message));
  }

  async *#read(): AsyncGenerator<TreeEntry, undefined, undefined> {
    for await (const { pos, run, entry } of this.#open()) {
      // A lone run counts its entries itself.
      if (this.#lone === undefined && pos === this.#known) {
        this.#known++;
        this.ledger.take(entry);
      }
      yield { pos, run, entry };
    }
    return undefined;
  }
}
