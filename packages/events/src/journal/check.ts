/** Checks the journal of a run, entry by entry: its events by the rules of a stream, and the places of everything else among them. */
import { type Checker, createChecker, type EventReading, type Rule } from '../check/index.ts';
import type { AgentEvent } from '../events.ts';
import type { DeliveredEntry, InputEntry, JournalEntry, TurnEntry } from './entries.ts';
import { isEventEntry } from './entries.ts';

/** The rules of a journal by their ids; those of its events are in `RULES` of `@agent-mux/events/check`. */
export const JOURNAL_RULES = {
  'J-open': 'open comes once, first, and its run is that of every entry',
  'J-first': 'the first prompt comes once, right after open, and another prompt never before it',
  'J-prompt': 'the id of a prompt names one prompt',
  'J-delivered': 'delivered names a prompt that was said, once',
  'J-turn': 'turn names a prompt that was said, once',
  'J-asked': 'asked stands right after the event of its question, once',
  'J-answer':
    'an answer names a question that was told; only a rule of the runtime that stops the run may follow another answer',
  'J-cause': 'what the program did to its run stands before what it caused',
  'J-close': 'close comes once, last',
} as const;

export type JournalRule = keyof typeof JOURNAL_RULES;

export interface EntryViolation {
  readonly rule: JournalRule | Rule;
  /** The place of the entry, from 0 on; undefined where the end of the journal shows the fault. */
  readonly place: number | undefined;
  readonly message: string;
}

export interface EntryCheckOptions {
  /** Whether the journal may end without `close`, because the run is still open or its host died. @defaultValue false */
  readonly mayBeOpen?: boolean;
  /** Whether the client was created with `debug`; unknown where absent. */
  readonly debug?: boolean;
}

export interface EntryChecker {
  /** All violations so far. */
  readonly violations: readonly EntryViolation[];
  push(entry: JournalEntry, how?: EventReading): void;
  /** Says that nothing more comes. Returns all violations. */
  end(): readonly EntryViolation[];
}

/** Creates a checker for one run. */
export function createEntryChecker(options: EntryCheckOptions = {}): EntryChecker {
  return new JournalChecker(options);
}

/** All violations of a whole journal; an empty list where it is legal. */
export function checkEntries(
  entries: Iterable<JournalEntry>,
  options: EntryCheckOptions = {},
): readonly EntryViolation[] {
  const checker = createEntryChecker(options);
  for (const entry of entries) {
    checker.push(entry);
  }
  return checker.end();
}

type ControlAction = Extract<InputEntry, { readonly input: 'control' }>['action'];

class JournalChecker implements EntryChecker {
  readonly violations: EntryViolation[] = [];
  readonly #options: EntryCheckOptions;
  readonly #prompts = new Map<string, 'said' | 'delivered'>();
  readonly #turns = new Set<string>();
  readonly #questions = new Map<string, 'told' | 'asked' | 'answered'>();
  // Events that are held until the session is known stand behind several inputs, so that these are counted.
  readonly #controls = new Map<ControlAction, number>();
  #events: Checker | undefined;
  #runId: string | undefined;
  #place = -1;
  #previous: JournalEntry | undefined;
  #isClosed = false;
  #hasEvents = false;

  constructor(options: EntryCheckOptions) {
    this.#options = options;
  }

  push(entry: JournalEntry, how?: EventReading): void {
    this.#place += 1;
    this.#watchFrame(entry);
    if (isEventEntry(entry)) {
      this.#watchEvent(entry, how);
    } else {
      this.#watchEntry(entry);
    }
    this.#previous = entry;
  }

  end(): readonly EntryViolation[] {
    this.#place = -1;
    if (this.#runId === undefined) {
      this.#report('J-open', 'there is no entry');
    } else if (this.#isClosed) {
      // A successor that never started has no events, and a run that was cut off has open ends.
      if (this.#hasEvents) {
        this.#hearEvents((events) => events.end());
      }
    } else if (this.#options.mayBeOpen !== true) {
      this.#report('J-close', 'the journal ends without close');
    }
    return this.violations;
  }

  #report(rule: JournalRule | Rule, message: string): void {
    this.violations.push({ rule, place: this.#place < 0 ? undefined : this.#place, message });
  }

  #watchFrame(entry: JournalEntry): void {
    const isOpen = !isEventEntry(entry) && entry.entry === 'open';
    if (this.#place === 0 && !isOpen) {
      this.#report('J-open', `${nameOf(entry)} is the first entry`);
    }
    if (this.#place > 0 && isOpen) {
      this.#report('J-open', 'the run is opened again');
    }
    this.#runId ??= entry.runId;
    if (entry.runId !== this.#runId) {
      this.#report('J-open', `${nameOf(entry)} is of run ${entry.runId}`);
    }
    if (this.#isClosed) {
      this.#report('J-close', `${nameOf(entry)} after close`);
    }
  }

