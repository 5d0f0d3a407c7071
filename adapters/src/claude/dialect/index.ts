/** The two ways of talking to Claude Code. */

export { CHECKPOINTS } from './checkpoints.ts';
export { createClaudeDialect } from './claude-dialect.ts';
export { HOST_SERVER } from './host-tools.ts';
export { recognizeCommand } from './recognize-command.ts';
export { CLAUDE_RESERVED } from './reserved-options.ts';
export { isConfined, mergeSettings, sandboxSettings } from './sandbox-settings.ts';
export type { ClaudeMode } from './scene.ts';
