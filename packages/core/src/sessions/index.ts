export { createSessionManager } from './create-session-manager.ts';
export { needsPrior, readPriorSession } from './prior-session.ts';
export type * from './session-manager.ts';
