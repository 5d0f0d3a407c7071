/** A run as events of agentic, and the way back of the answers. */
export type { DecodeOptions } from '../decode.ts';
/** `check` is the same under the name that all protocols share. */
export { checkAgentic, checkAgentic as check } from './check.ts';
export { type HistoryCall, type HistoryMessage, history } from './history.ts';
export { type AgenticInput, decode, resumeWithInput } from './inbound.ts';
export { type AgenticLedger, createLedger, type LedgerEntry } from './ledger.ts';
export { type AgenticOptions, agentic } from './project/index.ts';
export { AGENTIC_RULES, type AgenticOutputRule } from './rules.ts';
export type { AgenticEvent, AgenticMessage, AgenticUsage } from './types.ts';
