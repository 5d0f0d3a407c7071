/** Which events a reader of Looopy's stream wants. */

import type { LooopyEvent } from '../tasks/index.ts';
import { passesThought, type ThoughtFilter } from './thoughts.ts';

export interface Subscription {
  /**
   * Full kinds, such as `internal:checkpoint`, or one of them; `*`, alone or among them, means all that are not internal. @defaultValue '*'
   */
  readonly kinds?: string | readonly string[];
  /** The id of the only task. @defaultValue all tasks */
  readonly taskId?: string;
  /** The thoughts that are wanted. @defaultValue all of them */
  readonly thoughts?: ThoughtFilter;
  /** A further condition. @defaultValue none */
  readonly where?: (event: LooopyEvent) => boolean;
}

/** Whether an event is wanted. An internal one is where its whole kind is named, but not where its name on the wire is. */
export function subscribe({
  kinds = '*',
  taskId,
  thoughts = {},
  where,
}: Subscription = {}): (event: LooopyEvent) => boolean {
  const named = new Set<string>(typeof kinds === 'string' ? [kinds] : kinds);
  const isOpen = named.has('*');
  return (event) =>
    (named.has(event.kind) || (isOpen && !event.kind.startsWith('internal:'))) &&
    (taskId === undefined || event.taskId === taskId) &&
    (event.kind !== 'thought-stream' || passesThought(event, thoughts)) &&
    (where === undefined || where(event));
}
