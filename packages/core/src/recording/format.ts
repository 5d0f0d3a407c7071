/**
 * The cassette: one recorded conversation with a CLI, as a header line and one line per message, host action and exit.
 */
import type { AgentName } from '@agent-mux/events';
import type { ExitInfo, PriorSession } from '../adapter/index.ts';
import type { Framing } from '../process/index.ts';
import type { Redaction } from '../redaction/index.ts';
import type { ExitFacts, HostAction, RecordedOptions } from '../run/index.ts';

export type { RecordedOptions } from '../run/index.ts';

/** The name of the file of a recording. */
export const CASSETTE_FILE = 'cassette.jsonl';
/** The version of the form of a recording. */
export const CASSETTE_VERSION = 1;

/** The first line of a cassette. The optional fields are absent where another program recorded it. */
export interface CassetteHeader {
  readonly cassette: typeof CASSETTE_VERSION;
  readonly agent: AgentName;
  readonly cliVersion: string;
  readonly argv: readonly string[];
  readonly scenario: string;
  readonly framing: Framing;
  /** Whether the order of `in` against `out` is as it happened; otherwise the two were merged by cause. */
  readonly ordered: boolean;
  readonly notes?: string;
  /** The script of the answers that the model was made to give. */
  readonly modelScript?: string;
  /** The name of the adapter's mode. */
  readonly mode?: string;
  /** The platform, such as `linux-x64`. */
  readonly platform?: string;
  readonly redactions?: readonly Redaction[];
  /** The time at `t` 0, in milliseconds since the epoch. */
  readonly startedAt?: number;
  readonly runId?: string;
  readonly options?: RecordedOptions;
  /** What the file of a session that is continued or copied said before the start. */
  readonly prior?: PriorSession;
  /** The source of native lines that no CLI could be made to say. */
  readonly handWritten?: string;
}

interface Timed {
  /** Milliseconds since the start; absent where they are not known. */
  readonly t?: number;
}

/** One message, without its framing. It has `base64` where the bytes are not UTF-8. */
export type WireEntry = Timed & {
  readonly dir: 'in' | 'out' | 'err';
  /** Whether this is the last message of a stream, without its end. */
  readonly partial?: boolean;
} & ({ readonly text: string; readonly base64?: never } | { readonly base64: string; readonly text?: never });

/** An action of the host in a recording. */
export type HostEntry = Timed & { readonly dir: 'host' } & HostAction;

/** The end of a process in a recording. */
export type ExitEntry = Timed &
  ExitFacts & { readonly dir: 'exit'; readonly asked?: NonNullable<ExitInfo['asked']> | null };

/** One line of a recording behind its header. */
export type CassetteEntry = WireEntry | HostEntry | ExitEntry;

/** A recording that was read whole. */
export interface Cassette {
  readonly header: CassetteHeader;
  readonly entries: readonly CassetteEntry[];
}

/** Returns a message as a dialect sees it. */
export function readText(entry: WireEntry): string {
  return entry.text ?? Buffer.from(entry.base64, 'base64').toString();
}

/** Returns a message as it was on the wire, without its framing. */
export function readBytes(entry: WireEntry): Buffer {
  return entry.text === undefined ? Buffer.from(entry.base64, 'base64') : Buffer.from(entry.text);
}
