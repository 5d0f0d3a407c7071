/** The projection of a run to AFK. */
export { afk } from './afk.ts';
export type { AfkFold, AfkOptions } from './state.ts';
