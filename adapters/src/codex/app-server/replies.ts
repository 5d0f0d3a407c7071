/** What the responses to our requests mean: the handshake goes on, a turn is on its way, something was refused. */
import type { EventDraft, ResolvedOptions } from '@agent-mux/core';
import { debug, laned, listOf, objectOf, type RpcId, type RpcSeen, textOf } from '../../shared/index.ts';
import { outcomeOfError } from '../shared/failures.ts';
import type { NativeTurn } from '../shared/native.ts';
import { threadRequest } from '../shared/thread-params.ts';
import type { Parts } from './parts.ts';

type Response = Extract<RpcSeen, { kind: 'response' }>;

export interface ResponsesParts {
  readonly conversation: Parts;
  readonly options: ResolvedOptions;
  /** Called with each message that goes to the CLI. */
  readonly reply: (message: string) => void;
  /** Called when no prompt will ever be taken. */
  readonly forget: () => void;
}

export class Responses {
  readonly #parts: ResponsesParts;
  // The result of `thread/resume`, until the thread has been rewound.
  #resumed: unknown;
  #hasGoneBack = false;

  constructor(parts: ResponsesParts) {
    this.#parts = parts;
  }

  /** Whether the thread was rewound. The turn that it was rewound to is no longer in it, so Codex would refuse to do it again. */
  get hasGoneBack(): boolean {
    return this.#hasGoneBack;
  }

  take(response: Response): readonly EventDraft[] {
    const { id, method, params, result, error } = response;
    if (error !== undefined) {
      return this.#refused(response);
    }
    const { conversation, options, reply } = this.#parts;
    switch (method) {
      case 'initialize': {
        const thread = threadRequest(options);
        reply(conversation.peer.notification('initialized'));
        reply(conversation.peer.request('skills/list', { cwds: [options.cwd] }));
        reply(conversation.peer.request(thread.method, thread.params));
        return [];
      }
      case 'thread/resume':
        return this.#goesBack(result) ? [] : conversation.opening.opened(method, result);
      case 'thread/start':
      case 'thread/fork':
        return conversation.opening.opened(method, result);
      case 'turn/start':
      case 'review/start':
        this.#announced(params, result);
        return [];
      case 'turn/steer':
        return [steerSettled(id, 'steered')];
      case 'skills/list':
        return conversation.items.skills.listed(result);
      case 'thread/turns/list':
        return this.#ended(params, result);
      case 'thread/revert':
        return this.#reverted(params);
      default:
        return [];
    }
  }

  /** Rewinds the thread before anything is said in it, and opens it when that is done. */
  #goesBack(result: unknown): boolean {
    const { conversation, options, reply } = this.#parts;
    const { checkpointId } = options;
    const threadId = textOf(objectOf<'id'>(objectOf<'thread'>(result)?.thread)?.id);
    if (checkpointId === undefined || threadId === undefined || conversation.main.id !== null) {
      return false;
    }
    this.#resumed = result;
    reply(conversation.peer.request('thread/revert', { threadId, beforeTurnId: checkpointId }));
    return true;
  }

  #announced(params: unknown, result: unknown): void {
    const { main } = this.#parts.conversation;
    const threadId = objectOf<'threadId'>(params)?.threadId;
    const turnId = textOf(objectOf<'id'>(objectOf<'turn'>(result)?.turn)?.id);
    if (threadId === main.id && turnId !== undefined) {
      main.announced(turnId);
    }
  }

  /** Ends an open turn that may have ended without a word. */
  #ended(params: unknown, result: unknown): readonly EventDraft[] {
    const { turns } = this.#parts.conversation;
    const threadId = textOf(objectOf<'threadId'>(params)?.threadId) ?? '';
    const newest: NativeTurn = objectOf(listOf(objectOf<'data'>(result)?.data)[0]) ?? {};
    if (!turns.isOver(threadId, newest)) {
      return [];
    }
    const lane = turns.laneOf(threadId);
    const whose = lane === undefined ? 'the turn' : `the turn of the subagent ${lane}`;
    return [laned(lane, debug('warn', `Codex ended ${whose} without saying so.`)), ...turns.ended(threadId, newest)];
  }

  #reverted(params: unknown): readonly EventDraft[] {
    const { conversation } = this.#parts;
    const request = objectOf<'threadId' | 'beforeTurnId' | 'turnId'>(params);
    conversation.usage.forget(textOf(request?.threadId) ?? '');
    const resumed = this.#resumed;
    if (resumed !== undefined) {
      this.#resumed = undefined;
      this.#hasGoneBack = true;
      return conversation.opening.opened('thread/resume', resumed);
    }
    const turnId = textOf(request?.beforeTurnId) ?? textOf(request?.turnId) ?? '';
    return request?.threadId === conversation.main.id
      ? [debug('info', `The session went back to before the turn ${turnId}; files stay as they are.`)]
      : [];
  }

  #refused({ id, method, params, error }: Response): readonly EventDraft[] {
    const { conversation, forget } = this.#parts;
    const { main } = conversation;
    const message = textOf(objectOf<'message'>(error)?.message) ?? 'no reason given';
    const threadId = objectOf<'threadId'>(params)?.threadId;
    switch (method) {
      case 'initialize':
      case 'thread/start':
      case 'thread/resume':
      case 'thread/fork':
      case 'thread/revert':
        if (main.id === null) {
          forget();
          return this.#failed(message);
        }
        break;
      case 'turn/start':
      case 'review/start':
      case 'thread/compact/start':
        if (threadId === main.id && !main.isOpen) {
          return this.#failed(message);
        }
        break;
      case 'turn/steer':
        return this.#notSteered(id, message);
      default:
        break;
    }
    // Codex answers a request that it does not know with the list of all requests that it knows.
    return [debug('warn', `Codex refused "${method}": ${message.slice(0, 300)}`)];
  }

  #failed(message: string): readonly EventDraft[] {
    this.#parts.conversation.main.failed();
    const outcome = outcomeOfError({ message });
    return outcome === undefined ? [] : [{ type: 'outcome', outcome }];
  }

  // The turn was over, or is of a kind that no prompt can join.
  #notSteered(id: RpcId, message: string): readonly EventDraft[] {
    return [
      steerSettled(id, 'refused'),
      debug('info', `What was said could not join the turn, and begins the next one (${message}).`),
    ];
  }
}

function steerSettled(id: RpcId, delivered: 'steered' | 'refused'): EventDraft {
  return { type: 'steer_settled', key: String(id), delivered };
}
