/** The demands of a run on its recorder. */
import type { ExitInfo } from '../adapter/index.ts';
import type { HostAction } from './host-action.ts';

/** How a process ended, according to a recording. */
export interface ExitFacts extends Omit<ExitInfo, 'stderr' | 'asked'> {
  /** What the host had asked for; null where it had asked for nothing, and absent where that was not recorded. */
  readonly asked?: ExitInfo['asked'] | null;
  /**
   * Whether the CLI was done and told to leave, and the host ended it, so that it counts as having left well. Absent
   * where that was not recorded.
   */
  readonly settled?: boolean;
}

/**
 * Writes a conversation down while it happens. None of its methods throws or rejects: a fault of the disk ends the
 * recording, not the run. Entries are kept in the order of the calls, which is the order in which the dialect sees
 * them; `now` is the time that the dialect's drafts are given.
 */
export interface Recorder {
  /** Corrects the header, as long as no message was recorded. */
  describe(header: { readonly argv?: readonly string[]; readonly cliVersion?: string }): void;
  out(text: string, source: 'stdout' | 'stderr', partial?: boolean, now?: number): void;
  in(text: string, now?: number, partial?: boolean): void;
  host(action: HostAction, now?: number): void;
  exit(facts: ExitFacts, now?: number): void;
  /** Takes the bytes as they were read, before they are cut into messages. */
  raw(source: 'stdout' | 'stderr', chunk: Buffer): void;
  /** Reports once that the recording fails; at once if it has failed already. */
  onError(listener: (error: Error) => void): void;
  /** Completes the file. Resolves with its path, or undefined where the recording failed. */
  finish(): Promise<string | undefined>;
}
