/** What the projection remembers between two entries, and how all its parts speak. */
import type { EventOf } from '@agent-mux/events';
import type { Keyed, Model, Question } from '../../model/index.ts';
import type { AnyEvent, LooopyEvent, TaskStatus, Verbosity } from '../../tasks/index.ts';
import type { ThoughtFilter } from '../thoughts.ts';

export interface LooopyOptions {
  /** Which thoughts are told, and how long a text counts as which verbosity. @defaultValue all of them */
  readonly thoughts?: ThoughtFilter & {
    /** @defaultValue `brief` up to 140 characters, `normal` up to 1,000, else `detailed` */
    readonly verbosityOf?: (content: string) => Verbosity;
  };
  /**
   * Whether what subtasks say is told, beside that they exist. Without it their questions are told as those of the task above them.
   * @defaultValue true
   */
  readonly forwardSubtasks?: boolean;
  /** Whether `internal:` events are told. @defaultValue false */
  readonly internal?: boolean;
  /** Names of tools that a remote program runs: a call of one is an `input-required`, and its result the answer. @defaultValue none */
  readonly clientTools?: readonly string[];
  /** Which questions must reach the user. @defaultValue approvals with a high risk */
  readonly requireUser?: (question: EventOf<'approval_request' | 'input_required'>) => boolean;
}

export interface Task {
  readonly id: string;
  readonly contextId: string;
  /** The id of the actor. */
  readonly actor: string;
  readonly runId: string;
  readonly depth: number;
  /** The id of the task above it; null: there is none. */
  readonly parent: string | null;
  /** Nothing of it is told. */
  readonly isMuted: boolean;
  readonly order: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  status: TaskStatus;
  blockedBy: string | null;
  iterations: number;
  tokens: number;
  /** Prompts, whole messages and results. */
  messages: number;
  tools: number;
  openCalls: number;
  /** Deltas of the message that is being told, and how many characters they were. */
  deltas: number;
  told: number;
  /** The last whole message of the task. */
  text: string;
  thoughts: number;
  /** A thought that waits for what it leads to. */
  held: { readonly id: string; readonly content: string; readonly at: number } | null;
  /** Of its running step; '' where none is told. */
  stepType: string;
  /** Questions that wait, and whether they must reach the user. */
  asks: { readonly id: string; readonly isForUser: boolean; readonly at: number }[];
  /** Subtasks that run, oldest first. */
  subtasks: string[];
  /** Logins that are asked for. */
  logins: string[];
  auths: number;
  /** In the order in which they were made. */
  artifacts: string[];
}

/** `armed`: whole, and not told yet. `asked`: confirmation is asked for. `granted`: before it was whole. */
export type CallStage = 'armed' | 'asked' | 'granted' | 'called';

export interface LooopyState {
  readonly model: Model;
  /** Open ones. */
  readonly tasks: Keyed<Task>;
  /** The last task of each actor. */
  readonly current: Keyed<string>;
  /** How many tasks each actor has had. */
  readonly numbers: Keyed<number>;
  readonly calls: Keyed<{ stage: CallStage; progress: number }>;
  /** Calls that are whole and not told yet, by their actors. */
  readonly armed: Keyed<string[]>;
  /** The task that has asked, by its question. */
  readonly asked: Keyed<string>;
  /** Where the chunks of an artifact are. */
  readonly artifacts: Keyed<ArtifactStage>;
  order: number;
}

interface ArtifactStage {
  readonly kind: string;
  /** Of the next chunk. */
  next: number;
  version: number;
}

export function createState(): Omit<LooopyState, 'model'> {
  return { tasks: {}, current: {}, numbers: {}, calls: {}, armed: {}, asked: {}, artifacts: {}, order: 0 };
}

/** What all parts of the projection are handed. */
export interface Tell {
  readonly state: LooopyState;
  readonly options: LooopyOptions;
  /** Milliseconds since the epoch, of the entry. */
  readonly at: number;
  readonly emit: (event: LooopyEvent) => void;
}

/** Stamps what is said of a task. */
export function stamp(
  tell: Tell,
  task: Pick<Task, 'id' | 'contextId' | 'isMuted'>,
  said: AnyEvent,
  at: number = tell.at,
): void {
  if (task.isMuted) {
    return;
  }
  const { kind, ...rest } = said;
  tell.emit({ kind, contextId: task.contextId, taskId: task.id, timestamp: toIso(at), ...rest } as LooopyEvent);
}

export function mustReachUser({ options }: Tell, { event }: Question): boolean {
  if (options.requireUser !== undefined) {
    return options.requireUser(event);
  }
  return event.type === 'approval_request' && event.riskLevel === 'high';
}

const MOST = 8.64e15;
let second = Number.NaN;
let prefix = '';

/** ISO 8601. The text of a second is kept, since thousands of deltas come within one. */
export function toIso(at: number): string {
  const ms = Number.isFinite(at) ? Math.trunc(Math.min(MOST, Math.max(-MOST, at))) : 0;
  const floor = Math.floor(ms / 1_000);
  if (floor !== second) {
    second = floor;
    prefix = new Date(floor * 1_000).toISOString().slice(0, -4);
  }
  const rest = ms - floor * 1_000;
  return `${prefix}${rest < 10 ? '00' : rest < 100 ? '0' : ''}${rest}Z`;
}
