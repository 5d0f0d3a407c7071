/** Checks the entries of a tree of runs: each run by the rules of a journal, and the relations between the runs. */

import type { EventReading } from '../check/index.ts';
import type { Cause } from './causes.ts';
import { createEntryChecker, type EntryChecker, type EntryCheckOptions, type EntryViolation } from './check.ts';
import { type CloseEntry, isEventEntry, type JournalEntry, type TreeEntry } from './entries.ts';
import type { RunHeader } from './header.ts';

/** The rules of a tree by their ids; those of its runs are in `JOURNAL_RULES`. */
export const TREE_RULES = {
  'T-pos': 'places are dense, from 0 on',
  'T-run': 'an entry stands with the header of its own run, and no two runs have one id',
  'T-root':
    'the first run is the root; each other one was called by a run or takes over from one, and names this root and its context',
  'T-call': 'a run that is called opens while its caller is open, one below it, with its path',
  'T-close': 'a run closes after all that it has called',
  'T-handoff':
    'behind a close that names a successor that run opens at once; it has the caller, the depth and the path of its predecessor',
  'T-successor': 'a run that was to take over and does not is opened and closed, and says nothing',
} as const;

export type TreeRule = keyof typeof TREE_RULES;

export interface TreeViolation extends Omit<EntryViolation, 'rule'> {
  readonly rule: TreeRule | EntryViolation['rule'];
  /** The affected run. */
  readonly runId: string;
}

export interface TreeCheckOptions extends EntryCheckOptions {
  /** The number of violations after which a run is no longer checked, except for its relations to other runs. @defaultValue no bound */
  readonly mostPerRun?: number;
}

export interface TreeChecker {
  /** All violations so far. */
  readonly violations: readonly TreeViolation[];
  push(entry: TreeEntry, how?: EventReading): void;
  /** Says that nothing more comes. Returns all violations. */
  end(): readonly TreeViolation[];
}

interface Due {
  readonly from: RunHeader;
  readonly to: string;
  readonly cause: Cause;
}

/** The causes with which a run ends that another one takes over from; it is interrupted where that was to happen at once. */
const PASSED_ON: readonly Cause[] = ['completed', 'interrupted'];

interface Watched {
  readonly header: RunHeader;
  readonly checker: EntryChecker;
  /** The number of violations that were reported, by the checker and by the tree. */
  told: number;
  /** How many violations of its checker were taken up. */
  found: number;
  isOpen: boolean;
  /** Whether it was to take over and did not do so at once, so that it may contain nothing. */
  isIdle: boolean;
}

export function createTreeChecker(options: TreeCheckOptions = {}): TreeChecker {
  return new Checker(options);
}

/** All violations of a whole tree; an empty list where it is legal. `place` is that in the tree. */
export function checkTree(entries: Iterable<TreeEntry>, options: TreeCheckOptions = {}): readonly TreeViolation[] {
  const checker = createTreeChecker(options);
  for (const entry of entries) {
    checker.push(entry);
  }
  return checker.end();
}

class Checker implements TreeChecker {
  readonly violations: TreeViolation[] = [];
  readonly #options: TreeCheckOptions;
  readonly #runs = new Map<string, Watched>();
  #root: RunHeader | undefined;
  #next = 0;
  /** Set where the last entry closed a run that names a successor. */
  #due: Due | undefined;

  constructor(options: TreeCheckOptions) {
    this.#options = options;
  }

  push({ pos, run, entry }: TreeEntry, how?: EventReading): void {
    if (pos !== this.#next) {
      this.#report('T-pos', entry, `place ${pos} follows ${this.#next - 1}`);
    }
    this.#next = pos + 1;
    if (run.runId !== entry.runId) {
      this.#report('T-run', entry, `it stands with the header of run ${run.runId}`);
    }
    const due = this.#due;
    this.#due = undefined;
    const opens = !isEventEntry(entry) && entry.entry === 'open';
    if (due !== undefined && !(opens && entry.runId === due.to)) {
      this.#report('T-handoff', entry, `run ${due.to} does not open behind the close of run ${due.from.runId}`);
    }
    if (opens) {
      this.#open(entry.header, entry, { due, isHidden: how?.redacted === 'yes' });
    }
    const watched = this.#runs.get(entry.runId);
    if (watched === undefined) {
      this.#report('T-run', entry, 'its run was not opened');
      return;
    }
    if (!this.#isEnough(watched)) {
      watched.checker.push(entry, how);
      this.#takeUp(watched, pos);
    }
    if (watched.isIdle && !isOfIdle(entry)) {
      this.#report('T-successor', entry, `${nameOf(entry)} of a run that does not take over`);
    }
    if (!isEventEntry(entry) && entry.entry === 'close') {
      this.#close(watched, entry);
    }
  }

  end(): readonly TreeViolation[] {
    for (const watched of this.#runs.values()) {
      if (!this.#isEnough(watched)) {
        watched.checker.end();
        this.#takeUp(watched, undefined);
      }
    }
    if (this.#due !== undefined && this.#options.mayBeOpen !== true) {
      this.#add('T-handoff', this.#due.to, undefined, `run ${this.#due.to} never opens`);
    }
    return this.violations;
  }

