/** Work in the background: the CLI wakes the agent when it has ended. */
import { objectOf, parseJson, textOf } from '../../shared/index.ts';

/** Whether a `host.event` says that work in the background has ended and that the agent will be told of it (1.0.102). */
export function wakesAgent(params: unknown): boolean {
  const event = objectOf<'kind' | 'payload'>(params);
  const payload = objectOf<'kind' | 'taskJson' | 'reactionJson'>(event?.payload);
  if (event?.kind !== 'task_transition' || payload?.kind !== 'completed') {
    return false;
  }
  const task = objectOf<'executionMode' | 'notificationResultConsumed'>(parseJson(textOf(payload.taskJson)));
  const reaction = objectOf<'deferIdle'>(parseJson(textOf(payload.reactionJson)));
  // An agent that has read the result of a command by itself is not told of it.
  return (
    task?.executionMode === 'background' && task.notificationResultConsumed === false && reaction?.deferIdle === true
  );
}
