/** The questions that a run has told of, each under a public id, `<runId>-i<n>`: a channel keeps them, and a replay as a channel does. */
import type { EventOf } from '@agent-mux/events';
import type { DialectState, Interaction } from '../adapter/index.ts';
import type { OpenQuestions, ToldQuestion, UnsettledQuestion } from '../assembler/index.ts';

export type QuestionEvent = EventOf<'approval_request' | 'input_required'>;

/** `event`: the one by which everybody was told, from then on. */
type Kept = UnsettledQuestion & { event?: QuestionEvent };

export class ToldQuestions implements OpenQuestions {
  readonly #runId: string;
  readonly #ids = new Map<string, string>();
  readonly #keys = new Map<string, string>();
  readonly #unsettled = new Map<string, Kept>();

  constructor(runId: string) {
    this.#runId = runId;
  }

  get unsettled(): ReadonlyMap<string, UnsettledQuestion> {
    return this.#unsettled;
  }

  /** A new id for a key; a key that a CLI uses again gets another id. */
  open(key: string, question: ToldQuestion): UnsettledQuestion {
    const interactionId = `${this.#runId}-i${this.#keys.size}`;
    this.#ids.set(key, interactionId);
    this.#keys.set(interactionId, key);
    const unsettled = { ...question, interactionId };
    this.#unsettled.set(key, unsettled);
    return unsettled;
  }

  settle(key: string): void {
    this.#unsettled.delete(key);
  }

  /** Everybody has been told of a question by this event. Returns the question as the dialect has it, as long as it is pending there. */
  note(event: QuestionEvent, pending?: DialectState['pending']): Interaction | undefined {
    const kept = this.#keptAs(event.interactionId);
    if (kept !== undefined) {
      kept.event = event;
    }
    return pending?.get(this.#keys.get(event.interactionId) ?? '');
  }

  /** The event that told of a question, as long as that is not settled. */
  eventOf(id: string): QuestionEvent | undefined {
    return this.#keptAs(id)?.event;
  }

  /** The newest id of a key. */
  idOf(key: string): string | undefined {
    return this.#ids.get(key);
  }

  #keptAs(id: string): Kept | undefined {
    const kept = this.#unsettled.get(this.#keys.get(id) ?? '');
    return kept?.interactionId === id ? kept : undefined;
  }
}
