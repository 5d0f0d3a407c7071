/** Writes down what is no event: what the run is, what was asked and said, what the host publishes, and how it ended. */
import type { AgentEvent } from '@agent-mux/events';
import type { CloseEntry, InputEntry, JournalEntry, NoteEntry, RunHeader } from '@agent-mux/events/journal';
import type { Interaction } from '../adapter/index.ts';
import type { SteadyClock } from '../clock.ts';
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
/** Anything but an event. */
type Entry = Exclude<JournalEntry, { readonly type: string }>;

type Taker = Pick<Journal, 'append' | 'isOver'>;
type Watch = Pick<SteadyClock, 'now' | 'timestampOf'>;

export class EntryLog {
  readonly #runId: string;
  readonly #journal: Taker;
  readonly #clock: Watch;
  /** A prompt is said again by the next attempt, and as a turn of its own where the CLI would not steer. */
  readonly #prompts = new Set<string>();
  /** A turn is to begin with this prompt. */
  #expected: string | undefined;
  /** Words that were said into a turn, by the keys under which the CLI will say what became of them. */
  readonly #undecided = new Map<string, string>();
  /** Answers that were written down before they are given. */
  readonly #keptAnswers = new Set<string>();
  #lastTime = 0;

  constructor(runId: string, journal: Taker, clock: Watch) {
    this.#runId = runId;
    this.#journal = journal;
    this.#clock = clock;
  }

  /** The time of day of a moment that was just read; never before what an entry or an event of the run was told for already. */
  timestampOf(moment: number): number {
    this.#lastTime = Math.max(this.#lastTime, this.#clock.timestampOf(moment));
    return this.#lastTime;
  }

  open(header: RunHeader): void {
    this.#append({ entry: 'open', header });
  }

  /** What was said; whatever else the host does to its agent has no entry of its own. */
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

  /** Once for each id, however often it is said. */
  prompt({ by, id, text, as, images }: Prompt): void {
    const isNew = !this.#prompts.has(id);
    // The next attempt begins with words that have their place already.
    if (as === 'new-turn' || (as === 'first' && isNew)) {
      this.#expected = id;
    }
    if (isNew) {
      this.#prompts.add(id);
      this.#append({ entry: 'input', input: 'prompt', by, id, text, as, ...given({ images: images?.length }) });
    }
  }

  answer({ by, interactionId, response }: Pick<Answer, 'by' | 'interactionId' | 'response'>): void {
    this.#append({ entry: 'input', input: 'answer', by, interactionId, response });
  }

  /** As `answer`, of one that will be given a little later. */
  keepAnswer(answer: Pick<Answer, 'by' | 'interactionId' | 'response'>): void {
    this.#keptAnswers.add(answer.interactionId);
    this.answer(answer);
  }

  /** Somebody asks the run for what this action does. It stands before all that comes of it, which may be more than the action. */
  ask(action: HostAction): void {
    const control = controlOf(action);
    if (control !== undefined) {
      this.#append({ entry: 'input', input: 'control', ...control });
    }
  }

  /** No prompt is to follow. */
  end(): void {
    this.#append({ entry: 'input', input: 'control', by: PROGRAM, action: 'end' });
  }

  /** Words were said into the turn that runs. Without a key the CLI does not tell what became of them, and they count as steered. Returns what is known of it already. */
  steered(id: string, key: string | undefined): Decided | undefined {
    if (key !== undefined) {
      this.#undecided.set(key, id);
      return undefined;
    }
    this.delivered(id, 'steered');
    return { id, delivered: 'steered' };
  }

  /** The CLI has told what became of them. What it refused is said again, as a turn of its own. Returns which words these were; undefined where there are none. */
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

  /** What the CLI has told of a prompt. */
  delivered(id: string, delivered: Delivered): void {
    this.#append({ entry: 'delivered', id, delivered });
  }

  /** What was said with this prompt is answered, and the run goes on. */
  turn(id: string, end: TurnEnd): void {
    this.#append({ entry: 'turn', id, ...end });
  }

  /** An event, with what is told before and after it. `askedFor`: the question that it tells of, as long as that is open. */
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

  /** What the question that was just told offers. */
  asked(interactionId: string, native: Interaction): void {
    this.#append({ entry: 'asked', interactionId, ...offerOf(native) });
  }

  note({ kind, lane, data }: Pick<NoteEntry, 'kind' | 'lane' | 'data'>): void {
    this.#append({ entry: 'note', kind, ...given({ lane }), data });
  }

  /** Nothing comes after it. */
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

/** Who asks is the program that holds the handle, where nothing else is said. */
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
