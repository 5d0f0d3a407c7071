/** `mcpToolCall` and `dynamicToolCall` items: tools of MCP servers, and of the client. */
import type { EventDraft } from '@agent-mux/core';
import { isNative, laned, listOf, type Native, numberOf, objectOf, textOf } from '../../shared/index.ts';
import type { Calls } from './calls.ts';
import type { NativeItem } from './native.ts';
import { named } from './tool-names.ts';

export class McpItems {
  readonly #calls: Calls;

  constructor(calls: Calls) {
    this.#calls = calls;
  }

  started(id: string, item: NativeItem, lane: string | undefined): readonly EventDraft[] {
    const server = textOf(item.server);
    const tool = textOf(item.tool) ?? '';
    const input = item.arguments ?? {};
    if (server === undefined) {
      this.#calls.begin({ id, lane, kind: 'other' });
      return [laned(lane, { type: 'tool_call_start', toolCallId: id, ...named(hostToolName(item)), input })];
    }
    this.#calls.begin({ id, lane, kind: 'mcp', server, tool });
    const mcp = { server, tool };
    return [laned(lane, { type: 'tool_call_start', toolCallId: id, toolName: tool, toolKind: 'mcp', mcp, input })];
  }

  completed(id: string, item: NativeItem, lane: string | undefined): readonly EventDraft[] {
    const drafts: EventDraft[] = this.#calls.get(id) === undefined ? [...this.started(id, item, lane)] : [];
    this.#calls.end(id);
    const content = objectOf<'content'>(item.result)?.content ?? clientText(item.contentItems);
    if (item.status !== 'completed' || item.success === false) {
      const error = textOf(objectOf<'message'>(item.error)?.message) ?? textOf(content) ?? textIn(content);
      drafts.push(
        laned(lane, { type: 'tool_error', toolCallId: id, error: error === '' ? 'The call failed.' : error }),
      );
      return drafts;
    }
    const duration = numberOf(item.durationMs);
    drafts.push(
      laned(lane, {
        type: 'tool_result',
        toolCallId: id,
        output: outputOf(content),
        ...(duration === undefined ? {} : { durationMs: duration }),
      }),
    );
    for (const image of listOf(content).flatMap((block) => imageIn(block) ?? [])) {
      drafts.push(laned(lane, { ...image, toolCallId: id }));
    }
    return drafts;
  }
}

/** What a tool of the client gave: the words alone where they are all of it. */
function clientText(contentItems: unknown): unknown {
  const [only, ...others] = listOf(contentItems).map((item) => objectOf<'type' | 'text'>(item));
  return others.length === 0 && only?.type === 'inputText' ? only.text : contentItems;
}

/** A tool of the client, by its name and that of its group, if it has one. */
export function hostToolName({ namespace, tool }: Native<'namespace' | 'tool'>): string {
  const group = textOf(namespace);
  const name = textOf(tool) ?? '';
  return group === undefined ? name : `${group}.${name}`;
}

type ImageDraft = Extract<EventDraft, { type: 'image_output' }>;

function imageIn(block: unknown): ImageDraft | undefined {
  if (!isNative<'type' | 'data' | 'mimeType'>(block) || block.type !== 'image') {
    return undefined;
  }
  const base64 = textOf(block.data);
  const mimeType = textOf(block.mimeType) ?? 'application/octet-stream';
  return base64 === undefined ? undefined : { type: 'image_output', mimeType, base64 };
}

// Of an image only its kind, since the image has an event of its own.
function outputOf(content: unknown): unknown {
  return Array.isArray(content)
    ? listOf(content).map((block) => {
        const image = imageIn(block);
        return image === undefined ? block : { type: 'image', mimeType: image.mimeType };
      })
    : (content ?? null);
}

function textIn(content: unknown): string {
  return listOf(content)
    .flatMap((block) => textOf(objectOf<'text'>(block)?.text) ?? [])
    .join('\n');
}
