/** The agents that there are: they are found and asked for their version, and their modes are chosen. */
export * from './ask-version.ts';
export * from './choose-mode.ts';
export type * from './complete-adapter.ts';
export { defineAdapter } from './define-adapter.ts';
export * from './install-methods.ts';
export * from './registry.ts';
