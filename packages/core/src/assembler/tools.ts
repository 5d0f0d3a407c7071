/**
 * Tool calls, native and MCP in one table: each starts when its input is known or streams, is ready before its outcome,
 * and ends once.
 */
import type { McpTool } from '@agent-mux/events';
import type { Blocks, BlocksParts } from './blocks.ts';
import type { DraftOf } from './contract.ts';
import { parseInput, toJson } from './json-text.ts';
import type { Lane } from './lane.ts';
import type { Shells, ShellsParts } from './shells.ts';
import { type FileBody, Tool } from './tool.ts';
import { UniqueIds } from './unique-ids.ts';

type Ending = { readonly output: unknown; readonly durationMs: number | undefined } | { readonly error: string };

/** Why something about a call has no place in the stream. */
export const NO_CALL = 'no such tool call';
export const HAS_ENDED = 'its subagent has ended';

export interface ToolsParts extends BlocksParts, ShellsParts {
  readonly blocks: Blocks;
  readonly shells: Shells;
  /** Whether nothing streams because the consumer wants it so. */
  readonly isWhole: boolean;
}

export class Tools {
  /** Whether the agent got as far as running a call in this attempt. */
  anyReady = false;
  readonly #parts: ToolsParts;
  /** The key is the lane that they are in; a lane without any has no row. */
  readonly #open = new Map<Lane, Set<Tool>>();
  /** The newest call of each native id. */
  readonly #byNativeId = new Map<string, Tool>();
  readonly #ids = new UniqueIds();
  /** The ids of calls that were asked about before they began. */
  readonly #reserved = new Map<string, string>();

  constructor(parts: ToolsParts) {
    this.#parts = parts;
  }

