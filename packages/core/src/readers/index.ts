/**
 * The readers of a run, live or stored: its journal, iterators with a cursor each, listeners, turns, and the handle
 * that a program holds.
 */
export type { Activity, ActivityChange, ActivityListener } from './activity.ts';
export { ActivityWatch } from './activity.ts';
export { consumersOf } from './consumers-of.ts';
export { demandEntriesOptions } from './demand-reader.ts';
export { Journal } from './journal.ts';
export type { EntriesOptions } from './journal-reader.ts';
export type { ListenOptions } from './listeners.ts';
export { isPlainJson } from './plain-json.ts';
export type { AbortTree, Boundary, FollowUpOptions, PublishOptions, RunHandle, RunTree } from './run-handle.ts';
export type { AwaitableTurn, Delivery, Turn } from './turn.ts';
export { TurnReaders } from './turn-readers.ts';
export { Hold, whileHeld } from './while-held.ts';
