/** opencode's two ways of talking. */
export { acpQuirks } from './acp-quirks.ts';
export { AUTH_GUIDANCE } from './auth-guidance.ts';
export { ACP_EVENTS, RUN_EVENTS } from './event-claims.ts';
export { recognizeCommand } from './recognize-command.ts';
export { createRunDialect } from './run-dialect.ts';
export { TESTED_VERSIONS } from './tested-versions.ts';
