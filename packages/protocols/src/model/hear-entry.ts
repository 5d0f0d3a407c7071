/** Takes entries that are no events: what a run is, what was said to it, what its questions offer, and how it ended. */
import type { CloseEntry, DeliveredEntry, InputEntry, JournalEntry } from '@agent-mux/events/journal';
import { show } from '../show.ts';
import { createMainActor } from './actors.ts';
import { endCycle } from './cycles.ts';
import { beginPrompt, hearTurn } from './hear-turn.ts';
import { drop, find, put } from './keyed.ts';
import type { Model } from './model.ts';
import type { Moment } from './moment.ts';

type Entry = Exclude<JournalEntry, { readonly type: string }>;

export function hearEntry(model: Model, entry: Entry, moment: Moment): void {
  const { run } = moment;
  if (entry.entry === 'asked') {
    const question = find(model.questions, entry.interactionId);
    if (question === undefined) {
      return;
    }
    question.asked = entry;
    moment.question = question;
    if (run.untold === question.id) {
      moment.told = question;
    }
    run.untold = null;
    return;
  }
  tellUntold(model, moment);
  switch (entry.entry) {
    case 'open':
      // The first events of a run may have been heard without it.
      if (run.header === null) {
        run.header = entry.header;
        const { name, depth, parent, prompt } = createMainActor(run);
        Object.assign(moment.actor, { name, depth, parent, prompt });
      }
      break;
    case 'input':
      hearInput(model, entry, moment);
      break;
    case 'delivered':
      hearDelivered(entry, moment);
      break;
    case 'close':
      hearClose(entry, moment);
      break;
    case 'turn':
      hearTurn(entry, moment);
      break;
    case 'note':
      break;
    default:
      // The kind is of a later version.
      entry satisfies never;
  }
}

/** Tells the question before this entry, which offers nothing that is told. */
export function tellUntold(model: Model, moment: Moment): void {
  const { run } = moment;
  if (run.untold === null) {
    return;
  }
  moment.told = find(model.questions, run.untold) ?? null;
  run.untold = null;
}

function hearInput(model: Model, entry: InputEntry, moment: Moment): void {
  const { run } = moment;
  if (entry.input === 'prompt') {
    const { id, text, by, images = 0, as } = entry;
    if (as === 'steer') {
      model.order += 1;
      put(run.prompts, id, { id, text, by, images, order: model.order });
    } else {
      moment.prompt = { id, text, by, images, how: as };
      beginPrompt(moment, id);
    }
  } else if (entry.input === 'answer') {
    const question = find(model.questions, entry.interactionId);
    if (question === undefined) {
      return;
    }
    // The answer is kept, and read with a later entry, so a wrong one is refused while its place is known.
    if (typeof entry.response?.type !== 'string') {
      throw new TypeError(`Cannot take an answer whose response is ${show(entry.response)}`);
    }
    question.answer = { by: entry.by, response: entry.response, at: entry.timestamp };
    moment.question = question;
    moment.actor = find(model.actors, question.actor) ?? moment.actor;
    // The grant or denial closes an approval.
    if (question.event.type === 'input_required') {
      drop(model.questions, question.id);
    }
  } else if (entry.action === 'interrupt') {
    run.isInterrupted ||= run.turn !== null;
  } else if (entry.action === 'abort') {
    run.isAborted = true;
    run.abortReason = entry.reason ?? null;
  }
}

function hearDelivered({ id, delivered }: DeliveredEntry, moment: Moment): void {
  const waiting = drop(moment.run.prompts, id);
  if (waiting === undefined) {
    return;
  }
  const { text, by, images } = waiting;
  moment.prompt = { id, text, by, images, how: delivered };
  if (delivered === 'new-turn') {
    beginPrompt(moment, id);
  }
}

function hearClose({ cause, facts, handoffTo }: CloseEntry, moment: Moment): void {
  const { run, actor } = moment;
  run.close = { cause, facts, handoffTo: handoffTo ?? null };
  endCycle(actor, moment);
  actor.isOpen = false;
  actor.message = null;
  actor.thinking = null;
}
