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
   */
  closeStep(): void {
    const { turns, subagents, blocks, tools } = this.#parts;
    blocks.close(subagents.main);
    for (const tool of tools.openIn(subagents.main)) {
      tool.isGivenUp = true;
    }
    this.#closeTools(subagents.main, 'The agent went on without a result.');
    turns.endStep();
  }

  /** Ends the turn. Subagents in the background go on. */
  closeTurn(reason: string, cost?: CostRecord): void {
    const { turns, subagents } = this.#parts;
    turns.join();
    this.#closeLane(subagents.main, reason, false);
    for (const lane of subagents.active) {
      if (lane.state === 'unknown') {
        this.#closeLane(lane, reason, true);
      }
    }
    if (turns.isOpen) {
      turns.end(cost);
    }
    subagents.main.lastMessage = undefined;
  }

  /** Ends everything, because the process is gone. */
  closeAll(reason: string): void {
    // Closing what is left of the background needs a turn; one opens for it if none is open.
    this.#parts.turns.join();
    this.#closeLane(this.#parts.subagents.main, reason, true);
    this.closeTurn(reason);
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
