/** Which agents there are: found, asked for their version, and their modes chosen. */
export * from './ask-version.ts';
export * from './choose-mode.ts';
export type * from './complete-adapter.ts';
export { defineAdapter } from './define-adapter.ts';
export * from './install-methods.ts';
export * from './registry.ts';
