/** What the turns of a result say otherwise than the result itself. */
import type { RunResult } from '@agent-mux/core';

export function findTurnProblems({
  turns,
  text,
  tokenUsage,
  cost,
  models = [],
  exitReason,
  error,
}: RunResult): string[] {
  const problems: string[] = [];
  const demand = (isSo: boolean, what: string): void => void (isSo || problems.push(what));
  const last = turns.at(-1);
  const sum = (of: (turn: (typeof turns)[number]) => number | undefined): number =>
    turns.reduce((total, turn) => total + (of(turn) ?? 0), 0);
  demand(
    turns.every(({ index }, place) => index === place),
    'their numbers are not dense',
  );
  if (last === undefined) {
    demand(text === '' && tokenUsage === null && cost === null, 'there is none, and something was said or used');
    return problems;
  }
  // What a turn after the last text did not say is no text of the run.
  demand(turns.some((turn) => turn.text === text) || text === '', `none has the text ${JSON.stringify(text)}`);
  demand(last.text === text || last.text === '', `the last one has the text ${JSON.stringify(last.text)}`);
  for (const field of ['inputTokens', 'outputTokens', 'thinkingTokens', 'cachedTokens', 'totalTokens'] as const) {
    demand(
      sum(({ usage }) => usage?.[field]) === (tokenUsage?.[field] ?? 0),
      `their ${field} are not those of the run`,
    );
  }
  for (const { model, usage } of models) {
    const used = sum((turn) => {
      const own = (turn.models ?? []).filter((other) => other.model === model);
      return own.reduce((tokens, other) => tokens + other.usage.inputTokens, 0);
    });
    const all = models.filter((other) => other.model === model);
    const expected = all.reduce((tokens, other) => tokens + other.usage.inputTokens, 0);
    demand(used === expected, `${model} used ${used} of ${usage.inputTokens} tokens of input`);
  }
  const total = sum((turn) => turn.cost?.totalUsd);
  demand(Math.abs(total - (cost?.totalUsd ?? 0)) < 1e-9, `they cost ${total}, and the run ${cost?.totalUsd}`);
  demand(
    last.outcome === exitReason || last.outcome === 'completed',
    `the last one is ${last.outcome}, and the run ${exitReason}`,
  );
  demand(last.outcome === 'completed' || last.error?.code === error?.code, `the last one has ${last.error?.code}`);
  return problems;
}
