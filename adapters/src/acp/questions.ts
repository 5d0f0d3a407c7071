/** What the agent asks of its client: whether a call may run, and what it offers of its own. */
import type { EventDraft } from '@agent-mux/core';
import { debug, idOf, keyOfRequest, objectOf, type Questions, type RpcPeer, type RpcSeen } from '../shared/index.ts';
import { permissionFacts } from './approval-facts.ts';
import { identify } from './identify.ts';
import type { Updates } from './lines.ts';
import type { NativePermission, NativeToolCall } from './native.ts';
import { CANCELLED, permissionQuestion } from './permissions.ts';
import type { AcpCall, AcpQuirks, Surroundings } from './quirks.ts';
import type { ToolCalls } from './tools.ts';

type Request = Extract<RpcSeen, { kind: 'request' }>;

export interface AskedParts {
  readonly quirks: AcpQuirks;
  readonly opening: Surroundings;
  readonly tools: ToolCalls;
  readonly updates: Updates;
  readonly questions: Questions;
  readonly rpc: RpcPeer;
  /** Called with each message that goes to the agent. */
  readonly reply: (message: string) => void;
}

const METHOD_NOT_FOUND = -32_601;

export class Asked {
  readonly #parts: AskedParts;
  // Ids of calls, by the key of the question about them.
  readonly #calls = new Map<string, string>();

  constructor(parts: AskedParts) {
    this.#parts = parts;
  }

  ask(request: Request): readonly EventDraft[] {
    return request.method === 'session/request_permission' ? this.#permission(request) : this.#hostRequest(request);
  }

  /** Takes the answer to a question. */
  answered(key: string, result: unknown): readonly EventDraft[] {
    const { questions, tools } = this.#parts;
    const toolCallId = this.#calls.get(key);
    const drafts = questions.answered(key, result);
    this.#calls.delete(key);
    if (toolCallId === undefined) {
      return drafts;
    }
    const [verdict] = drafts;
    if (verdict?.type === 'approval_denied') {
      tools.denied(toolCallId, verdict.reason ?? 'denied');
      return drafts;
    }
    return [...drafts, ...tools.granted(toolCallId)];
  }

  /**
   * Refuses whatever is still asked about a call that the agent itself has ended: it may wait for the answers all the
   * same. The end of the call, which comes first, says whether it was allowed.
   */
  callEnded(toolCallId: string): readonly EventDraft[] {
    const { questions, rpc, reply } = this.#parts;
    const drafts: EventDraft[] = [];
    for (const [key, id] of this.#calls) {
      if (id === toolCallId) {
        this.#calls.delete(key);
        reply(rpc.answer(key, questions.reply(key, { type: 'deny' }) ?? CANCELLED));
        drafts.push(...questions.withdrawn(key));
      }
    }
    return drafts;
  }

  turnEnded(): void {
    this.#calls.clear();
  }

  #permission({ id, params }: Request): readonly EventDraft[] {
    const { quirks, opening, tools, updates, questions } = this.#parts;
    const native: NativePermission = objectOf(params) ?? {};
    const named: NativeToolCall = objectOf(native.toolCall) ?? {};
    const asked: AcpCall = { ...named, toolCallId: idOf(named.toolCallId) ?? `permission-${id}` };
    const { sessionOptions, tools: toolQuirks } = quirks;
    const call = toolQuirks?.permissionCall === undefined ? asked : toolQuirks.permissionCall(asked);
    const drafts = call === undefined ? [] : [...updates.call(call.toolCallId, call, 'permission')];
    const key = keyOfRequest(id);
    if (call !== undefined) {
      this.#calls.set(key, call.toolCallId);
    }
    const identity = (call && tools.identity(call.toolCallId)) ?? identify(asked, toolQuirks, opening);
    const folder = tools.folderOf(identity);
    const facts = permissionFacts({ asked, identity, folder, quirks: toolQuirks });
    // A subagent is no call in the stream, so its question names none.
    const toolCallId = identity.subagent === undefined ? call?.toolCallId : undefined;
    const input = toolQuirks?.tellsInputLate === true && isEmpty(identity.input) ? undefined : identity.input;
    const parts = { call: asked, identity: { ...identity, input }, facts, toolCallId, sessionOptions };
    drafts.push(questions.asked(key, permissionQuestion(native, parts)));
    return drafts;
  }

  #hostRequest({ id, method, params }: Request): readonly EventDraft[] {
    const { quirks, questions, rpc, reply } = this.#parts;
    const answer = quirks.answerRequest?.(method, params);
    if (answer === undefined) {
      // An unanswered request would block the turn for ever.
      reply(rpc.failure(id, METHOD_NOT_FOUND, `agent-mux does not offer "${method}".`));
      return [debug('info', `${quirks.displayName} asked for "${method}", which is not offered: refused.`)];
    }
    if ('interaction' in answer) {
      return [questions.asked(keyOfRequest(id), answer)];
    }
    reply(rpc.result(id, answer.result));
    return answer.drafts ?? [];
  }
}

function isEmpty(input: unknown): boolean {
  const fields = objectOf(input);
  return fields !== undefined && Object.keys(fields).length === 0;
}
