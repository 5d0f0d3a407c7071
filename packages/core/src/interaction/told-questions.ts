/**
 * The questions whose events have come out, each under a public id, `<runId>-i<n>`. A channel keeps them, and a replay
 * keeps them as a channel does.
 */
import type { EventOf } from '@agent-mux/events';
import type { DialectState, Interaction } from '../adapter/index.ts';
import type { OpenQuestions, ToldQuestion, UnsettledQuestion } from '../assembler/index.ts';

export type QuestionEvent = EventOf<'approval_request' | 'input_required'>;

/** The `event` is the one that announced the question, once it has come out. */
type Kept = UnsettledQuestion & { event?: QuestionEvent };

export class ToldQuestions implements OpenQuestions {
  readonly #runId: string;
  readonly #ids = new Map<string, string>();
  readonly #keys = new Map<string, string>();
  readonly #unsettled = new Map<string, Kept>();
  /** The keys whose newest question has its end in the stream. */
  readonly #over = new Set<string>();

  constructor(runId: string) {
    this.#runId = runId;
  }

  get unsettled(): ReadonlyMap<string, UnsettledQuestion> {
    return this.#unsettled;
  }

  /** Opens a question under a new id; a key that a CLI uses again gets another id. */
  open(key: string, question: ToldQuestion): UnsettledQuestion {
    const interactionId = `${this.#runId}-i${this.#keys.size}`;
    this.#ids.set(key, interactionId);
    this.#keys.set(interactionId, key);
    const unsettled = { ...question, interactionId };
    this.#unsettled.set(key, unsettled);
    this.#over.delete(key);
    return unsettled;
  }

  settle(key: string): void {
    if (this.#unsettled.get(key)?.isApproval) {
      this.#over.add(key);
    }
    this.#unsettled.delete(key);
  }

  /**
   * Whether the stream has told how the newest question of a key ended, whatever the CLI still waits for. Nothing is
   * told of the end of a question that asks for words, so that the CLI alone decides how long it waits for them.
   */
  isOver(key: string): boolean {
    return this.#over.has(key);
  }

  /** Whether `isOver` is true of any key. */
  get hasOver(): boolean {
    return this.#over.size > 0;
  }

  /**
   * Records the event that announced a question. Returns the question as the dialect has it, as long as it is pending
   * there.
   */
  note(event: QuestionEvent, pending?: DialectState['pending']): Interaction | undefined {
    const kept = this.#keptAs(event.interactionId);
    if (kept !== undefined) {
      kept.event = event;
    }
    return pending?.get(this.#keys.get(event.interactionId) ?? '');
  }

  /** Returns the event that announced a question, as long as that is not settled. */
  eventOf(id: string): QuestionEvent | undefined {
    return this.#keptAs(id)?.event;
  }

  /** Returns the newest id of a key. */
  idOf(key: string): string | undefined {
    return this.#ids.get(key);
  }

  #keptAs(id: string): Kept | undefined {
    const kept = this.#unsettled.get(this.#keys.get(id) ?? '');
    return kept?.interactionId === id ? kept : undefined;
  }
}
