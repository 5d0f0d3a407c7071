/** Lines that Claude Code writes, except for the pieces of an answer: each kind goes to the part that knows it. */
import type { EventDraft, ResolvedOptions } from '@agent-mux/core';
import { debug, defined, idOf, imagesIn, laned, listOf, NO_DRAFTS, objectOf, textOf } from '../../shared/index.ts';
import { keepsCheckpoints } from '../shared/checkpoints.ts';
import { answerHook } from './hook-callbacks.ts';
import { HOST_SERVER } from './host-tools.ts';
import type { NativeBlock, NativeLine, NativeMessage, NativeRequest, NativeResponse } from './native.ts';
import type { Parts } from './parts.ts';
import { answerNotes } from './replies.ts';

export interface OutputLinesParts {
  readonly parts: Parts;
  readonly options: ResolvedOptions;
  /** Called with each message that goes to the CLI. */
  readonly reply: (message: string) => void;
  /** Called when the answer to `initialize` has come. */
  readonly onReady: () => void;
  /** Whether the answers come in pieces; otherwise only their complete blocks show the model requests. */
  readonly isStreamed: () => boolean;
  /** Called once it is clear that answers come whole. */
  readonly onWhole: () => void;
}

const MAX_NOTE = 300;

export class OutputLines {
  readonly #parts: OutputLinesParts;
  readonly #hasCheckpoints: boolean;
  #lastUuid: string | undefined;

  constructor(parts: OutputLinesParts) {
    this.#parts = parts;
    this.#hasCheckpoints = keepsCheckpoints(parts.options);
  }

