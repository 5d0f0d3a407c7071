/** The events of Copilot CLI, which are the same in SDK mode and in JSONL. */
import type { EventDraft, ResolvedOptions } from '@agent-mux/core';
import {
  debug,
  defined,
  idOf,
  laned,
  listOf,
  modelNamed,
  NO_DRAFTS,
  numberOf,
  objectOf,
  textOf,
} from '../../shared/index.ts';
import { Calls } from './calls.ts';
import { Failures } from './failures.ts';
import { isSilent } from './known.ts';
import type { NativeAttachment, NativeData, NativeEvent, NativeToolRequest } from './native.ts';
import { Subagents } from './subagents.ts';
import { Surroundings } from './surroundings.ts';
import { ToolResults } from './tools.ts';
import { Turns } from './turns.ts';
import { Usage } from './usage.ts';

export interface EventReaderParts {
  readonly options: ResolvedOptions;
  /** Whether a command may still be refused after its call has begun. */
  readonly asks: boolean;
  /** The questions of the agent, where it can ask. */
  readonly questions?: QuestionEvents;
}

/** The part that knows the questions; nobody can be asked in JSONL. */
export interface QuestionEvents {
  /** The events of a question; undefined where the event belongs to none. */
  parse(type: string, data: NativeData, lane: string | undefined): readonly EventDraft[] | undefined;
  wasAsked(toolCallId: string): boolean;
  toolEnded(toolCallId: string): readonly EventDraft[];
  turnEnded(): readonly EventDraft[];
}

export class EventReader {
  readonly turns: Turns = new Turns();
  readonly calls: Calls;
  readonly #subagents = new Subagents();
  readonly #surroundings: Surroundings;
  readonly #results: ToolResults;
  readonly #usage = new Usage();
  readonly #failures = new Failures();
  readonly #questions: QuestionEvents | undefined;
  #hasEffort: boolean;
  readonly #effort: string | undefined;

  constructor({ options, asks, questions }: EventReaderParts) {
    const subagents = this.#subagents;
    const calls = new Calls({ subagents, asks, cwd: options.cwd });
    for (const { name } of options.mcpServers ?? []) {
      calls.addServer(name);
    }
    this.calls = calls;
    this.#surroundings = new Surroundings(calls);
    this.#questions = questions;
    this.#results = new ToolResults({ calls, subagents, wasAsked: (id) => questions?.wasAsked(id) ?? false });
    this.#effort = options.thinkingEffort;
    this.#hasEffort = false;
  }

