/** The state of the fold that all projections share: what is known after some entries of a run or tree. */
import type { SeenCause } from '@agent-mux/events/journal';
import type { Actor } from './actors.ts';
import type { Call } from './calls.ts';
import { find, inOrder, type Keyed } from './keyed.ts';
import type { Question } from './questions.ts';
import { type Run, seenCause, textOf } from './runs.ts';
import type { Shell } from './shells.ts';
import { addCosts, addTokens, createUsage, type Usage } from './usage.ts';

/** The state as plain JSON: it can be written down after any entry, read again, and continued. */
export interface Model {
  /** How many entries were taken. */
  place: number;
  /** The number of places given away, by which things are put in the order in which they began. */
  order: number;
  /** The id of the run at the top; null before the first entry. For several consecutive trees, that of the last. */
  root: string | null;
  /** The id of the run that speaks for the tree: the root, or the last run that has taken over from it. */
  front: string | null;
  readonly runs: Keyed<Run>;
  /** The actors. Those that are no longer open stay, because late events still need their names. */
  readonly actors: Keyed<Actor>;
  /** The open calls. */
  readonly calls: Keyed<Call>;
  /** The open questions by their ids. */
  readonly questions: Keyed<Question>;
  /** The open commands. */
  readonly shells: Keyed<Shell>;
  /** Inputs that a grant has changed for calls that have not begun yet. */
  readonly changed: Keyed<unknown>;
}

export function createModel(): Model {
  return {
    place: 0,
    order: 0,
    root: null,
    front: null,
    runs: {},
    actors: {},
    calls: {},
    questions: {},
    shells: {},
    changed: {},
  };
}

/** The run that speaks for the tree; undefined before the first entry. */
export function frontRun(model: Model): Run | undefined {
  return model.front === null ? undefined : find(model.runs, model.front);
}

/** Whether the actor is the main lane of the run that speaks for the tree, and so speaks for the tree. */
export function isFront(model: Model, actor: Actor): boolean {
  return actor.lane === null && actor.runId === model.front;
}

/** Why the tree ended, once nothing more comes. An announced successor that never came is lost. */
export function treeCause(model: Model): SeenCause {
  const front = frontRun(model);
  return front === undefined || (front.close?.handoffTo ?? null) !== null ? 'lost' : seenCause(front);
}

/** The text of the result: the last one of the run that speaks for the tree, on its main lane. */
export function finalText(model: Model): string {
  const front = frontRun(model);
  return front === undefined ? '' : textOf(front);
}

/** Tokens of all runs. */
export function totalUsage(model: Model): Usage {
  const total = createUsage();
  for (const run of Object.values(model.runs)) {
    // Some agents report only the total usage, and not the single requests.
    if (run.usage.reports > 0) {
      addTokens(total, run.usage, run.usage.reports);
    } else if (run.cost !== null) {
      addTokens(total, run.cost, 0);
    }
  }
  return total;
}

/** The cost of all runs; null where none has told any. */
export function totalCost(model: Model): ReturnType<typeof addCosts> {
  return addCosts(Object.values(model.runs).map(({ cost }) => cost));
}

/** Questions whose offers were never told, which must be told when nothing more comes. */
export function untoldQuestions(model: Model): Question[] {
  const told = new Set(Object.values(model.runs).flatMap(({ untold }) => untold ?? []));
  return inOrder(model.questions).filter(({ id }) => told.has(id));
}
