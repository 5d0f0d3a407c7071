/**
 * Packs entries as bytes and unpacks them, equal to what they were, with values that JSON cannot express and
 * accumulated texts.
 */
import { deserialize, serialize } from 'node:v8';
import {
  type AgentEvent,
  type AgentName,
  createTextDelta,
  createThinkingDelta,
  createToolInputDelta,
} from '@agent-mux/events';
import { isEventEntry, type JournalEntry } from '@agent-mux/events/journal';
import { GrowingText } from '../assembler/index.ts';
import { type Delta, isDelta } from '../results/index.ts';
import { noteDroppedText } from './early-collection.ts';
import { isPlainJson } from './plain-json.ts';
import { writeScratch } from './scratch.ts';

type Stop = Extract<AgentEvent, { type: 'message_stop' | 'thinking_stop' }>;
/** A delta without what all events of a run share, and without its number, which follows from its place. */
type PackedDelta = readonly [
  type: Delta['type'],
  timestamp: number,
  delta: string,
  lane: string | null,
  raw: string | null,
  toolCallId: string | null,
];

interface Packed {
  /** The fields that the events share; absent where there are none. */
  readonly stamp?: { readonly runId: string; readonly agent: AgentName; readonly seq: number };
  readonly entries: readonly (JournalEntry | PackedDelta)[];
  /** How much of a delta has accumulated, where that is not all: accumulated text has a limit, deltas have none. */
  readonly cuts: readonly (readonly [index: number, length: number])[];
  /** The places of the events that are packed without their text, because it is the accumulated one. */
  readonly stops: readonly number[];
}

export interface PackedEntries {
  /** The bytes, which are valid until the next call. */
  readonly bytes: Buffer;
  readonly texts: EarlierTexts;
}

/**
 * What has accumulated before, for events of which the ones before do not tell it, by their place. It stays in memory, where it costs
 * next to nothing while the block is open: whoever makes its next delta has the same text. As bytes it would be written out whole.
 */
export type EarlierTexts = ReadonlyMap<number, string>;

/** The first byte that `serialize` writes; JSON begins with a brace. */
const V8_MARK = 0xff;

/** Packs the entries of one run in order. One unpacker reads what one packer wrote, in the same order. */
export class EntryPacker {
  readonly #texts = new OpenTexts<string>();

  /** Whether a text is open, so that a reader that begins here has to be given what has accumulated of it. */
  get isWithinText(): boolean {
    return this.#texts.areThere;
  }

  /** Begins anew, so that an unpacker need not have read what was packed before. */
  begin(): void {
    this.#texts.clear();
  }

  /** Throws where an entry has what cannot be copied, such as a function. */
  pack(given: readonly [JournalEntry, ...JournalEntry[]]): PackedEntries {
    const texts = new Map<number, string>();
    const cuts: [number, number][] = [];
    const stops: number[] = [];
    const entries = given.map((event, index) => {
      if (!isEventEntry(event)) {
        return event;
      }
      const whole = isDelta(event) ? accumulatedOf(event) : undefined;
      if (!isDelta(event) || whole === undefined) {
        const known = isStop(event) ? this.#texts.get(keyOf(event)) : undefined;
        noteDroppedText(this.#texts.see(event, (text) => text)?.length ?? 0);
        // The deltas contain the text already, and writing a long text first makes one flat string of its pieces.
        if (!isStop(event) || (known !== undefined && textOf(event) !== known)) {
          return event;
        }
        if (known === undefined) {
          texts.set(index, textOf(event));
        } else {
          stops.push(index);
        }
        return withText(event, '');
      }
      const known = this.#texts.get(event)?.length;
      const added = whole.length - (known ?? 0);
      if (known !== undefined && added >= 0 && added < event.delta.length && endsSo(whole, event.delta, added)) {
        cuts.push([index, added]);
      } else if (added !== event.delta.length) {
        texts.set(index, whole);
      }
      this.#texts.set(event, whole);
      return packDelta(event);
    });
    const first = given.find(isEventEntry);
    const stamp = first === undefined ? {} : { stamp: { runId: first.runId, agent: first.agent, seq: first.seq } };
    const packed: Packed = { ...stamp, entries, cuts, stops };
    // `serialize` is the exception, since what it has written stays in memory until V8 collects all of its garbage (V8 11.3 to 13.6).
    return { bytes: isPlainJson(entries) ? writeScratch(JSON.stringify(packed)) : serialize(packed), texts };
  }
}

export class EntryUnpacker {
  readonly #texts = new OpenTexts<GrowingText>();

