/** Calls that are open: what a later line must know of the item that began them. */
import type { EventDraft } from '@agent-mux/core';
import { laned } from '../../shared/index.ts';

export interface Call {
  readonly id: string;
  readonly lane: string | undefined;
  readonly kind: 'shell' | 'patch' | 'mcp' | 'other';
  /** The server of an MCP call. */
  readonly server?: string;
  readonly tool?: string;
  /** The changes of a patch, as Codex sends them. */
  readonly changes?: unknown;
  /** The command that waits for its grant, or has not shown yet that it runs. */
  readonly shell?: { readonly command: string; readonly cwd?: string };
}

export class Calls {
  readonly #open = new Map<string, Call>();
  // Commands whose shell the stream shows.
  readonly #running = new Set<string>();
  // Commands that the agent no longer waits for, and that have not ended.
  readonly #leftAlone = new Set<string>();

  get(id: string): Call | undefined {
    return this.#open.get(id);
  }

  begin(call: Call): void {
    this.#open.set(call.id, call);
    this.#leftAlone.delete(call.id);
  }

  /** The newest open call of an MCP server: a server's question does not name the call that made it ask. */
  ofServer(server: string, lane: string | undefined, tool: string | undefined): Call | undefined {
    let newest: Call | undefined;
    for (const call of this.#open.values()) {
      if (call.kind === 'mcp' && call.server === server && call.lane === lane && (tool ?? call.tool) === call.tool) {
        newest = call;
      }
    }
    return newest;
  }

  /** Records that the command runs. */
  runs(id: string): readonly EventDraft[] {
    const call = this.#open.get(id);
    if (call?.shell === undefined || this.#running.has(id)) {
      return [];
    }
    this.#running.add(id);
    return [laned(call.lane, { type: 'shell_start', toolCallId: id, ...call.shell })];
  }

  /** The command of the lane that runs, if exactly one does. */
  onlyRunning(lane: string | undefined): string | undefined {
    const running = [...this.#running].filter((id) => this.#open.get(id)?.lane === lane);
    return running.length === 1 ? running[0] : undefined;
  }

  /** Records that the call has its outcome. */
  end(id: string): void {
    this.#open.delete(id);
    this.#running.delete(id);
  }

  /**
   * Records that the agent went on while commands of the lane still ran: each of them is a terminal in the background now, and its call has
   * its result.
   */
  leaveAlone(lane: string | undefined): readonly EventDraft[] {
    if (this.#running.size === 0) {
      return [];
    }
    const drafts: EventDraft[] = [];
    for (const id of this.#running) {
      const call = this.#open.get(id);
      if (call === undefined || call.lane !== lane) {
        continue;
      }
      drafts.push(
        laned(lane, { type: 'shell_exit', toolCallId: id }),
        laned(lane, { type: 'tool_result', toolCallId: id, output: 'The command goes on in the background.' }),
      );
      this.end(id);
      this.#leftAlone.add(id);
    }
    return drafts;
  }

  /** Records that a command has ended. Returns whether it was in the background. */
  endAlone(id: string): boolean {
    return this.#leftAlone.delete(id);
  }

  /** Records that a turn of the lane is over: only commands in the background go on. */
  laneEnded(lane: string | undefined): void {
    for (const [id, call] of this.#open) {
      if (call.lane === lane) {
        this.end(id);
      }
    }
  }
}
