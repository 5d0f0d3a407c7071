/** `assistant` lines: each has one complete block of the model's answer, or a failure in the agent's words. */
import type { EventDraft, Outcome } from '@agent-mux/core';
import { laned, listOf, numberOf, objectOf, outcomeOfFailure, textOf } from '../../shared/index.ts';
import { AUTH_GUIDANCE } from '../about.ts';
import type { NativeBlock, NativeLine, NativeMessage } from './native.ts';
import type { StreamEvents } from './stream-events.ts';
import type { Subagents } from './subagents.ts';
import type { Tools } from './tools.ts';
import type { Usage } from './usage.ts';

export interface CompleteBlocksParts {
  readonly stream: StreamEvents;
  readonly subagents: Subagents;
  readonly tools: Tools;
  readonly usage: Usage;
  /** Called when a model request of the main agent has failed for good. */
  readonly onFailure: (outcome: Outcome) => void;
}

/** The place of a block. */
interface BlockPlace {
  readonly lane: string | undefined;
  /** The id of the message. */
  readonly id: string;
  /** The key of a block that was not streamed. */
  readonly ownKey: string;
  readonly model: unknown;
}

/** What a local command without output "says". */
export const NO_CONTENT = '(no content)';

export class CompleteBlocks {
  readonly #parts: CompleteBlocksParts;
  #messageId = '';

  constructor(parts: CompleteBlocksParts) {
    this.#parts = parts;
  }

  /** Parses a line. `beginStep` is true where nothing else shows that a model request was made. */
  parse(line: NativeLine, beginStep: boolean): readonly EventDraft[] {
    const { subagents, usage, onFailure } = this.#parts;
    const lane = textOf(line.parent_tool_use_id);
    const message: NativeMessage = objectOf(line.message) ?? {};
    const blocks: readonly NativeBlock[] = listOf(message.content).map((item) => objectOf(item) ?? {});
    if (line.error !== undefined && line.error !== null) {
      const text = blocks.map(({ text }) => textOf(text) ?? '').join('\n');
      if (lane === undefined) {
        onFailure(failureOf(line, text));
        return [];
      }
      subagents.failed(lane, text);
      return subagents.ensure(lane);
    }
    const drafts: EventDraft[] = lane === undefined ? [] : [...subagents.ensure(lane)];
    const id = textOf(message.id) ?? '';
    if (beginStep && lane === undefined && id !== this.#messageId && message.model !== '<synthetic>') {
      drafts.push({ type: 'step_start' });
    }
    this.#messageId = lane === undefined ? id : this.#messageId;
    if (lane !== undefined) {
      drafts.push(...usage.seenOf(lane, id, message.usage));
    }
    for (const [index, block] of blocks.entries()) {
      const ownKey = `${id}:${textOf(line.uuid) ?? ''}:${index}`;
      drafts.push(...this.#block(block, { lane, id, ownKey, model: message.model }));
    }
    return drafts;
  }

  #block(block: NativeBlock, { lane, id, ownKey, model }: BlockPlace): readonly EventDraft[] {
    const { stream, subagents } = this.#parts;
    switch (block.type) {
      case 'text': {
        const text = textOf(block.text) ?? '';
        if (text === '' || (model === '<synthetic>' && text === NO_CONTENT)) {
          return [];
        }
        if (lane !== undefined) {
          subagents.said(lane, text);
        }
        return [laned(lane, { type: 'message_stop', text, key: stream.complete(lane, 'text', id) ?? ownKey })];
      }
      case 'thinking': {
        const thinking = textOf(block.thinking) ?? '';
        return [laned(lane, { type: 'thinking_stop', thinking, key: stream.complete(lane, 'thinking', id) ?? ownKey })];
      }
      case 'redacted_thinking':
        return [];
      case 'tool_use':
      case 'server_tool_use':
      case 'mcp_tool_use':
        return this.#call(block, id, lane);
      default:
        return /_tool_result$/.test(textOf(block.type) ?? '')
          ? serverResult(block, lane)
          : [{ type: 'unknown_native', name: `assistant/${textOf(block.type) ?? '?'}` }];
    }
  }

  #call(block: NativeBlock, messageId: string, lane: string | undefined): readonly EventDraft[] {
    const { tools } = this.#parts;
    const [id, name] = [textOf(block.id) ?? '', textOf(block.name) ?? ''];
    const begun = tools.isAnother(id, messageId) ? tools.start(id, name, lane) : [];
    return [...begun, ...tools.ready(id, name, block.input, lane)];
  }
}

/** The result of a tool that ran at the model's provider, within the same answer. */
function serverResult(block: NativeBlock, lane: string | undefined): readonly EventDraft[] {
  const toolCallId = textOf(block.tool_use_id) ?? '';
  const failure = objectOf<'type' | 'error_code'>(block.content);
  return /_error$/.test(textOf(failure?.type) ?? '')
    ? [laned(lane, { type: 'tool_error', toolCallId, error: textOf(failure?.error_code) ?? 'failed' })]
    : [laned(lane, { type: 'tool_result', toolCallId, output: block.content })];
}

function failureOf(line: NativeLine, message: string): Outcome {
  const status = numberOf(line.api_error_status);
  return outcomeOfFailure({ message, guidance: AUTH_GUIDANCE, status, code: textOf(line.error) });
}