  get openCount(): number {
    return [...this.#open.values()].reduce((count, { size }) => count + size, 0);
  }

  /** The open calls of a lane, in the order in which they came. */
  openIn(lane: Lane): readonly Tool[] {
    return [...(this.#open.get(lane) ?? [])];
  }

  /** Returns the newest call with this native id. */
  find(nativeId: string): Tool | undefined {
    return this.#byNativeId.get(nativeId);
  }

  /** Returns the id that the stream shows for this call, which may not have begun. */
  publicId(nativeId: string): string {
    const tool = this.#byNativeId.get(nativeId);
    if (tool?.isOpen) {
      return tool.id;
    }
    const id = this.#reserved.get(nativeId) ?? this.#ids.make(nativeId);
    this.#reserved.set(nativeId, id);
    return id;
  }

  start(draft: DraftOf<'tool_call_start'>): void {
    const { toolCallId, toolName, toolKind, mcp, input } = draft;
    const known = this.#byNativeId.get(toolCallId);
    const tool = known?.isOpen ? known : this.#create(draft, toolName, mcp);
    if (tool === undefined) {
      return;
    }
    if (tool.phase === 'new') {
      tool.kind = toolKind ?? tool.kind;
      tool.mcp ??= mcp;
    }
    if (input !== undefined) {
      this.#makeReady(tool, input);
    }
  }

  inputDelta({ toolCallId, delta }: DraftOf<'tool_input_delta'>): boolean {
    const tool = this.#byNativeId.get(toolCallId);
    if (tool === undefined) {
      return false;
    }
    if (delta === '' || (tool.phase !== 'new' && tool.phase !== 'started')) {
      return true;
    }
    const wasCut = tool.inputText.isCut;
    const inputAccumulated = tool.inputText.add(delta);
    if (tool.inputText.isCut && !wasCut) {
      this.#parts.out.textCut(`The input of ${tool.name} (${tool.id})`);
    }
    if (tool.mcp === undefined && this.#parts.fallback.isStreamed('tool_calls') && !this.#parts.isWhole) {
      if (tool.phase === 'new') {
        this.#begin(tool, '');
      }
      this.#parts.out.input({ toolCallId: tool.id, delta, inputAccumulated }, tool.lane);
    }
    return true;
  }

  ready(draft: DraftOf<'tool_call_ready'>): boolean {
    const { toolCallId, toolName, toolKind, mcp, input } = draft;
    let tool = this.#byNativeId.get(toolCallId);
    if (tool === undefined) {
      if (toolName === undefined) {
        return false;
      }
      tool = this.#create(draft, toolName, mcp);
    } else if (tool.phase === 'new') {
      tool.kind = toolKind ?? tool.kind;
      tool.mcp ??= mcp;
      tool.name = toolName ?? tool.name;
    } else if (!tool.isOpen) {
      tool.isSaidAgain ||= toolName !== undefined;
    }
    if (tool !== undefined) {
      this.#makeReady(tool, input);
    }
    return true;
  }

  /** Makes a call ready, because one that runs has its input. */
  ensureReady(tool: Tool): void {
    this.#makeReady(tool, undefined);
  }

  result(draft: DraftOf<'tool_result'>): boolean {
    return this.#end(draft, { output: draft.output, durationMs: draft.durationMs });
  }

  error(draft: DraftOf<'tool_error'>): boolean {
    return this.#end(draft, { error: draft.error });
  }

  /** Takes a file that a call touched, or returns why it has no place. */
  file(toolCallId: string, body: FileBody): string | undefined {
    const tool = this.#byNativeId.get(toolCallId);
    if (tool === undefined) {
      return NO_CALL;
    }
    if (tool.mcp !== undefined) {
      return 'an MCP call touches no file';
    }
    const { out } = this.#parts;
    if (tool.lane.state === 'ended' && !out.isHidden(tool.lane)) {
      return HAS_ENDED;
    }
    const named: FileBody = { ...body, toolCallId: tool.id };
    if (tool.phase === 'succeeded') {
      out.put(named, tool.lane);
    } else if (tool.phase !== 'failed') {
      tool.files.push(named);
    }
    return undefined;
  }

  /**
   * Settles the shells after a question was answered: the drafts that waited for the answer come out, or are dropped.
   */
  settleShells(): void {
    for (const tool of this.#byNativeId.values()) {
      if (tool.waitingShell.length > 0) {
        this.#parts.shells.settle(tool);
      }
    }
  }

  /** Ends a call of which nobody will say how it ended. */
  abandon(tool: Tool, reason: string): void {
    // A call whose input is completed only here did not run.
    const { anyReady } = this;
    this.#finish(tool, { error: reason });
    this.anyReady = anyReady;
  }

  // A call cannot begin in the middle of a message, so the open message ends.
  #create(
    draft: DraftOf<`tool_call_${'start' | 'ready'}` | 'tool_result' | 'tool_error'>,
    name: string,
    mcp: McpTool | undefined,
  ): Tool | undefined {
    const { out, subagents, blocks } = this.#parts;
    const lane = subagents.lane(draft.lane);
    if (!subagents.admit(lane)) {
      if (!out.isHidden(lane)) {
        out.reject(draft, 'its subagent has ended');
      }
      return undefined;
    }
    blocks.close(lane);
    const said = { lane, name, kind: draft.toolKind, mcp };
    const tool = new Tool(this.publicId(draft.toolCallId), said, out.maxTextBytes);
    this.#reserved.delete(draft.toolCallId);
    this.#byNativeId.set(draft.toolCallId, tool);
    this.#open.set(lane, (this.#open.get(lane) ?? new Set()).add(tool));
    return tool;
  }

  #begin(tool: Tool, inputAccumulated: string): void {
    const { fallback, out } = this.#parts;
    if (!out.isHidden(tool.lane)) {
      fallback.before('tool_calls');
    }
    tool.phase = 'started';
    const { id: toolCallId, name: toolName, facts, lane } = tool;
    out.put({ type: 'tool_call_start', toolCallId, toolName, ...facts, inputAccumulated }, lane);
  }

  #makeReady(tool: Tool, given: unknown): void {
    if (tool.phase !== 'new' && tool.phase !== 'started') {
      return;
    }
    const { out, moment } = this.#parts;
    const { id: toolCallId, lane } = tool;
    const inputText = tool.inputText.take();
    const input = given === undefined ? parseInput(inputText) : given;
    if (tool.mcp !== undefined) {
      const { server, tool: toolName } = tool.mcp;
      out.put({ type: 'mcp_tool_call_start', toolCallId, server, toolName, ...tool.facts, input }, lane);
    } else {
      if (tool.phase === 'new') {
        this.#begin(tool, given === undefined && inputText !== '' ? inputText : toJson(input));
      }
      out.put({ type: 'tool_call_ready', toolCallId, toolName: tool.name, ...tool.facts, input }, lane);
    }
    tool.phase = 'ready';
    tool.readyAt = moment.arrival;
    this.anyReady = true;
  }

