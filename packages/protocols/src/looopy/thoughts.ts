/** Which thoughts a reader wants, and how detailed a thought is. */
import type { LooopyEvent, ThoughtType, Verbosity } from '../tasks/index.ts';

export interface ThoughtFilter {
  /** The most detailed verbosity: `normal` lets brief thoughts pass too. @defaultValue 'detailed' */
  readonly verbosity?: Verbosity | 'none';
  /** The types that pass. @defaultValue all types */
  readonly types?: readonly ThoughtType[];
  /** The least confidence, from 0 to 1. A thought without a confidence passes. @defaultValue 0 */
  readonly minConfidence?: number;
}

type Thought = Extract<LooopyEvent, { kind: 'thought-stream' }>;

const LEVELS: Readonly<Record<Verbosity | 'none', number>> = { none: 0, brief: 1, normal: 2, detailed: 3 };

export function passesThought(
  { verbosity, thoughtType, metadata }: Pick<Thought, 'verbosity' | 'thoughtType' | 'metadata'>,
  filter: ThoughtFilter,
): boolean {
  const confidence = metadata?.['confidence'];
  return (
    LEVELS[verbosity] <= LEVELS[filter.verbosity ?? 'detailed'] &&
    (filter.types === undefined || filter.types.includes(thoughtType)) &&
    (typeof confidence !== 'number' || confidence >= (filter.minConfidence ?? 0))
  );
}

const BRIEF = 140;
const NORMAL = 1_000;

/** The verbosity of a text by its length. */
export function verbosityOf(content: string): Verbosity {
  if (content.length <= BRIEF) {
    return 'brief';
  }
  return content.length <= NORMAL ? 'normal' : 'detailed';
}
