/** The arguments of the checkers of a stream, and how they report a fault. */
import type { LooopyOutputRule } from './rules.ts';

export type Report = (rule: LooopyOutputRule, message: string) => void;
export type Output = Readonly<Record<string, unknown>>;
