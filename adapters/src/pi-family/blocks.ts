/** Messages of the model as they come: blocks by their place in the message. */
import type { EventDraft } from '@agent-mux/core';
import { idOf, listOf, NO_DRAFTS, numberOf, objectOf, textOf } from '../shared/index.ts';
import type { NativeBlock, NativeMessage, NativePiece } from './native.ts';
import type { BlockPiece } from './parse-line.ts';
import type { ToolRuns } from './tools.ts';

type BlockKind = 'text' | 'thinking' | 'toolcall';

export class Blocks {
  readonly #tools: ToolRuns;
  // Blocks that have begun and not ended, by their place in the message.
  readonly #open = new Map<number, BlockKind>();
  readonly #callIds = new Map<number, string>();
  #hasBlocks = false;
  #number = 0;

  constructor(tools: ToolRuns) {
    this.#tools = tools;
  }

  begin(): void {
    this.#number++;
    this.#open.clear();
    this.#callIds.clear();
    this.#hasBlocks = false;
  }

  delta({ kind, index, delta }: BlockPiece): readonly EventDraft[] {
    this.#hasBlocks = true;
    switch (kind) {
      case 'text':
        this.#open.set(index, kind);
        return [{ type: 'text_delta', delta, key: this.#key(index) }];
      case 'thinking':
        this.#open.set(index, kind);
        return [{ type: 'thinking_delta', delta, key: this.#key(index) }];
      case 'toolcall': {
        const toolCallId = this.#callIds.get(index);
        return toolCallId === undefined ? NO_DRAFTS : [{ type: 'tool_input_delta', toolCallId, delta }];
      }
      default:
        return kind satisfies never;
    }
  }

  /** Takes `message_update`, in full. */
  piece(native: NativePiece): readonly EventDraft[] {
    const index = numberOf(native.contentIndex) ?? 0;
    const [kind, phase] = (textOf(native.type) ?? '').split('_');
    if (kind !== 'text' && kind !== 'thinking' && kind !== 'toolcall') {
      return NO_DRAFTS;
    }
    switch (phase) {
      case 'delta':
        return this.delta({ kind, index, delta: textOf(native.delta) ?? '' });
      case 'start':
        this.#hasBlocks = true;
        this.#open.set(index, kind);
        return kind === 'toolcall' ? this.#callBegan(index, native.partial) : NO_DRAFTS;
      case 'end':
        this.#open.delete(index);
        return kind === 'toolcall'
          ? this.#tools.ready(objectOf(native.toolCall) ?? {})
          : [this.#stop(kind, index, textOf(native.content))];
      default:
        return NO_DRAFTS;
    }
  }

  /** Takes the end of the message: whatever its pieces left open, and all its texts, which give no event where they were reported. */
  end({ content }: NativeMessage): readonly EventDraft[] {
    const blocks: readonly NativeBlock[] = listOf(content).map((item) => objectOf(item) ?? {});
    const drafts = [...this.#open].flatMap(([index, kind]) => this.#endOpen(index, kind, blocks[index]));
    for (const [index, block] of blocks.entries()) {
      if (!this.#open.has(index) && (block.type !== 'toolCall' || !this.#hasBlocks)) {
        drafts.push(...this.#whole(index, block));
      }
    }
    this.begin();
    return drafts;
  }

  #callBegan(index: number, partial: unknown): readonly EventDraft[] {
    const message: NativeMessage = objectOf(partial) ?? {};
    const call: NativeBlock = objectOf(listOf(message.content)[index]) ?? {};
    const toolCallId = idOf(call.id);
    const toolName = idOf(call.name);
    if (toolCallId === undefined || toolName === undefined) {
      return NO_DRAFTS;
    }
    const drafts = this.#tools.began(toolCallId, toolName);
    if (drafts.length > 0) {
      this.#callIds.set(index, toolCallId);
    }
    return drafts;
  }

  #endOpen(index: number, kind: BlockKind, block: NativeBlock | undefined): readonly EventDraft[] {
    if (kind === 'toolcall') {
      // The call was cut off and will not run.
      return NO_DRAFTS;
    }
    return [this.#stop(kind, index, block?.type === kind ? textOf(block[kind]) : undefined)];
  }

  #whole(index: number, block: NativeBlock): readonly EventDraft[] {
    switch (block.type) {
      case 'text':
      case 'thinking':
        return [this.#stop(block.type, index, textOf(block[block.type]))];
      case 'toolCall':
        return this.#tools.ready(block);
      default:
        return NO_DRAFTS;
    }
  }

  #stop(kind: 'text' | 'thinking', index: number, text: string | undefined): EventDraft {
    const key = this.#key(index);
    if (kind === 'text') {
      return { type: 'message_stop', key, ...(text === undefined ? {} : { text }) };
    }
    return { type: 'thinking_stop', key, ...(text === undefined ? {} : { thinking: text }) };
  }

  #key(index: number): string {
    return `${this.#number}.${index}`;
  }
}
