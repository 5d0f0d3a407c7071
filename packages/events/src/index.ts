/** The vocabulary: every type of event, its guards, its validator and its form on a wire. */
export {
  type Accumulator,
  createAccumulator,
  createTextDelta,
  createThinkingDelta,
  createToolInputDelta,
  type EventStamp,
} from './delta-events.ts';
export { ERROR_CODES, type ErrorCode } from './error-code.ts';
export {
  AgentEventType,
  type AgentEventTypeLiteral,
  EVENT_CATEGORY,
  EVENT_TYPES,
  type EventCategory,
} from './event-types.ts';
export type * from './events.ts';
export * from './guards.ts';
export { hintAtName, nearestName } from './nearest-name.ts';
export { showValue } from './show-value.ts';
export { STAND_INS, type StandIns, type UnsureField } from './stand-ins.ts';
export { pickApprovalFacts, TOOL_KINDS } from './tool-kinds.ts';
export {
  type EventValidation,
  findApprovalProblems,
  findFieldProblems,
  isAgentEvent,
  validateEvent,
} from './validate.ts';
export { createDecoder, type EncodeOptions, type EventDecoder, encodeEvent } from './wire.ts';
