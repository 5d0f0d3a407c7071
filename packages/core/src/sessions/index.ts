export { createSessionManager } from './create-session-manager.ts';
export type * from './session-manager.ts';
