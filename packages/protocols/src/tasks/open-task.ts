/** Which tasks are open, because nothing can be said to any other. */
import type { TaskStatus } from './looopy-events.ts';

const OVER: ReadonlySet<string> = new Set<TaskStatus>(['completed', 'failed', 'canceled']);

/** Throws what `refuse` makes of the expected value, unless the task is open. */
export function demandOpenTask(
  tasks: readonly { readonly id: string; readonly status: TaskStatus }[],
  id: string,
  refuse: (expected: string) => TypeError,
): void {
  const open = tasks.filter(({ status }) => !OVER.has(status)).map((task) => task.id);
  if (!open.includes(id)) {
    throw refuse(open.length === 0 ? 'nothing, since no task is open' : `an open task (${open.join(', ')})`);
  }
}
