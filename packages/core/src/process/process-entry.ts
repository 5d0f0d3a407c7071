/** What is known of a process of this machine, and what tells two with the same number apart. */

/** A pid alone may mean somebody else by now; with its start it means one process. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Clock ticks since boot on Linux, milliseconds since the epoch elsewhere; only compared. */
  readonly start: number;
}

export interface ProcessEntry extends ProcessIdentity {
  readonly parent: number;
  readonly group: number;
  /** Dead, and only its parent can make it go. */
  readonly isZombie: boolean;
  /** `NAME=1` entries of its environment whose name begins with AMUX_RUN_. */
  envMarks(): readonly string[];
  /** Whether one of its limits has this value. */
  hasLimit(value: string): boolean;
}

export type ProcessTable = readonly ProcessEntry[];
