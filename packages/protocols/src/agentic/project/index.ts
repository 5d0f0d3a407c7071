/** The projection of a run to agentic. */
export { agentic } from './agentic.ts';
export type { AgenticOptions } from './state.ts';
