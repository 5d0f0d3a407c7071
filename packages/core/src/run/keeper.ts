/**
 * Keeps a run in the store of its client: every entry goes there, and what must be kept before it takes effect waits
 * for the store.
 */
import { types } from 'node:util';
import type { JournalEntry, RunHeader } from '@agent-mux/events/journal';
import { describeError } from '../describe-error.ts';
import { AgentMuxError } from '../errors.ts';
import { type ShownAnswer, STOPPING } from '../interaction/index.ts';
import type { EntryLog } from './entry-log.ts';
import type { Prompt } from './input-log.ts';
import type { RunLog, RunLogOptions, StoredRun } from './store.ts';
import type { Waits } from './waits.ts';

/** Opens the log of a run in the store of its client. */
export type OpenLog = (header: RunHeader, options: Omit<RunLogOptions, 'secrets'>) => RunLog;

export interface KeeperOptions {
  /** Opens the log; absent where the run is kept nowhere, so that nothing waits. */
  readonly openLog: OpenLog | undefined;
  /** Reports once that the store has lost the run. */
  readonly onBroken: (message: string) => void;
  /** Reports instead that the store keeps nothing of the run, because it has a run with this id. */
  readonly onRefused: (message: string) => void;
  /** Reports that the store has more to write than it should, or no longer. */
  readonly onPressure: () => void;
  readonly waits: Waits;
}

export class Keeper {
  readonly #options: KeeperOptions;
  #log: RunLog | undefined;
  #wasBehind = false;
  #isBroken = false;
  /** Resolves when the loss of the run has been reported. */
  #told: Promise<void> = Promise.resolve();

  constructor(options: KeeperOptions) {
    this.#options = options;
  }

  /** Opens the log, before the first entry. */
  open(header: RunHeader): void {
    const { openLog } = this.#options;
    const onBroken = (error: Error): void => this.#lose(error);
    this.#try(() => {
      this.#log = openLog?.(header, { onBroken, onCaughtUp: () => this.#steer(this.isBehind) });
    });
  }

  get isBehind(): boolean {
    return this.#try(() => this.#log?.isBehind) === true;
  }

  append(entry: JournalEntry): void {
    const log = this.#log;
    if (log === undefined) {
      return;
    }
    // It does not use `#try`: most calls come here, and a function made for each would be most of what they cost.
    try {
      const returned: unknown = log.append(entry);
      if (types.isPromise(returned)) {
        returned.catch((error: unknown) => this.#lose(error));
      }
      this.#steer(log.isBehind);
    } catch (error) {
      this.#lose(error);
    }
  }

  /**
   * Resolves when all entries are on the disk, or never will be, which has then been reported, or when the run is being
   * stopped. Undefined where there is nothing to wait for.
   */
  committed(): Promise<void> | undefined {
    const { waits } = this.#options;
    const lost = (error: unknown): Promise<void> => {
      this.#lose(error);
      return this.#told;
    };
    try {
      const kept = this.#log?.barrier();
      return kept && waits.unlessStopped(waits.bounded(kept).then(() => this.#told, lost));
    } catch (error) {
      return lost(error);
    }
  }

  /**
   * Writes a prompt down before it is said. Undefined where nobody keeps it, so that it is written down as it is said.
   */
  keepPrompt(prompt: Prompt, entries: EntryLog): Promise<void> | undefined {
    if (this.#log === undefined) {
      return undefined;
    }
    entries.keepPrompt(prompt);
    return this.committed();
  }

  /** Writes a grant down before it is given. Resolves with a function that records that it was not given after all. */
  keepAnswer(
    { interactionId, by, response }: ShownAnswer,
    entries: EntryLog,
  ): Promise<(reason: string) => void> | undefined {
    if (this.#log === undefined) {
      return undefined;
    }
    entries.keepAnswer({ interactionId, by, response });
    const withdraw = (reason: string): void =>
      entries.answer({ interactionId, by: STOPPING, response: { type: 'deny', reason } });
    return (this.committed() ?? Promise.resolve()).then(() => withdraw);
  }

  /** Resolves with how much the store has of the run; undefined where there is no store. */
  async finish(): Promise<StoredRun | undefined> {
    try {
      const stored = this.#log && (await this.#options.waits.bounded(this.#log.finish()));
      return this.#isBroken ? 'partial' : stored;
    } catch (error) {
      this.#lose(error);
      return 'partial';
    }
  }

  // Anybody may have written the store, so its error costs only what it keeps, and not the run.
  #try<T>(act: () => T): T | undefined {
    try {
      return act();
    } catch (error) {
      this.#lose(error);
      return undefined;
    }
  }

  #lose(error: unknown): void {
    if (!this.#isBroken) {
      this.#isBroken = true;
      const { onBroken, onRefused } = this.#options;
      const why = describeError(error).replace(/\.$/, '');
      const isRefused = AgentMuxError.isInstance(error) && error.code === 'VALIDATION_ERROR';
      // The report does not come from within the append that failed.
      this.#told = Promise.resolve().then(() =>
        isRefused ? onRefused(`${why}.`) : onBroken(`The store does not keep this run any more: ${why}.`),
      );
    }
  }

  #steer(isBehind: boolean): void {
    if (isBehind !== this.#wasBehind) {
      this.#wasBehind = isBehind;
      this.#options.onPressure();
    }
  }
}
