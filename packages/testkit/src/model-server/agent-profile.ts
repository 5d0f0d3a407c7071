/** What the model server must know of one agent: its tools' names, and the marks on its requests. */
import type { Step, ToolCall } from '../scenario/index.ts';
import type { ModelRequest, NativeCall, WireRequest } from './rendering.ts';

export interface CallContext {
  /** The workspace, absolute. */
  readonly cwd: string;
  /** Puts the mark of a lane into a task, by which the subagent's requests are known. */
  markTask(lane: string, task: string): string;
}

/**
 * What an agent's own marks say of a request. `subagent`: asked for by a subagent; the lane stands in the task, which is
 * its first message unless `task` says it.
 * `side`: a service of the agent's own, with the answer it always gets.
 */
export type RequestMark =
  | { readonly kind: 'main' }
  | { readonly kind: 'subagent'; readonly task?: string }
  | { readonly kind: 'compaction' }
  | { readonly kind: 'side'; readonly name: string; readonly step: Step };

export interface AgentProfile {
  readonly agent: string;
  toNativeCall(call: ToolCall, context: CallContext): NativeCall;
  /** @defaultValue every request is a main one, or a subagent's where its first message has the mark of a lane */
  classify?(wire: WireRequest, request: ModelRequest): RequestMark;
  /** The last answer of a subagent, where it must report in a way of its own. @defaultValue as the script has it */
  endSubagent?(step: Step, wire: WireRequest): Step;
}
