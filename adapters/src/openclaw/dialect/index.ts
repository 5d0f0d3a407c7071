/** OpenClaw's two ways to tell of a run: over the protocol of its gateway's bridge, and in one document at the end. */
export { AUTH_GUIDANCE } from './auth-guidance.ts';
export { createDocumentDialect } from './document-dialect.ts';
export { GATEWAY_EVENTS } from './event-claims.ts';
export { gatewayQuirks } from './gateway-quirks.ts';
export { TESTED_VERSIONS } from './tested-versions.ts';
