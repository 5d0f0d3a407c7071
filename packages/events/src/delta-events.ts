/** The three delta events: plain own fields, and the accumulated text as a getter over a string that is never flattened. */

import type { AgentEvent, AgentName, TextDeltaEvent, ThinkingDeltaEvent, ToolInputDeltaEvent } from './events.ts';
import { GrowingText } from './growing-text.ts';

/** The fields that an event gets when it enters the journal. */
export interface EventStamp {
  readonly runId: string;
  readonly agent: AgentName;
  readonly timestamp: number;
  readonly seq: number;
  readonly lane?: string;
  readonly raw?: string;
}

// JSON, spread and structuredClone all leave a private field out, and it costs nothing: 110 ns per event, as much as a plain object. A
// hidden own property costs twice that, a closure five times, a WeakMap thirteen times. The fields are declared, not defined: a defined
// `lane` would exist, as undefined, on every event.
class TextDelta implements TextDeltaEvent {
  declare readonly type: 'text_delta';
  declare readonly runId: string;
  declare readonly agent: AgentName;
  declare readonly timestamp: number;
  declare readonly seq: number;
  declare readonly lane?: string;
  declare readonly raw?: string;
  declare readonly delta: string;
  readonly #accumulated: string | GrowingText;
  readonly #length: number;

  constructor(stamp: EventStamp, delta: string, accumulated: string | GrowingText) {
    this.type = 'text_delta';
    this.runId = stamp.runId;
    this.agent = stamp.agent;
    this.timestamp = stamp.timestamp;
    this.seq = stamp.seq;
    if (stamp.lane !== undefined) {
      this.lane = stamp.lane;
    }
    if (stamp.raw !== undefined) {
      this.raw = stamp.raw;
    }
    this.delta = delta;
    this.#accumulated = accumulated;
    this.#length = accumulated.length;
  }

  get accumulated(): string {
    return typeof this.#accumulated === 'string' ? this.#accumulated : this.#accumulated.upTo(this.#length);
  }
}

class ThinkingDelta implements ThinkingDeltaEvent {
  declare readonly type: 'thinking_delta';
  declare readonly runId: string;
  declare readonly agent: AgentName;
  declare readonly timestamp: number;
  declare readonly seq: number;
  declare readonly lane?: string;
  declare readonly raw?: string;
  declare readonly delta: string;
  readonly #accumulated: string | GrowingText;
  readonly #length: number;

  constructor(stamp: EventStamp, delta: string, accumulated: string | GrowingText) {
    this.type = 'thinking_delta';
    this.runId = stamp.runId;
    this.agent = stamp.agent;
    this.timestamp = stamp.timestamp;
    this.seq = stamp.seq;
    if (stamp.lane !== undefined) {
      this.lane = stamp.lane;
    }
    if (stamp.raw !== undefined) {
      this.raw = stamp.raw;
    }
    this.delta = delta;
    this.#accumulated = accumulated;
    this.#length = accumulated.length;
  }

  get accumulated(): string {
    return typeof this.#accumulated === 'string' ? this.#accumulated : this.#accumulated.upTo(this.#length);
  }
}

class ToolInputDelta implements ToolInputDeltaEvent {
  declare readonly type: 'tool_input_delta';
  declare readonly runId: string;
  declare readonly agent: AgentName;
  declare readonly timestamp: number;
  declare readonly seq: number;
  declare readonly lane?: string;
  declare readonly raw?: string;
  declare readonly toolCallId: string;
  declare readonly delta: string;
  readonly #inputAccumulated: string | GrowingText;
  readonly #length: number;

  constructor(stamp: EventStamp, toolCallId: string, delta: string, inputAccumulated: string | GrowingText) {
    this.type = 'tool_input_delta';
    this.runId = stamp.runId;
    this.agent = stamp.agent;
    this.timestamp = stamp.timestamp;
    this.seq = stamp.seq;
    if (stamp.lane !== undefined) {
      this.lane = stamp.lane;
    }
    if (stamp.raw !== undefined) {
      this.raw = stamp.raw;
    }
    this.toolCallId = toolCallId;
    this.delta = delta;
    this.#inputAccumulated = inputAccumulated;
    this.#length = inputAccumulated.length;
  }

