/** What the projection remembers between two entries, and how all its parts speak. */
import type { EventOf } from '@agent-mux/events';
import type { Keyed, Model, Question } from '../../model/index.ts';
import type { AnyEvent, LooopyEvent, TaskStatus, Verbosity } from '../../tasks/index.ts';
import type { ThoughtFilter } from '../thoughts.ts';

export interface LooopyOptions {
  /** Which thoughts are told, and which verbosity a text of a length counts as. @defaultValue all of them */
  readonly thoughts?: ThoughtFilter & {
    /** The verbosity of a thought. @defaultValue `brief` up to 140 characters, `normal` up to 1,000, else `detailed` */
    readonly verbosityOf?: (content: string) => Verbosity;
  };
  /**
   * Whether the messages of subtasks are told, and not only that they exist. Otherwise their questions are told as those of the task above
   * them. @defaultValue true
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
  /** The id of the task above it; null where there is none. */
  readonly parent: string | null;
  /** Whether nothing of it is told. */
  readonly isMuted: boolean;
  readonly order: number;
  /** The time in milliseconds since the epoch. */
  readonly at: number;
  status: TaskStatus;
  blockedBy: string | null;
  iterations: number;
  tokens: number;
  /** The number of prompts, complete messages and results. */
  messages: number;
  tools: number;
  openCalls: number;
  /** The number of deltas of the message that is being told, and of their characters. */
  deltas: number;
  told: number;
  /** The last complete message of the task. */
  text: string;
  thoughts: number;
  /** A thought that is held until it is known what it leads to. */
  held: { readonly id: string; readonly content: string; readonly at: number } | null;
  /** The type of its running step; '' where none is told. */
  stepType: string;
  /** Questions that wait, and whether they must reach the user. */
  asks: { readonly id: string; readonly isForUser: boolean; readonly at: number }[];
  /** Running subtasks, the oldest first. */
  subtasks: string[];
  /** Logins that are asked for. */
  logins: string[];
  auths: number;
  /** The artifacts in the order in which they were made. */
  artifacts: string[];
}

/**
 * How far a call was told: `armed` where it is complete and not told yet; `asked` where confirmation is asked for; `granted` before it was
 * complete; `called`.
 */
export type CallStage = 'armed' | 'asked' | 'granted' | 'called';

export interface LooopyState {
  readonly model: Model;
  /** The open tasks. */
  readonly tasks: Keyed<Task>;
  /** The last task of each actor. */
  readonly current: Keyed<string>;
  /** How many tasks each actor has had. */
  readonly numbers: Keyed<number>;
  readonly calls: Keyed<{ stage: CallStage; progress: number }>;
  /** Complete calls that are not told yet, by their actors. */
  readonly armed: Keyed<string[]>;
  /** The task that has asked, by its question. */
  readonly asked: Keyed<string>;
  /** The place of the next chunk of each artifact. */
  readonly artifacts: Keyed<ArtifactStage>;
  order: number;
}

interface ArtifactStage {
  readonly kind: string;
  /** The index of the next chunk. */
  next: number;
  version: number;
}

export function createState(): Omit<LooopyState, 'model'> {
  return { tasks: {}, current: {}, numbers: {}, calls: {}, armed: {}, asked: {}, artifacts: {}, order: 0 };
}

/** The arguments of all parts of the projection. */
export interface Tell {
  readonly state: LooopyState;
  readonly options: LooopyOptions;
  /** The time of the entry, in milliseconds since the epoch. */
  readonly at: number;
  readonly emit: (event: LooopyEvent) => void;
}

/** Stamps an event of a task. */
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

/** The time as ISO 8601. The text of a second is kept, since thousands of deltas come within one. */
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
