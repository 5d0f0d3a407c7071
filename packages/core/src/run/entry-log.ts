/**
 * Writes the entries that are no events: what the run is, what was asked and said, what the host publishes, and how it
 * ended.
 */
import type { AgentEvent } from '@agent-mux/events';
import type { CloseEntry, InputEntry, JournalEntry, NoteEntry, RunHeader } from '@agent-mux/events/journal';
import type { Interaction } from '../adapter/index.ts';
import { BEFORE_ALL, type SteadyClock } from '../clock.ts';
import { given } from '../given.ts';
import { offerOf, PROGRAM, type QuestionEvent } from '../interaction/index.ts';
import type { Journal } from '../readers/index.ts';
import type { TurnEnd } from '../results/index.ts';
import type { Decided, SteerSettled } from './follow-ups.ts';
import type { HostAction } from './host-action.ts';
import type { Prompt } from './input-log.ts';

type Control = Pick<Extract<InputEntry, { readonly input: 'control' }>, 'action' | 'by' | 'reason'>;
type Answer = Extract<InputEntry, { readonly input: 'answer' }>;
type Delivered = 'new-turn' | 'steered';
type Body<T extends JournalEntry> = T extends unknown ? Omit<T, 'runId' | 'timestamp'> : never;
/** An entry that is no event. */
type Entry = Exclude<JournalEntry, { readonly type: string }>;

type Taker = Pick<Journal, 'append' | 'isOver'>;
type Watch = Pick<SteadyClock, 'now' | 'timestampOf'>;

export class EntryLog {
  readonly #runId: string;
  readonly #journal: Taker;
  readonly #clock: Watch;
  /**
   * The ids of written prompts. A prompt is said again by the next attempt, and as a turn of its own where the CLI
   * would not steer.
   */
  readonly #prompts = new Set<string>();
  /** The id of the prompt with which a turn is to begin. */
  #expected: string | undefined;
  /** The ids of words that were said into a turn, by the keys under which the CLI will report what became of them. */
  readonly #undecided = new Map<string, string>();
  /** The answers that were written down before they are given. */
  readonly #keptAnswers = new Set<string>();
  #lastTime = BEFORE_ALL;

  constructor(runId: string, journal: Taker, clock: Watch) {
    this.#runId = runId;
    this.#journal = journal;
    this.#clock = clock;
  }

  /**
   * Converts a moment that was just read to the time of day; the result is never before the time of an earlier entry or
   * event of the run.
   */
  timestampOf(moment: number): number {
    this.#lastTime = Math.max(this.#lastTime, this.#clock.timestampOf(moment));
    return this.#lastTime;
  }

  open(header: RunHeader): void {
    this.#append({ entry: 'open', header });
  }

  /** Writes what was said; other actions of the host on its agent have no entry of their own. */
  take(action: HostAction): void {
    switch (action.action) {
      case 'prompt':
      case 'steer':
        this.prompt(action);
        break;
      case 'answer': {
        const { by, interactionId, response } = action;
        // Nobody has seen a question that has no id.
        if (interactionId !== undefined && !this.#keptAnswers.delete(interactionId)) {
          this.answer({ by, interactionId, response });
        }
        break;
      }
      default:
    }
  }

