/** Calls that are open: what a later line must know of the item that began them. */
import type { EventDraft } from '@agent-mux/core';
import { laned } from '../../shared/index.ts';

export interface Call {
  readonly id: string;
  readonly lane: string | undefined;
  readonly kind: 'shell' | 'patch' | 'mcp' | 'other';
  /** Of an MCP call. */
  readonly server?: string;
  readonly tool?: string;
  /** Of a patch, as Codex tells it. */
  readonly changes?: unknown;
  /** Of a command that waits for its grant, or did not show yet that it runs. */
  readonly shell?: { readonly command: string; readonly cwd?: string };
}

export class Calls {
  readonly #open = new Map<string, Call>();
  // Commands whose shell is told.
  readonly #running = new Set<string>();
  // Commands that the agent has left to themselves, and that have not ended.
  readonly #leftAlone = new Set<string>();

  get(id: string): Call | undefined {
    return this.#open.get(id);
  }

  begin(call: Call): void {
    this.#open.set(call.id, call);
    this.#leftAlone.delete(call.id);
  }

  /** The newest open call of an MCP server: what a server asks does not name the call that made it ask. */
  ofServer(server: string, lane: string | undefined, tool: string | undefined): Call | undefined {
    let newest: Call | undefined;
    for (const call of this.#open.values()) {
      if (call.kind === 'mcp' && call.server === server && call.lane === lane && (tool ?? call.tool) === call.tool) {
        newest = call;
      }
    }
    return newest;
  }

  /** The command is known to run. */
  runs(id: string): readonly EventDraft[] {
    const call = this.#open.get(id);
    if (call?.shell === undefined || this.#running.has(id)) {
      return [];
    }
    this.#running.add(id);
    return [laned(call.lane, { type: 'shell_start', toolCallId: id, ...call.shell })];
  }

  /** The command of the lane that runs, where there are not several. */
  onlyRunning(lane: string | undefined): string | undefined {
    const running = [...this.#running].filter((id) => this.#open.get(id)?.lane === lane);
    return running.length === 1 ? running[0] : undefined;
  }

  /** The call has its outcome. */
  end(id: string): void {
    this.#open.delete(id);
    this.#running.delete(id);
  }

  /**
   * The agent went on while commands of the lane still ran: each of them is a terminal in the background now, and its
   * call has had its result.
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

  /** A command has ended. Returns whether it had been left to itself. */
  endAlone(id: string): boolean {
    return this.#leftAlone.delete(id);
  }

  /** A turn of the lane is over: nothing of it goes on but what was left alone. */
  laneEnded(lane: string | undefined): void {
    for (const [id, call] of this.#open) {
      if (call.lane === lane) {
        this.end(id);
      }
    }
  }
}
