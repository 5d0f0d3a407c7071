/** What the model server needs to know about an agent: the names of its tools, and the marks on its requests. */
import type { Step, ToolCall } from '../scenario/index.ts';
import type { ModelRequest, NativeCall, WireRequest } from './rendering.ts';

export interface CallContext {
  /** The absolute path of the workspace. */
  readonly cwd: string;
  /** Puts the mark of a lane into a task, by which the subagent's requests are recognised. */
  markTask(lane: string, task: string): string;
}

/**
 * What an agent's own marks say about a request: `subagent` where a subagent asked, whose lane stands in the task, which is its first
 * message unless `task` gives it; `side` where a service of the agent asked, with the answer that it always gets.
 */
export type RequestMark =
  | { readonly kind: 'main' }
  | { readonly kind: 'subagent'; readonly task?: string }
  | { readonly kind: 'compaction' }
  | { readonly kind: 'side'; readonly name: string; readonly step: Step };

export interface AgentProfile {
  readonly agent: string;
  toNativeCall(call: ToolCall, context: CallContext): NativeCall;
  /** Classifies a request. @defaultValue every request is a main one, or a subagent's where its first message has the mark of a lane */
  classify?(wire: WireRequest, request: ModelRequest): RequestMark;
  /** The last answer of a subagent, where it must report in a way of its own. @defaultValue the answer of the script */
  endSubagent?(step: Step, wire: WireRequest): Step;
}
