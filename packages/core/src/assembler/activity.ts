/** Sends each draft of what an agent does to the part that keeps its state. */
import type { EventDraft } from '../adapter/index.ts';
import type { ApprovalCall, Approvals } from './approvals.ts';
import type { Blocks } from './blocks.ts';
import type { Closers } from './closers.ts';
import type { Output } from './output.ts';
import type { Shells } from './shells.ts';
import type { LooseBody } from './stand-ins.ts';
import type { Subagents } from './subagents.ts';
import type { FileBody, ShellDraft } from './tool.ts';
import type { Tools } from './tools.ts';

type DraftOf<T extends EventDraft['type']> = Extract<EventDraft, { type: T }>;
type FileDraft = DraftOf<FileBody['type']>;

export type ActivityDraft = DraftOf<
  | 'text_delta'
  | 'thinking_delta'
  | 'message_stop'
  | 'thinking_stop'
  | 'thinking_effort'
  | 'tool_call_start'
  | 'tool_input_delta'
  | 'tool_call_ready'
  | 'tool_result'
  | 'tool_error'
  | 'mcp_tool_call_start'
  | 'mcp_tool_result'
  | 'mcp_tool_error'
  | ShellDraft['type']
  | FileDraft['type']
  | 'subagent_spawn'
  | 'subagent_result'
  | 'subagent_error'
  | 'approval_request'
  | 'approval_granted'
  | 'approval_denied'
  | 'input_required'
  | 'interaction_settled'
  | 'plugin_invoked'
  | 'plugin_error'
  | 'skill_invoked'
  | 'image_output'
  | 'image_input_ack'
  | 'context_limit_warning'
  | 'context_compacted'
>;

const NO_CALL = 'no such tool call';
const HAS_ENDED = 'its subagent has ended';

export interface ActivityParts {
  readonly out: Output;
  readonly subagents: Subagents;
  readonly blocks: Blocks;
  readonly tools: Tools;
  readonly shells: Shells;
  readonly approvals: Approvals;
  readonly closers: Closers;
}

export class Activity {
  readonly #parts: ActivityParts;

  constructor(parts: ActivityParts) {
    this.#parts = parts;
  }

  take(draft: ActivityDraft): void {
    const { subagents, blocks, tools } = this.#parts;
    switch (draft.type) {
      case 'text_delta':
        this.#expect(draft, blocks.text(subagents.lane(draft.lane), draft.delta, draft.key), HAS_ENDED);
        break;
      case 'thinking_delta':
        this.#expect(draft, blocks.thinking(subagents.lane(draft.lane), draft.delta, draft.key), HAS_ENDED);
        break;
      case 'message_stop':
        this.#expect(draft, blocks.stop(subagents.lane(draft.lane), 'message', draft.text, draft.key), HAS_ENDED);
        break;
      case 'thinking_stop':
        this.#expect(draft, blocks.stop(subagents.lane(draft.lane), 'thinking', draft.thinking, draft.key), HAS_ENDED);
        break;
      case 'thinking_effort':
        subagents.lane(draft.lane).effort = draft.effort;
        break;
      case 'tool_call_start':
        tools.start(draft);
        break;
      case 'tool_input_delta':
        this.#expect(draft, tools.inputDelta(draft), NO_CALL);
        break;
      case 'tool_call_ready':
        this.#expect(draft, tools.ready(draft), NO_CALL);
        break;
      case 'tool_result':
        this.#expect(draft, tools.result(draft), this.#whyNoOutcome(draft.toolCallId));
        break;
      case 'tool_error':
        this.#expect(draft, tools.error(draft), this.#whyNoOutcome(draft.toolCallId));
        break;
      default:
        this.#takeOther(draft);
    }
  }

