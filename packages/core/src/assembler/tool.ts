/** One tool call, native or MCP, from the first word of it to its outcome. */
import type { Lane } from './lane.ts';
import type { Shell } from './shells.ts';
import type { BodyOf } from './stamp.ts';

export interface McpTool {
  readonly server: string;
  readonly tool: string;
}

export type FileBody = BodyOf<'file_read' | 'file_write' | 'file_create' | 'file_delete' | 'file_patch'>;

export class Tool {
  /** As the stream shows it. */
  readonly id: string;
  readonly lane: Lane;
  name: string;
  mcp: McpTool | undefined;
  /** `new`: the stream has not seen it, its input is not known yet. */
  phase: 'new' | 'started' | 'ready' | 'succeeded' | 'failed' = 'new';
  inputText = '';
  readyAt = 0;
  shell: Shell | undefined = undefined;
  /** Ended by the next step, not by the agent: an outcome that still comes is not expected and is not to be lost. */
  isGivenUp = false;
  /** They are told when the call has succeeded. */
  files: FileBody[] = [];

  constructor(id: string, lane: Lane, name: string, mcp: McpTool | undefined) {
    this.id = id;
    this.lane = lane;
    this.name = name;
    this.mcp = mcp;
  }

  get isOpen(): boolean {
    return this.phase !== 'succeeded' && this.phase !== 'failed';
  }
}
