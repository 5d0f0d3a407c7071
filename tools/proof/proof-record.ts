/** What is written down of a proof. */

/** What came of a part when it was run last without a failure. */
export interface PartRecord {
  /** Of what it stands on. */
  readonly hash: string;
  readonly commit: string;
  /** ISO 8601. */
  readonly date: string;
  readonly minutes: number;
  readonly machine: string;
  /** `N passed, 0 failed, N skipped`. Absent where it is no tests that it counts. */
  readonly counts?: string;
  readonly score?: string;
  /** Tests that passed at their second attempt. */
  readonly flaky: readonly string[];
}

export interface Proof {
  readonly parts: Readonly<Record<string, PartRecord>>;
}
