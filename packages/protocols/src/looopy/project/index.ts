export { looopy } from './looopy.ts';
export type { LooopyOptions, LooopyState } from './state.ts';
