/** The projection of a run to cagent. */
export { CAGENT_OUTCOMES, cagent } from './cagent.ts';
export type { CagentOptions } from './state.ts';
