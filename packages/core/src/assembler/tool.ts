/** One tool call, native or MCP, from the first word of it to its outcome. */
import type { McpTool, ToolKind } from '@agent-mux/events';
import type { DraftOf } from './contract.ts';
import { GrowingText } from './growing-text.ts';
import type { Lane } from './lane.ts';
import type { LooseBody } from './stand-ins.ts';

export type FileBody = Extract<LooseBody, { type: `file_${string}` }>;

export type ShellDraft = DraftOf<'shell_start' | 'shell_stdout_delta' | 'shell_stderr_delta' | 'shell_exit'>;

/** The command that a call runs. */
export interface Shell {
  readonly startedAt: number;
  /** All that was said, of both streams. */
  readonly output: GrowingText;
}

const NOTHING_SAID = Object.freeze({});

export class Tool {
  /** The id that the stream shows. */
  readonly id: string;
  readonly lane: Lane;
  name: string;
  kind: ToolKind | undefined;
  mcp: McpTool | undefined;
  /** `new`: the stream has not seen it, its input is not known yet. */
  phase: 'new' | 'started' | 'ready' | 'succeeded' | 'failed' = 'new';
  readonly inputText: GrowingText;
  readyAt = 0;
  shell: Shell | undefined = undefined;
  /** Its command ran, and ended with another exit code than 0 or by a signal. */
  hasFailedShell = false;
  /** What its command did while a question about the call was open. */
  waitingShell: ShellDraft[] = [];
  /** Ended by the next step, not by the agent: an outcome that still comes is not expected and is not to be lost. */
  isGivenUp = false;
  /** They are told when the call has succeeded. */
  files: FileBody[] = [];

  constructor(
    id: string,
    { lane, name, kind, mcp }: Pick<Tool, 'lane' | 'name' | 'kind' | 'mcp'>,
    maxTextBytes?: number,
  ) {
    this.id = id;
    this.lane = lane;
    this.name = name;
    this.kind = kind;
    this.mcp = mcp;
    this.inputText = new GrowingText(maxTextBytes);
  }

  /** What all events of the call say of it. */
  get facts(): { readonly toolKind?: ToolKind } {
    const toolKind = this.mcp === undefined ? this.kind : 'mcp';
    return toolKind === undefined ? NOTHING_SAID : { toolKind };
  }

  get isOpen(): boolean {
    return this.phase !== 'succeeded' && this.phase !== 'failed';
  }
}
