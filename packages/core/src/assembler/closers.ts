/** Closes whatever is open, from the inside out, before the event that ends it. */
import type { CostRecord } from '@agent-mux/events';
import { given } from '../given.ts';
import type { DraftOf } from './contract.ts';
import type { Lane } from './lane.ts';
import { nameOf } from './subagents.ts';
import type { Tools, ToolsParts } from './tools.ts';
import type { Turns } from './turns.ts';

type SubagentEnding = Pick<DraftOf<'subagent_error'>, 'error'> | Pick<DraftOf<'subagent_result'>, 'summary' | 'cost'>;

export interface ClosersParts extends Pick<ToolsParts, 'out' | 'subagents' | 'blocks' | 'shells' | 'approvals'> {
  readonly turns: Turns;
  readonly tools: Tools;
}

export class Closers {
  readonly #parts: ClosersParts;

  constructor(parts: ClosersParts) {
    this.#parts = parts;
  }

  /**
   * Closes the step, because the next model request is about to begin: no more results for the one before are expected.
   * Returns whether the step is closed: the model gets no request while the agent asks about a call of its last one, so
   * whatever looks like one belongs to the open step.
   */
  closeStep(): boolean {
    const { turns, subagents, blocks, tools, approvals } = this.#parts;
    const open = tools.openIn(subagents.main);
    if (open.some(({ id }) => approvals.isAsked(id))) {
      return false;
    }
    blocks.close(subagents.main);
    for (const tool of open) {
      tool.isGivenUp = true;
    }
    this.#closeTools(subagents.main, 'The agent went on without a result.');
    turns.endStep();
    return true;
  }

  /** Ends the turn. Subagents in the background go on, and so does one that nobody announced and that waits for an answer. */
  closeTurn(reason: string, cost?: CostRecord): void {
    this.#endTurn(reason, cost, false);
  }

  #endTurn(reason: string, cost: CostRecord | undefined, withBackground: boolean): void {
    const { turns, subagents, approvals } = this.#parts;
    turns.join();
    this.#closeLane(subagents.main, reason, withBackground);
    for (const lane of subagents.active) {
      if (lane.state === 'unknown' && (withBackground || !approvals.isAsking(lane))) {
        this.#closeLane(lane, reason, true);
      }
    }
    if (turns.isOpen) {
      turns.end(cost);
    }
    subagents.main.lastMessage = undefined;
    subagents.main.turnEnded();
  }

  /** Ends everything, because the process is gone. */
  closeAll(reason: string): void {
    // Closing what is left of the background needs a turn; one opens for it if none is open.
    this.#endTurn(reason, undefined, true);
  }

  endSubagent(lane: Lane, ending: SubagentEnding): void {
    const { out, subagents } = this.#parts;
    this.#closeLane(lane, 'The subagent has ended.', true);
    const { parent } = lane;
    subagents.remove(lane);
    if ('error' in ending) {
      out.put({ type: 'subagent_error', ...nameOf(lane), error: ending.error }, parent);
    } else {
      const { summary, cost } = ending;
      out.put({ type: 'subagent_result', ...nameOf(lane), ...given({ summary, cost }) }, parent);
    }
  }

  #closeLane(lane: Lane, reason: string, withBackground: boolean): void {
    const { subagents, blocks, approvals } = this.#parts;
    blocks.close(lane);
    approvals.closeLane(lane, reason);
    this.#closeTools(lane, reason);
    for (const child of subagents.active) {
      if (child.parent !== lane || child.state !== 'living' || (child.isBackground && !withBackground)) {
        continue;
      }
      this.endSubagent(child, { error: reason });
    }
  }

  #closeTools(lane: Lane, reason: string): void {
    const { shells, tools } = this.#parts;
    for (const tool of tools.openIn(lane)) {
      shells.close(tool);
    }
    for (const isMcp of [false, true]) {
      for (const tool of tools.openIn(lane)) {
        if ((tool.mcp !== undefined) === isMcp) {
          tools.abandon(tool, reason);
        }
      }
    }
  }
}
