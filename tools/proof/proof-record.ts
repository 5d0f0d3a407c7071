/** The format of a proof. */

/** The result of a part's last run without a failure. */
export interface PartRecord {
  /** The hash of its ground. */
  readonly hash: string;
  readonly commit: string;
  /** The date as ISO 8601. */
  readonly date: string;
  readonly minutes: number;
  readonly machine: string;
  /** The counts `N passed, 0 failed, N skipped`; absent where the part has no tests. */
  readonly counts?: string;
  readonly score?: string;
  /** Tests that passed at their second attempt. */
  readonly flaky: readonly string[];
}

export interface Proof {
  readonly parts: Readonly<Record<string, PartRecord>>;
}
