/** Events as bytes and back, equal to what they were: the values that JSON has no word for, and what has accumulated, included. */
import { deserialize, serialize } from 'node:v8';
import {
  type AgentEvent,
  type AgentName,
  createTextDelta,
  createThinkingDelta,
  createToolInputDelta,
} from '@agent-mux/events';
import { GrowingText } from '../assembler/growing-text.ts';

type Stop = Extract<AgentEvent, { type: 'message_stop' | 'thinking_stop' }>;
type Delta = Extract<AgentEvent, { type: 'text_delta' | 'thinking_delta' | 'tool_input_delta' }>;
/** A delta without what all events of a run share, and without its number, which its place tells. */
type PackedDelta = readonly [
  type: Delta['type'],
  timestamp: number,
  delta: string,
  lane: string | undefined,
  raw: string | undefined,
  toolCallId: string | undefined,
];

interface Packed {
  readonly runId: string;
  readonly agent: AgentName;
  readonly seq: number;
  readonly events: readonly (AgentEvent | PackedDelta)[];
  /** What has accumulated, for deltas of which the ones before do not tell it. */
  readonly wholes: ReadonlyMap<number, string>;
  /** How much of a delta has accumulated, where that is not all: accumulated text has a limit, deltas have none. */
  readonly cuts: ReadonlyMap<number, number>;
  /** Events without their text, which is what has accumulated. */
  readonly stops: ReadonlySet<number>;
}

/** Writes the events of one run in their order. What one packer wrote, one unpacker reads, in the same order. */
export class EventPacker {
  readonly #texts = new OpenTexts<string>();

  /** Characters that `begin` makes the packer write once more. */
  get openLength(): number {
    let sum = 0;
    for (const { length } of this.#texts.values()) {
      sum += length;
    }
    return sum;
  }

  /** From here on an unpacker need not have read what was packed before. */
  begin(): void {
    this.#texts.clear();
  }

  /** Throws where an event holds what cannot be copied, such as a function. */
  pack([first, ...others]: readonly [AgentEvent, ...AgentEvent[]]): Buffer {
    const wholes = new Map<number, string>();
    const cuts = new Map<number, number>();
    const stops = new Set<number>();
    const events = [first, ...others].map((event, index) => {
      const whole = isDelta(event) ? accumulatedOf(event) : undefined;
      if (!isDelta(event) || whole === undefined) {
        const known = isStop(event) ? this.#texts.get(keyOf(event)) : undefined;
        this.#texts.see(event, (text) => text);
        // The deltas have brought it already, and writing a long text makes one flat string of its pieces first.
        if (isStop(event) && known !== undefined && textOf(event) === known) {
          stops.add(index);
          return withText(event, '');
        }
        return event;
      }
      const known = this.#texts.get(event)?.length;
      const added = whole.length - (known ?? 0);
      if (known !== undefined && added >= 0 && added < event.delta.length && endsSo(whole, event.delta, added)) {
        cuts.set(index, added);
      } else if (added !== event.delta.length) {
        wholes.set(index, whole);
      }
      this.#texts.set(event, whole);
      return packDelta(event);
    });
    const { runId, agent, seq } = first;
    return serialize({ runId, agent, seq, events, wholes, cuts, stops } satisfies Packed);
  }
}

export class EventUnpacker {
  readonly #texts = new OpenTexts<GrowingText>();

  unpack(bytes: Buffer): AgentEvent[] {
    const { runId, agent, seq, events, wholes, cuts, stops }: Packed = deserialize(bytes);
    return events.map((event, index) => {
      if (!isPacked(event)) {
        const text = isStop(event) && stops.has(index) ? this.#texts.get(keyOf(event)) : undefined;
        this.#texts.see(event, growFrom);
        return text === undefined || !isStop(event) ? event : withText(event, text.whole);
      }
      const [type, timestamp, delta, lane, raw, toolCallId = ''] = event;
      const key = { type, lane, toolCallId };
      const given = wholes.get(index);
      const text =
        given === undefined ? (this.#texts.get(key) ?? new GrowingText(Number.POSITIVE_INFINITY)) : growFrom(given);
      const whole = given ?? text.add(delta.slice(0, cuts.get(index)));
      this.#texts.set(key, text);
      const stamp = {
        runId,
        agent,
        timestamp,
        seq: seq + index,
        ...(lane === undefined ? {} : { lane }),
        ...(raw === undefined ? {} : { raw }),
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

/** What is known of each message, thought and input that is open: they are closed by the same events on both sides. */
class OpenTexts<T> {
  readonly #messages = new Map<string | undefined, T>();
  readonly #thoughts = new Map<string | undefined, T>();
  readonly #inputs = new Map<string, T>();

  get(delta: DeltaKey): T | undefined {
    switch (delta.type) {
      case 'text_delta':
        return this.#messages.get(delta.lane);
      case 'thinking_delta':
        return this.#thoughts.get(delta.lane);
      default:
        return this.#inputs.get(delta.toolCallId ?? '');
    }
  }

  set(delta: DeltaKey, value: T): void {
    switch (delta.type) {
      case 'text_delta':
        this.#messages.set(delta.lane, value);
        break;
      case 'thinking_delta':
        this.#thoughts.set(delta.lane, value);
        break;
      default:
        this.#inputs.set(delta.toolCallId ?? '', value);
    }
  }

  see(event: AgentEvent, begin: (text: string) => T): void {
    switch (event.type) {
      case 'message_start':
      case 'message_stop':
        this.#messages.delete(event.lane);
        break;
      case 'thinking_start':
      case 'thinking_stop':
        this.#thoughts.delete(event.lane);
        break;
      case 'tool_call_start':
        this.#inputs.set(event.toolCallId, begin(event.inputAccumulated));
        break;
      case 'tool_call_ready':
      case 'tool_result':
      case 'tool_error':
        this.#inputs.delete(event.toolCallId);
        break;
      default:
    }
  }

  *values(): Iterable<T> {
    yield* this.#messages.values();
    yield* this.#thoughts.values();
    yield* this.#inputs.values();
  }

  clear(): void {
    this.#messages.clear();
    this.#thoughts.clear();
    this.#inputs.clear();
  }
}

interface DeltaKey {
  readonly type: Delta['type'];
  readonly lane?: string | undefined;
  readonly toolCallId?: string;
}

function isDelta(event: AgentEvent): event is Delta {
  return event.type === 'text_delta' || event.type === 'thinking_delta' || event.type === 'tool_input_delta';
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

function isPacked(event: AgentEvent | PackedDelta): event is PackedDelta {
  return Array.isArray(event);
}

/** undefined where it is a field like any other, which is packed as it is. */
function accumulatedOf(delta: Delta): string | undefined {
  if (delta.type === 'tool_input_delta') {
    return Object.hasOwn(delta, 'inputAccumulated') ? undefined : delta.inputAccumulated;
  }
  return Object.hasOwn(delta, 'accumulated') ? undefined : delta.accumulated;
}

function packDelta(event: Delta): PackedDelta {
  const { type, timestamp, delta, lane, raw } = event;
  return [type, timestamp, delta, lane, raw, type === 'tool_input_delta' ? event.toolCallId : undefined];
}

function endsSo(whole: string, delta: string, length: number): boolean {
  return length === 0 || whole.endsWith(delta.slice(0, length));
}

function growFrom(text: string): GrowingText {
  const growing = new GrowingText(Number.POSITIVE_INFINITY);
  growing.add(text);
  return growing;
}
