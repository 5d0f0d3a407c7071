/** Tells the turns of a recording apart as those of a live run: by what its host said, and by what the agent made of it. */
import type { AgentEvent, AgentName } from '@agent-mux/events';
import type { JournalEntry } from '@agent-mux/events/journal';
import type { EventDraft, Outcome } from '../adapter/index.ts';
import type { HostEntry } from '../recording/index.ts';
import type { TurnResult } from '../results/index.ts';
import { type TurnEnd, TurnFold, turnEndOf } from '../results/index.ts';

type Said = Extract<HostEntry, { readonly action: 'prompt' | 'steer' }>;
type Settled = Extract<EventDraft, { readonly type: 'steer_settled' }>;
type Body<T extends JournalEntry> = T extends unknown ? Omit<T, 'runId' | 'timestamp' | 'by'> : never;

export class ReplayTurns {
  readonly #agent: AgentName;
  readonly #stamp: { readonly runId: string; readonly timestamp: 0; readonly by: { readonly kind: 'program' } };
  /** What the run was started with, where the recording has no word of its host. */
  readonly #prompt: string;
  readonly #fold = new TurnFold();
  readonly #steers: string[] = [];
  #place = 0;
  #prompts = new Set<string>();
  /** A turn is to begin with this prompt. */
  #expected: string | undefined;
  /** Another program was the host: each turn of the agent counts as one. */
  #isForeign = false;

  constructor({
    runId,
    agent,
    prompt,
  }: { readonly runId: string; readonly agent: AgentName; readonly prompt: string }) {
    this.#agent = agent;
    this.#prompt = prompt;
    this.#stamp = { runId, timestamp: 0, by: { kind: 'program' } };
  }

  say({ action, id, text, as }: Pick<Said, 'action' | 'id' | 'text' | 'as'>): void {
    if (as !== 'first' || !this.#prompts.has(id)) {
      this.#expected = action === 'prompt' ? id : this.#expected;
    }
    if (!this.#prompts.has(id)) {
      this.#prompts.add(id);
      this.#take({ entry: 'input', input: 'prompt', id, text, as });
    }
    if (action === 'steer') {
      this.#steers.push(id);
    }
  }

  /** What became of the words that were said into a turn first, of those of which the CLI has not told it. */
  settle({ delivered }: Pick<Settled, 'delivered'>): void {
    const id = this.#steers.shift();
    if (id !== undefined && delivered !== 'refused') {
      this.#take({ entry: 'delivered', id, delivered });
    }
  }

  hear(event: AgentEvent): void {
    if (this.#prompts.size === 0) {
      this.#isForeign = true;
      this.say({ action: 'prompt', id: 'p1', text: this.#prompt, as: 'first' });
    }
    if (event.type === 'turn_start' && event.lane === undefined) {
      if (this.#isForeign && this.#expected === undefined) {
        const id = `p${this.#prompts.size + 1}`;
        this.say({ action: 'prompt', id, text: '', as: 'new-turn' });
      }
      if (this.#expected !== undefined) {
        this.#take({ entry: 'delivered', id: this.#expected, delivered: 'new-turn' });
        this.#expected = undefined;
      }
    }
    this.#fold.take(event, this.#place++);
  }

  /** The agent rests, and the run goes on. */
  rest(held: Outcome | undefined): void {
    const { unsettled } = this.#fold;
    for (const { id } of [...unsettled]) {
      const isLast = id === unsettled.at(-1)?.id;
      this.#take({ entry: 'turn', id, ...turnEndOf(isLast ? held : undefined, this.#agent) });
    }
  }

  results(end: TurnEnd): readonly TurnResult[] {
    return this.#fold.results(end);
  }

  #take(body: Body<Exclude<JournalEntry, AgentEvent>>): void {
    this.#fold.take({ ...this.#stamp, ...body } as JournalEntry, this.#place++);
  }
}
