/** The sums over the events of a run, or of a turn of it. */
import type { AgentEvent, CostRecord } from '@agent-mux/events';
import { ModelFold } from './model-usage.ts';
import { addUsage, type TokenUsageSummary } from './token-usage.ts';

export class EventSums {
  /** The last message of the main lane. */
  text = '';
  /** The number of the event that has it; undefined where there is none. */
  textOf: number | undefined;
  usage: TokenUsageSummary | null = null;
  cost: CostRecord | undefined;
  turnCount = 0;
  protected readonly byModel: ModelFold = new ModelFold();

  add(event: AgentEvent): void {
    switch (event.type) {
      case 'message_stop':
        if (event.lane === undefined) {
          this.text = event.text;
          this.textOf = event.seq;
        }
        break;
      case 'cost':
        this.cost = event.cost;
        this.byModel.cost(event);
        break;
      case 'token_usage':
        this.usage = addUsage(this.usage, event);
        this.byModel.usage(event);
        break;
      case 'turn_end':
        this.turnCount++;
        break;
      default:
    }
  }
}
