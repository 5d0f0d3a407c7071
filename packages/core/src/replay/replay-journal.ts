/** The journal of a recording: the entries that the live run had, by what its host said and by what the agent made of it. */
import type { AgentEvent, AgentName } from '@agent-mux/events';
import type { Giver, JournalEntry, RunHeader } from '@agent-mux/events/journal';
import type { EventDraft, Interaction, Outcome } from '../adapter/index.ts';
import type { TurnResult } from '../results/index.ts';
import { causeOf, closeFacts, type RunResult, type TurnEnd, TurnFold, turnEndOf } from '../results/index.ts';
import { EntryLog, type HostAction, type RunMachine } from '../run/index.ts';

type Said = Extract<HostAction, { readonly action: 'prompt' | 'steer' }>;
type Settled = Extract<EventDraft, { readonly type: 'steer_settled' }>;

export interface ReplayJournalParts {
  readonly runId: string;
  readonly agent: AgentName;
  /** What the run was started with, where the recording has no word of its host. */
  readonly prompt: string;
  readonly now: () => number;
  /** The first entry of the run that began with these words. */
  readonly header: (prompt: string) => RunHeader;
  /** The question that a public id stands for, as long as it is open. */
  readonly askedFor: (interactionId: string) => Interaction | undefined;
  /** The public id of what the agent asked last under this key. */
  readonly shownAs: (key: string) => string | undefined;
  readonly emit: (entry: JournalEntry) => void;
}

const PROGRAM: Giver = { kind: 'program' };

export class ReplayJournal {
  readonly #parts: ReplayJournalParts;
  readonly #log: EntryLog;
  readonly #fold = new TurnFold();
  /** Words for a turn that ran, under the keys by which the CLI says what became of them. */
  readonly #undecided = new Map<string, string>();
  /** What the runtime told before the first words, which stand before it in a journal; undefined: they were said. */
  #early: AgentEvent[] | undefined = [];
  #place = 0;
  /** How many turns another program has begun: it was the host, and each turn of the agent counts as one. Undefined: the host was ours. */
  #foreignTurns: number | undefined;

  constructor(parts: ReplayJournalParts) {
    const { runId, now } = parts;
    this.#parts = parts;
    this.#log = new EntryLog(
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
      this.#log.prompt(prompt);
    } else {
      this.#open(prompt);
    }
  }

  /** `key`: under which the CLI says what became of the words; undefined: it does not tell, and they count as steered. */
  steer(prompt: Said, key: string | undefined): void {
    this.say(prompt);
    if (key === undefined) {
      this.#log.delivered(prompt.id, 'steered');
    } else {
      this.#undecided.set(key, prompt.id);
    }
  }

  /** What became of words that were said into a turn. */
  settle({ key, delivered }: Settled): void {
    const id = this.#undecided.get(key);
    this.#undecided.delete(key);
    if (id !== undefined && delivered !== 'refused') {
      this.#log.delivered(id, delivered);
    }
  }

  /** What the host answers, or does to its run. It stands before all that comes of it. */
  do(action: HostAction): void {
    switch (action.action) {
      case 'answer': {
        const { key, interactionId, by, response } = action;
        // Under another id of the run its questions have other ids too.
        const shown = interactionId === undefined ? undefined : (this.#parts.shownAs(key) ?? interactionId);
        if (shown !== undefined) {
          this.#log.answer({ interactionId: shown, by, response });
        }
        break;
      }
      case 'interrupt':
        this.#log.control('interrupt');
        break;
      case 'abort':
        this.#log.control('abort', action);
        break;
      case 'draft':
        if (action.draft.type === 'paused' || action.draft.type === 'resumed') {
          this.#log.control(action.draft.type === 'paused' ? 'pause' : 'resume');
        }
        break;
      default:
    }
  }

  /** No prompt was to follow. */
  end(): void {
    this.#log.control('end');
  }

  hear(event: AgentEvent): void {
    if (this.#early === undefined) {
      this.#take(event);
    } else {
      this.#early.push(event);
    }
  }

  /** The agent rests, and the run goes on. */
  rest(kept: Outcome | undefined): void {
    const { unsettled } = this.#fold;
    for (const { id } of [...unsettled]) {
      const isLast = id === unsettled.at(-1)?.id;
      this.#log.turn(id, turnEndOf(isLast ? kept : undefined, this.#parts.agent));
    }
  }

  results(end: TurnEnd): readonly TurnResult[] {
    return this.#fold.results(end);
  }

  close(result: RunResult, machine: Pick<RunMachine, 'howItEnded' | 'textOf'>): void {
    const { end, foreignSignal } = machine.howItEnded();
    this.#log.close({ cause: causeOf(end, foreignSignal), facts: closeFacts(result, machine.textOf) });
  }

  #open(prompt: Said): void {
    const early = this.#early ?? [];
    this.#early = undefined;
    this.#log.open(this.#parts.header(prompt.text));
    this.#log.prompt(prompt);
    for (const event of early) {
      this.#take(event);
    }
  }

  #take(event: AgentEvent): void {
    if (event.type === 'turn_start' && event.lane === undefined) {
      this.#beginForeign();
    }
    this.#log.event(event, this.#parts.askedFor);
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
    this.#log.timestampOf(entry.timestamp);
    this.#fold.take(entry, this.#place++);
    this.#parts.emit(entry);
  }
}
