/** Holds the runs of a tree, whose entries are mixed, against the rules of a journal. */
import {
  createEntryChecker,
  type EntryChecker,
  type EntryViolation,
  type JournalEntry,
} from '@agent-mux/events/journal';

/** What an entry of a stored run breaks. */
export interface BrokenRule {
  readonly runId: string;
  /** In the tree; where the end of the run shows it, of its last entry. */
  readonly pos: number;
  readonly rule: EntryViolation['rule'];
  readonly message: string;
}

export interface EntryPlace {
  readonly pos: number;
  /** Whether it is not as the run had it. */
  readonly redacted: 'yes' | 'maybe' | 'no';
}

/** A run that is all wrong is told of so often, and not looked at any more. */
const MAX_TOLD = 100;

interface Watched {
  readonly checker: EntryChecker;
  last: number;
}

export class RuleWatch {
  readonly #runs = new Map<string, Watched>();

  /** What the entry breaks. */
  take(entry: JournalEntry, { pos, redacted }: EntryPlace): BrokenRule[] {
    const run = this.#runs.get(entry.runId) ?? { checker: createEntryChecker({ mayBeOpen: true }), last: pos };
    this.#runs.set(entry.runId, run);
    const known = run.checker.violations.length;
    if (known >= MAX_TOLD) {
      return [];
    }
    run.last = pos;
    run.checker.push(entry, { redacted });
    return tell(entry.runId, pos, run.checker.violations.slice(known));
  }

  /** What shows when nothing more comes. A run without its last entry is still open, or its host is gone. */
  end(): BrokenRule[] {
    return [...this.#runs].flatMap(([runId, { checker, last }]) => {
      const known = checker.violations.length;
      return known >= MAX_TOLD ? [] : tell(runId, last, checker.end().slice(known));
    });
  }
}

function tell(runId: string, pos: number, violations: readonly EntryViolation[]): BrokenRule[] {
  return violations.map(({ rule, message }) => ({ runId, pos, rule, message }));
}
