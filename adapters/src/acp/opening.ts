/** The way from the first request to the first prompt: each step is written when the one before it was answered. */

import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { EventDraft, McpServerConfig, ModelName, PromptInput, ResolvedOptions } from '@agent-mux/core';
import {
  CLIENT_INFO,
  idOf,
  listOf,
  modelNamed,
  objectOf,
  type RpcPeer,
  textOf,
  untestedNote,
} from '../shared/index.ts';
import type { NativeInitialized, NativeSession } from './native.ts';
import type { AcpQuirks, AcpRequest } from './quirks.ts';

/** The methods that open a session. */
export const SESSION_METHODS: ReadonlySet<string> = new Set([
  'session/new',
  'session/load',
  'session/resume',
  'session/fork',
]);

export class SessionOpening {
  /** The id by which the agent is asked for the session. */
  wireId: string | undefined;
  /** The number of prompts that the session had before this process. */
  priorTurnCount = 0;
  /** Names of the MCP servers that the agent was given. */
  servers: readonly string[] = [];
  /** Whether the updates that come repeat what was said before this process. */
  isHistory = true;
  readonly #quirks: AcpQuirks;
  readonly #options: ResolvedOptions;
  readonly #rpc: RpcPeer;
  #hasHistoryEnded = false;
  // Requests between the session and the first prompt that have no answer yet.
  readonly #configuring: AcpRequest[] = [];

  constructor(quirks: AcpQuirks, options: ResolvedOptions, rpc: RpcPeer) {
    this.#quirks = quirks;
    this.#options = options;
    this.#rpc = rpc;
  }

  /** The id of the session; null until the agent has given it. */
  get sessionId(): string | null {
    return this.wireId?.trim() ?? null;
  }

  /** Whether a prompt may be written. */
  get isReady(): boolean {
    return this.wireId !== undefined && !this.isHistory && this.#configuring.length === 0;
  }

  /** Whether only the end of the history is still missing before a prompt may be written. */
  get waitsForHistory(): boolean {
    return this.wireId !== undefined && this.isHistory && this.#configuring.length === 0;
  }

  initialize(): string {
    const fs = { readTextFile: false, writeTextFile: false };
    return this.#rpc.request('initialize', {
      protocolVersion: 1,
      clientCapabilities: { fs, terminal: false },
      clientInfo: CLIENT_INFO,
    });
  }

  initialized(result: NativeInitialized): { readonly drafts: readonly EventDraft[]; readonly write: string } {
    const { displayName, testedVersions, session } = this.#quirks;
    const version = textOf(objectOf<'version'>(result.agentInfo)?.version) ?? 'unknown';
    const login = session?.authenticate?.(result);
    return {
      drafts: testedVersions === undefined ? [] : untestedNote(displayName, version, testedVersions),
      write: login === undefined ? this.openSession() : this.#rpc.request(login.method, login.params),
    };
  }

  openSession(): string {
    const { sessionId, forkSessionId, cwd, mcpServers = [] } = this.#options;
    const { resumeMethod = 'session/load', wireId = same, params } = this.#quirks.session ?? {};
    const common = { cwd, mcpServers: mcpServers.map(mcpServer), ...params?.(this.#options) };
    if (forkSessionId !== undefined) {
      return this.#rpc.request('session/fork', { sessionId: wireId(forkSessionId), ...common });
    }
    return sessionId === undefined
      ? this.#rpc.request('session/new', common)
      : this.#rpc.request(resumeMethod, { sessionId: wireId(sessionId), ...common });
  }

  /** Takes a request for a session, whoever wrote it. */
  requested(params: unknown): void {
    this.#hasHistoryEnded = false;
    this.servers = listOf(objectOf<'mcpServers'>(params)?.mcpServers).flatMap(
      (item) => idOf(objectOf<'name'>(item)?.name) ?? [],
    );
  }

  /** Takes the answer to one of these methods. */
  opened(method: string, params: unknown, result: unknown): EventDraft | undefined {
    const session: NativeSession = objectOf(result) ?? {};
    const given = idOf(objectOf<'sessionId'>(params)?.sessionId);
    const wireId = idOf(session.sessionId) ?? (method === 'session/fork' ? undefined : given);
    if (wireId === undefined) {
      return undefined;
    }
    this.wireId = wireId;
    const isNew = method === 'session/new' || this.#quirks.session?.historyEndsWith === undefined;
    this.isHistory = !isNew && !this.#hasHistoryEnded;
    const sessionId = wireId.trim();
    const model = modelOf(session);
    if (method === 'session/fork') {
      return {
        type: 'session_start',
        sessionId,
        ...(given === undefined ? {} : { forkedFrom: given.trim() }),
        ...model,
      };
    }
    if (method === 'session/new') {
      return { type: 'session_start', sessionId, ...model };
    }
    // The agent repeats the history only for a session that is loaded.
    const told = method === 'session/load' ? { priorTurnCount: this.priorTurnCount } : {};
    return { type: 'session_start', sessionId, resumed: true, ...told, ...model };
  }

  /** Takes the kind of an update, which may be the end of the history, even before the answer that opens the session. */
  heard(kind: string): void {
    if (this.isHistory && kind === this.#quirks.session?.historyEndsWith) {
      this.#hasHistoryEnded = true;
      this.isHistory = this.wireId === undefined;
    }
  }

  /** The requests that are written before the first prompt. */
  configure(result: unknown): readonly string[] {
    const requests: readonly AcpRequest[] =
      this.#quirks.session?.configure?.(objectOf(result) ?? {}, this.#options) ?? [];
    this.#configuring.push(...requests);
    return requests.map(({ method, params }) => this.#rpc.request(method, { sessionId: this.wireId, ...params }));
  }

  /** Takes the answer to one of these requests, and returns that request. */
  configured(method: string): AcpRequest | undefined {
    const at = this.#configuring.findIndex((request) => request.method === method);
    return at < 0 ? undefined : this.#configuring.splice(at, 1)[0];
  }

  prompt({ text, images = [] }: PromptInput, files: readonly string[]): string {
    const prompt = [
      { type: 'text', text },
      ...images.map(({ mimeType, data }) => ({ type: 'image', mimeType, data })),
      ...files.map((path) => ({ type: 'resource_link', uri: pathToFileURL(path).href, name: basename(path) })),
    ];
    return this.#rpc.request('session/prompt', { sessionId: this.wireId, prompt });
  }

  cancel(): string {
    return this.#rpc.notification('session/cancel', { sessionId: this.wireId });
  }
}

function same(sessionId: string): string {
  return sessionId;
}

function mcpServer({ name, transport, command, args = [], env = {}, url, headers = {} }: McpServerConfig): object {
  return transport === 'stdio'
    ? { name, command, args, env: pairs(env) }
    : { type: transport === 'sse' ? 'sse' : 'http', name, url, headers: pairs(headers) };
}

function pairs(record: Readonly<Record<string, string>>): readonly object[] {
  return Object.entries(record).map(([name, value]) => ({ name, value }));
}

/** The model that a session begins with; the protocol has two places for it. */
function modelOf({ models, configOptions }: NativeSession): ModelName | undefined {
  const option = listOf(configOptions)
    .map((item) => objectOf<'category' | 'currentValue'>(item))
    .find((item) => item?.category === 'model');
  return modelNamed(objectOf<'currentModelId'>(models)?.currentModelId) ?? modelNamed(option?.currentValue);
}
