/** A run's result in one or two lines. */
import type { RunResult, TokenUsageSummary } from '@agent-mux/core';
import { firstLines, linesOf, makeInline, type Palette, quoteLines } from './terminal.ts';

export function summarize(result: RunResult, { dim, red }: Palette): string {
  const facts = [
    formatDuration(result.durationMs),
    describeTokens(result.tokenUsage),
    result.cost === null || result.cost.totalUsd === 0 ? undefined : formatCost(result.cost.totalUsd),
    result.sessionId === undefined ? undefined : `session ${makeInline(result.sessionId)}`,
  ].filter((fact) => fact !== undefined);
  const line = dim(`${result.exitReason} · ${facts.join(' · ')}`);
  if (result.error === null) {
    return line;
  }
  const [first = '', ...others] = firstLines(result.error.message, { count: 12, width: 400 });
  const tail = result.exitReason === 'crashed' || result.exitReason === 'killed' ? tailOf(result.error.stderr) : [];
  const quoted = [quoteLines(others, red), quoteLines(tail, dim)].filter((lines) => lines !== '');
  return [red(`${result.error.code}: ${first}`), ...quoted, line].join('\n');
}

/** Describes tokens; an incomplete sum shows only what is known. */
function describeTokens(usage: TokenUsageSummary | null): string | undefined {
  if (usage === null) {
    return undefined;
  }
  const { totalTokens, inputTokens, outputTokens, inputKnown, outputKnown } = usage;
  if (inputKnown === false) {
    return outputKnown === false ? undefined : `${formatCount(outputTokens)} tokens out`;
  }
  return outputKnown === false ? `${formatCount(inputTokens)} tokens in` : `${formatCount(totalTokens)} tokens`;
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

function tailOf(stderr: string): string[] {
  return stderr.trim() === '' ? [] : linesOf(stderr.trimEnd()).slice(-8);
}
