/**
 * Deltas on their way to the writing thread. Most entries are deltas, and most of a delta's line is the same throughout one text: that part
 * travels once with each message, and the writing thread builds the lines, so that the program's thread does not.
 */
import { encodeEntry, type JournalEntry } from '@agent-mux/events/journal';
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
  /** The length of its lines without numbers and text. */
  readonly size: number;
}

/**
 * Marks at the beginning of a short line, which no line of an entry has: the first is for a delta, the second for several that follow it.
 */
const MARK = '#';
const LIST = '[';
/** The fields `type`, `runId`, `agent`, `timestamp`, `seq` and `delta`. */
const FIELDS = 6;
/** The length of two quotes, and of a comma or a bracket. */
const AROUND = 3;

/** The lines of one message, made short, in their order. */
export class ShortLines {
  #text = '';
  /** The texts of deltas whose numbers follow on: they are written in one go. */
  #words: string[] = [];
  /** The length of these texts with what surrounds each. */
  #wordsSize = 0;
  #frames: Frame[] = [];
  #open: OpenFrame[] = [];
  #last: OpenFrame | undefined;
  #timestamp = 0;
  #seq = 0;
  /** Whether the line before was a delta, whose text may go on. */
  #isDelta = false;
  #saved = 0;
  /** The length of the line that `#timestamp` and the frame of `#last` make, without its `seq` and its text. */
  #size = 0;

  /** The length of the text so far, without what JSON adds. */
  get size(): number {
    return this.#text.length + this.#wordsSize;
  }

  /**
   * Adds the next piece of the text of the line before, of the same millisecond; returns false where the entry is none, and was not added.
   */
  join(entry: JournalEntry): boolean {
    if (!this.#isDelta || !('type' in entry) || !isPlain(entry)) {
      return false;
    }
    const { timestamp, seq, delta } = entry;
    if (
      timestamp !== this.#timestamp ||
      seq !== this.#seq + 1 ||
      this.#last === undefined ||
      !isOf(this.#last, entry)
    ) {
      return false;
    }
    this.#seq = seq;
    this.#saved += this.#size + countDigits(seq);
    this.#words.push(delta);
    this.#wordsSize += delta.length + AROUND;
    return true;
  }

  /** Adds an entry that does not join the line before it. Throws where the entry cannot be written as JSON. */
  add(entry: JournalEntry): void {
    const isDelta = 'type' in entry && isPlain(entry);
    const line = isDelta ? this.#begin(entry) : `${encodeEntry(entry)}\n`;
    this.#writeWords();
    this.#text += line;
    this.#isDelta = isDelta;
  }

  /** The line of a delta that does not join the one before. */
  #begin(entry: Delta): string {
    const { timestamp, seq, delta } = entry;
    this.#timestamp = timestamp;
    this.#seq = seq;
    if (this.#last === undefined || !isOf(this.#last, entry)) {
      this.#last = this.#open.find((open) => isOf(open, entry)) ?? this.#create(entry);
    }
    const { prefix, size } = this.#last;
    this.#size = size + `${timestamp}`.length;
    // Two commas stand for what is between the numbers and the text.
    this.#saved += size - prefix.length - 2;
    return `${prefix}${timestamp},${seq},${JSON.stringify(delta)}\n`;
  }

  /**
   * Everything that was added since the last call, with the frames of the shortened lines, and the number of characters that this saves.
   */
  take(): { readonly text: string; readonly frames: readonly Frame[]; readonly saved: number } {
    this.#writeWords();
    const taken = { text: this.#text, frames: this.#frames, saved: this.#saved };
    this.#text = '';
    this.#frames = [];
    this.#open = [];
    this.#last = undefined;
    this.#isDelta = false;
    this.#saved = 0;
    return taken;
  }

  // Writing them one by one would make a text of many small parts, which costs more to put together than to write.
  #writeWords(): void {
    if (this.#words.length === 0) {
      return;
    }
    this.#text += `${JSON.stringify(this.#words)}\n`;
    // The list has brackets and a line feed, where each line has a line feed, and one comma less.
    this.#saved -= 2;
    this.#words = [];
    this.#wordsSize = 0;
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

/** Restores the lines of one message, in order and without their line feeds. */
export function* wholeLines(text: string, frames: readonly Frame[]): Generator<string, void, undefined> {
  let [head, middle, number] = ['', '', 0];
  for (const line of text.split('\n').slice(0, -1)) {
    if (line.startsWith(LIST)) {
      const words: string[] = JSON.parse(line);
      for (const delta of words) {
        number++;
        yield `${head}${number}${middle}${JSON.stringify(delta)}}`;
      }
    } else if (line.startsWith(MARK)) {
      const [first, second, third] = commasOf(line);
      const frame = frames[Number(line.slice(1, first))];
      if (frame === undefined) {
        throw new Error(`A line came without its frame: ${line.slice(0, 60)}`);
      }
      head = `${frame[0]}${line.slice(first + 1, second)}${SEQ}`;
      middle = frame[1];
      number = Number(line.slice(second + 1, third));
      yield `${head}${number}${middle}${line.slice(third + 1)}}`;
    } else {
      yield line;
    }
  }
}

function commasOf(line: string): readonly [number, number, number] {
  const first = line.indexOf(',');
  const second = line.indexOf(',', first + 1);
  return [first, second, line.indexOf(',', second + 1)];
}

/** Whether its line has these fields and no others, in this order; a reader of another version may have more. */
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
    countFields(entry) === count &&
    entry.raw === undefined &&
    !Object.hasOwn(entry, 'accumulated') &&
    Number.isSafeInteger(entry.timestamp) &&
    Number.isSafeInteger(entry.seq)
  );
}

// `Object.keys` would make a list for each.
function countFields(entry: Delta): number {
  let count = 0;
  for (const _ in entry) {
    count++;
  }
  return count;
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

function countDigits(whole: number): number {
  let digits = 1;
  for (let limit = 10; whole >= limit; limit *= 10) {
    digits++;
  }
  return digits;
}
