/** The program's own tools, as an MCP server that Claude Code speaks to over its control protocol. */
import type { EventDraft, HostTool, HostToolOutcome, ResolvedOptions } from '@agent-mux/core';
import { CLIENT_INFO, HostToolCalls, objectOf, textOf } from '../../shared/index.ts';
import type { NativeMcpCall, NativeMcpMessage, NativeRequest } from './native.ts';

/** The server's name; the model knows its tools as `mcp__agent-mux__…`. */
export const HOST_SERVER = 'agent-mux';

/** The newest version of the Model Context Protocol whose demands on a server of tools are all met here. */
const PROTOCOL_VERSION = '2025-06-18';
const METHOD_NOT_FOUND = -32_601;

/** Whether a name, as the model uses it, is that of a host tool. */
export function isHostTool(name: string): boolean {
  return name.startsWith(`mcp__${HOST_SERVER}__`);
}

interface Answer {
  readonly drafts: readonly EventDraft[];
  /** The response; undefined until the call is done. */
  readonly response?: unknown;
}

export class HostTools {
  readonly #tools: readonly HostTool[];
  readonly #calls = new HostToolCalls();
  // The ids that the MCP client gave its open calls, by the key of the request that brought them.
  readonly #rpcIds = new Map<string, unknown>();

  constructor({ tools = [] }: ResolvedOptions) {
    this.#tools = tools;
  }

  get areOpen(): boolean {
    return this.#calls.size > 0;
  }

  /** Takes `mcp_message`: one message to the server. */
  asked(key: string, request: NativeRequest): Answer {
    const message: NativeMcpMessage = objectOf(request.message) ?? {};
    const { id, method, params } = message;
    if (method === 'tools/call') {
      return { drafts: [this.#called(key, id, objectOf(params) ?? {})] };
    }
    const result = this.#resultOf(textOf(method) ?? '', params);
    const error = { code: METHOD_NOT_FOUND, message: `This server does not know "${textOf(method) ?? '?'}".` };
    // A notification has no id and no answer of its own, but the control request that carried it must have one.
    return { drafts: [], response: mcpResponse(id ?? 0, result === undefined ? { error } : { result }) };
  }

  /** The function's result in the form of the CLI; undefined where nobody waits for it. */
  result(key: string, outcome: HostToolOutcome): unknown {
    if (!this.#calls.has(key)) {
      return undefined;
    }
    const isError = outcome.type === 'error';
    const content = [{ type: 'text', text: isError ? outcome.message : outcome.text }];
    return mcpResponse(this.#rpcIds.get(key), { result: { content, ...(isError ? { isError } : {}) } });
  }

  /** Records that the result was written, or that the CLI no longer waits for it. */
  settled(key: string): readonly EventDraft[] {
    this.#rpcIds.delete(key);
    return this.#calls.settled(key);
  }

  turnEnded(): readonly EventDraft[] {
    this.#rpcIds.clear();
    return this.#calls.laneEnded(undefined);
  }

  #called(key: string, id: unknown, params: NativeMcpCall): EventDraft {
    this.#rpcIds.set(key, id);
    const meta = objectOf<'claudecode/toolUseId'>(params._meta);
    const toolCallId = textOf(meta?.['claudecode/toolUseId']) ?? key;
    const toolName = textOf(params.name) ?? '';
    return this.#calls.called({ key, toolCallId, toolName, input: params.arguments ?? {}, lane: undefined });
  }

  /** The result of a method; undefined where there is no such method. */
  #resultOf(method: string, params: unknown): unknown {
    switch (method) {
      case 'initialize': {
        const wanted = textOf(objectOf<'protocolVersion'>(params)?.protocolVersion);
        const protocolVersion = wanted ?? PROTOCOL_VERSION;
        return { protocolVersion, capabilities: { tools: {} }, serverInfo: { ...CLIENT_INFO } };
      }
      case 'tools/list':
        return { tools: this.#tools.map(described) };
      case 'ping':
        return {};
      default:
        return method.startsWith('notifications/') ? {} : undefined;
    }
  }
}

// The model would have to look an unmarked tool up before it knows its input (2.1.329).
function described({ name, description, inputSchema }: HostTool): unknown {
  return { name, description, inputSchema, _meta: { 'anthropic/alwaysLoad': true } };
}

function mcpResponse(id: unknown, outcome: Readonly<Record<string, unknown>>): unknown {
  return { mcp_response: { jsonrpc: '2.0', id, ...outcome } };
}