  parse(line: NativeLine): readonly EventDraft[] {
    const { parts } = this.#parts;
    const uuid = idOf(line.uuid);
    if (uuid !== undefined && uuid === this.#lastUuid) {
      // The line is a copy: each line has a uuid of its own.
      return [];
    }
    this.#lastUuid = uuid;
    const type = textOf(line.type) ?? '?';
    const kind = type === 'system' ? `system/${textOf(line.subtype) ?? '?'}` : type;
    const drafts: EventDraft[] = [];
    const isSummary = parts.compaction !== undefined && line.isSynthetic === true;
    if (parts.compaction !== undefined) {
      drafts.push(this.#compacted(line, parts.compaction));
    }
    if (!isSummary) {
      drafts.push(...this.#byType(type, line));
    }
    drafts.push(...parts.novelties.of(kind, line));
    return drafts;
  }

  /** Tells a compaction whose summary has not come; nothing where there is none. */
  compactionLeft(): readonly EventDraft[] {
    const { compaction } = this.#parts.parts;
    return compaction === undefined ? NO_DRAFTS : [this.#compacted({}, compaction)];
  }

  #byType(type: string, line: NativeLine): readonly EventDraft[] {
    const { parts } = this.#parts;
    switch (type) {
      case 'system':
        return line.subtype === 'init' ? this.#init(line) : parts.system.parse(line);
      case 'assistant':
        return this.#complete(line);
      case 'user':
        return this.#user(line);
      case 'result':
        return this.#result(line);
      case 'control_request':
        return this.#asked(line);
      case 'control_response':
        return this.#answered(line);
      case 'control_cancel_request':
        return this.#withdrawn(textOf(line.request_id) ?? '');
      case 'command_lifecycle':
        return [...parts.prompts.lifecycle(line, parts.turns.isJoinable), ...(parts.turns.isOpen ? this.#begun() : [])];
      default:
        return notice(type, line);
    }
  }

  #withdrawn(key: string): readonly EventDraft[] {
    const { questions, hostTools } = this.#parts.parts;
    return [...questions.withdrawn(key), ...hostTools.settled(key)];
  }

  #complete(line: NativeLine): readonly EventDraft[] {
    const { parts, isStreamed, onWhole } = this.#parts;
    const isSynthetic = objectOf<'model'>(line.message)?.model === '<synthetic>';
    if (!parts.stream.hasBegun && !isSynthetic && typeof line.parent_tool_use_id !== 'string') {
      onWhole();
    }
    return parts.blocks.parse(line, !isStreamed());
  }

  #init(line: NativeLine): readonly EventDraft[] {
    const { parts } = this.#parts;
    const { opening, prompts, tools, turns, usage } = parts;
    const isFirst = opening.sessionId === null;
    const drafts: EventDraft[] = [...opening.open(line)];
    tools.servers = opening.servers;
    usage.model = textOf(line.model) ?? '';
    drafts.push(turns.begin());
    drafts.push(...prompts.turnBegan(line));
    if (isFirst) {
      const { thinkingEffort: effort } = this.#parts.options;
      drafts.push(
        ...(effort === undefined ? [] : [{ type: 'thinking_effort' as const, effort }]),
        ...opening.failures(line),
      );
    }
    drafts.push(...this.#begun());
    return drafts;
  }

  /** The events of prompts that have become part of the turn. */
  #begun(): readonly EventDraft[] {
    const { opening, prompts } = this.#parts.parts;
    return prompts.takeBegun().flatMap((prompt): EventDraft[] => {
      const drafts: EventDraft[] = [...opening.typed(prompt)];
      if (this.#hasCheckpoints && prompt.uuid !== '') {
        drafts.unshift({
          type: 'session_checkpoint',
          sessionId: opening.sessionId ?? '',
          checkpointId: prompt.uuid,
        });
      }
      return drafts;
    });
  }

  #user(line: NativeLine): readonly EventDraft[] {
    const message: NativeMessage = objectOf(line.message) ?? {};
    if (line.isReplay === true) {
      return this.#replayed(line, message);
    }
    const drafts: EventDraft[] = [];
    const lane = textOf(line.parent_tool_use_id);
    for (const item of typeof message.content === 'string' ? [{ text: message.content }] : listOf(message.content)) {
      const block: NativeBlock = objectOf(item) ?? {};
      if (block.type === 'tool_result') {
        drafts.push(...this.#toolResult(block, line));
      } else {
        drafts.push(...this.#said(textOf(block.text) ?? '', line, lane));
      }
    }
    return drafts;
  }

  #toolResult(block: NativeBlock, line: NativeLine): readonly EventDraft[] {
    const { denials, isMute, questions, results } = this.#parts.parts;
    const id = textOf(block.tool_use_id) ?? '';
    const denied = isMute && block.is_error === true ? denials.inResult(id, textOf(block.content) ?? '') : [];
    return [...denied, ...questions.toolEnded(id), ...results.parse(block, line)];
  }

  #said(text: string, line: NativeLine, lane: string | undefined): readonly EventDraft[] {
    if (lane !== undefined) {
      // The event of the dispatch already carries the prompt of the subagent.
      return [];
    }
    if (line.isSynthetic !== true && text.startsWith('[Request interrupted by user')) {
      this.#parts.parts.turns.isInterrupted = true;
      return [];
    }
    return text === '' ? [] : [debug('verbose', `Put into the conversation: ${text.slice(0, MAX_NOTE)}`)];
  }

  #replayed(line: NativeLine, message: NativeMessage): readonly EventDraft[] {
    const { parts } = this.#parts;
    const settled = parts.prompts.replayed(line, parts.turns.isJoinable);
    const acks = imagesIn(message.content).map(({ mimeType }) => ({ type: 'image_input_ack', mimeType }) as const);
    const drafts: EventDraft[] = [...settled, ...acks];
    const output = /^<local-command-stdout>([\s\S]*)<\/local-command-stdout>$/.exec(textOf(message.content) ?? '')?.[1];
    if (output !== undefined && output.trim() !== '') {
      drafts.push(debug('info', output.trim().slice(0, MAX_NOTE)));
    }
    if (parts.turns.isOpen) {
      drafts.push(...this.#begun());
    }
    return drafts;
  }

