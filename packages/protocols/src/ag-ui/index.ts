/** A run as events of AG-UI, and the way back of the answers. */
export type { DecodeOptions } from '../decode.ts';
/** `check` is the same under the name that all protocols share. */
export { checkAgui, checkAgui as check } from './check.ts';
export { decode, resume } from './inbound.ts';
export { AGUI_OUTCOMES, type AguiOptions, agui } from './project/index.ts';
export { AGUI_RULES, type AguiOutputRule } from './rules.ts';
export { AGUI_SSE_HEADERS, toSse } from './to-sse.ts';
export type {
  AguiEvent,
  AguiInterrupt,
  AguiOutcome,
  AguiResumeEntry,
  AguiRunInput,
  AguiTokenUsage,
} from './types.ts';
