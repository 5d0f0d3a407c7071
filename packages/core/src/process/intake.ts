/** The way from the process: raw output becomes messages, unless the consumer asked to wait. */
import { BEFORE_ALL } from '../clock.ts';
import { Backlog } from './backlog.ts';
import type { Child } from './child.ts';
import { createFramer } from './create-framer.ts';
import type { Framer, FramerEvents, Framing } from './framer.ts';
import { RingTail } from './ring-tail.ts';
import type { SpawnOptions } from './spawn-options.ts';

type Source = 'stdout' | 'stderr';

export interface IntakeOptions extends Pick<SpawnOptions, 'framing' | 'maxLineBytes' | 'clock' | 'tap'> {
  readonly on: Pick<SpawnOptions['on'], 'read' | 'line' | 'lost' | 'fault' | 'fullDisk'>;
  /** The number of bytes that may wait in memory before the process has to wait. */
  readonly backlogBytes: number;
  /** The stream itself. */
  readonly flow: Pick<Child, 'pause' | 'resume'>;
}

// The most bytes between two turns of the event loop, so that a large backlog does not stop the host.
const SLICE_BYTES = 256 * 1024;

export class Intake {
  readonly #options: IntakeOptions;
  readonly #framers: Record<Source, Framer>;
  readonly #tails = { stdout: new RingTail(), stderr: new RingTail() };
  readonly #backlog = new Backlog(() => this.#options.on.fullDisk());
  #isPaused = false;
  #isReleased = false;
  #isFlowing = true;
  #isDraining = false;
  #isEnded = false;
  #bytesRead = 0;
  /** The time at which the bytes at hand were taken up: the clock is not read for each of their messages. */
  now: number = BEFORE_ALL;
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

  /** The number of bytes of both streams so far. */
  get bytesRead(): number {
    return this.#bytesRead;
  }

  tail(source: Source): string {
    return this.#tails[source].text();
  }

  accept(source: Source, chunk: Buffer): void {
    this.#bytesRead += chunk.length;
    this.#tails[source].push(chunk);
    this.#options.tap?.(source, chunk);
    if (!this.#isPaused && this.#backlog.isEmpty) {
      this.#frame(source, chunk);
      return;
    }
    this.#backlog.push(source, chunk);
    this.#steer();
  }

  pause(): void {
    if (!this.#isReleased && !this.#isPaused) {
      this.#isPaused = true;
      this.#steer();
    }
  }

  resume(): void {
    if (this.#isPaused) {
      this.#isPaused = false;
      this.#steer();
      this.#drain();
    }
  }

  /** Resumes, after which no pause has any effect. */
  release(): void {
    this.#isReleased = true;
    this.resume();
  }

  /** Ends the streams. Resolves when all messages have been delivered; while paused that waits. */
  end(): Promise<void> {
    this.#isEnded = true;
    this.#finishIfEmpty();
    return this.#delivered;
  }

  #frame(source: Source, chunk: Buffer): void {
    this.now = this.#options.clock.now();
    this.#options.on.read?.(this.now);
    this.#framers[source].push(chunk);
  }

  #createFramer(source: Source, framing: Framing): Framer {
    const { on, maxLineBytes } = this.#options;
    return createFramer(framing, maxLineBytes, new SourceEvents(source, on, this));
  }

  #steer(): void {
    const shouldFlow = !this.#isPaused || this.#backlog.bytes < this.#options.backlogBytes;
    if (shouldFlow !== this.#isFlowing) {
      this.#isFlowing = shouldFlow;
      this.#options.flow[shouldFlow ? 'resume' : 'pause']();
    }
  }

  /** It is not called within the call that resumes: who asks for more must not be called back before it has its answer. */
  #drain(): void {
    if (this.#isDraining || this.#backlog.isEmpty) {
      this.#finishIfEmpty();
      return;
    }
    this.#isDraining = true;
    setImmediate(() => {
      this.#isDraining = false;
      try {
        this.#deliverSlice();
      } catch (error) {
        this.#options.on.fault(error);
      }
      if (!this.#isPaused) {
        this.#drain();
      }
    });
  }

  #deliverSlice(): void {
    let bytes = 0;
    while (bytes < SLICE_BYTES && !this.#isPaused) {
      const next = this.#backlog.take();
      if (next === undefined) {
        break;
      }
      bytes += next.chunk.length;
      this.#frame(next.source, next.chunk);
    }
  }

  #finishIfEmpty(): void {
    if (!this.#isEnded || this.#isPaused || !this.#backlog.isEmpty) {
      return;
    }
    this.#isEnded = false;
    this.now = this.#options.clock.now();
    for (const source of ['stdout', 'stderr'] as const) {
      try {
        this.#framers[source].end();
      } catch (error) {
        this.#options.on.fault(error);
      }
    }
    this.#setDelivered();
  }
}

/** What comes of the bytes of one stream. It has methods, because V8 compiles those once for all runs, and functions of each run anew. */
class SourceEvents implements FramerEvents {
  readonly #source: Source;
  readonly #on: IntakeOptions['on'];
  readonly #intake: Intake;

  constructor(source: Source, on: IntakeOptions['on'], intake: Intake) {
    this.#source = source;
    this.#on = on;
    this.#intake = intake;
  }

  message(text: string, partial: boolean): void {
    this.#on.line(text, this.#source, partial, this.#intake.now);
  }

  lost(bytes: number, reason: string): void {
    this.#on.lost({ source: this.#source, bytes, reason });
  }
}
