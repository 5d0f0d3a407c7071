/** Encodes an event as one JSON line and decodes it: the accumulated text stays off the wire, and the reader rebuilds it. */
import { type EventProblem, isObject } from './check-fields.ts';
import { createTextDelta, createThinkingDelta, createToolInputDelta, GrowingTexts } from './delta-events.ts';
import type { AgentEvent, TextDeltaEvent, ThinkingDeltaEvent, ToolInputDeltaEvent } from './events.ts';
import { findProblems, isOfLaterVersion } from './validate.ts';

export interface EncodeOptions {
  /** Whether to write `accumulated` and `inputAccumulated` into deltas too; the output then grows with the square of a message. */
  readonly accumulated?: boolean;
}

/** The event as one line of JSON, without the line feed. */
export function encodeEvent(event: AgentEvent, { accumulated = false }: EncodeOptions = {}): string {
  switch (event.type) {
    case 'text_delta':
    case 'thinking_delta':
      if (accumulated) {
        return JSON.stringify({ ...event, accumulated: event.accumulated });
      }
      // Our own events have a getter on the prototype, which JSON leaves out by itself.
      return JSON.stringify(Object.hasOwn(event, 'accumulated') ? { ...event, accumulated: undefined } : event);
    case 'tool_input_delta':
      if (accumulated) {
        return JSON.stringify({ ...event, inputAccumulated: event.inputAccumulated });
      }
      return JSON.stringify(
        Object.hasOwn(event, 'inputAccumulated') ? { ...event, inputAccumulated: undefined } : event,
      );
    // JSON has no undefined, and a reader may insist on the field.
    case 'tool_call_ready':
    case 'mcp_tool_call_start':
      return JSON.stringify(event.input === undefined ? { ...event, input: null } : event);
    case 'tool_result':
    case 'mcp_tool_result':
      return JSON.stringify(event.output === undefined ? { ...event, output: null } : event);
    default:
      return JSON.stringify(event);
  }
}

/** Reads the events of one run in order. */
export interface EventDecoder {
  /**
   * Decodes a line (or an already parsed value). An event of an unknown type is returned as it is, because types may be added. Throws a
   * TypeError that names everything that is wrong.
   */
  decode(line: unknown): AgentEvent;
}

/** Creates a decoder for the stream of one run: it remembers the open blocks, so two runs need two. */
export function createDecoder(): EventDecoder {
  return new LineDecoder();
}

class LineDecoder implements EventDecoder {
  readonly #texts = new GrowingTexts();
  #known: Sender | undefined;

  decode(line: unknown): AgentEvent {
    const value = typeof line === 'string' ? parse(line) : line;
    if (this.#known !== undefined && isPlainDelta(value, this.#known)) {
      const { type, delta } = value;
      return type === 'text_delta'
        ? createTextDelta(value, delta, this.#texts.text(undefined, delta))
        : createThinkingDelta(value, delta, this.#texts.thinking(undefined, delta));
    }
    const problems = findProblems(value, { wire: true });
    if (isOfLaterVersion(value, problems)) {
      return value;
    }
    if (!isWireEvent(value, problems)) {
      throw new TypeError(describe(line, problems));
    }
    this.#known = value;
    return this.#rebuild(value);
  }

  #rebuild(value: WireEvent): AgentEvent {
    switch (value.type) {
      case 'text_delta': {
        const whole = this.#texts.text(value.lane, value.delta, value.accumulated);
        return withExtras(createTextDelta(value, value.delta, whole), value);
      }
      case 'thinking_delta': {
        const whole = this.#texts.thinking(value.lane, value.delta, value.accumulated);
        return withExtras(createThinkingDelta(value, value.delta, whole), value);
      }
      case 'tool_input_delta': {
        const { toolCallId, delta } = value;
        const inputAccumulated = this.#texts.input(toolCallId, delta, value.inputAccumulated);
        return withExtras(createToolInputDelta(value, { toolCallId, delta, inputAccumulated }), value);
      }
      default:
        this.#texts.see(value);
        return value;
    }
  }
}

/** The run and the agent of the event before. */
type Sender = Pick<AgentEvent, 'runId' | 'agent'>;
type PlainDelta = OnWire<TextDeltaEvent, 'accumulated'> | OnWire<ThinkingDeltaEvent, 'accumulated'>;
/** The fields `type`, `runId`, `agent`, `timestamp`, `seq` and `delta`. */
const PLAIN_FIELDS = 6;

/** Whether the value is what most lines contain: a delta of the main lane with its six fields, all of them right, and no others. */
function isPlainDelta(value: unknown, { runId, agent }: Sender): value is PlainDelta {
  if (!isObject(value)) {
    return false;
  }
  const { type, timestamp, seq, delta } = value;
  return (
    (type === 'text_delta' || type === 'thinking_delta') &&
    value['runId'] === runId &&
    value['agent'] === agent &&
    isCount(timestamp) &&
    timestamp > 0 &&
    isCount(seq) &&
    typeof delta === 'string' &&
    delta !== '' &&
    Object.keys(value).length === PLAIN_FIELDS
  );
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

type OnWire<E, K extends keyof E> = Omit<E, K> & Partial<Pick<E, K>>;
type WireEvent =
  | Exclude<AgentEvent, { type: 'text_delta' | 'thinking_delta' | 'tool_input_delta' }>
  | OnWire<TextDeltaEvent, 'accumulated'>
  | OnWire<ThinkingDeltaEvent, 'accumulated'>
  | OnWire<ToolInputDeltaEvent, 'inputAccumulated'>;

function isWireEvent(_value: unknown, problems: readonly EventProblem[]): _value is WireEvent {
  return problems.length === 0;
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw new TypeError(`Cannot decode an event: the line is not JSON: ${excerpt(line)}`, { cause });
  }
}

/** Keeps fields that a later version added. They are defined, not assigned, because a field may be named `__proto__`. */
function withExtras<E extends AgentEvent>(event: E, source: object): E {
  for (const name in source) {
    if (name in event && name !== '__proto__') {
      continue;
    }
    const property = Object.getOwnPropertyDescriptor(source, name);
    if (property !== undefined) {
      Object.defineProperty(event, name, property);
    }
  }
  return event;
}

function describe(line: unknown, problems: readonly EventProblem[]): string {
  const what = problems.map(({ message }) => message).join('; ');
  return `Cannot decode an event: ${what}${typeof line === 'string' ? `: ${excerpt(line)}` : ''}`;
}

function excerpt(line: string): string {
  return line.length > 120 ? `${line.slice(0, 120)}…` : line;
}
