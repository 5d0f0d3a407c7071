/** What the program that drives an agent does in a scenario, and when. */
import type { AgentEventTypeLiteral } from '@agent-mux/events';
import type { ToolCall } from './tool-call.ts';

/**
 * When an action is due, counted from the moment of the action before: `event` at the next one of that type (`nth` at the n-th next) after
 * the one that an earlier action has met; `gate` when the model's stream stops at it; `requests` when the model server has had that many.
 */
export type Moment =
  | { readonly event: AgentEventTypeLiteral; readonly nth?: number }
  | { readonly gate: string }
  | { readonly requests: number }
  | { readonly afterMs: number };

/**
 * What the host does. Answers act on the interaction of the event that the moment waited for. `approve.call` is changed input, in the form
 * of the script. `answer.answers` is keyed by the question's text. `kill` ends the agent's process from outside, without the runtime.
 * `compact` asks for a compaction in the agent's own way. `wait` does nothing: its moment must come before the next one is looked for.
 */
export type Deed =
  | { readonly do: 'approve'; readonly scope?: 'once' | 'session'; readonly call?: ToolCall }
  | { readonly do: 'deny'; readonly reason?: string; readonly interrupt?: boolean }
  | { readonly do: 'answer'; readonly text: string }
  | { readonly do: 'answer'; readonly answers: Readonly<Record<string, string | readonly string[]>> }
  | {
      readonly do: 'answer';
      readonly form: { readonly action: 'accept' | 'decline' | 'cancel'; readonly content?: unknown };
    }
  | { readonly do: 'continue' | 'send' | 'queue' | 'steer'; readonly text: string }
  | { readonly do: 'release'; readonly gate: string }
  | { readonly do: 'wait' | 'interrupt' | 'abort' | 'pause' | 'resume' | 'end' | 'compact' | 'kill' };

/** A deed with its moment; it is due at once where `at` is absent. Deeds are begun in order; none waits until a follow-up was delivered. */
export type HostAction = Deed & { readonly at?: Moment };
