export { checkUiMessages } from './check.ts';
export { UI_ENDS, uiMessages } from './project/index.ts';
export { UI_RULES, type UiOutputRule } from './rules.ts';
export type { UiFinishReason, UiMessageChunk, UiMetadata } from './types.ts';