  /** Writes a prompt that is said, once for each id, however often that is. */
  prompt(prompt: Prompt): void {
    const { as, id } = prompt;
    // The next attempt begins with words that have an entry already.
    if (as === 'new-turn' || (as === 'first' && !this.#prompts.has(id))) {
      this.#expected = id;
    }
    this.keepPrompt(prompt);
  }

  /** Writes a prompt like `prompt`, but one that will be said a little later: a turn that begins until then is not its own. */
  keepPrompt({ by, id, text, as, images }: Prompt): void {
    if (!this.#prompts.has(id)) {
      this.#prompts.add(id);
      this.#append({ entry: 'input', input: 'prompt', by, id, text, as, ...given({ images: images?.length }) });
    }
  }

  answer({ by, interactionId, response }: Pick<Answer, 'by' | 'interactionId' | 'response'>): void {
    this.#append({ entry: 'input', input: 'answer', by, interactionId, response });
  }

  /** Writes an answer like `answer`, but one that will be given a little later. */
  keepAnswer(answer: Pick<Answer, 'by' | 'interactionId' | 'response'>): void {
    this.#keptAnswers.add(answer.interactionId);
    this.answer(answer);
  }

  /**
   * Writes that somebody asks the run for this action. The entry comes before all consequences, which may be more than
   * the action.
   */
  ask(action: HostAction): void {
    const control = controlOf(action);
    if (control !== undefined) {
      this.#append({ entry: 'input', input: 'control', ...control });
    }
  }

  /** Writes that no prompt is to follow. */
  end(): void {
    this.#append({ entry: 'input', input: 'control', by: PROGRAM, action: 'end' });
  }

  /**
   * Notes words that were said into the running turn. Without a key the CLI does not report what became of them, and
   * they count as steered. Returns what is already known of them.
   */
  steered(id: string, key: string | undefined): Decided | undefined {
    if (key !== undefined) {
      this.#undecided.set(key, id);
      return undefined;
    }
    this.delivered(id, 'steered');
    return { id, delivered: 'steered' };
  }

  /**
   * Notes that the CLI has reported what became of words. Refused words are said again, as a turn of their own. Returns
   * the decision on these words; undefined where the key is unknown.
   */
  settle({ key, delivered }: SteerSettled): Decided | undefined {
    const id = this.#undecided.get(key);
    this.#undecided.delete(key);
    if (id === undefined) {
      return undefined;
    }
    if (delivered !== 'refused') {
      this.delivered(id, delivered);
    }
    return { id, delivered };
  }

  /** Writes what the CLI has reported about a prompt. */
  delivered(id: string, delivered: Delivered): void {
    this.#append({ entry: 'delivered', id, delivered });
  }

  /** Writes that the words of this prompt are answered, and the run goes on. */
  turn(id: string, end: TurnEnd): void {
    this.#append({ entry: 'turn', id, ...end });
  }

  /**
   * Writes an event, with the entries before and after it. `askedFor` returns the question that it announces, as long
   * as that is open.
   */
  event(event: AgentEvent, askedFor: (event: QuestionEvent) => Interaction | undefined): void {
    // The CLI has taken the prompt that was waiting.
    if (event.type === 'turn_start' && event.lane === undefined && this.#expected !== undefined) {
      this.delivered(this.#expected, 'new-turn');
      this.#expected = undefined;
    }
    this.#journal.append(event);
    if (event.type === 'approval_request' || event.type === 'input_required') {
      const question = askedFor(event);
      if (question !== undefined) {
        this.asked(event.interactionId, question);
      }
    }
  }

  /** Writes what the question that was just announced offers. */
  asked(interactionId: string, native: Interaction): void {
    this.#append({ entry: 'asked', interactionId, ...offerOf(native) });
  }

  note({ kind, lane, data }: Pick<NoteEntry, 'kind' | 'lane' | 'data'>): void {
    this.#append({ entry: 'note', kind, ...given({ lane }), data });
  }

  /** Writes the last entry, after which nothing comes. */
  close(body: Pick<CloseEntry, 'cause' | 'facts' | 'handoffTo'>): void {
    this.#append({ entry: 'close', ...body });
  }

  #append(body: Body<Entry>): void {
    if (this.#journal.isOver) {
      return;
    }
    const timestamp = this.timestampOf(this.#clock.now());
    const { entry, ...rest } = body;
    this.#journal.append({ entry, runId: this.#runId, timestamp, ...rest } as Entry);
  }
}

/** Returns the control that an action is; the program that holds the handle gives it, where no other giver is named. */
function controlOf(action: HostAction): Control | undefined {
  switch (action.action) {
    case 'interrupt':
      return { by: PROGRAM, action: 'interrupt' };
    case 'abort':
      return { by: action.by ?? PROGRAM, action: 'abort', ...given({ reason: action.reason }) };
    case 'draft': {
      const { type } = action.draft;
      return type === 'paused' || type === 'resumed'
        ? { by: PROGRAM, action: type === 'paused' ? 'pause' : 'resume' }
        : undefined;
    }
    default:
      return undefined;
  }
}
