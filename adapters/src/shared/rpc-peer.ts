/** Who asked what on a connection that speaks JSON-RPC in both directions. It is learned from the messages, whoever wrote them. */
import type { Native } from './native-value.ts';

export type RpcMessage = Native<'jsonrpc' | 'id' | 'method' | 'params' | 'result' | 'error'>;

/** What a message is. The ids of the two directions have nothing to do with each other. */
export type RpcSeen =
  | { readonly kind: 'request'; readonly id: RpcId; readonly method: string; readonly params: unknown }
  | { readonly kind: 'notification'; readonly method: string; readonly params: unknown }
  /** `method` and `params` are those of the request that it answers. */
  | {
      readonly kind: 'response';
      readonly id: RpcId;
      readonly method: string;
      readonly params: unknown;
      readonly result: unknown;
      /** The error; undefined where the request succeeded. */
      readonly error: unknown;
    };

export type RpcId = string | number;

interface OpenRequest {
  readonly method: string;
  readonly params: unknown;
}

/** The key of a request in our own tables; the protocol allows a text for an id, which is none of the numbers. */
export function keyOfRequest(id: unknown): string {
  return JSON.stringify(id);
}

export interface RpcPeerOptions {
  /** The field that comes first in each message. @defaultValue none */
  readonly version?: '2.0';
}

export class RpcPeer {
  readonly #head: { readonly jsonrpc?: '2.0' };
  // Requests without an answer, by the id that the asker gave them.
  readonly #ours = new Map<RpcId, OpenRequest>();
  readonly #theirs = new Map<RpcId, OpenRequest>();
  #next = 1;

  constructor({ version }: RpcPeerOptions = {}) {
    this.#head = version === undefined ? {} : { jsonrpc: version };
  }

  /** The id of our next request. */
  get nextId(): number {
    return this.#next;
  }

  /** Makes a request of ours. Its id is free: ids continue after those that were seen, whoever wrote them. */
  request(method: string, params: unknown): string {
    return JSON.stringify({ ...this.#head, id: this.#next++, method, params });
  }

  notification(method: string, params?: unknown): string {
    return JSON.stringify({ ...this.#head, method, params });
  }

  result(id: RpcId, result: unknown): string {
    return JSON.stringify({ ...this.#head, id, result });
  }

  /** The answer to a request of the other side, by its key. */
  answer(key: string, result: unknown): string {
    return this.result(JSON.parse(key), result);
  }

  failure(id: RpcId, code: number, message: string): string {
    return JSON.stringify({ ...this.#head, id, error: { code, message } });
  }

  /** Whether one of our requests of this method has no answer yet. */
  isAwaited(method: string): boolean {
    for (const request of this.#ours.values()) {
      if (request.method === method) {
        return true;
      }
    }
    return false;
  }

  /** Takes note of a message. Undefined where it is none of the protocol, or an answer to nothing that was asked. */
  see(message: RpcMessage, fromUs: boolean): RpcSeen | undefined {
    const { id, method, params, result, error } = message;
    const isId = typeof id === 'number' || typeof id === 'string';
    if (typeof method === 'string') {
      if (!isId) {
        return { kind: 'notification', method, params };
      }
      (fromUs ? this.#ours : this.#theirs).set(id, { method, params });
      if (fromUs && typeof id === 'number' && id >= this.#next) {
        this.#next = id + 1;
      }
      return { kind: 'request', id, method, params };
    }
    const open = fromUs ? this.#theirs : this.#ours;
    const request = isId ? open.get(id) : undefined;
    if (!isId || request === undefined) {
      return undefined;
    }
    open.delete(id);
    return { kind: 'response', id, ...request, result, error: error ?? undefined };
  }
}
