/** What the events before one have said: counters, open blocks, calls and interactions, from which some fields are computed. */
import type { AgentEvent } from '@agent-mux/events';

export type Fields = Readonly<Record<string, unknown>>;

const COUNTS = ['totalUsd', 'inputTokens', 'outputTokens', 'thinkingTokens', 'cachedTokens'] as const;

type Sums = Readonly<Record<string, number>>;

/** What has been told of tokens and money. */
class UsageHistory {
  /** The sum of all `token_usage`. */
  told: Sums = {};
  /** The last `cost`. */
  cost: Sums = {};
  /** What the main lane has used since the turn began. */
  turn: Sums = {};
  /** The model has said something in this turn. */
  isAnswered = false;

  add(event: AgentEvent): void {
    switch (event.type) {
      case 'turn_start':
        this.turn = {};
        this.isAnswered = false;
        break;
      case 'token_usage':
        this.told = sum(this.told, countsOf(event));
        if (event.lane === undefined) {
          this.turn = sum(this.turn, countsOf(event));
        }
        break;
      case 'cost': {
        const before = this.cost;
        this.cost = countsOf(event.cost);
        if (event.lane === undefined) {
          this.turn = sum(this.turn, { totalUsd: event.cost.totalUsd - (before['totalUsd'] ?? 0) });
        }
        break;
      }
      default:
        this.isAnswered ||= /^(?:message|thinking|tool_call|mcp_tool_call|subagent)_(?:start|spawn)$/.test(event.type);
    }
  }
}

function countsOf(record: Partial<Record<(typeof COUNTS)[number], number>>): Sums {
  return Object.fromEntries(COUNTS.flatMap((name) => (record[name] === undefined ? [] : [[name, record[name]]])));
}

function sum(some: Sums, others: Sums): Sums {
  const names = new Set([...Object.keys(some), ...Object.keys(others)]);
  return Object.fromEntries([...names].map((name) => [name, (some[name] ?? 0) + (others[name] ?? 0)]));
}

/** State before an event, as far as rules ask for it. */
export class History {
  sessionId: unknown;
  forkedFrom: unknown;
  priorTurns: number | undefined;
  turns = 0;
  steps = 0;
  requests = 0;
  retries = 0;
  readonly denials = new Set<unknown>();
  readonly openInteractions = new Set<unknown>();
  /** Deltas of the open block, by its kind and lane. */
  readonly blocks = new Map<string, string>();
  /** Each call has what began it, and the deltas of its input. */
  readonly calls = new Map<unknown, { readonly toolName: unknown; input: string; since: number; shellSince: number }>();
  readonly agents = new Map<unknown, unknown>();
  readonly lastTexts = new Map<unknown, string>();
  readonly usage = new UsageHistory();

  add(event: AgentEvent): void {
    const lane = event.lane ?? '';
    this.usage.add(event);
    switch (event.type) {
      case 'session_start':
        this.sessionId = event.sessionId;
        this.forkedFrom = event.forkedFrom;
        break;
      case 'session_resume':
        this.priorTurns = event.priorTurnCount;
        break;
      case 'turn_start':
        this.turns++;
        this.steps = 0;
        break;
      case 'step_start':
        this.steps++;
        break;
      case 'retry':
        this.retries++;
        break;
      case 'message_start':
      case 'thinking_start':
        this.blocks.set(`${event.type.split('_')[0]} ${lane}`, '');
        break;
      case 'text_delta':
        this.#grow(`message ${lane}`, event.delta);
        break;
      case 'thinking_delta':
        this.#grow(`thinking ${lane}`, event.delta);
        break;
      case 'message_stop':
        this.lastTexts.set(lane, event.text);
        break;
      case 'tool_call_start':
      case 'mcp_tool_call_start': {
        const { toolCallId, toolName, timestamp } = event;
        this.calls.set(toolCallId, { toolName, input: '', since: timestamp, shellSince: timestamp });
        break;
      }
      case 'approval_request':
      case 'input_required':
        this.requests++;
        this.openInteractions.add(event.interactionId);
        break;
      case 'approval_denied':
        this.denials.add(event.reason);
        break;
      case 'subagent_spawn':
        this.agents.set(event.subagentId, event.agentName);
        break;
      default:
        this.#addToCall(event);
    }
  }

  #addToCall(event: AgentEvent): void {
    const call = 'toolCallId' in event ? this.calls.get(event.toolCallId) : undefined;
    if (call === undefined) {
      return;
    }
    if (event.type === 'tool_input_delta') {
      call.input += event.delta;
    } else if (event.type === 'tool_call_ready') {
      call.since = event.timestamp;
    } else if (event.type === 'shell_start') {
      call.shellSince = event.timestamp;
    }
  }

  #grow(block: string, delta: string): void {
    this.blocks.set(block, (this.blocks.get(block) ?? '') + delta);
  }
}
