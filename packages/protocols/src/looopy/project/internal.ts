/** Events that only observers are told. */
import { type Actor, find } from '../../model/index.ts';
import type { AnyEvent } from '../../tasks/index.ts';
import { stamp, type Tell } from './state.ts';
import { openTask, say } from './tasks.ts';

/** Tells an internal event, where it is wanted. It begins no task: it may stand before the first and behind the last. */
export function tellInternal(tell: Tell, actor: Pick<Actor, 'id'>, said: AnyEvent): void {
  if (tell.options.internal !== true) {
    return;
  }
  const { state } = tell;
  const task = openTask(tell, actor);
  if (task !== undefined) {
    say(tell, task, said);
    return;
  }
  const known = find(state.model.actors, actor.id);
  const header = find(state.model.runs, known?.runId ?? '')?.header;
  const contextId = header?.contextId ?? state.model.root ?? 'context';
  const isMuted = known?.parent !== null && tell.options.forwardSubtasks === false;
  const id = find(state.current, actor.id) ?? (known?.lane === null ? (header?.taskId ?? actor.id) : actor.id);
  stamp(tell, { id, contextId, isMuted }, said);
}
