/** The usage, which is told with the end of the AG-UI run in which it occurred. */
import { type Actor, find, modelOf, put, type Run } from '../../model/index.ts';
import type { AguiTokenUsage } from '../types.ts';
import type { Tell } from './state.ts';

/** Adds the usage of a model request; the end of the run tells it. */
export function addUsage(tell: Tell, run: Run, actor: Actor, counts: Counts): void {
  const { provider, model } = modelOf(run, actor);
  const key = `${provider ?? ''}/${model ?? ''}`;
  const { usage } = tell.state.open;
  const before = find(usage, key);
  const inputTokens = (before?.inputTokens ?? 0) + counts.inputTokens;
  const outputTokens = (before?.outputTokens ?? 0) + counts.outputTokens;
  const reasoning = sumOf(before?.reasoningTokens, counts.thinkingTokens);
  const cached = sumOf(before?.cachedInputTokens, counts.cachedTokens);
  const sum: AguiTokenUsage = {
    ...(provider === undefined ? {} : { provider }),
    ...(model === undefined ? {} : { model }),
    inputTokens,
    outputTokens,
    totalTokens: inputTokens + outputTokens,
    ...(reasoning === undefined ? {} : { reasoningTokens: reasoning }),
    ...(cached === undefined ? {} : { cachedInputTokens: cached }),
  };
  put(usage, key, sum);
}

export interface Counts {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly thinkingTokens?: number;
  readonly cachedTokens?: number;
}

function sumOf(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined && other === undefined ? undefined : (one ?? 0) + (other ?? 0);
}

/** Adds usage that no run of AG-UI has told yet, since some agents report only the total and not the single requests. */
export function addPaid(tell: Tell): void {
  for (const { run, actor, counts } of unpaid(tell)) {
    addUsage(tell, run, actor, counts);
    const { inputTokens, outputTokens, thinkingTokens, cachedTokens } = run.cost ?? counts;
    const more = {
      ...(thinkingTokens === undefined ? {} : { thinkingTokens }),
      ...(cachedTokens === undefined ? {} : { cachedTokens }),
    };
    put(tell.state.paid, run.runId, { inputTokens, outputTokens, ...more });
  }
}

export function owesPaid(tell: Tell): boolean {
  return unpaid(tell).length > 0;
}

function unpaid({ state }: Tell): { readonly run: Run; readonly actor: Actor; readonly counts: Counts }[] {
  return Object.values(state.model.runs).flatMap((run) => {
    const { cost, usage, runId } = run;
    const actor = find(state.model.actors, runId);
    if (usage.reports > 0 || cost === null || actor === undefined) {
      return [];
    }
    const told = find(state.paid, runId);
    const counts = {
      inputTokens: less(cost.inputTokens, told?.inputTokens),
      outputTokens: less(cost.outputTokens, told?.outputTokens),
      ...(cost.thinkingTokens === undefined ? {} : { thinkingTokens: less(cost.thinkingTokens, told?.thinkingTokens) }),
      ...(cost.cachedTokens === undefined ? {} : { cachedTokens: less(cost.cachedTokens, told?.cachedTokens) }),
    };
    const isNew = told === undefined || counts.inputTokens > 0 || counts.outputTokens > 0;
    return isNew ? [{ run, actor, counts }] : [];
  });
}

function less(total: number, told = 0): number {
  return Math.max(0, total - told);
}
