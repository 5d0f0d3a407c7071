/** Checks any stream of A2A events, of either version, by its rules. */
import { show } from '../decode.ts';
import { isPlainJson } from '../given.ts';
import type { Violation } from '../rules.ts';
import { A2A_TERMINAL } from '../tasks/index.ts';
import { isPart, type ReadEvent, readEvent } from './read.ts';
import type { A2aOutputRule } from './rules.ts';

/** All violations of a whole stream; an empty list where it is legal. It accepts anything, even what is no event. */
export function checkA2a(outputs: Iterable<unknown>): Violation<A2aOutputRule>[] {
  const checker = new StreamChecker();
  for (const output of outputs) {
    checker.push(output);
  }
  return checker.end();
}

interface SeenTask {
  readonly contextId: string;
  isOver: boolean;
  readonly messages: Set<unknown>;
  /** The artifacts, with whether they are complete. */
  readonly artifacts: Map<unknown, boolean>;
}

class StreamChecker {
  readonly #violations: Violation<A2aOutputRule>[] = [];
  readonly #tasks = new Map<string, SeenTask>();
  #place = -1;

  push(output: unknown): void {
    this.#place += 1;
    const event = readEvent(output);
    if (!('payload' in event)) {
      for (const problem of event) {
        this.#report('P-1', problem);
      }
      return;
    }
    if (!isPlainJson(output)) {
      this.#report('P-1', `a value is none of JSON in ${show(output)}`);
    }
    const seen = this.#seenOf(event);
    if (seen === undefined) {
      return;
    }
    if (seen.contextId !== event.contextId) {
      this.#report('P-9', `${event.taskId} is in ${event.contextId} now`);
    }
    if (event.payload === 'status') {
      this.#watchStatus(event, seen);
    } else if (event.payload === 'artifact') {
      this.#watchArtifact(event, seen);
    }
  }

  end(): Violation<A2aOutputRule>[] {
    this.#place = -1;
    for (const [id, { isOver }] of this.#tasks) {
      if (!isOver) {
        this.#report('P-4', `${id} never ends`);
      }
    }
    return this.#violations;
  }

  #report(rule: A2aOutputRule, message: string): void {
    this.#violations.push({ rule, place: this.#place < 0 ? undefined : this.#place, message });
  }

  /** The state to compare with; undefined where there is nothing more to check. */
  #seenOf({ payload, taskId, contextId, state }: ReadEvent): SeenTask | undefined {
    const known = this.#tasks.get(taskId);
    if (known !== undefined && payload !== 'task') {
      if (!known.isOver) {
        return known;
      }
      this.#report('P-3', `${payload} comes after the end of ${taskId}`);
      return undefined;
    }
    if (known !== undefined) {
      this.#report('P-2', `${taskId} comes again`);
    } else if (payload !== 'task') {
      this.#report('P-2', `${payload} comes before the task ${taskId}`);
    } else if (state !== 'SUBMITTED') {
      this.#report('P-2', `${taskId} begins as ${state}`);
    }
    if (known !== undefined) {
      return undefined;
    }
    const seen = { contextId, isOver: payload !== 'task', messages: new Set(), artifacts: new Map() };
    this.#tasks.set(taskId, seen);
    return payload === 'task' ? seen : undefined;
  }

  #watchStatus({ taskId, contextId, state, message, metadata, final, isLegacy }: ReadEvent, seen: SeenTask): void {
    const isOver = A2A_TERMINAL.includes(state);
    seen.isOver = isOver;
    if (isLegacy && final !== (isOver || state === 'INPUT_REQUIRED')) {
      this.#report('P-10', `${state} has final ${show(final)}`);
    }
    if (message !== undefined) {
      const isRight = message.isOfAgent && message.taskId === taskId && message.contextId === contextId;
      if (!isRight || typeof message.id !== 'string' || seen.messages.has(message.id)) {
        this.#report('P-7', `the message ${show(message.id)} of ${taskId} is not its agent's, or came before`);
      }
      seen.messages.add(message.id);
    }
    if (state === 'INPUT_REQUIRED' && (message === undefined || typeof metadata['inputId'] !== 'string')) {
      this.#report('P-8', `${taskId} requires input, and says not what`);
    }
  }

  #watchArtifact({ artifactId, parts, append, lastChunk, isLegacy }: ReadEvent, { artifacts }: SeenTask): void {
    if (parts.length === 0 || !parts.every((part) => isPart(part, isLegacy))) {
      this.#report('P-5', `${show(artifactId)} has the parts ${show(parts)}`);
    }
    if (append && artifacts.get(artifactId) !== false) {
      this.#report('P-6', `a chunk is appended to ${show(artifactId)}, which has not begun or is complete`);
    }
    artifacts.set(artifactId, lastChunk);
  }
}
