/** Tool calls, native and MCP, from their start to their end, with the input that was really used. */
import type { ToolKind } from '@agent-mux/events';
import type { Actor } from './actors.ts';
import { find, type Keyed, put } from './keyed.ts';

export interface Call {
  /** The id for readers: the native id for a root's own calls, `<run id>/<native id>` for another run's, since two runs may use one. */
  readonly id: string;
  /** The id of the actor that has begun it, which is the same in everything that is told of it. */
  readonly actor: string;
  readonly name: string;
  /** The server of an MCP call; `name` is then the name that its server gives to the tool. */
  readonly server: string | null;
  /** What the tool does; null where nobody has told it. */
  kind: ToolKind | null;
  /** The place in the order of starts. */
  readonly order: number;
  /** The start in milliseconds since the epoch. */
  readonly startedAt: number;
  /** The time when the input was complete; null until then. */
  readyAt: number | null;
  /** The text of the input so far. */
  text: string;
  /** The input of the tool, from `readyAt` on; after a grant that changes it, the changed one. */
  input: unknown;
  /** Whether the input is that of a grant. */
  isChanged: boolean;
  /** The question that is or was asked about it last. */
  question: string | null;
  /** The number of the cycle that has asked for it. */
  cycle: number | null;
}

/** The place in the model of an event's call. */
export function callKey(runId: string, toolCallId: string): string {
  return `${runId}/${toolCallId}`;
}

/** The input as the JSON text that the model wrote, or would have written. */
export function argumentsOf(call: Pick<Call, 'readyAt' | 'input' | 'text'>): string {
  return call.readyAt === null ? call.text : toText(call.input, '{}');
}

/** A text as it is, anything else as JSON; `absent` for values that JSON does not have. */
export function toText(value: unknown, absent = ''): string {
  if (typeof value === 'string') {
    return value;
  }
  return JSON.stringify(value) ?? absent;
}

/** The input as an object, for systems that know nothing else: any other value stands under `value`. */
export function inputObject(call: Pick<Call, 'input'>): Readonly<Record<string, unknown>> {
  const { input } = call;
  if (typeof input === 'object' && input !== null && !Array.isArray(input)) {
    return input as Record<string, unknown>;
  }
  return input === undefined || input === null ? {} : { value: input };
}

interface Started {
  readonly key: string;
  readonly id: string;
  readonly actor: Actor;
  readonly name: string;
  readonly server: string | null;
  readonly kind: ToolKind | null;
  readonly order: number;
  readonly startedAt: number;
}

export function startCall(calls: Keyed<Call>, { key, id, actor, ...told }: Started): Call {
  return put(calls, key, {
    id,
    actor: actor.id,
    ...told,
    readyAt: null,
    text: '',
    input: null,
    isChanged: false,
    question: null,
    cycle: null,
  });
}

/** The oldest call with this name that waits and that nobody has asked about yet. */
export function findUnasked(calls: Keyed<Call>, actor: Actor, name: string): Call | undefined {
  let oldest: Call | undefined;
  for (const key of Object.keys(calls)) {
    const call = find(calls, key);
    if (call === undefined || call.actor !== actor.id || call.name !== name || call.question !== null) {
      continue;
    }
    if (call.readyAt !== null && (oldest === undefined || call.order < oldest.order)) {
      oldest = call;
    }
  }
  return oldest;
}
