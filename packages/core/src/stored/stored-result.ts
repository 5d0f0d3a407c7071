/** The result of a run that was stored, from its events and from the further facts of its last entry. */
import type { AgentEvent } from '@agent-mux/events';
import type { CloseEntry, JournalEntry, RunHeader } from '@agent-mux/events/journal';
import { describeError } from '../describe-error.ts';
import {
  ResultFold,
  type RunResult,
  type TurnEnd,
  TurnFold,
  type TurnResult,
  UNKNOWN,
  withEnd,
} from '../results/index.ts';

export class StoredResult {
  readonly #header: RunHeader;
  readonly turns: TurnFold = new TurnFold();
  /** The last entry of the run, once it has come. */
  close: CloseEntry | undefined;
  readonly #fold = new ResultFold();
  #opened: number | undefined;
  #last = 0;
  #place = 0;

  constructor(header: RunHeader) {
    this.#header = header;
  }

  /** Adds an entry. Returns whether a turn has begun or ended with it. */
  add(entry: JournalEntry): boolean {
    this.#opened ??= entry.timestamp;
    this.#last = entry.timestamp;
    if (!('entry' in entry)) {
      this.#fold.add(entry);
    } else if (entry.entry === 'close') {
      this.close = entry;
    }
    return this.turns.take(entry, this.#place++);
  }

  /** Makes the result. `fault` is the reason why not all entries could be read. */
  finish(events: readonly AgentEvent[], fault: unknown): RunResult {
    const { runId, agent, mode, model, tags } = this.#header;
    const known = { runId, agent, mode, model, tags, events, ...this.#fold.sums };
    const { close } = this;
    if (close === undefined) {
      const durationMs = this.#last - (this.#opened ?? this.#last);
      const lost = { ...known, ...UNKNOWN, durationMs, exitCode: null, signal: null, stored: 'partial' as const };
      const error = { ...describeLoss(runId, fault), recoverable: fault === undefined };
      return withEnd(lost, { cause: 'error', error, stderr: '', turnsOf: (end) => this.turns.results(end) });
    }
    const { textOf, error, stderr, sessionId, output, ...facts } = close.facts;
    const base = {
      ...known,
      ...facts,
      sessionId,
      // The run itself says whether there is a text: an attempt that was given up leaves none, a request that the agent
      // repeats leaves its own.
      text: textOf === undefined ? '' : known.text,
      stored: 'whole' as const,
    };
    const turnsOf = (end: TurnEnd): readonly TurnResult[] => this.turns.results({ ...end, output });
    return withEnd(base, { cause: close.cause, error, stderr, turnsOf });
  }
}

function describeLoss(
  runId: string,
  fault: unknown,
): { readonly code: 'INTERNAL' | 'STORE_ERROR'; readonly message: string } {
  return fault === undefined
    ? {
        code: 'INTERNAL',
        message: `The host of the run ${runId} has gone without ending it: nobody knows how it ended.`,
      }
    : { code: 'STORE_ERROR', message: `Not all entries of the run ${runId} could be read: ${describeError(fault)}` };
}
