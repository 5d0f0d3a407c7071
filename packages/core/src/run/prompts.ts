/** Hands prompts to the CLI: the next turn when the agent is idle, words into the turn that runs. */
import type { Dialect, PromptInput, Writes } from '../adapter/dialect.ts';
import type { EntryLog } from './entry-log.ts';
import { type Delivery, FollowUps } from './follow-ups.ts';
import type { InputLog } from './input-log.ts';
import type { RunStatus } from './run-status.ts';

export interface PromptsParts {
  readonly inputs: InputLog;
  readonly entries: EntryLog;
  readonly status: RunStatus;
  /** Whether the mode takes more than one prompt. */
  readonly isMultiTurn: boolean;
  /** The dialect of the attempt that lives. */
  readonly dialect: () => Dialect;
  /** The process exists and can be talked to. */
  readonly isUp: () => boolean;
  /** The next turn is about to begin. */
  readonly onTurn: () => void;
  /** Nothing is left to do, and nothing will come. */
  readonly onDone: () => void;
  readonly say: (writes: Writes) => void;
}

export class Prompts {
  readonly followUps: FollowUps;
  readonly #parts: PromptsParts;
  #hasSent = false;

  constructor(parts: PromptsParts) {
    this.#parts = parts;
    this.followUps = new FollowUps((id, delivered) => parts.entries.delivered(id, delivered));
  }

  /** Whether anything was sent after the first prompt: an attempt is then not repeated. */
  get wasSent(): boolean {
    return this.#hasSent;
  }

  /** Into the running turn, if the CLI can; never into one that was interrupted. */
  steerNow(input: PromptInput): Promise<Delivery> | undefined {
    const { inputs, entries, status, isUp, say } = this.#parts;
    const dialect = this.#parts.dialect();
    const canJoin = isUp() && status.stopping === 'nothing' && dialect.state.turn;
    const writes = canJoin ? dialect.steer(input) : undefined;
    if (writes === undefined) {
      return undefined;
    }
    this.#hasSent = true;
    const id = inputs.steer(input);
    const delivery = this.followUps.steered(input, writes.key, id);
    say(writes);
    if (writes.key === undefined) {
      entries.delivered(id, 'steered');
    }
    return delivery;
  }

  /** Steers in what waited for a boundary that a message has passed. */
  passBoundary(): void {
    if (!this.followUps.isEmpty) {
      this.followUps.passBoundary((input) => this.steerNow(input));
    }
  }

  /** Hands over the next prompt if the agent is idle, or lets it go. */
  advance(): void {
    const { inputs, status, isUp, isMultiTurn, onTurn, onDone, say } = this.#parts;
    const dialect = this.#parts.dialect();
    // The first, since it is so after most messages.
    if (dialect.state.busy || !isUp() || status.isEnding || status.isPaused) {
      return;
    }
    const next = isMultiTurn ? this.followUps.takeNext() : undefined;
    if (next !== undefined) {
      this.#hasSent = true;
      inputs.newTurn(next.input, next.id);
      onTurn();
      say(dialect.prompt(next.input));
      next.resolve({ delivered: 'new-turn' });
    } else if (status.isFinishing) {
      onDone();
    }
  }
}
