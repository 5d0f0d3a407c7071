/** What the checkers of a stream are handed, and how they tell what is wrong with it. */
import type { LooopyOutputRule } from './rules.ts';

export type Report = (rule: LooopyOutputRule, message: string) => void;
export type Output = Readonly<Record<string, unknown>>;
