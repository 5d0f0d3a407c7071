/** Subagents: each announced once and ended once, under the id of the call that dispatched it. */
import type { EventDraft } from '@agent-mux/core';
import { defined, textOf } from '../../shared/index.ts';
import type { NativeLine } from './native.ts';
import type { ToolCall } from './tool-call.ts';

interface Agent {
  readonly call: ToolCall;
  isSpawned: boolean;
  isBackground: boolean;
  isEnded: boolean;
  lastText: string;
  /** The failure of the agent's own model request; Claude Code calls such an agent completed. */
  failure: string | undefined;
}

export class Subagents {
  readonly #agents = new Map<string, Agent>();
  // Questions name an agent by its task, lines by the call that dispatched it.
  readonly #byTask = new Map<string, string>();

  called(call: ToolCall): void {
    this.#agents.set(call.id, {
      call,
      isSpawned: false,
      isBackground: call.input.run_in_background === true,
      isEnded: false,
      lastText: '',
      failure: undefined,
    });
  }

  /** The lane of a task. */
  laneOf(taskId: unknown): string | undefined {
    return typeof taskId === 'string' ? this.#byTask.get(taskId) : undefined;
  }

  /** Announces the lane before its first event. */
  ensure(lane: string): readonly EventDraft[] {
    const agent = this.#agents.get(lane);
    return agent === undefined ? [] : spawn(agent);
  }

  /** Takes `task_started` of an agent: only this line says whether the agent runs in the background. */
  started(line: NativeLine): readonly EventDraft[] {
    const id = textOf(line.tool_use_id);
    const agent = id === undefined ? undefined : this.#agents.get(id);
    if (id === undefined || agent === undefined) {
      return [];
    }
    const taskId = textOf(line.task_id);
    if (taskId !== undefined) {
      this.#byTask.set(taskId, id);
    }
    agent.isBackground ||= line.is_backgrounded === true;
    return spawn(agent);
  }

  isBackground(id: string | undefined): boolean {
    return id !== undefined && (this.#agents.get(id)?.isBackground ?? false);
  }

  /** Records that the agent was dispatched and goes on beside the main one. */
  launched(id: string): readonly EventDraft[] {
    const agent = this.#agents.get(id);
    if (agent === undefined || agent.isEnded) {
      return [];
    }
    if (!agent.isBackground) {
      agent.isBackground = true;
      // A second announcement says that the agent now outlives its turn.
      agent.isSpawned = false;
    }
    return spawn(agent);
  }

  said(lane: string, text: string): void {
    const agent = this.#agents.get(lane);
    if (agent !== undefined) {
      agent.lastText = text;
    }
  }

  /** The last words of the agent; `label` where it said nothing that was shown. */
  lastWords(id: string, label: string): string {
    return this.#agents.get(id)?.lastText || label;
  }

  failed(lane: string, message: string): void {
    const agent = this.#agents.get(lane);
    if (agent !== undefined) {
      agent.failure = message;
    }
  }

  ended(id: string, end: { readonly summary: string } | { readonly error: string }): readonly EventDraft[] {
    const agent = this.#agents.get(id);
    if (agent === undefined || agent.isEnded) {
      return [];
    }
    const drafts = [...spawn(agent)];
    agent.isEnded = true;
    const error = 'error' in end ? end.error : agent.failure;
    const summary = ('summary' in end ? ownWords(end.summary) : '') || agent.lastText;
    drafts.push(
      error === undefined
        ? { type: 'subagent_result', subagentId: id, ...(summary === '' ? {} : { summary }) }
        : { type: 'subagent_error', subagentId: id, error },
    );
    return drafts;
  }
}

// Claude Code puts the names of the tools that the subagent has used before its report (2.1.197, 2.1.280).
function ownWords(report: string): string {
  return report.replace(/^\s*<tools-used-before-summary>[^<]*<\/tools-used-before-summary>\s*/, '');
}

function spawn(agent: Agent): EventDraft[] {
  if (agent.isSpawned) {
    return [];
  }
  agent.isSpawned = true;
  const { id, input, lane } = agent.call;
  const prompt = textOf(input.prompt);
  const draft: EventDraft = {
    type: 'subagent_spawn',
    subagentId: id,
    ...defined({ agentName: textOf(input.subagent_type), prompt }),
    ...(agent.isBackground ? { background: true } : {}),
    ...defined({ lane }),
  };
  return [draft];
}
