/** What one entry means: the parts of the model that it is about, even those that it has just closed. */
import type { JournalEntry } from '@agent-mux/events/journal';
import type { Actor } from './actors.ts';
import type { Artifact } from './artifacts.ts';
import type { Call } from './calls.ts';
import type { Cycle, CycleChange } from './cycle.ts';
import type { Question } from './questions.ts';
import type { Prompt, Run } from './runs.ts';
import type { Shell } from './shells.ts';
import type { TurnEnd } from './turn-end.ts';

/** The meaning of an entry, which is valid until the next one: no part of it may be kept in a state. */
export interface Moment extends CycleChange {
  readonly entry: JournalEntry;
  readonly run: Run;
  /** The actor of the entry. A call has the one that has begun it, even for its end on another lane. */
  actor: Actor;
  /** A question that is completely known now. It must be told before anything of the entry itself. */
  told: Question | null;
  /** The prompt that reaches the agent with this entry. */
  prompt: Prompt | null;
  /** How a turn ended, where the entry tells it. */
  rested: TurnEnd | null;
  /** How the turn of the run ended that is over with this entry, because the journal tells it or the next prompt comes. */
  over: TurnEnd | null;
  /** Whether the event repeats a failure with which the journal has ended its turn before. */
  isRepeated: boolean;
  /** The call that the entry starts, changes, asks about or ends. */
  call: Call | null;
  /** The question that the entry asks, answers or closes. */
  question: Question | null;
  /** The subagent that the entry starts or ends. */
  subagent: Actor | null;
  /** The command that the entry starts, ends or tells. */
  shell: Shell | null;
  /** The artifact that the entry makes or changes. */
  artifact: Artifact | null;
  /** The number of its message or thinking block, over all of its run. */
  block: number | null;
  /** The cycles of the actor that the entry ends and begins, in this order. */
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
