/** The sessions that the CLIs keep themselves, which are read and never written. */
export { createSessionManager } from './create-session-manager.ts';
export { needsPrior, readPriorSession } from './prior-session.ts';
export type * from './session-manager.ts';
