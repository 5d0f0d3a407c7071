/** What a scripted model answers: by lane, turn and step, and in no wire format. */
import type { Fault } from './fault.ts';
import type { ToolCall } from './tool-call.ts';

/** Holds the stream: until the test releases the gate of that name, or for a time. */
export type Pause = { readonly hold: string } | { readonly pauseMs: number };

/** A block's text; pauses stand between pieces of the same block. */
export type Pieces = string | readonly (string | Pause)[];

/** A block of an answer. */
export type Part =
  | { readonly kind: 'thinking'; readonly thinking: Pieces }
  /** Thinking that only the service can read. */
  | { readonly kind: 'redacted-thinking'; readonly data: string }
  | { readonly kind: 'text'; readonly text: Pieces }
  | { readonly kind: 'tool'; readonly call: ToolCall }
  | { readonly kind: 'pause'; readonly pause: Pause };

export interface Usage {
  /** Input that came from no cache. */
  readonly input: number;
  readonly output: number;
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
  /** Part of the output. */
  readonly reasoning?: number;
}

/** `stop`: said all; `tools`: waits for results; `length`: the output limit; `context`: the window is full; `refusal`. */
export type Finish = 'stop' | 'tools' | 'length' | 'context' | 'refusal';

/** One answer of the model. */
export interface Step {
  /** Shorthand for parts, in this order: thinking, text, tools. */
  readonly thinking?: Pieces;
  readonly text?: Pieces;
  readonly tools?: readonly ToolCall[];
  /** Blocks in any order; after those of the shorthand. */
  readonly parts?: readonly Part[];
  readonly usage?: Usage;
  /** @defaultValue 'tools' with tool calls, else 'stop' */
  readonly finish?: Finish;
  /** Code points per delta. @defaultValue 24 */
  readonly chunk?: number;
  /** Between two deltas. @defaultValue 0 */
  readonly delayMs?: number;
  /** A gate before the first byte. */
  readonly hold?: string;
  /** Time before the first byte. @defaultValue 0 */
  readonly waitMs?: number;
  /** What the first requests for this step meet, in this order. */
  readonly faults?: readonly Fault[];
  /** Added to the answer's own, for what only one service says. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** What follows one prompt of the user's. */
export interface Turn {
  /**
   * A text that only this turn's prompt has. The turn begins where a user message of the conversation holds it,
   * so that retries, interrupts, steering and compaction cannot shift the answers. Only the first turn may lack it.
   */
  readonly prompt?: string;
  /** One per answer: the n-th is given when the conversation holds n answers since the prompt. */
  readonly steps: readonly Step[];
  /** The last step is repeated without end. @defaultValue false */
  readonly repeat?: boolean;
}

export interface ModelScript {
  readonly turns: readonly Turn[];
  /** Answers to subagents, by the lane that their tool call names. */
  readonly subagents?: Readonly<Record<string, readonly Step[]>>;
  /** Answer to a request for a summary of the conversation. */
  readonly compaction?: Step;
}