  #takeOther(draft: Exclude<ActivityDraft, { type: `${'text' | 'thinking' | 'message' | 'tool'}_${string}` }>): void {
    switch (draft.type) {
      case 'mcp_tool_call_start':
      case 'mcp_tool_result':
      case 'mcp_tool_error':
        this.#mcp(draft);
        break;
      case 'shell_start':
      case 'shell_stdout_delta':
      case 'shell_stderr_delta':
      case 'shell_exit':
        this.#shell(draft);
        break;
      case 'file_read':
      case 'file_write':
      case 'file_create':
      case 'file_delete':
      case 'file_patch':
        this.#file(draft);
        break;
      case 'subagent_spawn':
        this.#parts.subagents.spawn(draft);
        break;
      case 'subagent_result':
      case 'subagent_error':
        this.#subagentEnd(draft);
        break;
      case 'approval_request':
      case 'approval_granted':
      case 'approval_denied':
      case 'input_required':
      case 'interaction_settled':
        this.#interaction(draft);
        break;
      case 'plugin_invoked':
      case 'plugin_error':
      case 'skill_invoked':
      case 'image_input_ack':
      case 'context_limit_warning':
      case 'context_compacted': {
        const { lane, ...body } = draft;
        this.#putInLane(draft, body);
        break;
      }
      case 'image_output':
        this.#image(draft);
        break;
      default:
        draft satisfies never;
    }
  }

  // An adapter may name the family itself; the table of calls is the same.
  #mcp(draft: DraftOf<'mcp_tool_call_start' | 'mcp_tool_result' | 'mcp_tool_error'>): void {
    const { tools } = this.#parts;
    const { toolCallId, server, toolName, lane } = draft;
    const start = (input: unknown): void =>
      tools.start({
        type: 'tool_call_start',
        toolCallId,
        toolName,
        mcp: { server, tool: toolName },
        input,
        ...(lane === undefined ? {} : { lane }),
      });
    if (draft.type === 'mcp_tool_call_start') {
      start(draft.input);
      return;
    }
    if (tools.find(toolCallId) === undefined) {
      start({});
    }
    if (draft.type === 'mcp_tool_result') {
      tools.result({ type: 'tool_result', toolCallId, output: draft.output });
    } else {
      tools.error({ type: 'tool_error', toolCallId, error: draft.error });
    }
  }

  #shell(draft: ShellDraft): void {
    const { out, tools, shells } = this.#parts;
    const tool = tools.find(draft.toolCallId);
    if (tool === undefined) {
      out.reject(draft, NO_CALL);
    } else if (tool.mcp !== undefined) {
      out.reject(draft, 'an MCP call has no shell');
    } else if (tool.isOpen) {
      if (draft.type === 'shell_start') {
        tools.ensureReady(tool);
      }
      shells.take(tool, draft);
    } else if (draft.type === 'shell_start') {
      out.reject(draft, 'its tool call is over');
    }
  }

  #file(draft: FileDraft): void {
    const { lane, toolCallId, ...rest } = draft;
    if (toolCallId === undefined) {
      const lane = this.#parts.subagents.lane(draft.lane);
      if (lane.hasSucceeded || this.#parts.out.isHidden(lane)) {
        this.#putInLane(draft, rest);
      } else {
        this.#parts.out.reject(draft, 'no call has succeeded that could have touched it');
      }
    } else {
      this.#expect(draft, this.#parts.tools.file(toolCallId, rest), NO_CALL);
    }
  }

  #image(draft: DraftOf<'image_output'>): void {
    const { lane, toolCallId, ...rest } = draft;
    if (draft.base64 === undefined && draft.filePath === undefined) {
      this.#parts.out.reject(draft, 'an image without data and without a path');
      return;
    }
    const tool = toolCallId === undefined ? undefined : this.#parts.tools.find(toolCallId);
    this.#putInLane(draft, tool === undefined ? rest : { ...rest, toolCallId: tool.id });
  }

  #subagentEnd(draft: DraftOf<'subagent_result' | 'subagent_error'>): void {
    const { out, subagents, closers } = this.#parts;
    const lane = subagents.find(draft.subagentId);
    if (lane === undefined) {
      out.reject(draft, 'no such subagent');
    } else if (lane.state === 'living') {
      closers.endSubagent(
        lane,
        draft.type === 'subagent_error' ? { error: draft.error } : { summary: draft.summary, cost: draft.cost },
      );
    }
  }

  #interaction(
    draft: DraftOf<
      'approval_request' | 'approval_granted' | 'approval_denied' | 'input_required' | 'interaction_settled'
    >,
  ): void {
    const { approvals, tools } = this.#parts;
    switch (draft.type) {
      case 'approval_request': {
        const { toolCallId } = draft;
        approvals.request(draft, toolCallId === undefined ? undefined : this.#askedCall(toolCallId));
        break;
      }
      case 'input_required':
        approvals.requireInput(draft);
        break;
      case 'approval_granted':
        approvals.grant(draft.key);
        break;
      case 'approval_denied':
        approvals.deny(draft.key, draft.reason);
        break;
      case 'interaction_settled':
        approvals.deny(draft.key, 'withdrawn');
        break;
      default:
        draft satisfies never;
    }
    tools.settleShells();
  }

  #askedCall(toolCallId: string): ApprovalCall {
    const { tools } = this.#parts;
    return { id: tools.publicId(toolCallId), isRunning: tools.find(toolCallId)?.shell !== undefined };
  }

  #putInLane(draft: EventDraft, body: LooseBody): void {
    const { out, subagents } = this.#parts;
    const lane = subagents.lane(draft.lane);
    if (subagents.admit(lane)) {
      out.put(body, lane);
    } else if (!out.isHidden(lane)) {
      out.reject(draft, HAS_ENDED);
    }
  }

  #whyNoOutcome(toolCallId: string): string {
    return this.#parts.tools.find(toolCallId) === undefined ? NO_CALL : 'the next step had begun without it';
  }

  #expect(draft: EventDraft, hasPlace: boolean, why: string): void {
    if (!hasPlace) {
      this.#parts.out.reject(draft, why);
    }
  }
}
