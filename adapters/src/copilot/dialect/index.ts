/** The dialects of the Copilot CLI. */
export { createJsonlDialect } from './jsonl-dialect.ts';
export { type CopilotMode, recognizeCommand } from './recognize-command.ts';
export { createSdkDialect } from './sdk-dialect.ts';
