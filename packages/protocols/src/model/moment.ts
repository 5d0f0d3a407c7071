/** What one entry means: the parts of the model that it is about, also those that it has just closed. */
import type { JournalEntry } from '@agent-mux/events/journal';
import type { Actor } from './actors.ts';
import type { Artifact } from './artifacts.ts';
import type { Call } from './calls.ts';
import type { Cycle, CycleChange } from './cycle.ts';
import type { Question } from './questions.ts';
import type { Prompt, Run } from './runs.ts';
import type { Shell } from './shells.ts';
import type { TurnEnd } from './turn-end.ts';

/** Good until the next entry: nothing of it may be kept in a state, whose parts stand for themselves. */
export interface Moment extends CycleChange {
  readonly entry: JournalEntry;
  readonly run: Run;
  /** Whose entry it is. Of a call, also of its end on another lane, the one that has begun it. */
  actor: Actor;
  /** A question that is wholly known now. It is to be told before anything of the entry itself. */
  told: Question | null;
  /** Words that reach the agent with this entry. */
  prompt: Prompt | null;
  /** How a turn ended, where the entry tells it. */
  rested: TurnEnd | null;
  /** How the turn of the run ended that is over with this entry: the journal tells it, or the next prompt comes. */
  over: TurnEnd | null;
  /** The event says again what its turn was told to have ended with. */
  isRepeated: boolean;
  /** The call that the entry starts, changes, asks for or ends. */
  call: Call | null;
  /** The question that the entry asks, answers or closes. */
  question: Question | null;
  /** Whom the entry starts or ends. */
  subagent: Actor | null;
  /** The command that the entry starts, tells of or ends. */
  shell: Shell | null;
  /** What the entry makes or changes. */
  artifact: Artifact | null;
  /** The number of the message or thinking block that it is of, over all of its run. */
  block: number | null;
  /** Cycles of the actor, in this order. */
  ended: Cycle | null;
  answered: Cycle | null;
  began: Cycle | null;
}

export function createMoment(entry: JournalEntry, run: Run, actor: Actor): Moment {
  return {
    entry,
    run,
    actor,
    told: null,
    prompt: null,
    rested: null,
    over: null,
    isRepeated: false,
    call: null,
    question: null,
    subagent: null,
    shell: null,
    artifact: null,
    block: null,
    ended: null,
    answered: null,
    began: null,
  };
}
