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
  /** The whole output of both streams. */
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
  /** The phase of the call. While it is `new`, the stream has not seen it and its input is not known yet. */
  phase: 'new' | 'started' | 'ready' | 'succeeded' | 'failed' = 'new';
  readonly inputText: GrowingText;
  readyAt = 0;
  shell: Shell | undefined = undefined;
  /** Whether its command ran, and ended with another exit code than 0 or by a signal. */
  hasFailedShell = false;
  /** The drafts of its command that came while a question about the call was open. */
  waitingShell: ShellDraft[] = [];
  /**
   * Whether the next step ended it, not the agent: an outcome that still comes is not expected, but must not be lost.
   */
  isGivenUp = false;
  /** Whether its input was said once more after its end, perhaps that of another call: an outcome that then comes must not be lost. */
  isSaidAgain = false;
  /** The file events that come out when the call has succeeded. */
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

  /** The facts that all events of the call carry. */
  get facts(): { readonly toolKind?: ToolKind } {
    const toolKind = this.mcp === undefined ? this.kind : 'mcp';
    return toolKind === undefined ? NOTHING_SAID : { toolKind };
  }

  get isOpen(): boolean {
    return this.phase !== 'succeeded' && this.phase !== 'failed';
  }
}
