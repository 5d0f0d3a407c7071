/** The ways of talking to Codex. */

export { createAppServerDialect } from './app-server-dialect.ts';
export { recognizeAppServer } from './recognize-command.ts';
