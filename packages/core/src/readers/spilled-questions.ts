/** Questions that are open while their events wait in a file: who is to answer them must not have to look for them there. */
import type { EventOf } from '@agent-mux/events';
import { isEventEntry, type JournalEntry } from '@agent-mux/events/journal';

export type Question = EventOf<'approval_request' | 'input_required'>;

/** No event tells the end of a question for input; more than so many are not open at a time. */
const MAX_QUESTIONS = 64;

export class SpilledQuestions {
  readonly #open = new Map<string, Question>();

  find(interactionId: string): Question | undefined {
    return this.#open.get(interactionId);
  }

  /** Entries that go to the file, in their order. */
  note(entries: readonly JournalEntry[]): void {
    for (const event of entries.filter(isEventEntry)) {
      switch (event.type) {
        case 'approval_request':
        case 'input_required':
          this.#add(event);
          break;
        case 'approval_granted':
        case 'approval_denied':
          this.#open.delete(event.interactionId);
          break;
        default:
      }
    }
  }

  #add(question: Question): void {
    this.#open.set(question.interactionId, question);
    if (this.#open.size > MAX_QUESTIONS) {
      const [oldest = ''] = this.#open.keys();
      this.#open.delete(oldest);
    }
  }
}
