/** The fold that all projections share: `advance` takes up one entry and says what it means. */
import type { JournalEntry, RunHeader, SeenCause } from '@agent-mux/events/journal';
import { type Actor, actorId, createMainActor, openLane } from './actors.ts';
import type { Call } from './calls.ts';
import { headerOf, type SourceEntry, toEntry } from './entries.ts';
import { hearEntry } from './hear-entry.ts';
import { hearEvent } from './hear-event.ts';
import { find, inOrder, type Keyed, put } from './keyed.ts';
import { createMoment, type Moment } from './moment.ts';
import type { Question } from './questions.ts';
import { createRun, type Run, seenCause, textOf } from './runs.ts';
import type { Shell } from './shells.ts';
import { addCosts, addTokens, createUsage, type Usage } from './usage.ts';

/** Plain JSON: it can be written down after any entry, read again, and gone on with. */
export interface Model {
  /** How many entries were taken up. */
  place: number;
  /** Numbers given away, so that things can be put in the order in which they began. */
  order: number;
  /** The id of the run at the top; null before the first entry. Of several trees one after another the last. */
  root: string | null;
  /** The id of the run that speaks for the tree: the root, or the last that has taken over from it. */
  front: string | null;
  readonly runs: Keyed<Run>;
  /** Those of which `isOpen` is not true any more stay: what is late still has its name. */
  readonly actors: Keyed<Actor>;
  /** Open ones. */
  readonly calls: Keyed<Call>;
  /** Open ones, by their ids. */
  readonly questions: Keyed<Question>;
  /** Open ones. */
  readonly shells: Keyed<Shell>;
  /** What a grant has changed of calls that have not begun yet. */
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

/**
 * Takes up the next entry. It changes nothing but the model, and keeps no part of the entry that it would change.
 * Throws a TypeError with the place where the value is no entry.
 */
export function advance(model: Model, source: SourceEntry): Moment {
  const entry = toEntry(source, model.place);
  model.place += 1;
  const run = find(model.runs, entry.runId) ?? meetRun(model, entry, headerOf(source));
  run.at = entry.timestamp;
  const lane = 'lane' in entry ? entry.lane : undefined;
  const actor = find(model.actors, actorId(run.runId, lane)) ?? meetLane(model, run, lane);
  const moment = createMoment(entry, run, actor);
  if ('type' in entry) {
    hearEvent(model, entry, moment);
  } else {
    hearEntry(model, entry, moment);
  }
  return moment;
}

/** The run that speaks for the tree; undefined before the first entry. */
export function frontRun(model: Model): Run | undefined {
  return model.front === null ? undefined : find(model.runs, model.front);
}

/** Whether it is the main lane of the run that speaks for the tree: what it says is what the tree says. */
export function isFront(model: Model, actor: Actor): boolean {
  return actor.lane === null && actor.runId === model.front;
}

/** Why the tree ended, asked when nothing more comes. An announced successor that never came is lost. */
export function treeCause(model: Model): SeenCause {
  const front = frontRun(model);
  return front === undefined || (front.close?.handoffTo ?? null) !== null ? 'lost' : seenCause(front);
}

/** The text of the result: the last of the run that speaks for the tree, on its main lane. */
export function finalText(model: Model): string {
  const front = frontRun(model);
  return front === undefined ? '' : textOf(front);
}

/** Tokens of all runs. */
export function totalUsage(model: Model): Usage {
  const total = createUsage();
  for (const run of Object.values(model.runs)) {
    // Some agents tell what all of it used, and nothing of the single requests.
    if (run.usage.reports > 0) {
      addTokens(total, run.usage, run.usage.reports);
    } else if (run.cost !== null) {
      addTokens(total, run.cost, 0);
    }
  }
  return total;
}

/** Money of all runs; null where none has told any. */
export function totalCost(model: Model): ReturnType<typeof addCosts> {
  return addCosts(Object.values(model.runs).map(({ cost }) => cost));
}

/** Questions whose offers were never told: to be told of when nothing more comes. */
export function untoldQuestions(model: Model): Question[] {
  const told = new Set(Object.values(model.runs).flatMap(({ untold }) => untold ?? []));
  return inOrder(model.questions).filter(({ id }) => told.has(id));
}

function meetRun(model: Model, entry: JournalEntry, given: RunHeader | undefined): Run {
  const header = ('entry' in entry && entry.entry === 'open' ? entry.header : given) ?? null;
  const agent = header?.agent ?? ('agent' in entry ? entry.agent : 'agent');
  const { runId, timestamp } = entry;
  model.order += 1;
  const run = createRun({ runId, agent, header, order: model.order, openedAt: timestamp });
  put(model.runs, runId, run);
  put(model.actors, runId, createMainActor(run));
  // One that waits for its predecessor may be given up before: only who was handed over to speaks for the tree.
  if (frontRun(model)?.close?.handoffTo === runId) {
    model.front = runId;
  }
  if (model.root === null || header?.root === runId) {
    model.root = runId;
    model.front = runId;
  }
  return run;
}

// It speaks before anybody has told of it: nobody but the main lane is known to have called it.
function meetLane(model: Model, run: Run, lane: string | undefined): Actor {
  const main = find(model.actors, run.runId) ?? put(model.actors, run.runId, createMainActor(run));
  return lane === undefined ? main : openLane(model.actors, run, { lane, caller: main });
}
