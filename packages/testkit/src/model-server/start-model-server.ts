/** Starts the scripted model server on loopback. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { performance } from 'node:perf_hooks';
import type { ModelScript } from '../scenario/index.ts';
import type { AgentProfile } from './agent-profile.ts';
import { getAgentProfile } from './agent-profiles.ts';
import { type AnswerContext, answerRequest } from './answer-request.ts';
import { checkScript } from './find-step.ts';
import { createGates } from './gates.ts';
import { createWaiters, type LoggedRequest } from './request-log.ts';

export interface ModelServerOptions {
  readonly script: ModelScript;
  /** The agent whose tools the model calls. @defaultValue 'claude' */
  readonly agent?: string | AgentProfile;
  /** The workspace that the paths of tool calls are relative to. @defaultValue process.cwd() */
  readonly cwd?: string;
}

export interface WaitOptions {
  /** @defaultValue 30000 */
  readonly timeoutMs?: number;
}

export interface ModelServer extends AsyncDisposable {
  /** The URL `http://127.0.0.1:<port>`, without a path. */
  readonly url: string;
  /** All requests, in order of arrival. */
  readonly requests: readonly LoggedRequest[];
  /** The requests that the script did not expect. A test fails when there is one. */
  readonly unmatched: readonly LoggedRequest[];
  /** The requests for an answer or a summary. */
  readonly modelRequests: readonly LoggedRequest[];
  /** Opens a gate, even before a stream has come to it. */
  release(gate: string): void;
  /** Waits until a stream stops at a gate, or until there were that many model requests. Rejects after a time. */
  waitFor(what: string | number, options?: WaitOptions): Promise<void>;
  /** Breaks all connections and stops. */
  close(): Promise<void>;
}

export async function startModelServer({
  script,
  agent = 'claude',
  cwd = process.cwd(),
}: ModelServerOptions): Promise<ModelServer> {
  checkScript(script);
  const startedAt = performance.now();
  const requests: LoggedRequest[] = [];
  const waiters = createWaiters();
  const gates = createGates(() => waiters.check());
  const closing = new AbortController();
  const context: AnswerContext = {
    script,
    cwd,
    profile: getAgentProfile(agent),
    gates,
    attempts: new Map(),
    elapsed: () => performance.now() - startedAt,
    log(request) {
      requests.push(request);
      waiters.check();
    },
  };
  const server = await listen((request, response) => serve(request, response, { context, closing: closing.signal }));
  const { port } = server.address() as AddressInfo;
  const modelRequests = (): LoggedRequest[] => requests.filter(({ kind }) => kind === 'step' || kind === 'summary');

  async function close(): Promise<void> {
    closing.abort();
    if (!server.listening) {
      return;
    }
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  }

  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    get unmatched() {
      return requests.filter(({ kind }) => kind === 'unmatched');
    },
    get modelRequests() {
      return modelRequests();
    },
    release: (gate) => gates.release(gate),
    waitFor(what, { timeoutMs = 30_000 } = {}) {
      const isDone = (): boolean =>
        typeof what === 'string' ? gates.hasArrived(what) : modelRequests().length >= what;
      const aim = typeof what === 'string' ? `a stream at the gate "${what}"` : `${what} model requests`;
      const describe = (): string =>
        `Waited ${timeoutMs} ms for ${aim}. So far: ${requests.map(({ rule }) => rule).join(', ') || 'no request'}.`;
      return waiters.wait(isDone, { timeoutMs, describe });
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function listen(onRequest: (request: IncomingMessage, response: ServerResponse) => void): Promise<Server> {
  const server = createServer({ noDelay: true, requestTimeout: 0 }, onRequest);
  // The next request may just be sent on an idle connection that we close, so none is closed.
  server.keepAliveTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

interface ServeContext {
  readonly context: AnswerContext;
  readonly closing: AbortSignal;
}

function serve(request: IncomingMessage, response: ServerResponse, { context, closing }: ServeContext): void {
  const gone = new AbortController();
  const leave = (): void => gone.abort();
  response.once('close', leave);
  response.on('error', leave);
  closing.addEventListener('abort', leave, { once: true });
  answerRequest(request, response, { ...context, signal: gone.signal })
    .catch((error: unknown) => {
      if (gone.signal.aborted) {
        return;
      }
      context.log({
        ...{ method: request.method ?? '', url: request.url ?? '', headers: {}, body: undefined },
        ...{ arrivedAt: context.elapsed(), kind: 'unmatched', rule: `the model server failed: ${String(error)}` },
      });
      response.destroy();
    })
    .finally(() => closing.removeEventListener('abort', leave));
}
