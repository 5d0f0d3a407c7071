/** Counts what a run did, for the table at the end of the demo. */
import { relative, resolve } from 'node:path';
import type { RunResult } from '@agent-mux/core';
import type { AgentEvent } from '@agent-mux/events';
import { formatCost, formatCount, formatDuration } from '../summarize.ts';
import { formatTable } from '../table.ts';

export interface Tally {
  see(event: AgentEvent): void;
  lines(result: RunResult): string[];
}

/** Paths are shown from `cwd`. */
export function createTally(cwd: string): Tally {
  const tools = new Map<string, number>();
  const files = new Set<string>();
  const types = new Set<string>();
  let events = 0;
  return {
    see(event) {
      events++;
      types.add(event.type);
      switch (event.type) {
        case 'tool_call_ready':
        case 'mcp_tool_call_start':
          tools.set(event.toolName, (tools.get(event.toolName) ?? 0) + 1);
          break;
        case 'file_create':
        case 'file_write':
        case 'file_patch':
        case 'file_delete':
          files.add(relative(cwd, resolve(cwd, event.path)));
          break;
        default:
      }
    },
    lines({ exitReason, durationMs, tokenUsage, cost }) {
      const used = [...tools].map(([name, count]) => (count === 1 ? name : `${name} (${count} times)`));
      return formatTable([
        ['outcome', exitReason],
        ['time', formatDuration(durationMs)],
        [
          'tokens',
          tokenUsage === null
            ? 'not reported'
            : `${formatCount(tokenUsage.inputTokens)} in, ${formatCount(tokenUsage.outputTokens)} out`,
        ],
        ['cost', cost === null ? 'not reported' : `${formatCost(cost.totalUsd)} by the price list; nothing was paid`],
        ['tools', used.join(', ') || 'none'],
        ['files changed', [...files].join(', ') || 'none'],
        ['events', `${formatCount(events)} of ${types.size} types`],
      ]);
    },
  };
}
