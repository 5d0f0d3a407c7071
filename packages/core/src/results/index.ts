/** The outcome of a run: folds over its events, and the one table of its outcomes. */

export { closeFacts } from './close-facts.ts';
export { type Delta, isDelta } from './is-delta.ts';
export type { Ledger, LedgerRow } from './ledger.ts';
export { TreeLedger } from './ledger.ts';
export * from './outcome.ts';
export { type OutputSource, type ReadOutput, rawOutput, readOutput } from './read-output.ts';
export * from './run-result.ts';
export type { RunState } from './run-state.ts';
export { isEnded, moveTo } from './run-state.ts';
export { endsAtRest } from './turn-end.ts';
export { type TurnEnd, TurnFold, type TurnState } from './turn-fold.ts';
export type { TurnFile, TurnResult, TurnTool } from './turn-result.ts';
