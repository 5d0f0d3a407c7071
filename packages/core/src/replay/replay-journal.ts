/**
 * The journal of a recording: the entries that the live run had, from what its host said and from what the agent made
 * of it.
 */
import type { AgentEvent, AgentName } from '@agent-mux/events';
import type { JournalEntry, RunHeader } from '@agent-mux/events/journal';
import type { Interaction, Outcome } from '../adapter/index.ts';
import { PROGRAM, type QuestionEvent } from '../interaction/index.ts';
import { endsAtRest, TurnFold } from '../results/index.ts';
import { EntryLog, type HostAction } from '../run/index.ts';

type Said = Extract<HostAction, { readonly action: 'prompt' | 'steer' }>;

export interface ReplayJournalParts {
  readonly runId: string;
  readonly agent: AgentName;
  /** The prompt that the run was started with, where the recording has no word of its host. */
  readonly prompt: string;
  readonly now: () => number;
  /** Makes the first entry of the run that began with these words. */
  readonly header: (prompt: string) => RunHeader;
  /** Returns the question that an event announces, as long as it is open. */
  readonly askedFor: (event: QuestionEvent) => Interaction | undefined;
  /** Returns the public id of the agent's last question under this key. */
  readonly shownAs: (key: string) => string | undefined;
  readonly emit: (entry: JournalEntry) => void;
}

export class ReplayJournal {
  readonly #parts: ReplayJournalParts;
  /** The log, which opens once the first words were said. */
  readonly log: EntryLog;
  readonly fold: TurnFold = new TurnFold();
  /**
   * The events of the runtime that came before the first words, although these come first in a journal; undefined once
   * they were said.
   */
  #early: AgentEvent[] | undefined = [];
  /** The time of the first entries, while these are written: no event that comes after them is earlier. */
  #opensAt: number | undefined;
  #place = 0;
  /**
   * The number of turns that another program has begun: it was the host, and each turn of the agent counts as one.
   * Undefined where the host was ours.
   */
  #foreignTurns: number | undefined;

  constructor(parts: ReplayJournalParts) {
    const { runId, now } = parts;
    this.#parts = parts;
    this.log = new EntryLog(
      runId,
      { isOver: false, append: (entry) => this.#tell(entry) },
      { now: () => this.#opensAt ?? now(), timestampOf: (moment) => moment },
    );
  }

  /** Notes that something was heard or done: if no words of a host came before it, there are none. */
  begin(): void {
    if (this.#early !== undefined) {
      this.#foreignTurns = 0;
      this.#open({ action: 'prompt', as: 'first', by: PROGRAM, id: 'p1', text: this.#parts.prompt });
    }
  }

  say(prompt: Said): void {
    if (this.#early === undefined) {
      this.log.prompt(prompt);
    } else {
      this.#open(prompt);
    }
  }

  /**
   * Takes words for a running turn. The `key` is the one under which the CLI reports what became of them; where it is
   * undefined the CLI does not report that, and they count as steered.
   */
  steer(prompt: Said, key: string | undefined): void {
    this.say(prompt);
    this.log.steered(prompt.id, key);
  }

  /** Takes an answer or an action of the host, which comes before all its consequences. */
  do(action: HostAction): void {
    if (action.action === 'answer' && action.interactionId !== undefined) {
      // The questions of a replay with another run id have other ids too.
      this.log.take({ ...action, interactionId: this.#parts.shownAs(action.key) ?? action.interactionId });
    } else {
      this.log.ask(action);
    }
  }

  hear(event: AgentEvent): void {
    if (this.#early === undefined) {
      this.#take(event);
    } else {
      this.#early.push(event);
    }
  }

  /** Ends the open turns, because the agent rests and the run goes on. */
  rest(told: Outcome | undefined): void {
    for (const [{ id }, end] of endsAtRest(this.fold, told, this.#parts.agent)) {
      this.log.turn(id, end);
    }
  }

  #open(prompt: Said): void {
    const early = this.#early ?? [];
    this.#early = undefined;
    this.#opensAt = early[0]?.timestamp;
    this.log.open(this.#parts.header(prompt.text));
    this.log.prompt(prompt);
    this.#opensAt = undefined;
    for (const event of early) {
      this.#take(event);
    }
  }

  #take(event: AgentEvent): void {
    if (event.type === 'turn_start' && event.lane === undefined) {
      this.#beginForeign();
    }
    this.log.event(event, this.#parts.askedFor);
  }

  // Nobody has written down what the other program said.
  #beginForeign(): void {
    if (this.#foreignTurns === undefined) {
      return;
    }
    this.#foreignTurns += 1;
    if (this.#foreignTurns > 1) {
      this.say({ action: 'prompt', as: 'new-turn', by: PROGRAM, id: `p${this.#foreignTurns}`, text: '' });
    }
  }

  #tell(entry: JournalEntry): void {
    // No entry has an earlier time than the one before it.
    this.log.timestampOf(entry.timestamp);
    this.fold.take(entry, this.#place++);
    this.#parts.emit(entry);
  }
}
