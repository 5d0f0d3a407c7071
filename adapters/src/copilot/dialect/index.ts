export { createJsonlDialect } from './jsonl-dialect.ts';
export { type CopilotMode, recognizeCommand } from './recognize-command.ts';
export { createSdkDialect } from './sdk-dialect.ts';
