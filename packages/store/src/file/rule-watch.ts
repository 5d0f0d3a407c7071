/** Checks a tree by the rules of its runs, and by those between runs. */
import {
  createTreeChecker,
  type JournalEntry,
  type RunHeader,
  type TreeChecker,
  type TreeViolation,
} from '@agent-mux/events/journal';

/** What an entry of a stored run breaks. */
export interface BrokenRule {
  readonly runId: string;
  /** The place in the tree; that of the run's last entry where only its end shows the fault. */
  readonly pos: number;
  readonly rule: TreeViolation['rule'];
  readonly message: string;
}

export interface EntryPlace {
  readonly pos: number;
  /** Whether the entry differs from what the run had. */
  readonly redacted: 'yes' | 'maybe' | 'no';
}

/** How many faults of one run are reported before it is no longer checked. */
const MAX_TOLD = 100;

interface Watched {
  readonly header: RunHeader;
  last: number;
}

export class RuleWatch {
  // A run without its last entry is still open, or its host is gone.
  readonly #checker: TreeChecker = createTreeChecker({ mayBeOpen: true, mostPerRun: MAX_TOLD });
  readonly #runs = new Map<string, Watched>();
  #known = 0;
  /** Set where the last entry closed this run, and names that successor. */
  #awaited: { readonly runId: string; readonly to: string } | undefined;

  /** Checks an entry, whose run has opened or opens with it. */
  take(entry: JournalEntry, { pos, redacted }: EntryPlace): BrokenRule[] {
    const isEntry = 'entry' in entry;
    const run = this.#runs.get(entry.runId);
    const header = run?.header ?? (isEntry && entry.entry === 'open' ? entry.header : undefined);
    if (header === undefined) {
      throw new Error(`the run ${entry.runId} was not opened before`);
    }
    if (run === undefined) {
      this.#runs.set(entry.runId, { header, last: pos });
    } else {
      run.last = pos;
    }
    this.#checker.push({ pos, run: header, entry }, { redacted });
    const to = isEntry && entry.entry === 'close' ? entry.handoffTo : undefined;
    this.#awaited = to === undefined ? undefined : { runId: entry.runId, to };
    return this.#tell();
  }

  /** Whether a run is to take over and has not opened. */
  get isAwaiting(): boolean {
    return this.#awaited !== undefined;
  }

  /** Reports what shows when nothing more comes. `isOver` says that all runs of the tree are over, and that no successor was awaited. */
  end({ isOver }: { readonly isOver: boolean }): BrokenRule[] {
    this.#checker.end();
    const broken = this.#tell();
    if (!isOver || this.#awaited === undefined) {
      return broken;
    }
    const { runId, to } = this.#awaited;
    const message = `the run ${to}, which is to take over from it, never opens`;
    return [...broken, { runId, pos: this.#lastOf(runId), rule: 'T-handoff', message }];
  }

  #tell(): BrokenRule[] {
    const { violations } = this.#checker;
    if (violations.length === this.#known) {
      return [];
    }
    const fresh = violations.slice(this.#known);
    this.#known = violations.length;
    return fresh.map(({ runId, place, rule, message }) => {
      return { runId, pos: place ?? this.#lastOf(runId), rule, message };
    });
  }

  #lastOf(runId: string): number {
    return this.#runs.get(runId)?.last ?? 0;
  }
}
