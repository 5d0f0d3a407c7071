/** The numbers that events may have. A CLI that reports another one has said nothing that can be told. */

export type NumberKind = 'count' | 'integer' | 'amount';

/** Whether an event may have the number: counts and exit codes are whole, and money and durations are not negative. */
export function isFitNumber(kind: NumberKind, value: unknown): boolean {
  return kind === 'amount'
    ? Number.isFinite(value) && (value as number) >= 0
    : Number.isSafeInteger(value) && (kind === 'integer' || (value as number) >= 0);
}

/** The kind of each number of a draft by its name. */
const KINDS: Readonly<Record<string, NumberKind>> = {
  inputTokens: 'count',
  outputTokens: 'count',
  thinkingTokens: 'count',
  cachedTokens: 'count',
  usedTokens: 'count',
  maxTokens: 'count',
  priorTurnCount: 'count',
  tokensSaved: 'count',
  byteCount: 'count',
  exitCode: 'integer',
  totalUsd: 'amount',
  costUsd: 'amount',
  durationMs: 'amount',
  retryAfterMs: 'amount',
};

/** What a required number of a cost record is where nobody knows it, and the marker beside it. */
const UNKNOWN: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  inputTokens: { inputTokens: 0, inputKnown: false },
  outputTokens: { outputTokens: 0, outputKnown: false },
  totalUsd: { totalUsd: 0, priced: false },
};

/** The fields of a draft, or of a record within one, without the numbers that no event may have; what is required is unknown then. */
export function withoutUnfitNumbers(
  fields: Readonly<Record<string, unknown>>,
  isCost: boolean,
): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    const kind = Object.hasOwn(KINDS, name) ? KINDS[name] : undefined;
    if (kind === undefined || typeof value !== 'number' || isFitNumber(kind, value)) {
      kept[name] = value;
    } else if (isCost && Object.hasOwn(UNKNOWN, name)) {
      Object.assign(kept, UNKNOWN[name]);
    }
  }
  return kept;
}
