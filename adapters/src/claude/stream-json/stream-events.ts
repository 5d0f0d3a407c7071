/** `stream_event` lines: the model's answer as it comes, block by block. Most lines are of this kind. */
import { type EventDraft, NOTHING, type Parsed } from '@agent-mux/core';
import { debug, isNative, laned, numberOf, objectOf, say, sayAll, textOf } from '../../shared/index.ts';
import type { NativeBlock, NativeDelta, NativeLine, NativeMessage, NativeStreamEvent } from './native.ts';
import type { Subagents } from './subagents.ts';
import type { Tools } from './tools.ts';
import type { Usage } from './usage.ts';

interface Block {
  readonly kind: 'text' | 'thinking' | 'tool' | 'other';
  /** The key of the block; a tool has its id as the key. */
  readonly key: string;
  isComplete: boolean;
}

/** The blocks of the message that streams in one lane. */
interface Message {
  id: string;
  /** What the message's start says about its usage: the input, which its end need not repeat. */
  usage: unknown;
  model: string | undefined;
  readonly blocks: (Block | undefined)[];
  current: Block | undefined;
  /** The last block of each kind that stopped without a complete line, which may still come. */
  stopped: { [kind in 'text' | 'thinking']?: Block };
}

export class StreamEvents {
  readonly #parts: { readonly tools: Tools; readonly subagents: Subagents; readonly usage: Usage };
  readonly #main: Message = newMessage();
  readonly #lanes = new Map<string, Message>();
  /** Whether the main agent's answers come in pieces. */
  hasBegun = false;

  constructor(parts: { tools: Tools; subagents: Subagents; usage: Usage }) {
    this.#parts = parts;
  }

  parse(line: NativeLine): Parsed {
    const event: unknown = line.event;
    if (!isNative<keyof NativeStreamEvent>(event)) {
      return say({ type: 'unknown_native', name: 'stream_event' });
    }
    const parent = line.parent_tool_use_id;
    const lane = typeof parent === 'string' ? parent : undefined;
    const message = lane === undefined ? this.#main : this.#inLane(lane);
    if (event.type === 'content_block_delta') {
      return delta(message, event, lane);
    }
    this.hasBegun ||= lane === undefined;
    return sayAll(this.#frame(message, event, line, lane));
  }

  /**
   * The key of the open block that a complete `assistant` line belongs to. The line has no index: it comes while its block is the last one
   * opened, just before the stop. A line after a cut connection may belong to another message, which Claude Code asked for anew and did not
   * stream (2.1.197): it completes no open block. A line of the same message that comes behind the stop belongs to what has stopped.
   */
  complete(lane: string | undefined, kind: 'text' | 'thinking', messageId: string): string | undefined {
    const message = lane === undefined ? this.#main : this.#lanes.get(lane);
    const block = message?.current;
    const isOther = message?.id !== '' && messageId !== '' && message?.id !== messageId;
    if (block?.kind === kind && !block.isComplete && !isOther) {
      block.isComplete = true;
      return block.key;
    }
    const stopped = message?.stopped[kind];
    if (message === undefined || stopped === undefined || messageId === '' || message.id !== messageId) {
      return undefined;
    }
    delete message.stopped[kind];
    return stopped.key;
  }

  #inLane(lane: string): Message {
    const known = this.#lanes.get(lane);
    if (known !== undefined) {
      return known;
    }
    const message = newMessage();
    this.#lanes.set(lane, message);
    return message;
  }

