/** The independent checker of a stream of events. */

export type { CheckOptions } from './check-state.ts';
export { type Checker, checkStream, createChecker, type EventReading, type Violation } from './checker.ts';
export { RULES, type Rule } from './rules.ts';
