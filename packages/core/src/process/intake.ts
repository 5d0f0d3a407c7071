/** The way in: raw output becomes messages, unless the consumer asked to wait. */
import { createFramer, type Framer, type Framing } from './framer.ts';
import { RingTail } from './ring-tail.ts';

type Source = 'stdout' | 'stderr';

export interface IntakeOptions {
  readonly framing: Framing;
  readonly maxLineBytes: number;
  /** Bytes that may wait in memory before the process is held back. */
  readonly holdBytes: number;
  readonly on: {
    line(text: string, source: Source, partial: boolean): void;
    lost(info: { source: Source; bytes: number; reason: string }): void;
  };
  readonly tap?: { out(chunk: Buffer): void; err(chunk: Buffer): void };
  /** The stream itself. */
  readonly flow: { pause(): void; resume(): void };
}

// Between two turns of the event loop, so that a large backlog does not stop the host.
const SLICE_BYTES = 256 * 1024;

export class Intake {
  readonly #options: IntakeOptions;
  readonly #framers: Record<Source, Framer>;
  readonly #tails = { stdout: new RingTail(), stderr: new RingTail() };
  #held: { source: Source; chunk: Buffer }[] = [];
  /** How many of them have been delivered. */
  #taken = 0;
  #heldBytes = 0;
  #isPaused = false;
  #isReleased = false;
  #isFlowing = true;
  #isDraining = false;
  #isEnded = false;
  #bytesRead = 0;
  readonly #delivered: Promise<void>;
  #setDelivered: () => void = () => undefined;

  constructor(options: IntakeOptions) {
    this.#options = options;
    this.#delivered = new Promise((resolve) => {
      this.#setDelivered = resolve;
    });
    this.#framers = {
      stdout: this.#createFramer('stdout', options.framing),
      stderr: this.#createFramer('stderr', 'lines'),
    };
  }

  /** Whether the process may be read now. */
  get isFlowing(): boolean {
    return this.#isFlowing;
  }

  /** All bytes of both streams so far. */
  get bytesRead(): number {
    return this.#bytesRead;
  }

  tail(source: Source): string {
    return this.#tails[source].text();
  }

  accept(source: Source, chunk: Buffer): void {
    const { tap } = this.#options;
    this.#bytesRead += chunk.length;
    this.#tails[source].push(chunk);
    if (source === 'stdout') tap?.out(chunk);
    else tap?.err(chunk);
    if (!this.#isPaused && this.#held.length === 0) {
      this.#framers[source].push(chunk);
      return;
    }
    this.#held.push({ source, chunk });
    this.#heldBytes += chunk.length;
    this.#steer();
  }

  pause(): void {
    if (this.#isReleased || this.#isPaused) return;
    this.#isPaused = true;
    this.#steer();
  }

  resume(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.#steer();
    this.#drain();
  }

  /** Resumes, and no pause has any effect from now on. */
  release(): void {
    this.#isReleased = true;
    this.resume();
  }

  /** No more bytes will come. Resolves when all messages have been delivered; while paused that waits. */
  end(): Promise<void> {
    this.#isEnded = true;
    this.#finishIfEmpty();
    return this.#delivered;
  }

  #createFramer(source: Source, framing: Framing): Framer {
    const { on, maxLineBytes } = this.#options;
    return createFramer(framing, maxLineBytes, {
      message: (text, partial) => on.line(text, source, partial),
      lost: (bytes, reason) => on.lost({ source, bytes, reason }),
    });
  }

  #steer(): void {
    const shouldFlow = !this.#isPaused || this.#heldBytes < this.#options.holdBytes;
    if (shouldFlow === this.#isFlowing) return;
    this.#isFlowing = shouldFlow;
    if (shouldFlow) this.#options.flow.resume();
    else this.#options.flow.pause();
  }

  /** Never within the call that resumes: who asks for more must not be called back before it has its answer. */
  #drain(): void {
    if (this.#isDraining || this.#held.length === 0) {
      this.#finishIfEmpty();
      return;
    }
    this.#isDraining = true;
    setImmediate(() => {
      this.#isDraining = false;
      this.#deliverSlice();
      this.#steer();
      if (!this.#isPaused) this.#drain();
    });
  }

  #deliverSlice(): void {
    let bytes = 0;
    while (bytes < SLICE_BYTES && !this.#isPaused) {
      const next = this.#held[this.#taken];
      if (next === undefined) break;
      this.#taken += 1;
      bytes += next.chunk.length;
      this.#framers[next.source].push(next.chunk);
    }
    this.#heldBytes -= bytes;
    // Not after each slice, which would cost the square of a long backlog.
    if (this.#taken * 2 < this.#held.length) return;
    this.#held = this.#held.slice(this.#taken);
    this.#taken = 0;
  }

  #finishIfEmpty(): void {
    if (!this.#isEnded || this.#isPaused || this.#held.length > 0) return;
    this.#isEnded = false;
    this.#framers.stdout.end();
    this.#framers.stderr.end();
    this.#setDelivered();
  }
}
