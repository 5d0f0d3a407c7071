/** What a scripted model answers, by lane, turn and step, and in no wire format. */
import type { Fault } from './fault.ts';
import type { ToolCall } from './tool-call.ts';

/** Holds the stream until the test releases the gate of that name, or for a time. */
export type Pause = { readonly hold: string } | { readonly pauseMs: number };

/** A block's text, with pauses between pieces of the same block. */
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
  /** Reasoning tokens, which are part of the output. */
  readonly reasoning?: number;
}

/**
 * Why an answer ends: `stop` said all, `tools` waits for results, `length` met the output limit, `context` filled the window, `refusal`
 * refused.
 */
export type Finish = 'stop' | 'tools' | 'length' | 'context' | 'refusal';

/** One answer of the model. */
export interface Step {
  /** Shorthand for parts, in this order: thinking, text, tools. */
  readonly thinking?: Pieces;
  readonly text?: Pieces;
  readonly tools?: readonly ToolCall[];
  /** Blocks in any order, which follow those of the shorthand. */
  readonly parts?: readonly Part[];
  readonly usage?: Usage;
  /** The reason of the end. @defaultValue 'tools' with tool calls, else 'stop' */
  readonly finish?: Finish;
  /** The number of code points per delta. @defaultValue 24 */
  readonly chunk?: number;
  /** The delay between two deltas in milliseconds. @defaultValue 0 */
  readonly delayMs?: number;
  /** A gate at which the answer is held before its first byte. */
  readonly hold?: string;
  /** Milliseconds before the first byte. @defaultValue 0 */
  readonly waitMs?: number;
  /** The faults that the first requests for this step meet, in this order. */
  readonly faults?: readonly Fault[];
  /** Headers that are added to the answer's own, for what only one service sends. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The answers after one prompt of the user. */
export interface Turn {
  /**
   * A text that only this turn's prompt has. The turn begins where a user message of the conversation contains it, so that retries,
   * interrupts, steering and compaction cannot shift the answers. Only the first turn may lack it.
   */
  readonly prompt?: string;
  /** The steps, one per answer: the n-th is given when the conversation contains n answers since the prompt. */
  readonly steps: readonly Step[];
  /** Whether the last step is repeated without end. @defaultValue false */
  readonly repeat?: boolean;
}

export interface ModelScript {
  readonly turns: readonly Turn[];
  /** Answers to subagents, by the lane that their tool call names. */
  readonly subagents?: Readonly<Record<string, readonly Step[]>>;
  /** The answer to a request for a summary of the conversation. */
  readonly compaction?: Step;
}
