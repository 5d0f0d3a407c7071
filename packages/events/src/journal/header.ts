/** What a run is, known before anything of it happens. */
import type { AgentName } from '../base-event.ts';

/** What JSON can hold. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

/** The journal's format that this version writes. */
export const JOURNAL_FORMAT = 1;

/** It holds no environment, no headers, no functions and nothing that is a secret by its kind. */
export interface RunHeader {
  readonly format: typeof JOURNAL_FORMAT;
  /** A ULID. */
  readonly runId: string;
  /** Of the run within its tree; several runs may have the same. */
  readonly name: string;
  readonly agent: AgentName;
  /** Of the adapter. */
  readonly mode: string;
  readonly model?: string;
  readonly provider?: string;
  /** The first prompt. */
  readonly prompt: string;
  /** Absolute. */
  readonly cwd: string;
  readonly approvalMode: 'yolo' | 'prompt' | 'deny';
  readonly stream: boolean | 'auto';
  /** The session that the run goes on with. */
  readonly resumes?: string;
  /** The session that the run begins a copy of. */
  readonly forks?: string;
  readonly tags: readonly string[];
  /** What belongs together over several trees. @defaultValue the id of the root */
  readonly contextId: string;
  /** @defaultValue the id of the root */
  readonly threadId: string;
  /** @defaultValue the id of the root */
  readonly taskId: string;
  /** The id of the run at the top of the tree; of a root its own. */
  readonly root: string;
  /** The id of the run that called this one. */
  readonly parent?: string;
  /** The tool call of the parent's that started this one. */
  readonly parentCall?: string;
  /** The id of the run that this one takes over from. */
  readonly handoffFrom?: string;
  /** 0 of a root. */
  readonly depth: number;
  /** The names of the runs from the root down to this one. */
  readonly path: readonly string[];
  /** Who started it. */
  readonly initiator: 'user' | 'agent';
  /** The options that may be written down. */
  readonly options: Readonly<Record<string, JsonValue>>;
}
