/**
 * Deltas on their way to the writing thread. Most entries are deltas, and most of a delta's line is the same in all of one text: that goes
 * once with each message, and the thread that writes makes the lines, so that the thread of the program does not.
 */
import type { JournalEntry } from '@agent-mux/events/journal';
import { type Delta, frameOf, SEQ } from './delta-frame.ts';

/** What the lines of one text have in common. */
export type Frame = readonly [head: string, middle: string];

interface OpenFrame {
  readonly type: Delta['type'];
  readonly runId: string;
  readonly agent: string;
  readonly lane: string | undefined;
  readonly toolCallId: string | undefined;
  readonly prefix: string;
  /** How long its lines are without numbers and text. */
  readonly size: number;
}

/** No line of an entry begins with it, nor with the quote of a text whose numbers follow from those of the line before it. */
const MARK = '#';
const SPACE = 0x20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SURROGATES = 0xd800;
const AFTER_SURROGATES = 0xe000;
/** `type`, `runId`, `agent`, `timestamp`, `seq` and `delta`. */
const FIELDS = 6;

/** Makes the lines of one message short, in their order. */
export class ShortLines {
  #frames: Frame[] = [];
  #open: OpenFrame[] = [];
  #last: OpenFrame | undefined;
  #timestamp = 0;
  #seq = 0;
  #saved = 0;
  /** How long the line is that `#timestamp` and the frame of `#last` make, but for its `seq` and its text. */
  #size = 0;

  /** What stands for the line of an entry, with its line feed; undefined where its line must be sent. */
  shorten(entry: JournalEntry): string | undefined {
    if (!('type' in entry) || !isPlain(entry)) {
      return undefined;
    }
    const { timestamp, seq, delta } = entry;
    const isNext = timestamp === this.#timestamp && seq === this.#seq + 1;
    this.#seq = seq;
    const text = isWrittenAsItIs(delta) ? `"${delta}"\n` : `${JSON.stringify(delta)}\n`;
    if (isNext && this.#last !== undefined && isOf(this.#last, entry)) {
      // Most of them: the next piece of the same text, in the same millisecond.
      this.#saved += this.#size + countDigits(seq);
      return text;
    }
    this.#timestamp = timestamp;
    if (this.#last === undefined || !isOf(this.#last, entry)) {
      this.#last = this.#open.find((open) => isOf(open, entry)) ?? this.#create(entry);
    }
    const { prefix, size } = this.#last;
    this.#size = size + `${timestamp}`.length;
    // Two commas stand for what is between the numbers and the text.
    this.#saved += size - prefix.length - 2;
    return `${prefix}${timestamp},${seq},${text}`;
  }

  /** The frames of all that was shortened since the last call, and by how many characters that is shorter. */
  take(): { readonly frames: readonly Frame[]; readonly saved: number } {
    const taken = { frames: this.#frames, saved: this.#saved };
    this.#frames = [];
    this.#open = [];
    this.#last = undefined;
    this.#seq = 0;
    this.#saved = 0;
    return taken;
  }

  #create(entry: Delta): OpenFrame {
    const { type, runId, agent, lane } = entry;
    const toolCallId = 'toolCallId' in entry ? entry.toolCallId : undefined;
    const { head, middle } = frameOf(entry);
    const prefix = `${MARK}${this.#frames.length},`;
    const frame = { type, runId, agent, lane, toolCallId, prefix, size: head.length + SEQ.length + middle.length + 1 };
    this.#frames.push([head, middle]);
    this.#open.push(frame);
    return frame;
  }
}

/** Makes the lines of one message whole again, in their order. */
export class WholeLines {
  readonly #frames: readonly Frame[];
  #frame: Frame | undefined;
  #head = '';
  #seq = 0;

  constructor(frames: readonly Frame[]) {
    this.#frames = frames;
  }

  /** The line that was shortened, without its line feed; or the line as it came. */
  lengthen(line: string): string {
    if (line.startsWith('"')) {
      return this.#next(line, this.#seq + 1, line);
    }
    if (!line.startsWith(MARK)) {
      return line;
    }
    const first = line.indexOf(',');
    const second = line.indexOf(',', first + 1);
    const third = line.indexOf(',', second + 1);
    this.#frame = this.#frames[Number(line.slice(1, first))];
    this.#head = `${this.#frame?.[0]}${line.slice(first + 1, second)}${SEQ}`;
    return this.#next(line.slice(third + 1), Number(line.slice(second + 1, third)), line);
  }

  #next(text: string, seq: number, line: string): string {
    if (this.#frame === undefined) {
      throw new Error(`A line came without its frame: ${line.slice(0, 60)}`);
    }
    this.#seq = seq;
    return `${this.#head}${seq}${this.#frame[1]}${text}}`;
  }
}

/** Whether its line has these fields and no others, in this order; those of a reader of another version may have more. */
function isPlain(entry: JournalEntry): entry is Delta {
  if (!('type' in entry)) {
    return false;
  }
  switch (entry.type) {
    case 'text_delta':
    case 'thinking_delta':
      return hasFields(entry, entry.lane === undefined ? FIELDS : FIELDS + 1);
    case 'tool_input_delta':
      return hasFields(entry, entry.lane === undefined ? FIELDS + 1 : FIELDS + 2);
    default:
      return false;
  }
}

function hasFields(entry: Delta, count: number): boolean {
  return (
    Object.keys(entry).length === count &&
    entry.raw === undefined &&
    !Object.hasOwn(entry, 'accumulated') &&
    Number.isSafeInteger(entry.timestamp) &&
    Number.isSafeInteger(entry.seq)
  );
}

function isOf({ type, runId, agent, lane, toolCallId }: OpenFrame, entry: Delta): boolean {
  return (
    type === entry.type &&
    runId === entry.runId &&
    lane === entry.lane &&
    agent === entry.agent &&
    (entry.type !== 'tool_input_delta' || toolCallId === entry.toolCallId)
  );
}

/** Whether JSON writes a text as it is, in quotes. Those that it may write otherwise count as not. */
function isWrittenAsItIs(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < SPACE || code === QUOTE || code === BACKSLASH || (code >= SURROGATES && code < AFTER_SURROGATES)) {
      return false;
    }
  }
  return true;
}

function countDigits(whole: number): number {
  let digits = 1;
  for (let limit = 10; whole >= limit; limit *= 10) {
    digits++;
  }
  return digits;
}
