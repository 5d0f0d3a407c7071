/** The events of Looopy's internal protocol: 20 kinds, stamped with their context and task. */
import type { AgentEvent } from '@agent-mux/events';
import type { JournalEntry } from '@agent-mux/events/journal';

export type Metadata = Readonly<Record<string, unknown>>;

export type TaskStatus =
  | 'working'
  | 'waiting-input'
  | 'waiting-auth'
  | 'waiting-subtask'
  | 'completed'
  | 'failed'
  | 'canceled';

export type ThoughtType = 'planning' | 'reasoning' | 'reflection' | 'decision' | 'observation' | 'strategy';
export type Verbosity = 'brief' | 'normal' | 'detailed';
export type InputType = 'tool-execution' | 'confirmation' | 'clarification' | 'selection' | 'custom';

/** What an artifact tells with its first chunk. */
interface Described {
  readonly name?: string;
  readonly description?: string;
}

interface Chunk {
  readonly artifactId: string;
  /** The index, from 0 on; 0 begins a new version. */
  readonly index: number;
  /** Whether it is the last one. */
  readonly complete: boolean;
}

/** An event without its stamps. */
export type AnyEvent = (
  | { readonly kind: 'task-created'; readonly parentTaskId?: string; readonly initiator: 'user' | 'agent' }
  | { readonly kind: 'task-status'; readonly status: TaskStatus; readonly message?: string }
  | { readonly kind: 'task-complete'; readonly content?: string; readonly artifacts?: readonly string[] }
  | { readonly kind: 'content-delta'; readonly delta: string; readonly index: number }
  | { readonly kind: 'content-complete'; readonly content: string }
  | {
      readonly kind: 'tool-start';
      readonly toolCallId: string;
      readonly toolName: string;
      readonly arguments: Readonly<Record<string, unknown>>;
    }
  | {
      readonly kind: 'tool-progress';
      readonly toolCallId: string;
      /** The progress, from 0 to 1. */
      readonly progress: number;
      readonly message?: string;
    }
  | {
      readonly kind: 'tool-complete';
      readonly toolCallId: string;
      readonly toolName: string;
      readonly success: boolean;
      readonly result?: unknown;
      readonly error?: string;
    }
  | {
      readonly kind: 'input-required';
      readonly inputId: string;
      /** Whether it must reach the user; otherwise a coordinator may answer. */
      readonly requireUser?: boolean;
      readonly inputType: InputType;
      readonly prompt: string;
      /** A JSON Schema of the expected answer. */
      readonly schema?: unknown;
      /** The options of a selection. */
      readonly options?: readonly unknown[];
    }
  | {
      readonly kind: 'input-received';
      readonly inputId: string;
      readonly providedBy: 'user' | 'agent';
      readonly userId?: string;
      readonly agentId?: string;
    }
  | {
      readonly kind: 'auth-required';
      readonly authId: string;
      readonly authType: 'oauth2' | 'api-key' | 'password' | 'biometric' | 'custom';
      readonly provider?: string;
      readonly scopes?: readonly string[];
      readonly prompt: string;
      readonly authUrl?: string;
    }
  | { readonly kind: 'auth-completed'; readonly authId: string; readonly userId: string }
  | (Described &
      Chunk & {
        readonly kind: 'file-write';
        readonly data: string;
        readonly mimeType?: string;
        readonly encoding?: 'utf-8' | 'base64';
      })
  | (Described & {
      readonly kind: 'data-write';
      readonly artifactId: string;
      /** The whole record. */
      readonly data: Readonly<Record<string, unknown>>;
    })
  | (Described &
      Chunk & {
        readonly kind: 'dataset-write';
        readonly rows: readonly Readonly<Record<string, unknown>>[];
        readonly schema?: unknown;
      })
  | {
      readonly kind: 'subtask-created';
      readonly subtaskId: string;
      readonly agentId?: string;
      readonly prompt: string;
    }
  | {
      readonly kind: 'thought-stream';
      readonly thoughtId: string;
      readonly thoughtType: ThoughtType;
      readonly verbosity: Verbosity;
      readonly content: string;
      /** The index within its task, from 0 on. */
      readonly index: number;
    }
  | {
      readonly kind: 'internal:thought-process';
      readonly iteration: number;
      readonly stage: 'pre-llm' | 'post-llm' | 'pre-tool' | 'post-tool';
      readonly reasoning: string;
      readonly state: Readonly<Record<string, unknown>>;
    }
  | {
      readonly kind: 'internal:llm-call';
      readonly iteration: number;
      readonly model: string;
      /** The number of prompts, complete messages and results that the task has seen so far. */
      readonly messageCount: number;
      /** The number of tools that the task has called so far. */
      readonly toolCount: number;
    }
  | { readonly kind: 'internal:checkpoint'; readonly iteration: number }
  /** A whole event that the specification has no kind for. */
  | { readonly kind: `internal:${AgentEvent['type']}`; readonly event: AgentEvent }
  | {
      readonly kind: 'internal:note';
      readonly note: Extract<JournalEntry, { entry: 'note' }>;
      readonly problem?: string;
    }
) & { readonly metadata?: Metadata };

