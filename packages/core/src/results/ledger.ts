/** The open runs and subagents of a tree, as a fold over its entries. */
import { isEventEntry, type JournalEntry, type RunHeader } from '@agent-mux/events/journal';
import { isDelta } from './is-delta.ts';

/** A run, or a subagent that an agent has started by itself. */
export interface LedgerRow {
  /** The id of the run, or `subagentId`. */
  readonly id: string;
  /** The name of the run, or what its agent calls the subagent; several may have one name. */
  readonly name: string;
  readonly kind: 'run' | 'subagent';
  /** The run, or that which a subagent is of. */
  readonly runId: string;
  /** The depth of the run; a subagent stands one below its run. */
  readonly depth: number;
  /** The state; `announced` means a successor that waits for its predecessor. */
  readonly state: 'announced' | 'open';
}

/** The open runs and subagents, by invocation and by name. It is settled once there were some and none is left. */
export interface Ledger {
  /** The rows stand in the order in which they came. */
  readonly open: readonly LedgerRow[];
  /** The names of the open ones, each with how many have it. */
  readonly openNames: ReadonlyMap<string, number>;
  readonly isSettled: boolean;
  /** Whether the run or subagent with this id is open. */
  isOpen(id: string): boolean;
}

export class TreeLedger implements Ledger {
  readonly #rows = new Map<string, LedgerRow>();
  #hasBegun = false;

  get open(): readonly LedgerRow[] {
    return [...this.#rows.values()];
  }

  get openNames(): ReadonlyMap<string, number> {
    const names = new Map<string, number>();
    for (const { name } of this.#rows.values()) {
      names.set(name, (names.get(name) ?? 0) + 1);
    }
    return names;
  }

  get isSettled(): boolean {
    return this.#hasBegun && this.#rows.size === 0;
  }

  isOpen(id: string): boolean {
    return [...this.#rows.values()].some((row) => row.id === id);
  }

  /** Adds a successor from its announcement on, so that nobody takes the tree for settled between two runs. */
  announce({ runId, name, depth }: Pick<RunHeader, 'runId' | 'name' | 'depth'>): void {
    this.#put({ id: runId, name, kind: 'run', runId, depth, state: 'announced' });
  }

  take(entry: JournalEntry): void {
    if (isDelta(entry)) {
      return;
    }
    if (isEventEntry(entry)) {
      switch (entry.type) {
        case 'subagent_spawn':
          this.#spawn(entry.runId, entry.subagentId, entry.agentName);
          break;
        case 'subagent_result':
        case 'subagent_error':
          this.#rows.delete(keyOf(entry.runId, entry.subagentId));
          break;
        default:
      }
    } else if (entry.entry === 'open') {
      const { runId, name, depth } = entry.header;
      this.#put({ id: runId, name, kind: 'run', runId, depth, state: 'open' });
    } else if (entry.entry === 'close') {
      this.#close(entry.runId, entry.handoffTo);
    }
  }

  #put(row: LedgerRow): void {
    this.#hasBegun = true;
    this.#rows.set(row.kind === 'run' ? row.id : keyOf(row.runId, row.id), row);
  }

  #spawn(runId: string, id: string, name: string): void {
    const depth = (this.#rows.get(runId)?.depth ?? 0) + 1;
    this.#put({ id, name, kind: 'subagent', runId, depth, state: 'open' });
  }

  #close(runId: string, handoffTo: string | undefined): void {
    const run = this.#rows.get(runId);
    for (const [key, row] of this.#rows) {
      if (row.runId === runId) {
        this.#rows.delete(key);
      }
    }
    // Only this tells of a stored tree that somebody follows; its name comes with the next entry.
    if (handoffTo !== undefined && !this.#rows.has(handoffTo)) {
      this.announce({ runId: handoffTo, name: run?.name ?? '', depth: run?.depth ?? 0 });
    }
  }
}

function keyOf(runId: string, subagentId: string): string {
  return `${runId}/${subagentId}`;
}
