/** `item/started` and `item/completed`: each kind of item goes to the part that knows it. */
import type { EventDraft } from '@agent-mux/core';
import { debug, laned, listOf, objectOf, textOf, textsOf } from '../../shared/index.ts';
import { Calls } from './calls.ts';
import { McpItems } from './mcp-items.ts';
import type { NativeItem } from './native.ts';
import { PatchItems } from './patch-items.ts';
import { ShellItems } from './shell-items.ts';
import { Skills } from './skills.ts';
import { Subagents } from './subagents.ts';
import { named, TOOL_NAMES } from './tool-names.ts';

/** Kinds of items that are part of a model's answer. */
const OF_ANSWER: ReadonlySet<unknown> = new Set(['agentMessage', 'plan', 'reasoning', 'webSearch', 'imageGeneration']);

/** Kinds of items that Codex carries out for the model. */
const CARRIED_OUT: ReadonlySet<unknown> = new Set([
  'commandExecution',
  'fileChange',
  'mcpToolCall',
  'dynamicToolCall',
  'collabAgentToolCall',
  'subAgentActivity',
  'imageView',
]);

/** Whether the model has asked for it. */
export function isOfModel(item: NativeItem): boolean {
  return item.type === 'subAgentActivity'
    ? item.kind === 'started'
    : (OF_ANSWER.has(item.type) || CARRIED_OUT.has(item.type)) && item.source !== 'userShell';
}

/** Whether it is a call that Codex carries out, perhaps after the answer that asked for it. */
export function isCarriedOut({ type }: NativeItem): boolean {
  return CARRIED_OUT.has(type);
}

export class Items {
  readonly calls: Calls = new Calls();
  readonly skills: Skills = new Skills();
  readonly subagents: Subagents;
  readonly shells: ShellItems;
  readonly patches: PatchItems;
  readonly #mcp: McpItems;

  constructor() {
    this.subagents = new Subagents(this.calls);
    this.shells = new ShellItems(this.calls, (path) => this.skills.read(path));
    this.patches = new PatchItems(this.calls);
    this.#mcp = new McpItems(this.calls);
  }

  started(item: NativeItem, lane: string | undefined): readonly EventDraft[] {
    const id = textOf(item.id) ?? '';
    switch (item.type) {
      case 'agentMessage':
      case 'reasoning':
      case 'plan':
      case 'contextCompaction':
      case 'sleep':
      case 'hookPrompt':
      case 'functionCallOutput':
        return [];
      case 'commandExecution':
        return this.shells.started(id, item, lane);
      case 'fileChange':
        return this.patches.started(id, item, lane);
      case 'mcpToolCall':
      case 'dynamicToolCall':
        return this.#mcp.started(id, item, lane);
      case 'collabAgentToolCall':
        return this.subagents.collaborated(item, lane, false);
      case 'subAgentActivity':
        return this.subagents.active(item, lane);
      case 'userMessage':
        return lane === undefined ? this.#userMessage(item) : [];
      case 'webSearch':
      case 'imageView':
      case 'imageGeneration':
        return this.#simple(item.type, id, item, lane);
      case 'enteredReviewMode':
        return [debug('info', `A review begins: ${textOf(item.review) ?? ''}`)];
      case 'exitedReviewMode':
        return [debug('info', 'The review is over.')];
      default:
        return [{ type: 'unknown_native', name: `item/${textOf(item.type) ?? '?'}` }];
    }
  }

  completed(item: NativeItem, lane: string | undefined): readonly EventDraft[] {
    const id = textOf(item.id) ?? '';
    switch (item.type) {
      case 'agentMessage':
      case 'plan': {
        const text = textOf(item.text) ?? '';
        if (lane !== undefined) {
          this.subagents.said(lane, text);
        }
        return [laned(lane, { type: 'message_stop', text, key: id })];
      }
      case 'reasoning':
        return reasoningStop(id, item, lane);
      case 'commandExecution':
        return this.shells.completed(id, item, lane);
      case 'fileChange':
        return this.patches.completed(id, item, lane);
      case 'mcpToolCall':
      case 'dynamicToolCall':
        return this.#mcp.completed(id, item, lane);
      case 'collabAgentToolCall':
        return this.subagents.collaborated(item, lane, true);
      case 'webSearch':
      case 'imageView':
      case 'imageGeneration':
        return this.#simpleResult(item.type, id, item, lane);
      default:
        // The start of the item has reported the rest.
        return [];
    }
  }

