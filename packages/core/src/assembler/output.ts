/** The one door to the stream: it hides what subagents do, and opens the turn that an event needs. */
import type { EventDraft } from '../adapter/index.ts';
import { withAbsolutePaths } from './absolute-paths.ts';
import type { AssemblerOptions } from './contract.ts';
import { familyOf } from './families.ts';
import { DEFAULT_MAX_TEXT_BYTES } from './growing-text.ts';
import { cutJson } from './json-text.ts';
import type { BlockKind, Lane } from './lane.ts';
import type { Moment } from './moment.ts';
import type { InputPiece, Sink } from './stamp.ts';
import { type LooseBody, withStandIns } from './stand-ins.ts';
import type { Turns } from './turns.ts';

interface OutputParts extends Pick<AssemblerOptions, 'includeSubagents' | 'maxTextBytes' | 'cwd'> {
  readonly sink: Sink;
  readonly turns: Turns;
  readonly moment: Moment;
}

/** How a text that did not come whole was completed. */
export interface Repair {
  readonly lane: Lane;
  readonly seen: string;
  readonly complete: string;
  readonly how: string;
}

export class Output {
  /** The number of drafts that had no legal place, and of texts that had to be completed. */
  repaired = 0;
  /** The number of texts of which only the beginning is kept. */
  cutTexts = 0;
  /** The bound up to which a longer text is kept; undefined means the default. */
  readonly maxTextBytes: number | undefined;
  readonly #sink: Sink;
  readonly #turns: Turns;
  readonly #moment: Moment;
  readonly #includeSubagents: boolean;
  readonly #cwd: string;

  constructor({ sink, turns, moment, includeSubagents, cwd, maxTextBytes }: OutputParts) {
    this.#sink = sink;
    this.#turns = turns;
    this.#moment = moment;
    this.#includeSubagents = includeSubagents;
    this.#cwd = cwd;
    this.maxTextBytes = maxTextBytes;
  }

  /** Whether the activity in this lane is not part of the stream. */
  isHidden(lane: Lane): boolean {
    return lane.state !== 'main' && !this.#includeSubagents;
  }

  put(loose: LooseBody, lane?: Lane): void {
    const { turn, hides, isForAll } = familyOf(loose.type);
    if (hides && lane !== undefined && this.isHidden(lane)) {
      return;
    }
    const body = withAbsolutePaths(loose, this.#cwd);
    if (body === undefined) {
      this.debug('info', `Not told, since it is not sure which file it means: ${cutJson(loose)}`);
      return;
    }
    if (turn === 'needs') {
      this.#turns.need();
    } else if (turn === 'joins') {
      this.#turns.join();
    }
    const isNamed = lane !== undefined && (isForAll || lane.state === 'living');
    this.#sink.put(withStandIns(body), isNamed ? lane.id : undefined, this.#moment.raw);
  }

  delta(kind: BlockKind, delta: string, accumulated: string, lane: Lane): void {
    if (!this.#turns.isOpen) {
      this.#turns.need();
    }
    this.#sink.delta(kind, delta, accumulated, lane.id, this.#moment.raw);
  }

  input(call: InputPiece, lane: Lane): void {
    if (!this.isHidden(lane)) {
      this.#turns.need();
      this.#sink.input(call, lane.id, this.#moment.raw);
    }
  }

  debug(level: 'verbose' | 'info' | 'warn', message: string): void {
    this.put({ type: 'debug', level, message });
  }

  /** Reports a draft that has no legal place in a `debug` event, and counts it. */
  reject(draft: EventDraft, why: string): void {
    this.misplace(`${draft.type} has no place in the stream (${why}): ${cutJson(draft)}`);
  }

  /** Reports what has no place in the stream in a `debug` event, and counts it. */
  misplace(message: string): void {
    this.repaired++;
    this.#turns.join();
    this.debug('warn', message);
  }

  /** Reports in a `debug` event that the agent's own text is not what it streamed, and counts it. */
  repair(what: string, { lane, seen, complete, how }: Repair): void {
    if (!this.isHidden(lane)) {
      this.repaired++;
      const sizes = `${seen.length} characters streamed, ${complete.length} in the complete text`;
      this.debug('warn', `${what} (${sizes}); ${how}.`);
    }
  }

  /** Reports a text that has reached the bound: its pieces go on, but its kept beginning does not grow. */
  textCut(what: string): void {
    this.cutTexts++;
    const bound = this.maxTextBytes ?? DEFAULT_MAX_TEXT_BYTES;
    const consequence = 'its deltas go on, and only its beginning is kept';
    this.debug('warn', `${what} is longer than \`maxTextBytes\` (${bound}): ${consequence}.`);
  }
}
