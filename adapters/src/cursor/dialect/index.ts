/** Cursor CLI's two ways of talking. */
export { acpQuirks } from './acp-quirks.ts';
export { AUTH_GUIDANCE } from './auth-guidance.ts';
export { ACP_EVENTS, STREAM_JSON_EVENTS } from './event-claims.ts';
export { createStreamJsonDialect } from './stream-json-dialect.ts';
