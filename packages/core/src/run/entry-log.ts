/** Writes down what is no event: what the run is, what was asked and said, what the host publishes, and how it ended. */
import type { AgentEvent } from '@agent-mux/events';
import type { CloseEntry, Giver, InputEntry, JournalEntry, NoteEntry, RunHeader } from '@agent-mux/events/journal';
import type { Interaction } from '../adapter/index.ts';
import type { SteadyClock } from '../clock.ts';
import { given } from '../given.ts';
import type { Journal } from '../readers/index.ts';
import type { TurnEnd } from '../results/index.ts';
import type { HostAction } from './host-action.ts';
import type { Prompt } from './input-log.ts';

type Control = Extract<InputEntry, { readonly input: 'control' }>['action'];
type Answer = Extract<InputEntry, { readonly input: 'answer' }>;
type Delivered = 'new-turn' | 'steered';
type Body<T extends JournalEntry> = T extends unknown ? Omit<T, 'runId' | 'timestamp'> : never;
/** Anything but an event. */
type Entry = Exclude<JournalEntry, { readonly type: string }>;

type Taker = Pick<Journal, 'append' | 'isOver'>;
type Watch = Pick<SteadyClock, 'now' | 'timestampOf'>;

const PROGRAM: Giver = { kind: 'program' };

export class EntryLog {
  readonly #runId: string;
  readonly #journal: Taker;
  readonly #clock: Watch;
  /** A prompt is said again by the next attempt, and as a turn of its own where the CLI would not steer. */
  readonly #prompts = new Set<string>();
  /** A turn is to begin with this prompt. */
  #expected: string | undefined;
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

  /** What somebody asks of the run: the program that holds its handle, where nothing else is said. It stands before all that comes of it. */
  control(
    action: Control,
    { reason, by = PROGRAM }: { readonly reason?: string | undefined; readonly by?: Giver | undefined } = {},
  ): void {
    this.#append({ entry: 'input', input: 'control', by, action, ...given({ reason }) });
  }

  /** What the CLI has told of a prompt. */
  delivered(id: string, delivered: Delivered): void {
    this.#append({ entry: 'delivered', id, delivered });
  }

  /** What was said with this prompt is answered, and the run goes on. */
  turn(id: string, end: TurnEnd): void {
    this.#append({ entry: 'turn', id, ...end });
  }

  /** An event, with what is told before and after it. `askedFor`: the question that a public id stands for, as long as it is open. */
  event(event: AgentEvent, askedFor: (interactionId: string) => Interaction | undefined): void {
    // The CLI has taken the prompt that was waiting.
    if (event.type === 'turn_start' && event.lane === undefined && this.#expected !== undefined) {
      this.delivered(this.#expected, 'new-turn');
      this.#expected = undefined;
    }
    this.#journal.append(event);
    if (event.type === 'approval_request' || event.type === 'input_required') {
      const question = askedFor(event.interactionId);
      if (question !== undefined) {
        this.asked(event.interactionId, question);
      }
    }
  }

  /** What the question that was just told offers. */
  asked(interactionId: string, native: Interaction): void {
    const { scopes = ['once'], acceptsUpdatedInput = false, questions, schema } = native;
    this.#append({
      entry: 'asked',
      interactionId,
      scopes,
      acceptsUpdatedInput,
      ...given({ questions, schema }),
      ...('input' in native ? { input: native.input } : {}),
    });
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
