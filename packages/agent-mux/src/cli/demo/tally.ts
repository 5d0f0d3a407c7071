/** Counts what a run did, for the table at the end of the demo. */
import { relative, resolve } from 'node:path';
import type { RunResult } from '@agent-mux/core';
import type { AgentEvent } from '@agent-mux/events';
import { formatCost, formatCount, formatDuration } from '../summarize.ts';

export interface Tally {
  see(event: AgentEvent): void;
  /** The event types in their order. */
  readonly types: readonly AgentEvent['type'][];
  /** The rows of the table. */
  rows(result: RunResult): readonly (readonly [name: string, value: string])[];
}

/** Creates a tally that shows paths relative to `cwd`. */
export function createTally(cwd: string): Tally {
  const tools = new Map<string, number>();
  const files = new Set<string>();
  const types: AgentEvent['type'][] = [];
  let asked = 0;
  return {
    types,
    see(event) {
      types.push(event.type);
      switch (event.type) {
        case 'tool_call_ready':
        case 'mcp_tool_call_start':
          tools.set(event.toolName, (tools.get(event.toolName) ?? 0) + 1);
          break;
        case 'approval_request':
          asked++;
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
    rows({ exitReason, durationMs, tokenUsage, cost }) {
      const used = [...tools].map(([name, count]) => (count === 1 ? name : `${name} (${count} times)`));
      const count = (tokens: number, isKnown?: boolean): string => (isKnown === false ? '?' : formatCount(tokens));
      const tokens =
        tokenUsage === null
          ? 'not reported'
          : `${count(tokenUsage.inputTokens, tokenUsage.inputKnown)} in, ${count(tokenUsage.outputTokens, tokenUsage.outputKnown)} out`;
      return [
        ['outcome', exitReason],
        ['time', formatDuration(durationMs)],
        ['tokens', tokens],
        // The CLI's own price list gives the cost, but nothing was paid.
        ['cost', cost === null || cost.totalUsd === 0 ? 'not reported' : formatCost(cost.totalUsd)],
        ['tools', used.join(', ') || 'none'],
        ['asked', asked === 1 ? 'once' : `${asked} times`],
        ['files changed', [...files].join(', ') || 'none'],
        ['events', `${formatCount(types.length)} of ${new Set(types).size} types`],
      ];
    },
  };
}
