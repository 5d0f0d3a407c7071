/** The journal of a recording: the entries that the live run had, by what its host said and by what the agent made of it. */
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
  /** What the run was started with, where the recording has no word of its host. */
  readonly prompt: string;
  readonly now: () => number;
  /** The first entry of the run that began with these words. */
  readonly header: (prompt: string) => RunHeader;
  /** The question that an event tells of, as long as it is open. */
  readonly askedFor: (event: QuestionEvent) => Interaction | undefined;
  /** The public id of what the agent asked last under this key. */
  readonly shownAs: (key: string) => string | undefined;
  readonly emit: (entry: JournalEntry) => void;
}

export class ReplayJournal {
  readonly #parts: ReplayJournalParts;
  /** Once the first words were said. */
  readonly log: EntryLog;
  readonly fold: TurnFold = new TurnFold();
  /** What the runtime told before the first words, which stand before it in a journal; undefined: they were said. */
  #early: AgentEvent[] | undefined = [];
  #place = 0;
  /** How many turns another program has begun: it was the host, and each turn of the agent counts as one. Undefined: the host was ours. */
  #foreignTurns: number | undefined;

  constructor(parts: ReplayJournalParts) {
    const { runId, now } = parts;
    this.#parts = parts;
    this.log = new EntryLog(
      runId,
      { isOver: false, append: (entry) => this.#tell(entry) },
      { now, timestampOf: (moment) => moment },
    );
  }

  /** Something was heard or done: if no words of a host came before it, there are none. */
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

  /** `key`: under which the CLI says what became of the words; undefined: it does not tell, and they count as steered. */
  steer(prompt: Said, key: string | undefined): void {
    this.say(prompt);
    this.log.steered(prompt.id, key);
  }

  /** What the host answers, or does to its run. It stands before all that comes of it. */
  do(action: HostAction): void {
    if (action.action === 'answer' && action.interactionId !== undefined) {
      // Under another id of the run its questions have other ids too.
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

  /** The agent rests, and the run goes on. */
  rest(told: Outcome | undefined): void {
    for (const [{ id }, end] of endsAtRest(this.fold, told, this.#parts.agent)) {
      this.log.turn(id, end);
    }
  }

  #open(prompt: Said): void {
    const early = this.#early ?? [];
    this.#early = undefined;
    this.log.open(this.#parts.header(prompt.text));
    this.log.prompt(prompt);
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

  // Nobody has written down what it said.
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
    // No entry has an earlier time than what it follows.
    this.log.timestampOf(entry.timestamp);
    this.fold.take(entry, this.#place++);
    this.#parts.emit(entry);
  }
}
