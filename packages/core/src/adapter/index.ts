/**
 * The contract between the runtime and an adapter: what the adapter says of itself, its modes and dialects, and the
 * options that it is given.
 */
export type * from './adapter.ts';
export * from './dialect.ts';
export type * from './draft.ts';
export type * from './options.ts';
export type * from './prices.ts';
export type * from './session-reader.ts';
