/** The projection of a run to Looopy. */
export { looopy } from './looopy.ts';
export type { LooopyOptions, LooopyState } from './state.ts';
