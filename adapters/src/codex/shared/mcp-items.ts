/** `mcpToolCall` and `dynamicToolCall` items: tools of MCP servers, and of the client. */
import type { EventDraft } from '@agent-mux/core';
import {
  defined,
  imageDrafts,
  laned,
  listOf,
  type Native,
  numberOf,
  objectOf,
  textIn,
  textOf,
  withoutImages,
} from '../../shared/index.ts';
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
      const error = textOf(objectOf<'message'>(item.error)?.message) ?? textIn(content);
      drafts.push(
        laned(lane, { type: 'tool_error', toolCallId: id, error: error === '' ? 'The call failed.' : error }),
      );
      return drafts;
    }
    drafts.push(
      laned(lane, {
        type: 'tool_result',
        toolCallId: id,
        output: withoutImages(content) ?? null,
        ...defined({ durationMs: numberOf(item.durationMs) }),
      }),
    );
    drafts.push(...imageDrafts(content, id).map((draft) => laned(lane, draft)));
    return drafts;
  }
}

/** The result of a tool of the client: the text alone where it has nothing else. */
function clientText(contentItems: unknown): unknown {
  const [only, ...others] = listOf(contentItems).map((item) => objectOf<'type' | 'text'>(item));
  return others.length === 0 && only?.type === 'inputText' ? only.text : contentItems;
}

/** The name of a tool of the client, with that of its group if it has one. */
export function hostToolName({ namespace, tool }: Native<'namespace' | 'tool'>): string {
  const group = textOf(namespace);
  const name = textOf(tool) ?? '';
  return group === undefined ? name : `${group}.${name}`;
}
