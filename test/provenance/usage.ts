/** Tokens and money: what native messages count, in the words of each CLI, and the few ways in which that becomes ours. */
import type { Fields, History } from './history.ts';
import { leavesOf } from './leaves.ts';
import { parseJson } from './native-words.ts';

type Kind = 'input' | 'output' | 'read' | 'written' | 'thought' | 'total' | 'usd';
/** The counts of one native object. */
export type Counts = { readonly [K in Kind]?: number };

/** What a native field counts, by its name and that of the record around it; the first that fits holds. */
const NAMES: readonly (readonly [kind: Kind | 'other', path: RegExp])[] = [
  ['thought', /(?:reason|thought|thinking)\w*$/i],
  ['other', /max|limit|window|details|ephemeral|ttft|iterations|request|[15]m$|1h/i],
  ['usd', /usd$|cost(?:\.total|\.amount)?$/i],
  ['other', /cost\./i],
  ['written', /cache.*(?:write|creat)/i],
  ['read', /cache/i],
  ['total', /(?:^|\.)total(?:_?tokens)?$/i],
  ['input', /(?:^|\.)(?:input|prompt)(?:_?tokens?|_?token_?count)?$/i],
  ['output', /(?:^|\.)(?:output|completion|candidates)(?:_?tokens?|_?token_?count)?$/i],
];

/** Each object of a message that counts something. */
export function countsIn(message: string): readonly Counts[] {
  const found: Counts[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) {
      return;
    }
    const counts = Array.isArray(value) ? {} : countsOf(value);
    if (counts.input !== undefined || counts.output !== undefined || counts.usd !== undefined) {
      found.push(counts);
    }
    for (const item of Object.values(value)) {
      visit(item);
    }
  };
  visit(parseJson(message));
  return found;
}

function countsOf(value: object): Counts {
  const counts: { -readonly [K in Kind]?: number } = {};
  for (const { path, value: count } of leavesOf(value)) {
    const kind = NAMES.find(([, name]) => name.test(path))?.[0] ?? 'other';
    if (kind !== 'other' && typeof count === 'number' && path.split('.').length < 3) {
      counts[kind] ??= count;
    }
  }
  return counts;
}

/** What an object may say of one of our fields, by the convention of docs/usage.md. */
function saidOf(field: string, { input, output, read, written, thought, total, usd }: Counts): readonly number[] {
  const plus = (count: number | undefined, ...others: readonly (number | undefined)[]): readonly number[] =>
    count === undefined ? [] : [others.reduce<number>((sum, other) => sum + (other ?? 0), count)];
  switch (field) {
    case 'inputTokens':
      return [...plus(input), ...plus(input, read), ...plus(input, read, written)];
    case 'outputTokens':
      return [...plus(output), ...plus(output, thought), ...(total === undefined ? [] : [total - (input ?? 0)])];
    case 'cachedTokens':
      return plus(read);
    case 'thinkingTokens':
      return [...plus(thought), ...(total === undefined ? [] : [total - (input ?? 0) - (output ?? 0)])];
    default:
      return plus(usd);
  }
}

export interface UsageQuestion {
  readonly value: number;
  /** The record's own name for it. */
  readonly field: string;
  /** The record: the event, or its `cost`. */
  readonly record: Fields;
  readonly type: string;
  /** The messages of the request tell them. */
  readonly counts: readonly Counts[];
  readonly history: History;
}

const MARKERS: Readonly<Record<string, string>> = {
  inputTokens: 'inputKnown',
  outputTokens: 'outputKnown',
  totalUsd: 'priced',
};

/** Whether the count is the one that it must be. */
export function isCounted({ value, field, record, type, counts, history }: UsageQuestion): boolean {
  const { told, cost, turn, isAnswered } = history.usage;
  const is = (expected: number | undefined): boolean => expected !== undefined && Math.abs(expected - value) < 1e-9;
  const isStandIn = record[MARKERS[field] ?? ''] === false && value === 0;
  if (isStandIn && (type === 'token_usage' || type === 'turn_end' || (told[field] ?? 0) === 0)) {
    return true;
  }
  const said = counts.flatMap((each) => saidOf(field, each));
  switch (type) {
    case 'session_end':
      return is(cost[field]);
    case 'turn_end':
      return is(turn[field]) || (!isAnswered && value === 0);
    case 'token_usage':
      return said.some((one) => is(one) || is(one - (told[field] ?? 0)));
    default:
      return field === 'totalUsd'
        ? said.some((one) => is(one) || is(one + (cost[field] ?? 0)))
        : is(told[field]) || (told[field] === undefined && (said.some(is) || (!isAnswered && value === 0)));
  }
}
