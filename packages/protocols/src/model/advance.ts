/** The fold that all projections share: it takes one entry and says what it means. */
import type { JournalEntry, RunHeader } from '@agent-mux/events/journal';
import { type Actor, actorId, createMainActor, openLane } from './actors.ts';
import { headerOf, type SourceEntry, toEntry } from './entries.ts';
import { hearEntry } from './hear-entry.ts';
import { hearEvent } from './hear-event.ts';
import { find, put } from './keyed.ts';
import { frontRun, type Model } from './model.ts';
import { createMoment, type Moment } from './moment.ts';
import { createRun, type Run } from './runs.ts';

/**
 * Takes the next entry. It changes nothing but the model, and keeps no part of the entry that it would change. Throws a TypeError with the
 * place where the value is no entry.
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

function meetRun(model: Model, entry: JournalEntry, given: RunHeader | undefined): Run {
  const header = ('entry' in entry && entry.entry === 'open' ? entry.header : given) ?? null;
  const agent = header?.agent ?? ('agent' in entry ? entry.agent : 'agent');
  const { runId, timestamp } = entry;
  model.order += 1;
  const run = createRun({ runId, agent, header, order: model.order, openedAt: timestamp });
  put(model.runs, runId, run);
  put(model.actors, runId, createMainActor(run));
  // A run that waits for its predecessor may be given up before, so that only the run that was handed over to speaks for the tree.
  if (frontRun(model)?.close?.handoffTo === runId) {
    model.front = runId;
  }
  if (model.root === null || header?.root === runId) {
    model.root = runId;
    model.front = runId;
  }
  return run;
}

// The lane speaks before anybody has told of it, so that the main lane counts as its caller.
function meetLane(model: Model, run: Run, lane: string | undefined): Actor {
  const main = find(model.actors, run.runId) ?? put(model.actors, run.runId, createMainActor(run));
  return lane === undefined ? main : openLane(model.actors, run, { lane, caller: main });
}