  /** Opens a run. `isHidden` says that its texts were changed, and are not compared. */
  #open(
    header: RunHeader,
    entry: JournalEntry,
    { due, isHidden }: { readonly due: Due | undefined; readonly isHidden: boolean },
  ): void {
    const { runId, parent, handoffFrom } = header;
    const before = this.#runs.get(runId);
    if (before !== undefined) {
      this.#report('T-run', entry, 'a run with this id was opened before');
      return;
    }
    // The run never began: it was given up while it waited, or its predecessor has failed.
    const isIdle = handoffFrom !== undefined && (due === undefined || !PASSED_ON.includes(due.cause));
    this.#runs.set(runId, {
      header,
      checker: createEntryChecker(this.#options),
      told: 0,
      found: 0,
      isOpen: true,
      isIdle,
    });
    if (this.#root === undefined) {
      this.#root = header;
      if (header.root !== runId || parent !== undefined || handoffFrom !== undefined || header.depth !== 0) {
        this.#report('T-root', entry, 'the first run is no root');
      }
      return;
    }
    const { root, contextId } = this.#root;
    const hasComeFrom = parent !== undefined || handoffFrom !== undefined;
    if (header.root !== root || (header.contextId !== contextId && !isHidden) || !hasComeFrom) {
      this.#report('T-root', entry, `it is of the tree ${header.root} and the context ${header.contextId}`);
    }
    if (handoffFrom === undefined) {
      if (parent !== undefined) {
        this.#watchCall(header, entry, isHidden);
      }
    } else {
      this.#watchHandoff(header, entry, { due, isHidden });
    }
  }

  #watchCall(header: RunHeader, entry: JournalEntry, isHidden: boolean): void {
    const caller = this.#runs.get(header.parent ?? '');
    if (caller?.isOpen !== true) {
      this.#report('T-call', entry, `its caller ${header.parent} is not open`);
    } else if (header.depth !== caller.header.depth + 1 || !(isHidden || isBelow(header, caller.header.path))) {
      this.#report('T-call', entry, `it stands at depth ${header.depth}, ${header.path.join(' > ')}`);
    }
  }

  #watchHandoff(
    header: RunHeader,
    entry: JournalEntry,
    { due, isHidden }: { readonly due: Due | undefined; readonly isHidden: boolean },
  ): void {
    const { handoffFrom = '', parent } = header;
    const before = this.#runs.get(handoffFrom);
    const from = before?.header;
    const isInPlace =
      from !== undefined &&
      parent === from.parent &&
      header.depth === from.depth &&
      (isHidden || isBelow(header, from.path.slice(0, -1)));
    if (!isInPlace) {
      this.#report('T-handoff', entry, `it does not stand where run ${handoffFrom} did`);
    } else if (due?.from.runId !== handoffFrom && !before?.isOpen) {
      this.#report('T-handoff', entry, `run ${handoffFrom} was over before`);
    } else if (parent !== undefined && this.#runs.get(parent)?.isOpen !== true) {
      this.#report('T-handoff', entry, `its caller ${parent} is not open`);
    }
  }

  #close(watched: Watched, { handoffTo, cause }: Pick<CloseEntry, 'handoffTo' | 'cause'>): void {
    const { header } = watched;
    watched.isOpen = false;
    for (const other of this.#runs.values()) {
      if (other.isOpen && other.header.parent === header.runId) {
        this.#add('T-close', header.runId, this.#next - 1, `run ${other.header.runId}, which it has called, is open`);
      }
    }
    if (handoffTo !== undefined) {
      this.#due = { from: header, to: handoffTo, cause };
    }
  }

  // The checker of the run counts its own entries, whose places differ from those in the tree.
  #takeUp(watched: Watched, place: number | undefined): void {
    const { violations } = watched.checker;
    for (const { rule, message } of violations.slice(watched.found)) {
      this.#add(rule, watched.header.runId, place, message);
    }
    watched.found = violations.length;
  }

  #isEnough({ told }: Watched): boolean {
    return told >= (this.#options.mostPerRun ?? Number.POSITIVE_INFINITY);
  }

  #report(rule: TreeRule, entry: JournalEntry, message: string): void {
    this.#add(rule, entry.runId, this.#next - 1, message);
  }

  #add(rule: TreeViolation['rule'], runId: string, place: number | undefined, message: string): void {
    const watched = this.#runs.get(runId);
    if (watched !== undefined) {
      if (this.#isEnough(watched)) {
        return;
      }
      watched.told++;
    }
    this.violations.push({ rule, runId, place, message });
  }
}

/** Whether a run that never began may have this entry. */
function isOfIdle(entry: JournalEntry): boolean {
  return !isEventEntry(entry) && (entry.entry === 'open' || (entry.entry === 'close' && entry.cause === 'aborted'));
}

function nameOf(entry: JournalEntry): string {
  return isEventEntry(entry) ? entry.type : entry.entry;
}

function isBelow({ path, name }: RunHeader, above: readonly string[]): boolean {
  return path.join('\n') === [...above, name].join('\n');
}
