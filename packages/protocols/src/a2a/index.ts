/** A run as an A2A stream, and the way back of the answers. */
export type { DecodeOptions } from '../decode.ts';
export {
  A2A_EXTENSION,
  type A2aArtifact,
  type A2aEvent,
  type A2aLegacyEvent,
  type A2aLegacyMessage,
  type A2aLegacyPart,
  type A2aLegacyStatus,
  type A2aMessage,
  type A2aMetadata,
  type A2aPart,
  type A2aState,
  type A2aStatus,
  type A2aVersion,
} from '../tasks/index.ts';
/** `check` is the same under the name that all protocols share. */
export { checkA2a, checkA2a as check } from './check.ts';
export {
  type A2aInboundMessage,
  type Continuable,
  cancelTask,
  decode,
  handleMessage,
  type MessageOptions,
} from './inbound.ts';
export { type A2aOptions, a2a } from './project.ts';
export { A2A_RULES, type A2aOutputRule } from './rules.ts';
export { A2A_SSE_HEADERS, type SseOptions, toSse } from './to-sse.ts';
