/** What a run is, known before anything of it happens. */
import type { AgentName } from '../base-event.ts';

/** A value that JSON can express. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

/** The journal's format that this version writes. */
export const JOURNAL_FORMAT = 1;

/** What a run is. It contains no environment, no headers, no functions and nothing that is a secret by its kind. */
export interface RunHeader {
  readonly format: typeof JOURNAL_FORMAT;
  /** The id of the run, a ULID. */
  readonly runId: string;
  /** The name of the run within its tree; several runs may have the same. */
  readonly name: string;
  readonly agent: AgentName;
  /** The mode of the adapter. */
  readonly mode: string;
  readonly model?: string;
  readonly provider?: string;
  /** The first prompt. */
  readonly prompt: string;
  /** The absolute folder of the run. */
  readonly cwd: string;
  readonly approvalMode: 'yolo' | 'prompt' | 'deny';
  readonly stream: boolean | 'auto';
  /** The session that the run continues. */
  readonly resumes?: string;
  /** The session of which the run begins a copy. */
  readonly forks?: string;
  readonly tags: readonly string[];
  /** An id that joins several trees. @defaultValue the id of the root */
  readonly contextId: string;
  /** The id of the thread. @defaultValue the id of the root */
  readonly threadId: string;
  /** The id of the task. @defaultValue the id of the root */
  readonly taskId: string;
  /** The id of the run at the top of the tree; a root has its own. */
  readonly root: string;
  /** The id of the run that called this one. */
  readonly parent?: string;
  /** The tool call of the parent's that started this one. */
  readonly parentCall?: string;
  /** The id of the run that this one takes over from. */
  readonly handoffFrom?: string;
  /** The depth in the tree; 0 for a root. */
  readonly depth: number;
  /** The names of the runs from the root down to this one. */
  readonly path: readonly string[];
  /** Who started the run. */
  readonly initiator: 'user' | 'agent';
  /** The options that may be written down. */
  readonly options: Readonly<Record<string, JsonValue>>;
}