export type ContextEvent<T> = T & {
  readonly contextId: string;
  readonly taskId: string;
  /** The time as ISO 8601. */
  readonly timestamp: string;
};

export type LooopyEvent = ContextEvent<AnyEvent>;

export type LooopyKind = Exclude<AnyEvent['kind'], 'internal:note' | `internal:${AgentEvent['type']}`>;

type Base =
  | 'text'
  | 'name'
  | 'flag'
  | 'count'
  | 'fraction'
  | 'object'
  | 'list'
  | 'any'
  | 'initiator'
  | 'status'
  | 'inputType'
  | 'authType'
  | 'encoding'
  | 'thoughtType'
  | 'verbosity'
  | 'stage';

/** The kind of a field; `?` says that it may be absent. */
export type FieldKind = Base | `${Base}?`;

/** Fields of a kind in addition to `kind`, the stamps and `metadata`, by what they must be. */
export const LOOOPY_FIELDS = {
  'task-created': { parentTaskId: 'name?', initiator: 'initiator' },
  'task-status': { status: 'status', message: 'text?' },
  'task-complete': { content: 'text?', artifacts: 'list?' },
  'content-delta': { delta: 'text', index: 'count' },
  'content-complete': { content: 'text' },
  'tool-start': { toolCallId: 'name', toolName: 'text', arguments: 'object' },
  'tool-progress': { toolCallId: 'name', progress: 'fraction', message: 'text?' },
  'tool-complete': { toolCallId: 'name', toolName: 'text', success: 'flag', result: 'any?', error: 'text?' },
  'input-required': {
    inputId: 'name',
    requireUser: 'flag?',
    inputType: 'inputType',
    prompt: 'text',
    schema: 'any?',
    options: 'list?',
  },
  'input-received': { inputId: 'name', providedBy: 'initiator', userId: 'name?', agentId: 'name?' },
  'auth-required': {
    authId: 'name',
    authType: 'authType',
    provider: 'text?',
    scopes: 'list?',
    prompt: 'text',
    authUrl: 'text?',
  },
  'auth-completed': { authId: 'name', userId: 'name' },
  'file-write': {
    artifactId: 'name',
    data: 'text',
    index: 'count',
    complete: 'flag',
    name: 'text?',
    description: 'text?',
    mimeType: 'text?',
    encoding: 'encoding?',
  },
  'data-write': { artifactId: 'name', data: 'object', name: 'text?', description: 'text?' },
  'dataset-write': {
    artifactId: 'name',
    rows: 'list',
    index: 'count',
    complete: 'flag',
    name: 'text?',
    description: 'text?',
    schema: 'any?',
  },
  'subtask-created': { subtaskId: 'name', agentId: 'text?', prompt: 'text' },
  'thought-stream': {
    thoughtId: 'name',
    thoughtType: 'thoughtType',
    verbosity: 'verbosity',
    content: 'text',
    index: 'count',
  },
  'internal:thought-process': { iteration: 'count', stage: 'stage', reasoning: 'text', state: 'object' },
  'internal:llm-call': { iteration: 'count', model: 'text', messageCount: 'count', toolCount: 'count' },
  'internal:checkpoint': { iteration: 'count' },
} as const;

LOOOPY_FIELDS satisfies Record<LooopyKind, Readonly<Record<string, FieldKind>>>;
