/** Prompts that wait for their moment: the next turn, or a boundary within the running one. */
import type { AgentEvent } from '@agent-mux/events';
import type { EventDraft, PromptInput } from '../adapter/index.ts';
import { AgentMuxError } from '../errors.ts';
import type { Boundary } from '../readers/index.ts';

/** A follow-up that was handed over; the `id` is that of its prompt. */
export interface HandedOver {
  readonly delivered: 'steered' | 'new-turn';
  readonly id: string;
}

export const BOUNDARIES: readonly Boundary[] = ['next-turn', 'after-tool', 'after-response'];

export type SteerSettled = Extract<EventDraft, { type: 'steer_settled' }>;

/** The fate of words that were said into a turn; the `id` is that of their prompt. */
export type Decided = Pick<SteerSettled, 'delivered'> & { readonly id: string };

export interface Waiting {
  readonly input: PromptInput;
  readonly when: Boundary;
  /**
   * Set where the words were to join a turn and were refused, so that they are older than those that wait for the next
   * turn.
   */
  readonly wasRefused?: true;
  /** The id of words that were written down, because they were said into a turn or are being kept. */
  readonly id?: string;
  resolve(handedOver: HandedOver | Promise<HandedOver>): void;
  reject(error: Error): void;
}

export class FollowUps {
  readonly #waiting: Waiting[] = [];
  // The words that were said into the running turn, by their prompts, while it is not known what became of them.
  readonly #undecided = new Map<string, Waiting>();
  // The boundaries that the current message has passed, which can be several.
  readonly #passed = new Set<Boundary>();

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  /** Adds a prompt. Resolves when it was handed over. */
  add(input: PromptInput, when: Boundary): Promise<HandedOver> {
    return promise((settle) => this.#waiting.push({ input, when, ...settle }));
  }

  /** Adds words that go into the running turn. Resolves when it is known what became of them. */
  steered(input: PromptInput, id: string): Promise<HandedOver> {
    return promise((settle) => this.#undecided.set(id, { input, when: 'next-turn', id, ...settle }));
  }

  /** Settles words whose fate is known. Refused ones are the next turn, before all prompts that were given for it. */
  settle({ id, delivered }: Decided): void {
    const entry = this.#undecided.get(id);
    this.#undecided.delete(id);
    if (entry === undefined) {
      return;
    }
    if (delivered === 'refused') {
      this.#addRefused(entry);
    } else {
      entry.resolve({ delivered, id });
    }
  }

  /** Notes a boundary of the main lane; `passBoundary` acts on it when the message is done. */
  observe(event: AgentEvent): void {
    if (this.#waiting.length === 0 || event.lane !== undefined) {
      return;
    }
    if (event.type === 'tool_result' || event.type === 'tool_error') {
      this.#passed.add('after-tool');
    } else if (event.type === 'message_stop') {
      this.#passed.add('after-response');
    }
  }

  /**
   * Offers the prompts that waited for a boundary just passed; one that cannot be steered in waits for the next turn.
   */
  passBoundary(steer: (input: PromptInput, id: string | undefined) => Promise<HandedOver> | undefined): void {
    if (this.#passed.size === 0) {
      return;
    }
    const due = this.#waiting.filter(({ when }) => this.#passed.has(when));
    this.#passed.clear();
    for (const entry of due) {
      const delivery = steer(entry.input, entry.id);
      if (delivery !== undefined) {
        // A listener that heard of it may have emptied the queue.
        this.remove(entry);
        entry.resolve(delivery);
      }
    }
  }

  /** The next prompt of a new turn, in the order in which they were given. */
  get next(): Waiting | undefined {
    return this.#waiting[0];
  }

  isFirst(entry: Waiting): boolean {
    return this.#waiting[0] === entry;
  }

  /** Removes a prompt that was handed over. */
  remove(entry: Waiting): void {
    const index = this.#waiting.indexOf(entry);
    if (index >= 0) {
      this.#waiting.splice(index, 1);
    }
  }

  /** Notes the id under which a prompt was written down that still waits. Returns what waits in its place. */
  noteId(entry: Waiting, id: string): Waiting {
    const noted = { ...entry, id };
    const index = this.#waiting.indexOf(entry);
    if (index >= 0) {
      this.#waiting[index] = noted;
    }
    return noted;
  }

  /** Adds words that were to join a turn that is over by now; the next turn begins with them, and with the first of such words. */
  addFirst(input: PromptInput, id: string): Promise<HandedOver> {
    return promise((settle) => this.#addRefused({ input, when: 'next-turn', id, ...settle }));
  }

  #addRefused(entry: Waiting): void {
    const older = this.#waiting.filter(({ wasRefused }) => wasRefused).length;
    this.#waiting.splice(older, 0, { ...entry, wasRefused: true });
  }

  /** Rejects all prompts, because nothing can be handed over any more. */
  rejectAll(why: string): void {
    const error = new AgentMuxError('RUN_NOT_ACTIVE', why);
    for (const { reject } of [...this.#undecided.values(), ...this.#waiting.splice(0)]) {
      reject(error);
    }
    this.#undecided.clear();
  }
}

function promise(keep: (settle: Pick<Waiting, 'resolve' | 'reject'>) => void): Promise<HandedOver> {
  const delivery = new Promise<HandedOver>((resolve, reject) => keep({ resolve, reject }));
  // A caller that does not wait for its prompt must not lose its host when the run ends first.
  delivery.catch(() => {});
  return delivery;
}
