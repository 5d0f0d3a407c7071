import { describe, expect, expectTypeOf, it } from 'vitest';
import { AgentEventType, type AgentEventTypeLiteral, EVENT_CATEGORY, EVENT_TYPES } from './event-types.ts';
import type { AgentEvent } from './events.ts';
import * as guards from './guards.ts';
import { broken } from './testing/journal.ts';
import { SAMPLE_EVENTS, sampleOf } from './testing/sample-events.ts';

const SIZES = {
  session: 5,
  turn: 4,
  text: 3,
  thinking: 3,
  tool: 5,
  file: 5,
  shell: 4,
  mcp: 3,
  subagent: 3,
  plugin: 3,
  skill: 3,
  multimodal: 2,
  cost: 2,
  interaction: 4,
  rate_limit: 4,
  run_lifecycle: 7,
  error: 5,
  debug: 2,
};

const CATEGORY_GUARDS = [
  guards.isSessionEvent,
  guards.isTurnEvent,
  guards.isTextEvent,
  guards.isThinkingEvent,
  guards.isToolEvent,
  guards.isFileEvent,
  guards.isShellEvent,
  guards.isMcpEvent,
  guards.isSubagentEvent,
  guards.isPluginEvent,
  guards.isSkillEvent,
  guards.isMultimodalEvent,
  guards.isCostEvent,
  guards.isInteractionEvent,
  guards.isRateLimitEvent,
  guards.isRunLifecycleEvent,
  guards.isErrorEvent,
  guards.isDebugEvent,
];

const later: AgentEvent = JSON.parse(JSON.stringify({ ...sampleOf('log'), type: 'session_title' }));

describe('the literals', () => {
  it('are 67, once each', () => {
    expect([EVENT_TYPES.length, new Set(EVENT_TYPES).size]).toEqual([67, 67]);
  });

  it('fall into 18 categories of fixed sizes', () => {
    const sizes: Record<string, number> = {};
    for (const category of Object.values(EVENT_CATEGORY)) {
      sizes[category] = (sizes[category] ?? 0) + 1;
    }
    expect(Object.entries(sizes)).toEqual(Object.entries(SIZES));
  });

  it('are those of the union, for the compiler too', () => {
    expectTypeOf<AgentEventTypeLiteral>().toEqualTypeOf<AgentEvent['type']>();
    expectTypeOf(AgentEventType.MCP_TOOL_CALL_START).toEqualTypeOf<'mcp_tool_call_start'>();
  });

  it('stand in a frozen object under their upper-case names', () => {
    expect(Object.isFrozen(AgentEventType)).toBe(true);
    expect(Object.isFrozen(EVENT_TYPES)).toBe(true);
    expect(Object.entries(AgentEventType)).toEqual(EVENT_TYPES.map((type) => [type.toUpperCase(), type]));
  });
});

describe('the category guards', () => {
  it.each(SAMPLE_EVENTS)('say yes exactly once to $type', (event) => {
    expect(CATEGORY_GUARDS.filter((isOfCategory) => isOfCategory(event))).toHaveLength(1);
    expect(CATEGORY_GUARDS.map((isOfCategory) => isOfCategory(event)).indexOf(true)).toBe(
      Object.keys(SIZES).indexOf(EVENT_CATEGORY[event.type]),
    );
  });

  it('all say no to a type that this version does not know, whatever its prefix', () => {
    expect(CATEGORY_GUARDS.filter((isOfCategory) => isOfCategory(later))).toEqual([]);
  });

  it.each(['__proto__', 'constructor', 'toString', ''])('know no category of %j', (type) => {
    expect(guards.categoryOf(type)).toBeUndefined();
  });

  it('narrow to the types of their category', () => {
    const event = sampleOf('shell_exit');
    if (guards.isShellEvent(event)) {
      expectTypeOf(event.type).toEqualTypeOf<
        'shell_start' | 'shell_stdout_delta' | 'shell_stderr_delta' | 'shell_exit'
      >();
    }
    if (guards.isEventType(event, 'shell_exit')) {
      expectTypeOf(event.exitCode).toEqualTypeOf<number>();
    }
    expect(guards.isEventType(event, 'shell_exit')).toBe(true);
    expect(guards.isEventType(event, 'shell_start')).toBe(false);
  });
});

describe('isTerminalEvent', () => {
  it('is true of nine types in their samples', () => {
    expect(SAMPLE_EVENTS.filter(guards.isTerminalEvent).map(({ type }) => type)).toEqual([
      'interrupted',
      'aborted',
      'timeout',
      'turn_limit',
      'auth_error',
      'rate_limit_error',
      'context_exceeded',
      'crash',
      'error',
    ]);
  });

  it('is true or false of each event, and nothing else', () => {
    expect(new Set(SAMPLE_EVENTS.map((event) => guards.isTerminalEvent(event)))).toEqual(new Set([true, false]));
  });

  it('is false of an error that can be recovered and of a rate limit with retries left', () => {
    const { exhausted: _, ...rateLimit }: Record<string, unknown> = { ...sampleOf('rate_limit_error') };
    const open: AgentEvent[] = [
      JSON.parse(JSON.stringify({ ...sampleOf('error'), recoverable: true })),
      JSON.parse(JSON.stringify(rateLimit)),
    ];
    expect(open.filter(guards.isTerminalEvent)).toEqual([]);
  });
});

describe('hasCorrelationKey', () => {
  it.each([
    ['toolCallId', 21],
    ['subagentId', 3],
    ['interactionId', 4],
    ['pluginId', 3],
    ['sessionId', 5],
    ['turnIndex', 0],
    ['type', 0],
    ['lane', 0],
    ['__proto__', 0],
  ])('finds %s on %i types', (key, count) => {
    expect(SAMPLE_EVENTS.filter((event) => guards.hasCorrelationKey(event, key))).toHaveLength(count);
  });

  it('does not take a field without a value for a key', () => {
    const event = broken(sampleOf('file_read'), { toolCallId: undefined });
    expect(guards.hasCorrelationKey(event, 'toolCallId')).toBe(false);
  });

  it('narrows to events that carry the key', () => {
    const event = sampleOf('file_read');
    if (guards.hasCorrelationKey(event, 'toolCallId')) {
      expectTypeOf(event.toolCallId).toEqualTypeOf<string>();
    }
    expect(guards.hasCorrelationKey(event, 'toolCallId')).toBe(true);
  });
});
