/** The two ways of talking to omp. */

export { AUTH_GUIDANCE } from './auth-guidance.ts';
export { JSON_EVENTS, RPC_EVENTS } from './event-claims.ts';
export { PLUGIN } from './mcp-names.ts';
export { OMP } from './omp-family-member.ts';
export { TESTED_VERSIONS } from './tested-versions.ts';
