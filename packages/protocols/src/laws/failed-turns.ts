/** How many turns of the runs that speak for a tree have failed, derived from the entries without the model. */
import type { JournalEntry, TurnEntry, TurnOutcome } from '@agent-mux/events/journal';

export class FailedTurns {
  /** The number, as the journal tells it once their agents rest. */
  count = 0;
  /** The code of the last failure, with which the run may end. */
  code: string | undefined;
  /** Prompts that joined a running turn, and may begin one. */
  readonly #steers = new Set<string>();
  /** The prompt that each run answers. */
  readonly #prompts = new Map<string, string>();

  /** Takes an entry; `front` is the run that speaks for the tree. */
  push(entry: JournalEntry, front: string): void {
    if ('type' in entry) {
      if (entry.type === 'turn_start' && entry.runId === front && entry.lane === undefined) {
        this.code = undefined;
      }
      return;
    }
    const { runId } = entry;
    switch (entry.entry) {
      case 'input':
        if (entry.input !== 'prompt') {
          break;
        }
        if (entry.as === 'steer') {
          this.#steers.add(entry.id);
        } else {
          this.#prompts.set(runId, entry.id);
        }
        break;
      case 'delivered':
        if (this.#steers.delete(entry.id) && entry.delivered === 'new-turn') {
          this.#prompts.set(runId, entry.id);
        }
        break;
      case 'turn':
        this.#rest(entry, front);
        break;
      case 'close':
        // The run has ended with its last turn, or in another way.
        if (runId === front && this.code !== entry.facts.error?.code) {
          this.code = undefined;
        }
        break;
      default:
    }
  }

  #rest({ runId, id, outcome, error }: TurnEntry, front: string): void {
    if (this.#prompts.get(runId) !== id) {
      return;
    }
    this.#prompts.delete(runId);
    if (runId === front && !GOOD_OUTCOMES.includes(outcome)) {
      this.count += 1;
      this.code = error?.code ?? 'INTERNAL';
    }
  }
}

/** Outcomes of turns that went well, or that somebody has stopped. */
const GOOD_OUTCOMES: readonly string[] = ['completed', 'interrupted', 'aborted'] satisfies TurnOutcome[];
