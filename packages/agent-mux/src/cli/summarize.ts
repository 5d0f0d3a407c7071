/** A run's result in one or two lines. */
import type { RunResult } from '@agent-mux/core';
import { firstLines, type Palette } from './terminal.ts';

export function summarize(result: RunResult, { dim, red }: Palette): string {
  const facts = [
    formatDuration(result.durationMs),
    result.tokenUsage === null ? undefined : `${formatCount(result.tokenUsage.totalTokens)} tokens`,
    result.cost === null || result.cost.totalUsd === 0 ? undefined : formatCost(result.cost.totalUsd),
    result.sessionId === undefined ? undefined : `session ${result.sessionId}`,
  ].filter((fact) => fact !== undefined);
  const line = dim(`${result.exitReason} · ${facts.join(' · ')}`);
  if (result.error === null) {
    return line;
  }
  const message = firstLines(result.error.message, { count: 12, width: 400 }).join('\n');
  const tail = result.exitReason === 'crashed' || result.exitReason === 'killed' ? tailOf(result.error.stderr) : '';
  return `${red(`${result.error.code}: ${message}`)}${tail === '' ? '' : `\n${dim(tail)}`}\n${line}`;
}

export function formatDuration(ms: number): string {
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;
}

export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

export function formatCost(usd: number): string {
  return `$${usd.toFixed(usd < 1 ? 4 : 2)}`;
}

function tailOf(stderr: string): string {
  return stderr.trimEnd().split('\n').slice(-8).join('\n');
}
