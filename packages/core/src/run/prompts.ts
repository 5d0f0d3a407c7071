/** Hands prompts to the CLI: the next turn when the agent is idle, and words into the running turn. */
import type { PromptInput, SteerWrites, Writes } from '../adapter/index.ts';
import { AgentMuxError } from '../errors.ts';
import { type Decided, FollowUps, type HandedOver, type SteerSettled, type Waiting } from './follow-ups.ts';
import type { Prompt } from './input-log.ts';
import type { RunParts } from './run-parts.ts';
import type { RunWires } from './wires.ts';

interface PromptsParts
  extends Pick<
      RunWires,
      'prepared' | 'faults' | 'keeper' | 'inputs' | 'dialect' | 'isUp' | 'act' | 'say' | 'steerReading'
    >,
    Pick<RunParts, 'entries' | 'machine' | 'turns'> {
  /** Reports that nothing is left to do, and nothing will come. */
  readonly onDone: () => void;
}

export class Prompts {
  readonly followUps: FollowUps = new FollowUps();
  readonly #parts: PromptsParts;
  #hasSent = false;
  /** The number of prompts that are being kept before they are said. */
  #keeping = 0;

  constructor(parts: PromptsParts) {
    this.#parts = parts;
  }

  /** Returns the first words for an agent that has just been started. */
  firstWords(): Writes {
    return this.#parts.dialect().prompt(this.#parts.prepared.input);
  }

  /** Whether anything was sent after the first prompt, because an attempt is then not repeated. */
  get wasSent(): boolean {
    return this.#hasSent;
  }

  /** Whether something is left to do, or may come, after the running turn. */
  get goesOn(): boolean {
    return !this.#parts.machine.status.isFinishing || !this.followUps.isEmpty || this.#keeping > 0;
  }

  /** Adds to the running turn, if the CLI can; never to one that was interrupted. An `id` is that of words that are written down. */
  steerNow(input: PromptInput, id?: string): Promise<HandedOver> | undefined {
    const writes = this.#canJoin ? this.#parts.dialect().steer(input) : undefined;
    if (writes === undefined) {
      return undefined;
    }
    this.#hasSent = true;
    const prompt = this.#parts.inputs.steer(input, id);
    const kept = this.#keep(prompt);
    return kept === undefined
      ? this.#steer(prompt, input, writes)
      : kept.then(() => this.#steerKept(prompt, input, writes));
  }

  // The CLI may have ended its turn although that end is not told yet.
  get #canJoin(): boolean {
    const { machine, isUp, dialect } = this.#parts;
    if (!isUp() || machine.status.stopping !== 'nothing') {
      return false;
    }
    const { turn, holdsEnd } = dialect().state;
    return turn && holdsEnd !== true;
  }

  #steer(prompt: Prompt, input: PromptInput, writes: SteerWrites): Promise<HandedOver> {
    const { act, entries, say } = this.#parts;
    act(prompt);
    const delivery = this.followUps.steered(input, prompt.id);
    this.#tell(entries.steered(prompt.id, writes.key));
    say(writes);
    return delivery;
  }

  /** Notes that the CLI has reported what became of words for the turn that ran. */
  settle(settled: SteerSettled): void {
    this.#tell(this.#parts.entries.settle(settled));
  }

  #tell(decided: Decided | undefined): void {
    if (decided !== undefined) {
      this.followUps.settle(decided);
    }
  }

  // The turn, or the run, may be over by the time the words are kept.
  #steerKept(prompt: Prompt, input: PromptInput, writes: SteerWrites): Promise<HandedOver> {
    if (this.#canJoin) {
      return this.#steer(prompt, input, writes);
    }
    const { machine, prepared } = this.#parts;
    if (machine.status.isEnding) {
      const message = `Run ${prepared.runId} ended before the prompt could be handed over.`;
      return Promise.reject(new AgentMuxError('RUN_NOT_ACTIVE', message));
    }
    const delivery = this.followUps.addFirst(input, prompt.id);
    this.advance();
    return delivery;
  }

  /** Steers in the prompts that waited for a boundary that a message has passed. */
  passBoundary(): void {
    if (!this.followUps.isEmpty) {
      this.followUps.passBoundary((input, id) => this.steerNow(input, id));
    }
  }

  /** Hands over the next prompt if the agent is idle, or lets the agent go. */
  advance(): void {
    if (this.#canBegin) {
      this.#handOver();
    }
  }

  #handOver(): void {
    const { prepared, faults, inputs, machine, turns, onDone } = this.#parts;
    if (this.goesOn) {
      turns.rest();
    }
    const next = prepared.mode.capabilities.supportsMultiTurn ? this.followUps.next : undefined;
    if (next !== undefined) {
      this.#hasSent = true;
      const prompt = inputs.newTurn(next.input, next.id);
      const kept = this.#keep(prompt);
      if (kept === undefined) {
        this.#beginTurn(prompt, next);
      } else {
        // The agent may begin a turn by itself meanwhile, which the words then join under this id.
        const noted = this.followUps.noteId(next, prompt.id);
        void kept
          .then(() => this.#beginKept(prompt, noted))
          .catch((error: unknown) => faults.report('hand over a prompt', error));
      }
    } else if (machine.status.isFinishing) {
      onDone();
    }
  }

  get #canBegin(): boolean {
    const { isUp, machine } = this.#parts;
    return machine.isResting && this.#keeping === 0 && isUp() && !machine.status.isPaused;
  }

  #beginTurn(prompt: Prompt, next: Waiting): void {
    const { act, dialect, steerReading, say } = this.#parts;
    this.followUps.remove(next);
    act(prompt);
    steerReading();
    say(dialect().prompt(next.input));
    next.resolve({ delivered: 'new-turn', id: prompt.id });
  }

  // If somebody has ended the run meanwhile, the prompt is out of the queue too.
  #beginKept(prompt: Prompt, next: Waiting): void {
    if (this.#canBegin && this.followUps.isFirst(next)) {
      this.#beginTurn(prompt, next);
    } else {
      this.advance();
    }
  }

  /** Keeps it before the CLI hears it; undefined where nothing keeps the run. */
  #keep(prompt: Prompt): Promise<void> | undefined {
    const { keeper, entries } = this.#parts;
    const kept = keeper.keepPrompt(prompt, entries);
    if (kept === undefined) {
      return undefined;
    }
    this.#keeping++;
    return kept.finally(() => {
      this.#keeping--;
    });
  }
}