  // The CLI puts the summary into the conversation right after the notice of the compaction.
  #compacted(line: NativeLine, saved: { readonly tokensSaved?: number }): EventDraft {
    this.#parts.parts.compaction = undefined;
    const message: NativeMessage | undefined = line.isSynthetic === true ? objectOf(line.message) : undefined;
    const content = message?.content;
    const summary = textOf(content) ?? textOf(objectOf<'text'>(listOf(content)[0])?.text);
    return { type: 'context_compacted', ...defined({ summary }), ...saved };
  }

  #result(line: NativeLine): readonly EventDraft[] {
    const { hostTools, prompts, questions, turns, usage } = this.#parts.parts;
    const { drafts, turn } = usage.ofResult(line);
    const end = turns.end(line, turn);
    if (end.length === 0) {
      return drafts;
    }
    prompts.turnEnded();
    return [...drafts, ...questions.turnEnded(), ...hostTools.turnEnded(), ...end];
  }

  #asked(line: NativeLine): readonly EventDraft[] {
    const { hostTools, questions } = this.#parts.parts;
    const id = textOf(line.request_id) ?? '';
    const request: NativeRequest = objectOf(line.request) ?? {};
    switch (request.subtype) {
      case 'can_use_tool':
      case 'elicitation':
        return questions.asked(id, request);
      case 'hook_callback': {
        const { drafts, response } = answerHook(request, questions.grants);
        this.#reply({ subtype: 'success', request_id: id, response });
        return drafts;
      }
      case 'mcp_message': {
        if (request.server_name !== HOST_SERVER) {
          return this.#refused(id, request);
        }
        const { drafts, response } = hostTools.asked(id, request);
        if (response !== undefined) {
          this.#reply({ subtype: 'success', request_id: id, response });
        }
        return drafts;
      }
      default:
        return this.#refused(id, request);
    }
  }

  // An unanswered request would block the turn for ever.
  #refused(id: string, request: NativeRequest): readonly EventDraft[] {
    const name = textOf(request.subtype) ?? '?';
    this.#reply({ subtype: 'error', request_id: id, error: `agent-mux does not offer "${name}".` });
    return [debug('info', `Claude Code asked for "${name}", which is not offered: refused.`)];
  }

  #reply(response: Readonly<Record<string, unknown>>): void {
    this.#parts.reply(JSON.stringify({ type: 'control_response', response }));
  }

  #answered(line: NativeLine): readonly EventDraft[] {
    const { opening, requests, turns } = this.#parts.parts;
    const response: NativeResponse = objectOf(line.response) ?? {};
    const subtype = requests.answered(response);
    if (subtype === 'initialize') {
      opening.commands(response);
      this.#parts.parts.usage.models.provider = opening.provider;
      this.#parts.onReady();
    }
    turns.isStopping ||= subtype === 'interrupt' && response.subtype === 'success';
    return subtype === undefined ? [] : answerNotes(subtype, response);
  }
}

function notice(type: string, line: NativeLine): readonly EventDraft[] {
  switch (type) {
    case 'rate_limit_event': {
      const info = objectOf<'status' | 'rateLimitType'>(line.rate_limit_info);
      const limit = textOf(info?.rateLimitType) ?? 'rate';
      if (info?.status === 'rejected') {
        return [{ type: 'rate_limited' }];
      }
      return info?.status === 'allowed_warning' ? [debug('warn', `Most of the ${limit} limit is used.`)] : [];
    }
    case 'tool_use_summary':
      return [debug('verbose', `Tools: ${textOf(line.summary) ?? ''}`)];
    case 'prompt_suggestion':
      return [debug('verbose', `Suggested prompt: ${textOf(line.suggestion) ?? ''}`)];
    case 'conversation_reset':
      return [debug('info', 'The conversation was cleared.')];
    case 'auth_status':
    case 'tool_progress':
      return [laned(textOf(line.parent_tool_use_id), debug('verbose', JSON.stringify(line).slice(0, MAX_NOTE)))];
    default:
      return [];
  }
}