  #end(draft: DraftOf<'tool_result' | 'tool_error'>, ending: Ending): boolean {
    let tool = this.#byNativeId.get(draft.toolCallId);
    if (tool === undefined) {
      if (draft.toolName === undefined) {
        return false;
      }
      tool = this.#create(draft, draft.toolName, undefined);
    }
    if (tool?.isOpen) {
      this.#finish(tool, ending);
      return true;
    }
    return tool?.isGivenUp !== true && tool?.isSaidAgain !== true;
  }

  #finish(tool: Tool, said: Ending): void {
    const { out, moment, approvals, shells } = this.#parts;
    this.#makeReady(tool, undefined);
    approvals.endTool(tool.id, !('error' in said), 'error' in said ? said.error : '');
    shells.settle(tool);
    shells.close(tool);
    const ending = this.#outcomeOf(tool, said);
    const { id: toolCallId, name: toolName, facts, lane, mcp } = tool;
    if ('error' in ending) {
      const { error } = ending;
      out.put(
        mcp === undefined
          ? { type: 'tool_error', toolCallId, toolName, ...facts, error }
          : { type: 'mcp_tool_error', toolCallId, server: mcp.server, toolName: mcp.tool, ...facts, error },
        lane,
      );
    } else {
      const { output } = ending;
      const durationMs = Math.max(0, ending.durationMs ?? moment.arrival - tool.readyAt);
      out.put(
        mcp === undefined
          ? { type: 'tool_result', toolCallId, toolName, ...facts, output, durationMs }
          : { type: 'mcp_tool_result', toolCallId, server: mcp.server, toolName: mcp.tool, ...facts, output },
        lane,
      );
      for (const file of tool.files) {
        out.put(file, lane);
      }
    }
    lane.hasSucceeded ||= !('error' in ending);
    this.#settle(tool, 'error' in ending ? 'failed' : 'succeeded');
  }

  // A denied call has done nothing: the agent's "result" of it is the reason. A call whose command failed has failed;
  // Copilot CLI 1.0.102 and opencode 1.18.33 call it completed, Claude Code 2.1.329, Codex 0.169.0, pi and omp an
  // error.
  #outcomeOf(tool: Tool, ending: Ending): Ending {
    const { approvals } = this.#parts;
    const isRefused = approvals.standingOf(tool.id) === 'refused';
    approvals.forget(tool.id);
    if ('error' in ending || !(isRefused || tool.hasFailedShell)) {
      return ending;
    }
    return { error: typeof ending.output === 'string' ? ending.output : toJson(ending.output) };
  }

  #settle(tool: Tool, phase: 'succeeded' | 'failed'): void {
    tool.phase = phase;
    tool.files = [];
    tool.inputText.take();
    const open = this.#open.get(tool.lane);
    if (open?.delete(tool) === true && open.size === 0) {
      this.#open.delete(tool.lane);
    }
  }
}
