/** Subagents: each is announced once and ended once, under the id of the call that dispatched it. */
import type { EventDraft } from '@agent-mux/core';
import { defined, laned, textOf } from '../../shared/index.ts';
import type { NativeData, NativeToolInput } from './native.ts';

interface Agent {
  readonly id: string;
  readonly input: NativeToolInput;
  readonly lane: string | undefined;
  agentName: string | undefined;
  isBackground: boolean;
  isSpawned: boolean;
  isEnded: boolean;
  lastText: string;
}

export class Subagents {
  readonly #agents = new Map<string, Agent>();
  // Events carry an id of the agent's own; only its start names the call that dispatched it.
  readonly #byAgentId = new Map<string, string>();

  has(toolCallId: string): boolean {
    return this.#agents.has(toolCallId);
  }

  /** Takes the call that dispatches a subagent; one with the id of an agent that has ended dispatches another one. */
  called(id: string, input: NativeToolInput, lane: string | undefined): void {
    if (this.#agents.get(id)?.isEnded !== false) {
      this.#agents.set(id, {
        id,
        input,
        lane,
        agentName: textOf(input.agent_type),
        isBackground: input.mode === 'background',
        isSpawned: false,
        isEnded: false,
        lastText: '',
      });
    }
  }

  /** The lane of an event. */
  laneOf(agentId: unknown): string | undefined {
    return typeof agentId === 'string' ? (this.#byAgentId.get(agentId) ?? agentId) : undefined;
  }

  /** Takes `subagent.started`. */
  started(data: NativeData, agentId: unknown): readonly EventDraft[] {
    const id = textOf(data.toolCallId);
    if (id === undefined) {
      return [];
    }
    if (typeof agentId === 'string') {
      this.#byAgentId.set(agentId, id);
    }
    if (!this.#agents.has(id)) {
      this.called(id, {}, undefined);
    }
    const agent = this.#agents.get(id);
    if (agent === undefined) {
      return [];
    }
    agent.agentName = textOf(data.agentName) ?? agent.agentName;
    agent.isBackground ||= data.executionMode === 'background';
    return spawn(agent);
  }

  said(lane: string, text: string): void {
    const agent = this.#agents.get(lane);
    if (agent !== undefined) {
      agent.lastText = text;
    }
  }

  /** Takes the result of the dispatching call, which says about a background agent only that it was sent. */
  returned(id: string, end: { readonly summary: string } | { readonly error: string }): readonly EventDraft[] {
    const agent = this.#agents.get(id);
    if (agent === undefined || (agent.isBackground && !('error' in end))) {
      return [];
    }
    return this.ended(id, end);
  }

  /** Takes `subagent.completed`, `subagent.failed`, or the result of the call that waited for the agent. */
  ended(id: string, end: { readonly summary?: string } | { readonly error: string }): readonly EventDraft[] {
    const agent = this.#agents.get(id);
    if (agent === undefined || agent.isEnded) {
      return [];
    }
    const drafts = [...spawn(agent)];
    agent.isEnded = true;
    const summary = ('summary' in end ? end.summary : undefined) ?? agent.lastText;
    drafts.push(
      'error' in end
        ? { type: 'subagent_error', subagentId: id, error: end.error }
        : { type: 'subagent_result', subagentId: id, ...(summary === '' ? {} : { summary }) },
    );
    return drafts;
  }
}

function spawn(agent: Agent): EventDraft[] {
  if (agent.isSpawned) {
    return [];
  }
  agent.isSpawned = true;
  const { id, input, lane, agentName, isBackground } = agent;
  const draft: EventDraft = {
    type: 'subagent_spawn',
    subagentId: id,
    ...defined({ agentName, prompt: textOf(input.prompt) }),
    ...(isBackground ? { background: true } : {}),
  };
  return [laned(lane, draft)];
}
