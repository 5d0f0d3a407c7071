/** The questions that a run has told of, each under a public id, `<runId>-i<n>`: a channel keeps them, and a replay as a channel does. */
import type { EventOf } from '@agent-mux/events';
import type { QuestionRegister, ToldQuestion, UnsettledQuestion } from '../assembler/index.ts';

export type QuestionEvent = EventOf<'approval_request' | 'input_required'>;

export class ToldQuestions implements QuestionRegister {
  readonly #runId: string;
  readonly #ids = new Map<string, string>();
  readonly #keys = new Map<string, string>();
  readonly #unsettled = new Map<string, UnsettledQuestion>();
  readonly #events = new Map<string, QuestionEvent>();

  constructor(runId: string) {
    this.#runId = runId;
  }

  /** By the native key, oldest first. */
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

  /** What is not open (any more) is settled already. */
  settle(key: string): UnsettledQuestion | undefined {
    const question = this.#unsettled.get(key);
    this.#unsettled.delete(key);
    this.#events.delete(question?.interactionId ?? '');
    return question;
  }

  /** Everybody has been told of a question by this event. */
  note(event: QuestionEvent): void {
    this.#events.set(event.interactionId, event);
  }

  /** The event that told of a question, as long as that is not settled. */
  eventOf(id: string): QuestionEvent | undefined {
    return this.#events.get(id);
  }

  /** The newest id of a key. */
  idOf(key: string): string | undefined {
    return this.#ids.get(key);
  }

  /** The key that an id was made for. */
  keyOf(id: string): string | undefined {
    return this.#keys.get(id);
  }
}
