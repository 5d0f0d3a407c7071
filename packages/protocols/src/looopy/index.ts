export { checkLooopy } from './check.ts';
export { LOOOPY_ENDS } from './project/ends.ts';
export { type LooopyOptions, type LooopyState, looopy } from './project/index.ts';
export { LOOOPY_RULES, type LooopyOutputRule } from './rules.ts';
export type { ThoughtFilter } from './thoughts.ts';
export * from './types.ts';
