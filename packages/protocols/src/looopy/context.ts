/** A context: all its trees, one after another, as messages, tasks and artifacts. */
import { advance, createModel, type SourceEntry, wordsOfUser } from '../model/index.ts';
import type { LooopyEvent, TaskStatus } from '../tasks/index.ts';
import { looopy } from './project/index.ts';

export interface ContextMessage {
  readonly role: 'user' | 'agent';
  readonly content: string;
  /** The task that said an agent's message. */
  readonly taskId?: string;
}

export interface ContextTask {
  readonly id: string;
  readonly parentTaskId?: string;
  readonly agentId: string;
  readonly status: TaskStatus;
  /** Why a task has failed or was canceled. */
  readonly reason?: string;
}

export interface ContextArtifact {
  readonly id: string;
  readonly kind: 'file-write' | 'data-write' | 'dataset-write';
  readonly version: number;
  /** The task that has written it last. */
  readonly taskId: string;
}

export interface LooopyContext {
  /** The id of the context; undefined where nothing was heard. */
  readonly contextId: string | undefined;
  /** The messages of the user and of the tasks at the top. */
  readonly messages: readonly ContextMessage[];
  readonly tasks: readonly ContextTask[];
  readonly artifacts: readonly ContextArtifact[];
}

/** Folds the entries of all its trees in order, as a store has them. A run that is still open counts as open. */
export function looopyContext(entries: Iterable<SourceEntry>): LooopyContext {
  const projection = looopy({ thoughts: { verbosity: 'none' } });
  const state = projection.init();
  const model = createModel();
  const reader = new ContextReader();
  for (const source of entries) {
    for (const words of wordsOfUser(model, advance(model, source))) {
      reader.hear(words);
    }
    projection.step(state, source, (event) => reader.push(event));
  }
  return reader.context;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

class ContextReader {
  readonly #messages: ContextMessage[] = [];
  readonly #tasks = new Map<string, Writable<ContextTask>>();
  readonly #artifacts = new Map<string, ContextArtifact>();
  #contextId: string | undefined;

  get context(): LooopyContext {
    return {
      contextId: this.#contextId,
      messages: this.#messages,
      tasks: [...this.#tasks.values()],
      artifacts: [...this.#artifacts.values()],
    };
  }

  hear(content: string): void {
    this.#messages.push({ role: 'user', content });
  }

  push(event: LooopyEvent): void {
    this.#contextId = event.contextId;
    const task = this.#tasks.get(event.taskId);
    switch (event.kind) {
      case 'task-created': {
        const { taskId: id, parentTaskId } = event;
        const agentId = String(event.metadata?.['agentId'] ?? '');
        const parent = parentTaskId === undefined ? {} : { parentTaskId };
        this.#tasks.set(id, { id, ...parent, agentId, status: 'working' });
        break;
      }
      case 'task-status': {
        if (task === undefined) {
          break;
        }
        task.status = event.status;
        const reason = event.metadata?.['reason'];
        if (typeof reason === 'string') {
          task.reason = reason;
        }
        break;
      }
      case 'content-complete':
        if (task !== undefined && task.parentTaskId === undefined) {
          this.#messages.push({ role: 'agent', content: event.content, taskId: task.id });
        }
        break;
      case 'file-write':
      case 'data-write':
      case 'dataset-write': {
        const { artifactId: id, kind, taskId } = event;
        const version = Number(event.metadata?.['version'] ?? this.#artifacts.get(id)?.version ?? 1);
        this.#artifacts.set(id, { id, kind, version, taskId });
        break;
      }
      default:
    }
  }
}
