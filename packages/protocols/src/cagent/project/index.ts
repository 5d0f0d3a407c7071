export { cagent } from './cagent.ts';
export type { CagentOptions } from './state.ts';