  #frame(
    message: Message,
    event: NativeStreamEvent,
    line: NativeLine,
    lane: string | undefined,
  ): readonly EventDraft[] {
    switch (event.type) {
      case 'message_start': {
        const native: NativeMessage | undefined = objectOf(event.message);
        message.id = textOf(native?.id) ?? '';
        message.usage = native?.usage;
        message.model = textOf(native?.model);
        message.blocks.length = 0;
        message.current = undefined;
        message.stopped = {};
        return [];
      }
      case 'content_block_start':
        return this.#startBlock(message, event, lane);
      case 'content_block_stop':
        return stopBlock(message, event, lane);
      case 'message_delta':
        return lane === undefined ? this.#parts.usage.ofRequest(message, event.usage) : [];
      case 'message_stop':
        return line.abandoned_blocks === undefined
          ? []
          : [laned(lane, debug('info', `The model's answer ${message.id} was cut off; the agent gives it up.`))];
      case 'ping':
        return [];
      default:
        return [{ type: 'unknown_native', name: `stream_event/${textOf(event.type) ?? '?'}` }];
    }
  }

  #startBlock(message: Message, { index, content_block }: NativeStreamEvent, lane: string | undefined): EventDraft[] {
    const native: NativeBlock = objectOf(content_block) ?? {};
    const at = numberOf(index) ?? message.blocks.length;
    const drafts: EventDraft[] = [];
    let block: Block = { kind: 'other', key: '', isComplete: false };
    switch (native.type) {
      case 'text':
      case 'thinking':
        block = { kind: native.type, key: `${message.id}:${at}`, isComplete: false };
        break;
      case 'tool_use':
      case 'server_tool_use':
      case 'mcp_tool_use': {
        const id = textOf(native.id) ?? '';
        const begun = this.#parts.tools.start(id, textOf(native.name) ?? '', lane);
        // A dispatch is not announced before it is known how the subagent runs.
        block = { kind: begun.length === 0 ? 'other' : 'tool', key: id, isComplete: false };
        drafts.push(...begun);
        break;
      }
      case 'redacted_thinking':
        break;
      default:
        // Results of server tools come whole in their `assistant` line.
        if (!/_tool_result$/.test(textOf(native.type) ?? '')) {
          drafts.push({ type: 'unknown_native', name: `content_block/${textOf(native.type) ?? '?'}` });
        }
    }
    if (lane !== undefined) {
      drafts.unshift(...this.#parts.subagents.ensure(lane));
    }
    message.blocks[at] = block;
    message.current = block;
    return drafts;
  }
}

function newMessage(): Message {
  return { id: '', usage: undefined, model: undefined, blocks: [], current: undefined, stopped: {} };
}

function delta(message: Message, event: NativeStreamEvent, lane: string | undefined): Parsed {
  const { index, delta: native } = event;
  if (!isNative<keyof NativeDelta>(native)) {
    return NOTHING;
  }
  const block = typeof index === 'number' ? message.blocks[index] : undefined;
  const key = block?.key;
  switch (native.type) {
    case 'text_delta':
      return typeof native.text === 'string' ? piece('text_delta', native.text, key, lane) : NOTHING;
    case 'thinking_delta':
      return typeof native.thinking === 'string' ? piece('thinking_delta', native.thinking, key, lane) : NOTHING;
    case 'input_json_delta':
      return typeof native.partial_json === 'string' && native.partial_json !== '' && block?.kind === 'tool'
        ? say(laned(lane, { type: 'tool_input_delta', toolCallId: block.key, delta: native.partial_json }))
        : NOTHING;
    case 'signature_delta':
    case 'citations_delta':
      return NOTHING;
    default:
      return say({ type: 'unknown_native', name: `content_block_delta/${textOf(native.type) ?? '?'}` });
  }
}

function piece(
  type: 'text_delta' | 'thinking_delta',
  text: string,
  key: string | undefined,
  lane: string | undefined,
): Parsed {
  // One literal per form keeps the same hidden class, and this runs for most lines of a run.
  if (lane === undefined) {
    return key === undefined ? say({ type, delta: text }) : say({ type, delta: text, key });
  }
  return say(key === undefined ? { type, delta: text, lane } : { type, delta: text, key, lane });
}

function stopBlock(message: Message, { index }: NativeStreamEvent, lane: string | undefined): readonly EventDraft[] {
  const block = message.blocks[numberOf(index) ?? -1];
  if (block === message.current) {
    message.current = undefined;
  }
  if (block === undefined || block.isComplete) {
    return [];
  }
  block.isComplete = true;
  // The block stops without a complete line, because the answer was cut off within it.
  switch (block.kind) {
    case 'text':
      message.stopped.text = block;
      return [laned(lane, { type: 'message_stop', key: block.key })];
    case 'thinking':
      message.stopped.thinking = block;
      return [laned(lane, { type: 'thinking_stop', key: block.key })];
    case 'tool':
    case 'other':
      return [];
    default:
      return block.kind satisfies never;
  }
}
