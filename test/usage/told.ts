/** What the events of a run tell of tokens and money. */
import type { NormalEvent } from '@agent-mux/testkit';
import { isNative } from '../../adapters/src/shared/native-value.ts';
import type { Counts } from './truth.ts';

export interface Told extends Counts {
  /** Optional counts that were there, and required ones that are marked as unknown. */
  readonly marks: readonly string[];
  readonly totalUsd: number | undefined;
}

/** One for each `token_usage`. */
export function usagesOf(events: readonly NormalEvent[]): readonly Told[] {
  return events.filter(({ type }) => type === 'token_usage').map(read);
}

/** The last `cost`: that of the whole run. */
export function costOf(events: readonly NormalEvent[]): Told | undefined {
  const last = events.findLast(({ type }) => type === 'cost');
  return isNative(last?.['cost']) ? read(last['cost']) : undefined;
}

const MARKS = ['thinkingTokens', 'cachedTokens', 'inputKnown', 'outputKnown', 'priced'];

function read(record: NormalEvent): Told {
  const count = (name: string): number => Number(record[name] ?? 0);
  return {
    inputTokens: count('inputTokens'),
    outputTokens: count('outputTokens'),
    thinkingTokens: count('thinkingTokens'),
    cachedTokens: count('cachedTokens'),
    marks: MARKS.filter((name) => name in record),
    totalUsd: 'totalUsd' in record ? count('totalUsd') : undefined,
  };
}