  get inputAccumulated(): string {
    return typeof this.#inputAccumulated === 'string'
      ? this.#inputAccumulated
      : this.#inputAccumulated.upTo(this.#length);
  }
}

/** A text delta; `accumulated` is the message up to and with it (an `Accumulator` keeps it). */
export function createTextDelta(stamp: EventStamp, delta: string, accumulated: string | GrowingText): TextDeltaEvent {
  return new TextDelta(stamp, delta, accumulated);
}

/** A thinking delta; `accumulated` is the block up to and with it. */
export function createThinkingDelta(
  stamp: EventStamp,
  delta: string,
  accumulated: string | GrowingText,
): ThinkingDeltaEvent {
  return new ThinkingDelta(stamp, delta, accumulated);
}

/** A tool input delta; `inputAccumulated` is the input up to and with it. */
export function createToolInputDelta(
  stamp: EventStamp,
  call: { readonly toolCallId: string; readonly delta: string; readonly inputAccumulated: string | GrowingText },
): ToolInputDeltaEvent {
  return new ToolInputDelta(stamp, call.toolCallId, call.delta, call.inputAccumulated);
}

/** The accumulated text of every open block and call of one run, in constant time per delta. */
export interface Accumulator<Text = string> {
  /** Takes note of events that open and close blocks and calls; all others have no effect. */
  see(event: AgentEvent): void;
  /**
   * Adds to the open message of a lane and returns all of it. `claimed` is the whole according to the sender, and is taken where the
   * lengths differ, so that a reader who joined in the middle has the beginning too.
   */
  text(lane: string | undefined, delta: string, claimed?: string): Text;
  /** Adds to the open thinking block of a lane, like `text`. */
  thinking(lane: string | undefined, delta: string, claimed?: string): Text;
  /** Adds to the input of a tool call, like `text`. */
  input(toolCallId: string, delta: string, claimed?: string): Text;
}

export function createAccumulator(): Accumulator {
  const texts = new GrowingTexts();
  const whole = (text: GrowingText): string => text.upTo(text.length);
  return {
    see: (event) => texts.see(event),
    text: (lane, delta, claimed) => whole(texts.text(lane, delta, claimed)),
    thinking: (lane, delta, claimed) => whole(texts.thinking(lane, delta, claimed)),
    input: (toolCallId, delta, claimed) => whole(texts.input(toolCallId, delta, claimed)),
  };
}

/** An accumulator for deltas whose text is seldom read. */
export class GrowingTexts implements Accumulator<GrowingText> {
  readonly #messages = new Map<string | undefined, GrowingText>();
  readonly #thoughts = new Map<string | undefined, GrowingText>();
  readonly #inputs = new Map<string, GrowingText>();

  see(event: AgentEvent): void {
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
        this.#inputs.set(event.toolCallId, new GrowingText(event.inputAccumulated));
        break;
      case 'tool_call_ready':
      case 'tool_result':
      case 'tool_error':
        this.#inputs.delete(event.toolCallId);
        break;
      default:
    }
  }

  text(lane: string | undefined, delta: string, claimed?: string): GrowingText {
    return grow(this.#messages, lane, delta, claimed);
  }

  thinking(lane: string | undefined, delta: string, claimed?: string): GrowingText {
    return grow(this.#thoughts, lane, delta, claimed);
  }

  input(toolCallId: string, delta: string, claimed?: string): GrowingText {
    return grow(this.#inputs, toolCallId, delta, claimed);
  }
}

function grow<K>(open: Map<K, GrowingText>, key: K, delta: string, claimed: string | undefined): GrowingText {
  let text = open.get(key);
  if (text === undefined || text.isFull) {
    text = new GrowingText(text === undefined ? '' : text.upTo(text.length));
    open.set(key, text);
  }
  text.add(delta);
  if (claimed === undefined || claimed.length === text.length) {
    return text;
  }
  const other = new GrowingText(claimed);
  open.set(key, other);
  return other;
}