  #simple(
    kind: 'webSearch' | 'imageView' | 'imageGeneration',
    id: string,
    item: NativeItem,
    lane: string | undefined,
  ): readonly EventDraft[] {
    this.calls.begin({ id, lane, kind: 'other' });
    const input = inputOf(item);
    const start = { type: 'tool_call_start', toolCallId: id, ...named(TOOL_NAMES[kind]) } as const;
    return [laned(lane, input === undefined ? start : { ...start, input })];
  }

  #simpleResult(
    kind: 'webSearch' | 'imageView' | 'imageGeneration',
    id: string,
    item: NativeItem,
    lane: string | undefined,
  ): readonly EventDraft[] {
    const isTold = this.calls.get(id) !== undefined && kind !== 'webSearch';
    const drafts: EventDraft[] = isTold ? [] : [...this.#simple(kind, id, item, lane)];
    this.calls.end(id);
    const output = kind === 'webSearch' ? (item.results ?? item.action ?? item.query) : (textOf(item.path) ?? '');
    drafts.push(laned(lane, { type: 'tool_result', toolCallId: id, output: output ?? '' }));
    const path = textOf(item.path);
    const base64 = textOf(item.result);
    if (kind === 'imageView' && path !== undefined) {
      drafts.push(laned(lane, { type: 'file_read', path, toolCallId: id }));
    } else if (kind === 'imageGeneration' && base64 !== undefined) {
      drafts.push(laned(lane, { type: 'image_output', mimeType: 'image/png', base64, toolCallId: id }));
    }
    return drafts;
  }

  /** Reports what the user has said, as Codex has taken it up. */
  #userMessage(item: NativeItem): readonly EventDraft[] {
    return listOf(item.content).flatMap((block): readonly EventDraft[] => {
      const native = objectOf<'type' | 'text' | 'url' | 'path'>(block);
      switch (native?.type) {
        case 'image':
        case 'localImage':
          return [{ type: 'image_input_ack', mimeType: imageType(textOf(native.url) ?? textOf(native.path) ?? '') }];
        case 'text':
          return this.skills.mentioned(textOf(native.text) ?? '');
        default:
          return [];
      }
    });
  }
}

/** The keys of the blocks of a reasoning item: the summary and the raw thoughts are two. */
export function summaryKey(id: string): string {
  return `${id}/summary`;
}

export function thoughtsKey(id: string): string {
  return `${id}/content`;
}

/** The text between two parts of a summary. */
export const PART_BREAK = '\n\n';

function reasoningStop(id: string, item: NativeItem, lane: string | undefined): readonly EventDraft[] {
  const summary = textsOf(item.summary).join(PART_BREAK);
  const content = textsOf(item.content).join('');
  const drafts: EventDraft[] = [];
  if (summary !== '') {
    drafts.push(laned(lane, { type: 'thinking_stop', thinking: summary, key: summaryKey(id) }));
  }
  if (content !== '') {
    drafts.push(laned(lane, { type: 'thinking_stop', thinking: content, key: thoughtsKey(id) }));
  }
  return drafts;
}

/** The query; undefined while it is not known. */
function inputOf({ type, query, action, path }: NativeItem): unknown {
  if (type !== 'webSearch') {
    return { path };
  }
  // The service says what it looks for when it has found it (0.169.0).
  const isUnknown = query === '' && objectOf<'type'>(action)?.type === 'other';
  return isUnknown ? undefined : { query, action };
}

function imageType(source: string): string {
  const named = /^data:([\w.+-]+\/[\w.+-]+)/.exec(source)?.[1];
  const extension = /\.(\w+)$/.exec(source)?.[1]?.toLowerCase();
  return named ?? (extension === undefined ? 'image/png' : `image/${extension === 'jpg' ? 'jpeg' : extension}`);
}
