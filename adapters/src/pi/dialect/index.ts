/** The two ways of talking to pi. */

export { AUTH_GUIDANCE } from './auth-guidance.ts';
export { JSON_EVENTS, RPC_EVENTS } from './event-claims.ts';
export { GATE_EXTENSION } from './gate.ts';
export { PI } from './pi-family-member.ts';
export { TESTED_VERSIONS } from './tested-versions.ts';
