/** A run as UI message streams of the AI SDK, and the way back of the answers. */
export type { DecodeOptions } from '../decode.ts';
/** `check` is the same under the name that all protocols share. */
export { checkUiMessages, checkUiMessages as check } from './check.ts';
export { type ChatRun, decode, handleChat, isAnswered, type UiInboundMessage } from './inbound.ts';
export { UI_ENDS, uiMessages } from './project/index.ts';
export { toResponse, toSse, UI_HEADERS, type UiResponse } from './response.ts';
export { UI_RULES, type UiOutputRule } from './rules.ts';
export type { UiFinishReason, UiMessageChunk, UiMetadata } from './types.ts';
