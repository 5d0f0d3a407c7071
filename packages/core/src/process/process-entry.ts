/** The facts about a process of this machine, and the one that tells two with the same number apart. */

/** The identity of a process. A pid alone may mean another process by now; with its start it means one. */
export interface ProcessIdentity {
  readonly pid: number;
  /**
   * The start, in clock ticks since boot on Linux and in milliseconds since the epoch elsewhere; it is only compared.
   */
  readonly start: number;
}

export interface ProcessEntry extends ProcessIdentity {
  readonly parent: number;
  readonly group: number;
  /** Whether it is dead, so that only its parent can make it go. */
  readonly isZombie: boolean;
  /** Returns the `NAME=1` entries of its environment whose name begins with AMUX_RUN_. */
  envMarks(): readonly string[];
  /** Whether one of its limits has this value. */
  hasLimit(value: string): boolean;
}

export type ProcessTable = readonly ProcessEntry[];