  /** Unpacks entries, and keeps nothing of the bytes. */
  unpack({ bytes, texts }: PackedEntries): JournalEntry[] {
    const {
      stamp: shared,
      entries,
      ...rest
    }: Packed = bytes[0] === V8_MARK ? deserialize(Buffer.from(bytes)) : JSON.parse(bytes.toString());
    const [cuts, stops] = [new Map(rest.cuts), new Set(rest.stops)];
    let seq = shared?.seq ?? 0;
    return entries.map((event, index) => {
      if (!isPacked(event)) {
        if (!isEventEntry(event)) {
          return event;
        }
        seq++;
        const told = isStop(event) && stops.has(index) ? this.#texts.get(keyOf(event))?.whole : texts.get(index);
        noteDroppedText(this.#texts.see(event, GrowingText.from)?.whole.length ?? 0);
        return told === undefined || !isStop(event) ? event : withText(event, told);
      }
      const [type, timestamp, delta, packedLane, raw, packedId] = event;
      const [lane, toolCallId] = [packedLane ?? undefined, packedId ?? ''];
      const key = { type, lane, toolCallId };
      const given = texts.get(index);
      const text = given === undefined ? (this.#texts.get(key) ?? GrowingText.from('')) : GrowingText.from(given);
      const whole = given ?? text.add(delta.slice(0, cuts.get(index)));
      this.#texts.set(key, text);
      const stamp = {
        runId: shared?.runId ?? '',
        agent: shared?.agent ?? '',
        timestamp,
        seq: seq++,
        ...(lane === undefined ? {} : { lane }),
        ...(raw === null ? {} : { raw }),
      };
      switch (type) {
        case 'text_delta':
          return createTextDelta(stamp, delta, whole);
        case 'thinking_delta':
          return createThinkingDelta(stamp, delta, whole);
        case 'tool_input_delta':
          return createToolInputDelta(stamp, { toolCallId, delta, inputAccumulated: whole });
        default:
          return type satisfies never;
      }
    });
  }
}

/** The value for each open message, thought and input; the same events close them on both sides. */
class OpenTexts<T> {
  readonly #texts: Readonly<Record<Delta['type'], Map<string | undefined, T>>> = {
    text_delta: new Map(),
    thinking_delta: new Map(),
    tool_input_delta: new Map(),
  };

  get(delta: DeltaKey): T | undefined {
    return this.#texts[delta.type].get(placeOf(delta));
  }

  set(delta: DeltaKey, value: T): void {
    this.#texts[delta.type].set(placeOf(delta), value);
  }

  /** Follows an event and returns the value that it removes. */
  see(event: AgentEvent, begin: (text: string) => T): T | undefined {
    switch (event.type) {
      case 'message_start':
      case 'message_stop':
        return takeFrom(this.#texts.text_delta, event.lane);
      case 'thinking_start':
      case 'thinking_stop':
        return takeFrom(this.#texts.thinking_delta, event.lane);
      case 'tool_call_start':
        this.#texts.tool_input_delta.set(event.toolCallId, begin(event.inputAccumulated));
        return undefined;
      case 'tool_call_ready':
      case 'tool_result':
      case 'tool_error':
        return takeFrom(this.#texts.tool_input_delta, event.toolCallId);
      default:
        return undefined;
    }
  }

  get areThere(): boolean {
    return Object.values(this.#texts).some(({ size }) => size > 0);
  }

  clear(): void {
    for (const texts of Object.values(this.#texts)) {
      texts.clear();
    }
  }
}

function placeOf({ type, lane, toolCallId }: DeltaKey): string | undefined {
  return type === 'tool_input_delta' ? toolCallId : lane;
}

function takeFrom<K, T>(texts: Map<K, T>, key: K): T | undefined {
  const text = texts.get(key);
  texts.delete(key);
  return text;
}

interface DeltaKey {
  readonly type: Delta['type'];
  readonly lane?: string | undefined;
  readonly toolCallId?: string;
}

function isStop(event: AgentEvent): event is Stop {
  return event.type === 'message_stop' || event.type === 'thinking_stop';
}

function keyOf({ type, lane }: Stop): DeltaKey {
  return { type: type === 'message_stop' ? 'text_delta' : 'thinking_delta', lane };
}

function textOf(stop: Stop): string {
  return stop.type === 'message_stop' ? stop.text : stop.thinking;
}

function withText(stop: Stop, text: string): Stop {
  return stop.type === 'message_stop' ? { ...stop, text } : { ...stop, thinking: text };
}

function isPacked(event: JournalEntry | PackedDelta): event is PackedDelta {
  return Array.isArray(event);
}

/** Returns the accumulated text; undefined where it is a field like any other, which is packed as it is. */
function accumulatedOf(delta: Delta): string | undefined {
  if (delta.type === 'tool_input_delta') {
    return Object.hasOwn(delta, 'inputAccumulated') ? undefined : delta.inputAccumulated;
  }
  return Object.hasOwn(delta, 'accumulated') ? undefined : delta.accumulated;
}

function packDelta(event: Delta): PackedDelta {
  const { type, timestamp, delta, lane, raw } = event;
  return [type, timestamp, delta, lane ?? null, raw ?? null, type === 'tool_input_delta' ? event.toolCallId : null];
}

function endsSo(whole: string, delta: string, length: number): boolean {
  return length === 0 || whole.endsWith(delta.slice(0, length));
}
