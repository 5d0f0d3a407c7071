export { agentic } from './agentic.ts';
export type { AgenticOptions } from './state.ts';
