/** A run as events of Looopy, and the way back of the answers. */
export type { DecodeOptions } from '../decode.ts';
export type {
  AnyEvent,
  ContextEvent,
  InputType,
  LooopyEvent,
  LooopyKind,
  Metadata,
  TaskStatus,
  ThoughtType,
  Verbosity,
} from '../tasks/index.ts';
/** `check` is the same under the name that all protocols share. */
export { checkLooopy, checkLooopy as check } from './check.ts';
export {
  type ClientTool,
  type ClientToolDefinition,
  type ClientTools,
  createClientTools,
  type ToolOutcome,
} from './client-tools.ts';
export {
  type ContextArtifact,
  type ContextMessage,
  type ContextTask,
  type LooopyContext,
  looopyContext,
} from './context.ts';
export {
  type CancelOptions,
  cancel,
  decode,
  type LooopyInput,
  type ProvideOptions,
  type Publishable,
  type PublishOptions,
  provideInput,
  publish,
  type Stoppable,
} from './inbound.ts';
export { LOOOPY_ENDS } from './project/ends.ts';
export { type LooopyOptions, type LooopyState, looopy } from './project/index.ts';
export { LOOOPY_RULES, type LooopyOutputRule } from './rules.ts';
export { type Subscription, subscribe } from './subscribe.ts';
export type { ThoughtFilter } from './thoughts.ts';
export { type ToA2aOptions, toA2a } from './to-a2a.ts';
export { LOOOPY_SSE_HEADERS, type SseOptions, toSse } from './to-sse.ts';
