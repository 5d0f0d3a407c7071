/** A run as events of AFK, and the way back of the answers. */
export type { DecodeOptions } from '../decode.ts';
/** `check` is the same under the name that all protocols share. */
export { checkAfk, checkAfk as check } from './check.ts';
export { type AfkHandle, type AfkHandleOptions, type AfkResult, type AfkRun, toAfkHandle } from './handle.ts';
export {
  type AfkApproval,
  type AfkDenial,
  type AfkTarget,
  type AfkUserInput,
  approve,
  cancel,
  decode,
  deny,
  interrupt,
  pause,
  provideInput,
  resume,
} from './inbound.ts';
export { type AfkOptions, afk } from './project/index.ts';
export { AFK_RULES, type AfkOutputRule } from './rules.ts';
export type { AfkAttributes, AfkSinks, AfkTelemetry } from './sinks.ts';
export { replayTrace } from './trace.ts';
export type {
  AfkAction,
  AfkEvent,
  AfkPolicyDecision,
  AfkState,
  AfkToolCompleted,
  AfkTracePayload,
  AfkTraceRecord,
} from './types.ts';
