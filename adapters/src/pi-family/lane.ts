/** One agent at work: its answers, its tools, and what they cost. The main agent, or a subagent in a lane of its own. */
import type { EventDraft } from '@agent-mux/core';
import type { CostRecord } from '@agent-mux/events';
import {
  imagesIn,
  laned,
  listOf,
  modelNamed,
  NO_DRAFTS,
  objectOf,
  textIn,
  textOf,
  usageDrafts,
} from '../shared/index.ts';
import { Blocks } from './blocks.ts';
import type { NativeLine, NativeMessage } from './native.ts';
import type { BlockPiece } from './parse-line.ts';
import { ToolRuns, type ToolRunsParts } from './tools.ts';
import { usageOf } from './usage.ts';

/** How the last answer ended. */
export interface MessageEnd {
  readonly stopReason: string;
  readonly message: NativeMessage;
  readonly text: string;
  /** Its last text block, which is the last message of the turn; undefined where it has none. */
  readonly words: string | undefined;
}

export class Lane {
  readonly tools: ToolRuns;
  last: MessageEnd | undefined = undefined;
  /** The costs of the answers since the list was last emptied. */
  readonly costs: CostRecord[] = [];
  readonly #name: string | undefined;
  readonly #blocks: Blocks;
  // The last answer as it was written, until another one begins.
  #ending = '';

  constructor(name: string | undefined, parts: ToolRunsParts) {
    this.#name = name;
    this.tools = new ToolRuns(parts);
    this.#blocks = new Blocks(this.tools);
  }

  piece(piece: BlockPiece): readonly EventDraft[] {
    return this.#laned(this.#blocks.delta(piece));
  }

  /** The events of a line; undefined where it says nothing about an agent's activity. */
  parse(line: NativeLine): readonly EventDraft[] | undefined {
    const drafts = this.#parse(line);
    return drafts === undefined ? undefined : this.#laned(drafts);
  }

  #parse(line: NativeLine): readonly EventDraft[] | undefined {
    switch (line.type) {
      case 'message_update':
        return this.#blocks.piece(objectOf(line.assistantMessageEvent) ?? {});
      case 'message_start':
        return this.#began(objectOf(line.message) ?? {});
      case 'message_end':
        return this.#ended(objectOf(line.message) ?? {});
      case 'tool_execution_start':
        return this.tools.started(line);
      case 'tool_execution_update':
        return this.tools.updated(line);
      case 'tool_execution_end':
        return this.tools.ended(line);
      default:
        return undefined;
    }
  }

  #began(message: NativeMessage): readonly EventDraft[] {
    if (message.role === 'assistant') {
      this.#ending = '';
      this.#blocks.begin();
    }
    // `tool_execution_end` contains the result of a tool, and this message repeats it.
    return message.role === 'user' && this.#name === undefined ? promptDrafts(message) : NO_DRAFTS;
  }

  #ended(message: NativeMessage): readonly EventDraft[] {
    if (message.role !== 'assistant') {
      return NO_DRAFTS;
    }
    const ending = JSON.stringify(message);
    if (ending === this.#ending) {
      return NO_DRAFTS;
    }
    this.#ending = ending;
    this.last = endOf(message);
    const drafts = [...this.#blocks.end(message)];
    const usage = usageOf(message.usage);
    if (usage !== undefined) {
      this.costs.push(usage.cost);
      const model = modelNamed(message.model, message.provider);
      drafts.push(...usageDrafts(usage.tokens, usage.usd, { model }));
    }
    return drafts;
  }

  #laned(drafts: readonly EventDraft[]): readonly EventDraft[] {
    const name = this.#name;
    return name === undefined || drafts.length === 0 ? drafts : drafts.map((draft) => laned(name, draft));
  }
}

/** How the last answer of a run ended, as the end of the run says once more; undefined where it repeats no answer. */
export function lastEndIn(messages: unknown): MessageEnd | undefined {
  const last = listOf(messages)
    .map((item): NativeMessage => objectOf(item) ?? {})
    .findLast(({ role, stopReason }) => role === 'assistant' && textOf(stopReason) !== undefined);
  return last && endOf(last);
}

function endOf(message: NativeMessage): MessageEnd {
  const texts = listOf(message.content).map((block) => textOf(objectOf<'text'>(block)?.text) ?? '');
  return {
    stopReason: textOf(message.stopReason) ?? '',
    message,
    text: textIn(message.content),
    words: texts.findLast((text) => text !== ''),
  };
}

/** The events of a prompt that the agent has taken up: its images, and the skill that it was expanded from. */
function promptDrafts({ content }: NativeMessage): readonly EventDraft[] {
  const drafts: EventDraft[] = imagesIn(content).map(({ mimeType }) => ({ type: 'image_input_ack', mimeType }));
  const skillName = /^<skill name="([^"]+)" location="/.exec(textIn(content))?.[1];
  if (skillName !== undefined) {
    drafts.push({ type: 'skill_invoked', skillName });
  }
  return drafts;
}
