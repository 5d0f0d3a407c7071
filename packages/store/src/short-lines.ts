/**
 * Deltas on their way to the writing thread. Most entries are deltas, and most of a delta's line is the same in all of one text: that goes
 * once with each message, and the thread that writes makes the lines, so that the thread of the program does not.
 */
import type { JournalEntry } from '@agent-mux/events/journal';

/** What the lines of one text have in common. */
export type Frame = readonly [head: string, middle: string];

type Delta = Extract<JournalEntry, { readonly type: 'text_delta' | 'thinking_delta' | 'tool_input_delta' }>;

interface OpenFrame {
  readonly type: Delta['type'];
  readonly runId: string;
  readonly agent: string;
  readonly lane: string | undefined;
  readonly toolCallId: string | undefined;
  readonly prefix: string;
  /** By how much the line is longer than what stands for it. */
  readonly saved: number;
}

/** No line of JSON begins with it. */
const MARK = '#';
const SEQ = ',"seq":';
/** What JSON writes otherwise than as it is. */
const ESCAPED = /["\\\p{Cc}\p{Cs}]/u;
/** `type`, `runId`, `agent`, `timestamp`, `seq` and `delta`. */
const FIELDS = 6;

export class ShortLines {
  #frames: Frame[] = [];
  #open: OpenFrame[] = [];
  #last: OpenFrame | undefined;
  #saved = 0;

  /** What stands for the line of an entry; undefined where its line must be sent. */
  shorten(entry: JournalEntry): string | undefined {
    if (!('type' in entry) || !isPlain(entry)) return undefined;
    const { timestamp, seq, delta } = entry;
    let frame = this.#last;
    if (frame === undefined || !isOf(frame, entry)) {
      frame = this.#open.find((open) => isOf(open, entry)) ?? this.#create(entry);
      this.#last = frame;
    }
    this.#saved += frame.saved;
    const text = ESCAPED.test(delta) ? JSON.stringify(delta) : `"${delta}"`;
    return `${frame.prefix}${timestamp},${seq},${text}`;
  }

  /** The frames of all that was shortened since the last call, and by how many characters that is shorter. */
  take(): { readonly frames: readonly Frame[]; readonly saved: number } {
    const taken = { frames: this.#frames, saved: this.#saved };
    this.#frames = [];
    this.#open = [];
    this.#last = undefined;
    this.#saved = 0;
    return taken;
  }

  #create(entry: Delta): OpenFrame {
    const { type, runId, agent, lane } = entry;
    const toolCallId = 'toolCallId' in entry ? entry.toolCallId : undefined;
    // In the order in which the fields are in the event.
    const first = JSON.stringify({ type, runId, agent });
    const more = JSON.stringify({ lane, toolCallId });
    const head = `${first.slice(0, -1)},"timestamp":`;
    const middle = `,${more === '{}' ? '' : `${more.slice(1, -1)},`}"delta":`;
    const prefix = `${MARK}${this.#frames.length},`;
    // Two commas stand for what is between the numbers and the text.
    const saved = head.length + SEQ.length + middle.length + 1 - prefix.length - 2;
    const frame = { type, runId, agent, lane, toolCallId, prefix, saved };
    this.#frames.push([head, middle]);
    this.#open.push(frame);
    return frame;
  }
}

/** The line that was shortened, or the line that it is. */
export function lengthen(line: string, frames: readonly Frame[]): string {
  if (!line.startsWith(MARK)) return line;
  const first = line.indexOf(',');
  const second = line.indexOf(',', first + 1);
  const third = line.indexOf(',', second + 1);
  const frame = frames[Number(line.slice(1, first))];
  if (frame === undefined) throw new Error(`A line came without its frame: ${line.slice(0, 60)}`);
  return `${frame[0]}${line.slice(first + 1, second)}${SEQ}${line.slice(second + 1, third)}${frame[1]}${line.slice(third + 1)}}`;
}

/** Whether its line has these fields and no others, in this order; those of a reader of another version may have more. */
function isPlain(entry: JournalEntry): entry is Delta {
  if (!('type' in entry)) return false;
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