  #watchEvent(event: AgentEvent, how: EventReading | undefined): void {
    this.#hasEvents = true;
    this.#hearEvents((events) => events.push(event, how));
    switch (event.type) {
      case 'approval_request':
      case 'input_required':
        this.#questions.set(event.interactionId, 'told');
        break;
      case 'paused':
        this.#demandControl('pause', event.type);
        break;
      case 'aborted':
        this.#demandControl('abort', event.type);
        break;
      default:
    }
  }

  #watchEntry(entry: Exclude<JournalEntry, AgentEvent>): void {
    switch (entry.entry) {
      case 'open': {
        const { approvalMode, stream, options } = entry.header;
        const { debug } = this.#options;
        this.#events ??= createChecker({
          approvalMode,
          streamFalse: stream === false,
          noSession: options['noSession'] === true,
          ...(typeof options['maxTextBytes'] === 'number' ? { maxTextBytes: options['maxTextBytes'] } : {}),
          ...(debug === undefined ? {} : { debug }),
        });
        if (entry.header.runId !== entry.runId) {
          this.#report('J-open', `its header is of run ${entry.header.runId}`);
        }
        break;
      }
      case 'asked':
        this.#watchAsked(entry.interactionId);
        break;
      case 'input':
        this.#watchInput(entry);
        break;
      case 'delivered':
        this.#watchDelivered(entry);
        break;
      case 'turn':
        this.#watchTurn(entry);
        break;
      case 'close':
        this.#isClosed = true;
        break;
      default:
    }
  }

  #watchInput(entry: InputEntry): void {
    switch (entry.input) {
      case 'prompt':
        this.#watchPrompt(entry);
        break;
      case 'answer': {
        const state = this.#questions.get(entry.interactionId);
        const isStopping = entry.by.kind === 'policy' && entry.by.rule === 'stopping';
        if (state === undefined) {
          this.#report('J-answer', `no question ${entry.interactionId} was told`);
        } else if (state === 'answered' && !isStopping) {
          this.#report('J-answer', `question ${entry.interactionId} is answered again`);
        }
        this.#questions.set(entry.interactionId, 'answered');
        break;
      }
      case 'control':
        this.#controls.set(entry.action, (this.#controls.get(entry.action) ?? 0) + 1);
        break;
      default:
    }
  }

  #watchPrompt({ id, as }: Extract<InputEntry, { readonly input: 'prompt' }>): void {
    const previous = this.#previous;
    const isAtHead = previous !== undefined && !isEventEntry(previous) && previous.entry === 'open';
    if ((as === 'first') !== (this.#prompts.size === 0) || (as === 'first' && !isAtHead)) {
      this.#report('J-first', `prompt ${id} was said as ${as} behind ${this.#prompts.size} others`);
    }
    if (this.#prompts.has(id)) {
      this.#report('J-prompt', `prompt ${id} is said again`);
    }
    this.#prompts.set(id, 'said');
  }

  #watchDelivered({ id }: DeliveredEntry): void {
    const state = this.#prompts.get(id);
    if (state !== 'said') {
      this.#report('J-delivered', `prompt ${id} was ${state ?? 'never said'}`);
    }
    this.#prompts.set(id, 'delivered');
  }

  #watchTurn({ id }: TurnEntry): void {
    if (!this.#prompts.has(id)) {
      this.#report('J-turn', `prompt ${id} was never said`);
    }
    if (this.#turns.has(id)) {
      this.#report('J-turn', `the turn of prompt ${id} is over again`);
    }
    this.#turns.add(id);
  }

  #watchAsked(interactionId: string): void {
    const previous = this.#previous;
    const isNext =
      previous !== undefined &&
      isEventEntry(previous) &&
      'interactionId' in previous &&
      previous.interactionId === interactionId;
    if (!isNext || this.#questions.get(interactionId) !== 'told') {
      this.#report('J-asked', `what ${interactionId} offers does not stand behind its event`);
    }
    this.#questions.set(interactionId, 'asked');
  }

  #demandControl(action: ControlAction, type: string): void {
    const count = this.#controls.get(action) ?? 0;
    if (count === 0) {
      this.#report('J-cause', `${type} without an input ${action} before it`);
    }
    this.#controls.set(action, Math.max(0, count - 1));
  }

  // The violations that the checker of the events finds stand at the place of the entry.
  #hearEvents(act: (events: Checker) => void): void {
    if (this.#events === undefined) {
      return;
    }
    const known = this.#events.violations.length;
    act(this.#events);
    for (const { rule, message } of this.#events.violations.slice(known)) {
      this.#report(rule, message);
    }
  }
}

function nameOf(entry: JournalEntry): string {
  return isEventEntry(entry) ? entry.type : entry.entry;
}
