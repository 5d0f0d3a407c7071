/** The log of one run: it encodes entries and passes them to the writing thread. */
import type { RunLog, RunLogOptions, Stored, StoredRun } from '@agent-mux/core';
import type { JournalEntry } from '@agent-mux/events/journal';
import { describeFault } from './file/index.ts';
import { Texts } from './texts.ts';
import type { TreeLines } from './tree-lines.ts';

/** The writing thread, as a log sees it. */
interface Writer {
  readonly isBehind: boolean;
  /** Called when the log has nothing more to write. */
  leave(log: Log): void;
}

export class Log implements RunLog {
  readonly id: number;
  readonly #runId: string;
  readonly #tree: TreeLines;
  readonly #thread: Writer;
  readonly #options: RunLogOptions;
  readonly #texts = new Texts();
  #state: 'new' | 'open' | 'closed' | 'broken' = 'new';
  #finished: Promise<StoredRun> | undefined;

  constructor(
    id: number,
    runId: string,
    { tree, thread, options }: { tree: TreeLines; thread: Writer; options: RunLogOptions },
  ) {
    this.id = id;
    this.#runId = runId;
    this.#tree = tree;
    this.#thread = thread;
    this.#options = options;
  }

  get isBehind(): boolean {
    return this.#state !== 'broken' && this.#thread.isBehind;
  }

  append(entry: JournalEntry): void {
    if (this.#state === 'broken' || this.#finished !== undefined) {
      return;
    }
    if (this.#state === 'open' && this.#tree.join(this.id, entry)) {
      return;
    }
    const fault = this.#faultOf(entry);
    if (fault !== undefined) {
      this.giveUp(new Error(fault));
      return;
    }
    try {
      this.#tree.add(this.id, entry, this.#texts.mark(entry));
    } catch (error) {
      this.giveUp(new Error(`An entry cannot be written as JSON: ${describeFault(error)}`, { cause: error }));
      return;
    }
    this.#state = 'entry' in entry && entry.entry === 'close' ? 'closed' : 'open';
  }

  barrier(): Promise<Stored> | undefined {
    return this.#state === 'broken' ? undefined : this.#tree.barrier(this.id);
  }

  finish(): Promise<StoredRun> {
    this.#finished ??= this.#finish();
    return this.#finished;
  }

  /** Ends the log: nothing of this run is written any more. */
  giveUp(error: Error): void {
    if (this.#state === 'broken') {
      return;
    }
    this.#state = 'broken';
    // The host hears of it outside of any call of ours, because whoever appends is in the middle of something, and before anybody who waits.
    queueMicrotask(() => this.#options.onBroken(error));
    this.#tree.giveUp(this.id);
  }

  caughtUp(): void {
    if (this.#state !== 'broken') {
      this.#options.onCaughtUp?.();
    }
  }

  async #finish(): Promise<StoredRun> {
    const stored = await this.barrier();
    const isWhole = this.#state !== 'broken' && stored !== 'broken';
    this.#thread.leave(this);
    return isWhole ? 'whole' : 'partial';
  }

  #faultOf(entry: JournalEntry): string | undefined {
    if (entry.runId !== this.#runId) {
      return `An entry of the run ${entry.runId} came to the log of the run ${this.#runId}.`;
    }
    const isOpen = 'entry' in entry && entry.entry === 'open';
    if (this.#state === 'new') {
      return isOpen ? undefined : `The first entry of the run ${this.#runId} is not \`open\`.`;
    }
    if (isOpen) {
      return `The run ${this.#runId} was opened twice.`;
    }
    return this.#state === 'closed' ? `An entry of the run ${this.#runId} came after its \`close\`.` : undefined;
  }
}
