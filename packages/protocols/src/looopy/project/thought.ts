/** Thoughts: each block is told once and whole, when it is known what it leads to. */
import type { Moment } from '../../model/index.ts';
import type { ThoughtType } from '../../tasks/index.ts';
import { passesThought, verbosityOf } from '../thoughts.ts';
import { stamp, type Task, type Tell } from './state.ts';

/** Holds a complete block: what follows shows whether it was the plan of a call. */
export function holdThought(tell: Tell, task: Task, { actor, block }: Moment, content: string): void {
  tellHeld(tell, task);
  // The text is read here and not when the thought is told, because only now the place of its entry is known.
  if (content.length === 0) {
    return;
  }
  task.held = { id: `${actor.id}:thought:${block ?? task.thoughts}`, content, at: tell.at };
}

/** Tells the thought that was held. `call` is the id of the one that it has led to. */
export function tellHeld(tell: Tell, task: Task, call?: string): void {
  const { held } = task;
  if (held === null) {
    return;
  }
  task.held = null;
  const { options } = tell;
  const thoughtType = typeOf(task, call);
  const verbosity = (options.thoughts?.verbosityOf ?? verbosityOf)(held.content);
  const metadata = call === undefined ? {} : { metadata: { relatedTo: call } };
  if (!passesThought({ verbosity, thoughtType }, options.thoughts ?? {})) {
    return;
  }
  stamp(
    tell,
    task,
    {
      kind: 'thought-stream',
      thoughtId: held.id,
      thoughtType,
      verbosity,
      content: held.content,
      index: task.thoughts,
      ...metadata,
    },
    held.at,
  );
  task.thoughts += 1;
}

function typeOf({ stepType }: Task, call: string | undefined): ThoughtType {
  if (stepType === 'review') {
    return 'reflection';
  }
  return call === undefined ? 'reasoning' : 'planning';
}
