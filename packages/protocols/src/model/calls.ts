/** Tool calls, native and MCP, from their start to their end, with the input that was really used. */
import type { ToolKind } from '@agent-mux/events';
import type { Actor } from './actors.ts';
import { find, type Keyed, put } from './keyed.ts';

export interface Call {
  /** As readers see it: of a root's own calls the native id; of another run's `<run id>/<native id>`, since two runs may use one. */
  readonly id: string;
  /** The id of the actor that has begun it: of all that is said of it the same. */
  readonly actor: string;
  readonly name: string;
  /** Of an MCP call; `name` is then what its server calls the tool. */
  readonly server: string | null;
  /** What the tool does; null: nobody has told. */
  kind: ToolKind | null;
  /** In the order of their starts. */
  readonly order: number;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** When the input was whole; null until then. */
  readyAt: number | null;
  /** What was told of the input so far, as text. */
  text: string;
  /** From `readyAt` on what the tool is called with; after a grant that changes it the changed one. */
  input: unknown;
  /** The input is that of a grant. */
  isChanged: boolean;
  /** The question that asks for it, or has asked for it last. */
  question: string | null;
  /** The number of the cycle that has asked for it. */
  cycle: number | null;
}

/** Where the call of an event stands in the model. */
export function callKey(runId: string, toolCallId: string): string {
  return `${runId}/${toolCallId}`;
}

/** The input as the JSON text that the model wrote, or would have written. */
export function argumentsOf(call: Pick<Call, 'readyAt' | 'input' | 'text'>): string {
  return call.readyAt === null ? call.text : toText(call.input, '{}');
}

/** A text as it is, anything else as JSON; `absent` for what JSON does not have. */
export function toText(value: unknown, absent = ''): string {
  if (typeof value === 'string') {
    return value;
  }
  return JSON.stringify(value) ?? absent;
}

/** The input as an object, for those who know nothing else: any other value stands under `value`. */
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

/** The oldest call with this name that waits and that nobody has asked for yet. */
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