  parse(event: NativeEvent): readonly EventDraft[] {
    const type = textOf(event.type) ?? '?';
    const data: NativeData = objectOf(event.data) ?? {};
    const lane = this.#subagents.laneOf(event.agentId);
    switch (type) {
      // This case comes first because most events are of this kind.
      case 'assistant.message_delta':
        return [
          ...this.#begin(lane),
          laned(lane, {
            type: 'text_delta',
            delta: textOf(data.deltaContent) ?? '',
            key: textOf(data.messageId) ?? '',
          }),
        ];
      case 'assistant.reasoning_delta':
        return [
          ...this.#begin(lane),
          laned(lane, {
            type: 'thinking_delta',
            delta: textOf(data.deltaContent) ?? '',
            key: textOf(data.reasoningId) ?? '',
          }),
        ];
      case 'assistant.tool_call_delta':
        return [...this.#begin(lane), ...this.calls.delta(data, lane)];
      case 'assistant.message':
        return [...this.#begin(lane), ...this.#message(data, lane)];
      case 'assistant.reasoning': {
        const thinking = textOf(data.content) ?? '';
        return [laned(lane, { type: 'thinking_stop', thinking, key: textOf(data.reasoningId) ?? '' })];
      }
      default:
        return (
          this.#tool(type, data, lane, event) ?? this.#conversation(type, data, lane, event) ?? this.#notice(type, data)
        );
    }
  }

  #begin(lane: string | undefined): readonly EventDraft[] {
    if (lane !== undefined || this.turns.isOpen) {
      return NO_DRAFTS;
    }
    const drafts = this.turns.begin();
    if (this.#effort === undefined || this.#hasEffort) {
      return drafts;
    }
    this.#hasEffort = true;
    return [...drafts, { type: 'thinking_effort', effort: this.#effort }];
  }

  #message(data: NativeData, lane: string | undefined): readonly EventDraft[] {
    const drafts: EventDraft[] = [];
    const text = textOf(data.content) ?? '';
    if (lane === undefined) {
      this.turns.model = modelNamed(data.model) ?? this.turns.model;
    }
    if (text !== '') {
      if (lane !== undefined) {
        this.#subagents.said(lane, text);
      }
      drafts.push(laned(lane, { type: 'message_stop', text, key: textOf(data.messageId) ?? '' }));
    }
    for (const item of listOf(data.toolRequests)) {
      const request: NativeToolRequest = objectOf(item) ?? {};
      drafts.push(...this.calls.requested(request, lane));
    }
    return drafts;
  }

  #tool(
    type: string,
    data: NativeData,
    lane: string | undefined,
    { agentId }: NativeEvent,
  ): readonly EventDraft[] | undefined {
    switch (type) {
      case 'tool.execution_start':
        return [...this.#begin(lane), ...this.calls.started(data, lane)];
      case 'tool.shell_output':
        return this.calls.output(data);
      case 'tool.execution_complete': {
        const ended = this.#results.parse(data, lane);
        return [...(this.#questions?.toolEnded(textOf(data.toolCallId) ?? '') ?? NO_DRAFTS), ...ended];
      }
      case 'sandbox.decision': {
        // The CLI makes a checkpoint right before a command begins, after whatever had to be asked.
        const id = textOf(data.toolCallId);
        return id === undefined ? NO_DRAFTS : this.calls.runs(id);
      }
      case 'subagent.started':
        return this.#subagents.started(data, agentId);
      case 'subagent.completed':
        return this.#subagents.ended(textOf(data.toolCallId) ?? '', data.cancelled === true ? CANCELLED : {});
      case 'subagent.failed':
        return this.#subagents.ended(textOf(data.toolCallId) ?? '', { error: textOf(data.error) ?? 'failed' });
      case 'skill.invoked': {
        // A skill that the agent invokes is a call of its own.
        const skillName = data.trigger === 'agent-invoked' ? undefined : idOf(data.name);
        return skillName === undefined ? NO_DRAFTS : [laned(lane, { type: 'skill_invoked', skillName })];
      }
      default:
        return undefined;
    }
  }

  #conversation(
    type: string,
    data: NativeData,
    lane: string | undefined,
    { id }: NativeEvent,
  ): readonly EventDraft[] | undefined {
    switch (type) {
      case 'user.message':
        return lane === undefined ? [...this.#begin(lane), ...attached(data)] : NO_DRAFTS;
      case 'assistant.turn_start':
        // Its turns are our steps: model requests within one prompt.
        if (lane !== undefined) {
          return NO_DRAFTS;
        }
        this.turns.lastWords = undefined;
        return [...this.#begin(lane), { type: 'step_start' }];
      case 'assistant.turn_end':
        return lane === undefined ? [{ type: 'step_end' }] : NO_DRAFTS;
      case 'assistant.turn_retry':
        return this.#failures.retried(data).map((draft) => laned(lane, draft));
      case 'model.messages_snapshot':
        // It is the last event with a text before the agent is idle (1.0.102, SDK mode).
        this.turns.lastWords = lane === undefined ? lastWordsIn(data.messages) : this.turns.lastWords;
        return NO_DRAFTS;
      case 'assistant.usage':
        return this.#usage.ofRequest(data, lane, id);
      case 'assistant.idle':
        if (lane !== undefined) {
          return NO_DRAFTS;
        }
        return [...(this.#questions?.turnEnded() ?? NO_DRAFTS), ...this.turns.end(data.aborted === true)];
      case 'abort':
        this.turns.isInterrupted = lane === undefined || this.turns.isInterrupted;
        return NO_DRAFTS;
      case 'model.call_failure':
        this.#failures.failed(data);
        return NO_DRAFTS;
      case 'session.error':
        return this.#failed(data, lane);
      default:
        return this.#questions?.parse(type, data, lane);
    }
  }

  #failed(data: NativeData, lane: string | undefined): readonly EventDraft[] {
    const outcome = this.#failures.outcome(data);
    if (lane !== undefined) {
      return [laned(lane, debug('warn', `A subagent has failed: ${textOf(data.message) ?? ''}`))];
    }
    this.turns.failure = outcome;
    return NO_DRAFTS;
  }

  #notice(type: string, data: NativeData): readonly EventDraft[] {
    switch (type) {
      case 'session.skills_loaded':
        return this.#surroundings.skills(data);
      case 'session.mcp_servers_loaded':
        return this.#surroundings.servers(data);
      case 'session.mcp_server_status_changed':
        return this.#surroundings.serverChanged(data);
      case 'session.usage_info':
        this.#usage.sized(data);
        return NO_DRAFTS;
      case 'session.compaction_complete':
        return [...compacted(data), ...this.#usage.ofCompaction(data.compactionTokensUsed)];
      case 'session.truncation':
        return [debug('warn', 'The oldest messages were left out, since the context window is full.')];
      case 'session.warning':
        return [debug('warn', textOf(data.message) ?? '')];
      case 'mcp.oauth_required':
        return [debug('warn', `MCP server "${textOf(data.serverName) ?? ''}" wants a login.`)];
      case 'session.info':
        return informed(data);
      case 'system.notification':
        return [debug('verbose', `Told to the agent: ${textOf(data.content) ?? ''}`)];
      default:
        return isSilent(type) ? NO_DRAFTS : [{ type: 'unknown_native', name: type }];
    }
  }
}

const CANCELLED = { error: 'cancelled' } as const;

/** The text of the agent's message that a conversation ends with. */
function lastWordsIn(messages: unknown): string | undefined {
  const last = objectOf<'role' | 'content'>(listOf(messages).at(-1));
  const text = last?.role === 'assistant' ? textOf(last.content) : undefined;
  return text === '' ? undefined : text;
}

function attached(data: NativeData): readonly EventDraft[] {
  return listOf(data.attachments).flatMap((item): readonly EventDraft[] => {
    const attachment: NativeAttachment = objectOf(item) ?? {};
    const mimeType = textOf(attachment.mimeType) ?? '';
    return mimeType.startsWith('image/') ? [{ type: 'image_input_ack', mimeType }] : [];
  });
}

function compacted(data: NativeData): readonly EventDraft[] {
  if (data.success !== true) {
    return [debug('warn', `The agent could not compact its context: ${textOf(data.error) ?? ''}`)];
  }
  const tokensSaved = numberOf(data.tokensRemoved);
  return [{ type: 'context_compacted', ...defined({ summary: textOf(data.summaryContent), tokensSaved }) }];
}

function informed({ infoType, message }: NativeData): readonly EventDraft[] {
  // A retry and a new file have events of their own.
  return infoType === 'model_retry' || infoType === 'file_created'
    ? NO_DRAFTS
    : [debug('verbose', `${textOf(infoType) ?? 'info'}: ${textOf(message) ?? ''}`)];
}
