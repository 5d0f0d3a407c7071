/** Does what is due after a message once for all pieces of a text that came together, since most messages are pieces. */
import { BEFORE_ALL } from '../clock.ts';
import type { AttemptOptions } from './attempt-options.ts';
import type { Faults } from './faults.ts';

interface AfterPiecesOptions {
  readonly faults: Faults;
  /** What is due: the same as after any other message. */
  readonly on: Pick<AttemptOptions['on'], 'told' | 'heard' | 'handled'>;
}

export class AfterPieces {
  readonly #options: AfterPiecesOptions;
  #isDue = false;
  /** The moment of the last piece. */
  #heardAt = BEFORE_ALL;

  constructor(options: AfterPiecesOptions) {
    this.#options = options;
  }

  /** Notes that a piece was heard at this moment. */
  note(now: number): void {
    this.#heardAt = now;
    if (!this.#isDue) {
      this.#isDue = true;
      // The messages of a chunk are handled within one turn of the event loop.
      queueMicrotask(() => this.#act());
    }
  }

  #act(): void {
    const { faults, on } = this.#options;
    this.#isDue = false;
    faults.try('handle what the agent said', () => {
      on.told();
      on.heard(this.#heardAt, 'stdout');
      on.handled('stdout');
    });
  }
}
