/** Threads that the agent has spawned: each is a lane, which is spawned and ended once per task. */
import type { EventDraft } from '@agent-mux/core';
import { defined, isNative, laned, listOf, textOf, textsOf } from '../../shared/index.ts';
import type { Calls } from './calls.ts';
import { wordsOfError } from './failures.ts';
import type { NativeItem, NativeTurn } from './native.ts';
import { named } from './tool-names.ts';

interface Child {
  readonly name: string | undefined;
  readonly parent: string | undefined;
  /** Whether the agent itself knows of the thread; a thread of another client is only a lane. */
  readonly isSpawned: boolean;
  isLiving: boolean;
  isWorking: boolean;
  lastWords: string;
}

export class Subagents {
  readonly #children = new Map<string, Child>();
  readonly #calls: Calls;

  constructor(calls: Calls) {
    this.#calls = calls;
  }

  /** Whether a thread other than the main one has a task. */
  get areWorking(): boolean {
    for (const { isWorking } of this.#children.values()) {
      if (isWorking) {
        return true;
      }
    }
    return false;
  }

  /** The threads that have a task. */
  get working(): readonly string[] {
    return [...this.#children].flatMap(([thread, { isWorking }]) => (isWorking ? [thread] : []));
  }

  isWorking(thread: string): boolean {
    return this.#children.get(thread)?.isWorking === true;
  }

  /** Takes `collabAgentToolCall`, of the first of Codex's two ways to work in teams. */
  collaborated(item: NativeItem, lane: string | undefined, isCompleted: boolean): readonly EventDraft[] {
    const tool = textOf(item.tool) ?? '';
    const id = textOf(item.id) ?? '';
    if (tool !== 'spawnAgent') {
      return isCompleted ? this.#ended(id, item, lane) : this.#called(id, item, lane);
    }
    if (!isCompleted) {
      // The thread of this agent is not known yet.
      return [];
    }
    const prompt = textOf(item.prompt);
    const threads = textsOf(item.receiverThreadIds);
    if (threads.length > 0) {
      return threads.flatMap((thread) => this.#spawn(thread, undefined, prompt, lane));
    }
    const error = wordsOfError(item.error) ?? 'The agent could not be started.';
    return [
      laned(lane, { type: 'subagent_spawn', subagentId: id, ...defined({ prompt }) }),
      laned(lane, { type: 'subagent_error', subagentId: id, error }),
    ];
  }

  /** Takes `subAgentActivity`, of the second way. It names no task. */
  active(item: NativeItem, lane: string | undefined): readonly EventDraft[] {
    const thread = textOf(item.agentThreadId) ?? '';
    if (item.kind === 'started' && thread !== '') {
      const name = (textOf(item.agentPath) ?? '').split('/').at(-1) ?? '';
      return this.#spawn(thread, name === '' ? undefined : name, textOf(item.prompt), lane);
    }
    // The agent's turn has ended before, unless that end was lost.
    return item.kind === 'completed' || item.kind === 'interrupted'
      ? this.turnEnded(thread, { status: item.kind })
      : [];
  }

  turnBegan(thread: string): readonly EventDraft[] {
    const child = this.#children.get(thread);
    if (child === undefined) {
      this.#children.set(thread, newChild(undefined, undefined, false));
      return [];
    }
    child.isWorking = true;
    // An agent that had done its task was given another one.
    return child.isSpawned && !child.isLiving ? this.#spawn(thread, child.name, undefined, child.parent) : [];
  }

  said(thread: string, text: string): void {
    const child = this.#children.get(thread);
    if (child !== undefined) {
      child.lastWords = text;
    }
  }

  turnEnded(thread: string, turn: NativeTurn): readonly EventDraft[] {
    const child = this.#children.get(thread);
    if (child === undefined) {
      return [];
    }
    child.isWorking = false;
    if (!child.isLiving) {
      return [];
    }
    child.isLiving = false;
    if (turn.status === 'completed') {
      const { parent, lastWords } = child;
      const told = lastWords === '' ? {} : { summary: lastWords };
      return [laned(parent, { type: 'subagent_result', subagentId: thread, ...told })];
    }
    const error = wordsOfError(turn.error) ?? (turn.status === 'interrupted' ? 'It was interrupted.' : 'It failed.');
    return [laned(child.parent, { type: 'subagent_error', subagentId: thread, error })];
  }

  #spawn(
    thread: string,
    name: string | undefined,
    prompt: string | undefined,
    lane: string | undefined,
  ): readonly EventDraft[] {
    const known = this.#children.get(thread);
    if (known?.isLiving === true) {
      return [];
    }
    const child = newChild(name, lane, true);
    child.isWorking = known?.isWorking ?? true;
    this.#children.set(thread, child);
    // The agent works on while its parent goes on, and may outlive its turn.
    const spawn: EventDraft = {
      type: 'subagent_spawn',
      subagentId: thread,
      ...defined({ agentName: name, prompt }),
      background: true,
    };
    return [laned(lane, spawn)];
  }

  #called(id: string, item: NativeItem, lane: string | undefined): readonly EventDraft[] {
    this.#calls.begin({ id, lane, kind: 'other' });
    const prompt = textOf(item.prompt);
    const input = { agents: listOf(item.receiverThreadIds), ...defined({ prompt }) };
    return [laned(lane, { type: 'tool_call_start', toolCallId: id, ...named(callName(item)), input })];
  }

  #ended(id: string, item: NativeItem, lane: string | undefined): readonly EventDraft[] {
    const drafts: EventDraft[] = this.#calls.get(id) === undefined ? [...this.#called(id, item, lane)] : [];
    this.#calls.end(id);
    if (item.tool === 'closeAgent') {
      drafts.push(
        ...textsOf(item.receiverThreadIds).flatMap((thread) => this.turnEnded(thread, { status: 'completed' })),
      );
    }
    const states = isNative(item.agentsStates) ? item.agentsStates : {};
    const outcome: EventDraft =
      item.status === 'completed'
        ? { type: 'tool_result', toolCallId: id, output: states }
        : { type: 'tool_error', toolCallId: id, error: textOf(item.status) ?? 'failed' };
    drafts.push(laned(lane, outcome));
    return drafts;
  }
}

function newChild(name: string | undefined, parent: string | undefined, isSpawned: boolean): Child {
  return { name, parent, isSpawned, isLiving: isSpawned, isWorking: true, lastWords: '' };
}

/** The name by which the model calls the tool: `wait` is `wait_agent`, `closeAgent` is `close_agent`. */
function callName(item: NativeItem): string {
  const name = (textOf(item.tool) ?? 'agent').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return name === 'wait' ? 'wait_agent' : name;
}
