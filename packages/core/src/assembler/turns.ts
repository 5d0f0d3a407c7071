/**
 * Turns and steps: which is open, and their numbers. This opens them, but does not close what must be closed before.
 */
import type { CostRecord } from '@agent-mux/events';
import type { ModelName } from '../adapter/index.ts';
import { given } from '../given.ts';
import type { Moment } from './moment.ts';
import type { Sink } from './stamp.ts';

interface NamedModel {
  readonly model?: string | undefined;
  readonly provider?: string | undefined;
}

/** Returns nothing where no model is named, because a provider alone says nothing. */
export function modelIn({ model, provider }: NamedModel): Partial<ModelName> {
  return model === undefined ? {} : { model, ...given({ provider }) };
}

export class Turns {
  /** Whether `turn_start` has come out. */
  isOpen = false;
  /** Whether the agent itself began this turn; otherwise something that needs a turn did. */
  isExplicit = false;
  /** The number of turns in the stream. */
  count = 0;
  /** The number of steps in the stream. */
  stepCount = 0;
  hasStep = false;
  // The model that answered the last request of the open turn.
  #model: Partial<ModelName> = {};
  // The first turn is announced first and begins only when something happens in it, because the things that the agent
  // loads at its start come before it.
  #isAnnounced = false;
  #stepIndex = 0;
  readonly #sink: Sink;
  readonly #moment: Moment;

  constructor(sink: Sink, moment: Moment) {
    this.#sink = sink;
    this.#moment = moment;
  }

  /** Records that this model answered a request of the main agent. */
  tellModel(draft: NamedModel): void {
    if (draft.model !== undefined) {
      this.#model = modelIn(draft);
    }
  }

  /** Whether a turn is open or announced. */
  get isActive(): boolean {
    return this.isOpen || this.#isAnnounced;
  }

  /** Begins a turn because the agent does; none is active. */
  begin(): void {
    this.#isAnnounced = true;
    if (this.count > 0) {
      this.need();
    }
  }

  /** Opens a turn if none is open. */
  need(): void {
    if (this.isOpen) {
      return;
    }
    this.isOpen = true;
    this.isExplicit = this.#isAnnounced;
    this.#isAnnounced = false;
    this.#stepIndex = 0;
    this.#model = {};
    this.#put({ type: 'turn_start', turnIndex: this.count++ });
  }

  /** Opens the turn that has been announced. */
  join(): void {
    if (this.#isAnnounced) {
      this.need();
    }
  }

  beginStep(stepType: string): void {
    this.need();
    this.hasStep = true;
    this.stepCount++;
    this.#put({ type: 'step_start', turnIndex: this.count - 1, stepIndex: this.#stepIndex, stepType });
  }

  endStep(): void {
    if (this.hasStep) {
      this.hasStep = false;
      this.#put({ type: 'step_end', turnIndex: this.count - 1, stepIndex: this.#stepIndex });
      this.#stepIndex++;
    }
  }

  /** Ends the turn, which must be open. */
  end(cost: CostRecord | undefined): void {
    this.endStep();
    this.isOpen = false;
    this.#put({ type: 'turn_end', turnIndex: this.count - 1, ...given({ cost }), ...this.#model });
  }

  #put(body: Parameters<Sink['put']>[0]): void {
    this.#sink.put(body, undefined, this.#moment.raw);
  }
}
