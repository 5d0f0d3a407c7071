/** Guards over AgentEvent: by type, by category, terminal or not, with or without a correlation key. */
import { type AgentEventTypeLiteral, EVENT_CATEGORY, type EventCategory } from './event-types.ts';
import type { AgentEvent, EventOf } from './events.ts';

/** The types of one category. */
export type TypesOf<C extends EventCategory> = {
  [T in AgentEventTypeLiteral]: (typeof EVENT_CATEGORY)[T] extends C ? T : never;
}[AgentEventTypeLiteral];

/** Whether the event is of this type. */
export function isEventType<T extends AgentEvent['type']>(event: AgentEvent, type: T): event is EventOf<T> {
  return event.type === type;
}

/** The category of an event type; undefined for a type that this version does not know. */
export function categoryOf(type: string): EventCategory | undefined {
  return Object.hasOwn(EVENT_CATEGORY, type) ? EVENT_CATEGORY[type as AgentEventTypeLiteral] : undefined;
}

const guard =
  <C extends EventCategory>(category: C): ((event: AgentEvent) => event is EventOf<TypesOf<C>>) =>
  (event): event is EventOf<TypesOf<C>> =>
    categoryOf(event.type) === category;

type Guard<C extends EventCategory> = (event: AgentEvent) => event is EventOf<TypesOf<C>>;

export const isSessionEvent: Guard<'session'> = guard('session');
export const isTurnEvent: Guard<'turn'> = guard('turn');
export const isTextEvent: Guard<'text'> = guard('text');
export const isThinkingEvent: Guard<'thinking'> = guard('thinking');
export const isToolEvent: Guard<'tool'> = guard('tool');
export const isFileEvent: Guard<'file'> = guard('file');
export const isShellEvent: Guard<'shell'> = guard('shell');
export const isMcpEvent: Guard<'mcp'> = guard('mcp');
export const isSubagentEvent: Guard<'subagent'> = guard('subagent');
export const isPluginEvent: Guard<'plugin'> = guard('plugin');
export const isSkillEvent: Guard<'skill'> = guard('skill');
export const isMultimodalEvent: Guard<'multimodal'> = guard('multimodal');
export const isCostEvent: Guard<'cost'> = guard('cost');
export const isInteractionEvent: Guard<'interaction'> = guard('interaction');
export const isRateLimitEvent: Guard<'rate_limit'> = guard('rate_limit');
export const isRunLifecycleEvent: Guard<'run_lifecycle'> = guard('run_lifecycle');
export const isErrorEvent: Guard<'error'> = guard('error');
export const isDebugEvent: Guard<'debug'> = guard('debug');

/** The events that end a run. `session_end` is not among them, because it closes the run and does not cause its end. */
export type TerminalEvent =
  | EventOf<'interrupted' | 'aborted' | 'timeout' | 'turn_limit' | 'auth_error' | 'context_exceeded' | 'crash'>
  | (EventOf<'rate_limit_error'> & { readonly exhausted: true })
  | (EventOf<'error'> & { readonly recoverable: false });

/** Whether the run ends because of this event; only `session_end`, `debug` and `log` may follow it. */
export function isTerminalEvent(event: AgentEvent): event is TerminalEvent {
  switch (event.type) {
    case 'interrupted':
    case 'aborted':
    case 'timeout':
    case 'turn_limit':
    case 'auth_error':
    case 'context_exceeded':
    case 'crash':
      return true;
    case 'rate_limit_error':
      return event.exhausted === true;
    case 'error':
      return !event.recoverable;
    default:
      return false;
  }
}

export type CorrelationKey = 'toolCallId' | 'subagentId' | 'interactionId' | 'pluginId' | 'sessionId';
const CORRELATION_KEYS: ReadonlySet<string> = new Set<CorrelationKey>([
  'toolCallId',
  'subagentId',
  'interactionId',
  'pluginId',
  'sessionId',
]);

/** Whether the event has this correlation key with a value; false for anything that is not one of the five keys. */
export function hasCorrelationKey<K extends CorrelationKey>(
  event: AgentEvent,
  key: K,
): event is AgentEvent & { readonly [P in K]: string };
export function hasCorrelationKey(event: AgentEvent, key: string): boolean;
export function hasCorrelationKey(event: AgentEvent, key: string): boolean {
  return CORRELATION_KEYS.has(key) && (event as unknown as Record<string, unknown>)[key] !== undefined;
}
