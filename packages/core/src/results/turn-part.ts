/** Sums up the events of one native turn, or of several that one prompt has set off. */
import type { AgentEvent, CostRecord } from '@agent-mux/events';
import { given } from '../given.ts';
import { EventSums } from './event-sums.ts';
import type { ModelUsage } from './model-usage.ts';
import { addUsage } from './token-usage.ts';
import type { TurnFile, TurnTool } from './turn-result.ts';

export class TurnPart extends EventSums {
  /** The place of its first entry in the journal. */
  readonly from: number;
  /** It is between its `turn_start` and its `turn_end`. */
  isOpen = false;
  /** Whether it has had a native turn. */
  hasTurn = false;
  /** The cost of the run before it. */
  readonly costBefore: CostRecord | undefined;
  /** The costs of the models before it. */
  readonly modelsBefore: readonly ModelUsage[];
  readonly #tools = new Map<string, TurnTool>();
  readonly #files = new Map<string, TurnFile['change']>();

  constructor(from: number, before: Pick<TurnPart, 'costBefore' | 'modelsBefore'>) {
    super();
    this.from = from;
    this.costBefore = before.costBefore;
    this.modelsBefore = before.modelsBefore;
  }

  /** The models that answered in it. */
  get models(): readonly ModelUsage[] {
    return this.byModel.all.flatMap(({ costUsd, ...used }) => {
      const before = this.modelsBefore.find(
        ({ model, provider }) => model === used.model && provider === used.provider,
      );
      const cost = costUsd === undefined ? undefined : differenceOf(costUsd, before?.costUsd ?? 0);
      const { inputTokens, outputTokens } = used.usage;
      const hasAnswered = inputTokens + outputTokens > 0 || (cost ?? 0) > 0;
      return hasAnswered ? [{ ...used, ...given({ costUsd: cost }) }] : [];
    });
  }

  get tools(): readonly TurnTool[] {
    return [...this.#tools.values()];
  }

  get files(): readonly TurnFile[] {
    return [...this.#files].map(([path, change]) => ({ path, change }));
  }

  override add(event: AgentEvent): void {
    switch (event.type) {
      case 'tool_call_start':
      case 'tool_error':
        this.#count({ name: event.toolName }, event.type === 'tool_error');
        break;
      case 'mcp_tool_call_start':
      case 'mcp_tool_error':
        this.#count({ name: event.toolName, server: event.server }, event.type === 'mcp_tool_error');
        break;
      case 'file_create':
        this.#change(event.path, 'create');
        break;
      case 'file_write':
      case 'file_patch':
        this.#change(event.path, 'update');
        break;
      case 'file_delete':
        this.#change(event.path, 'delete');
        break;
      default:
        super.add(event);
    }
  }

  /** Adds a later part that belongs to the same turn. */
  join(later: TurnPart): void {
    this.text = later.text === '' ? this.text : later.text;
    this.cost = later.cost ?? this.cost;
    this.usage = later.usage === null ? this.usage : addUsage(this.usage, later.usage);
    for (const model of later.byModel.all) {
      this.byModel.add(model);
    }
    for (const tool of later.tools) {
      this.#sum(tool);
    }
    for (const { path, change } of later.files) {
      this.#change(path, change);
    }
  }

  #count(tool: Pick<TurnTool, 'name' | 'server'>, isFailure: boolean): void {
    this.#sum({ ...tool, calls: isFailure ? 0 : 1, failed: isFailure ? 1 : 0 });
  }

  #sum({ calls, failed, ...tool }: TurnTool): void {
    const key = JSON.stringify([tool.server, tool.name]);
    const known = this.#tools.get(key);
    this.#tools.set(key, { ...tool, calls: (known?.calls ?? 0) + calls, failed: (known?.failed ?? 0) + failed });
  }

  #change(path: string, change: TurnFile['change']): void {
    const known = this.#files.get(path);
    if (known === 'create' && change === 'delete') {
      this.#files.delete(path);
    } else if (known === 'create') {
      // The file was not there before the turn, whatever was written into it since.
    } else {
      this.#files.set(path, known === 'delete' && change === 'create' ? 'update' : change);
    }
  }
}

const COUNTS = ['inputTokens', 'outputTokens', 'thinkingTokens', 'cachedTokens'] as const;

/** Returns the cost since `before`, because reports cover the whole run so far. */
export function costSince(before: CostRecord | undefined, now: CostRecord | undefined): CostRecord | null {
  if (now === undefined) {
    return null;
  }
  if (before === undefined) {
    return now;
  }
  const counts = Object.fromEntries(
    COUNTS.flatMap((name) => (now[name] === undefined ? [] : [[name, now[name] - (before[name] ?? 0)]])),
  );
  return { ...now, ...counts, totalUsd: differenceOf(now.totalUsd, before.totalUsd) };
}

// A sum of prices may end in digits that no price has, so the difference is rounded.
function differenceOf(now: number, before: number): number {
  return Number((now - before).toFixed(12));
}
