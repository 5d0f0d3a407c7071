/** Prompts that wait for their moment: the next turn, or a boundary within the running one. */
import type { AgentEvent } from '@agent-mux/events';
import type { PromptInput } from '../adapter/dialect.ts';
import { AgentMuxError } from '../errors.ts';

/** How a follow-up was handed over. */
export interface Delivery {
  /** `steered`: given to the running turn. A CLI may still refuse it there (Codex does so in a review): it then begins the next turn, and a `debug` event says so. */
  readonly delivered: 'steered' | 'new-turn' | 'answer';
}

/** `after-tool`: at the next result of a tool; `after-response`: at the end of the message; `next-turn`: when this turn is over. */
export type Boundary = 'next-turn' | 'after-tool' | 'after-response';

export const BOUNDARIES: readonly Boundary[] = ['next-turn', 'after-tool', 'after-response'];

interface Waiting {
  readonly input: PromptInput;
  readonly when: Boundary;
  resolve(delivery: Delivery): void;
  reject(error: Error): void;
}

export class FollowUps {
  readonly #waiting: Waiting[] = [];
  // One message of the CLI can pass several.
  readonly #passed = new Set<Boundary>();

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  /** Resolves when the prompt was handed over. */
  add(input: PromptInput, when: Boundary): Promise<Delivery> {
    const delivery = new Promise<Delivery>((resolve, reject) => {
      this.#waiting.push({ input, when, resolve, reject });
    });
    // Who does not wait for its prompt must not lose its host when the run ends first.
    delivery.catch(() => {});
    return delivery;
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

  /** Offers what waited for a boundary just passed; what cannot be steered in waits for the next turn. */
  passBoundary(steer: (input: PromptInput) => boolean): void {
    if (this.#passed.size === 0) {
      return;
    }
    const due = this.#waiting.filter(({ when }) => this.#passed.has(when));
    this.#passed.clear();
    for (const entry of due) {
      if (steer(entry.input)) {
        this.#waiting.splice(this.#waiting.indexOf(entry), 1);
        entry.resolve({ delivered: 'steered' });
      }
    }
  }

  /** The next prompt of a new turn, in the order in which they were given. */
  takeNext(): Waiting | undefined {
    return this.#waiting.shift();
  }

  /** Nothing can be handed over any more. */
  rejectAll(why: string): void {
    const error = new AgentMuxError('RUN_NOT_ACTIVE', why);
    for (const { reject } of this.#waiting.splice(0)) {
      reject(error);
    }
  }
}
