/** Takes what the process of an attempt gives: none of these calls throws, because a fault of one run must not reach its host. */
import type { LineContext } from '../adapter/index.ts';
import type { SpawnOptions } from '../process/index.ts';
import type { AttemptOptions } from './attempt-options.ts';
import type { Reprieve } from './last-words.ts';
import { misfit } from './parse-message.ts';
import type { RunParts } from './run-parts.ts';
import type { RunWires } from './wires.ts';

type Taker = SpawnOptions['on'];
type Source = 'stdout' | 'stderr';

const CONTEXTS = {
  stdout: { whole: { source: 'stdout' }, partial: { source: 'stdout', partial: true } },
  stderr: { whole: { source: 'stderr' }, partial: { source: 'stderr', partial: true } },
} as const satisfies Record<Source, Record<'whole' | 'partial', LineContext>>;

/** What an error of ours is reported with. */
const WHAT = 'handle what the agent said';

interface AgentOutputParts extends Pick<RunWires, 'faults' | 'pushOwn'> {
  readonly journal: Pick<RunParts['journal'], 'tellOfFullDisk'>;
  readonly attempt: { hear(text: string, context: LineContext, now: number): void };
  readonly reprieve: Reprieve;
  readonly on: Pick<AttemptOptions['on'], 'read' | 'failed'>;
}

/** It is a class for the sake of V8: see "What is called with each entry" in docs/architecture.md. */
export class AgentOutput implements Taker {
  readonly #parts: AgentOutputParts;
  readonly #attempt: AgentOutputParts['attempt'];

  constructor(parts: AgentOutputParts) {
    this.#parts = parts;
    this.#attempt = parts.attempt;
  }

  read(now: number): void {
    this.#try(() => this.#parts.on.read(now));
  }

  // It is called with each message, so it makes no function.
  line(text: string, source: Source, partial: boolean, now: number): void {
    try {
      this.#attempt.hear(text, CONTEXTS[source][partial ? 'partial' : 'whole'], now);
    } catch (error) {
      this.#parts.faults.report(WHAT, error);
    }
  }

  lost({ source, bytes, reason }: Parameters<Taker['lost']>[0]): void {
    this.#try(() => this.#parts.pushOwn(misfit(`${bytes} bytes of ${source} were lost: ${reason}`)));
  }

  stdinError(error: Error): void {
    this.#try(() => {
      this.#parts.reprieve.giveUp();
      this.#parts.on.failed('stdin', error);
    });
  }

  spawnError(error: Error): void {
    this.#try(() => this.#parts.on.failed('spawn', error));
  }

  fullDisk(): void {
    this.#try(() => this.#parts.journal.tellOfFullDisk());
  }

  fault(error: unknown): void {
    this.#parts.faults.report('read what the agent said', error);
  }

  #try(act: () => void): void {
    this.#parts.faults.try(WHAT, act);
  }
}
