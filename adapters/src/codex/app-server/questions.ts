/** What Codex asks its client: whoever listens answers it, and what we do not offer is refused at once. */
import type { EventDraft, HostToolOutcome } from '@agent-mux/core';
import {
  debug,
  HostToolCalls,
  isNative,
  keyOfRequest,
  laned,
  type OpenQuestion,
  objectOf,
  Questions,
  type RpcPeer,
  type RpcSeen,
  textOf,
} from '../../shared/index.ts';
import type { Calls } from '../shared/calls.ts';
import { hostToolName } from '../shared/mcp-items.ts';
import type { NativeQuestion } from '../shared/native.ts';
import { named, TOOL_NAMES } from '../shared/tool-names.ts';
import {
  commandQuestion,
  elicitationQuestion,
  inputQuestion,
  networkQuestion,
  patchQuestion,
  permissionsQuestion,
} from './describe-question.ts';

type Request = Extract<RpcSeen, { kind: 'request' }>;
type Response = Extract<RpcSeen, { kind: 'response' }>;

export interface AskedParts {
  readonly peer: RpcPeer;
  readonly calls: Calls;
  readonly laneOf: (threadId: unknown) => string | undefined;
  /** Called with each call that is asked about. A bare one has no lines of its own. */
  readonly askedAbout: (lane: string | undefined, id: string, isBare: boolean) => readonly EventDraft[];
  /** Called with each message that goes to the CLI. */
  readonly reply: (message: string) => void;
}

/** Calls of the model of which only the question shows. */
const BARE_CALLS: Readonly<Record<string, string>> = {
  'item/tool/requestUserInput': TOOL_NAMES.requestUserInput,
  'item/permissions/requestApproval': TOOL_NAMES.requestPermissions,
};

const HOST_TOOL_CALL = 'item/tool/call';

export class Asked {
  readonly questions: Questions = new Questions();
  /** Tools that the thread was begun with and that its client runs. */
  readonly hostTools: HostToolCalls = new HostToolCalls();
  readonly #parts: AskedParts;

  constructor(parts: AskedParts) {
    this.#parts = parts;
  }

  /** Whether a call of the main thread waits for an answer. */
  get isAskingAboutCall(): boolean {
    for (const { lane, toolCallId } of this.questions.pending.values()) {
      if (lane === undefined && toolCallId !== undefined) {
        return true;
      }
    }
    return false;
  }

  /** Takes a request of the CLI. */
  ask({ id, method, params: native }: Request): readonly EventDraft[] {
    const { peer, calls, laneOf, reply } = this.#parts;
    const params: NativeQuestion = objectOf(native) ?? {};
    const lane = laneOf(params.threadId);
    const question = this.#questionOf(method, params, lane);
    if (question !== undefined) {
      const { toolCallId, input = {} } = question.interaction;
      const toolName = BARE_CALLS[method];
      const { askedAbout } = this.#parts;
      const drafts = toolCallId === undefined ? [] : [...askedAbout(lane, toolCallId, toolName !== undefined)];
      if (toolName !== undefined && toolCallId !== undefined) {
        calls.begin({ id: toolCallId, lane, kind: 'other' });
        drafts.push(laned(lane, { type: 'tool_call_start', toolCallId, ...named(toolName), input }));
      }
      return [...drafts, this.questions.asked(keyOfRequest(id), question)];
    }
    if (method === HOST_TOOL_CALL) {
      const toolCallId = textOf(params.callId) ?? String(id);
      const toolName = hostToolName(params);
      return [
        this.hostTools.called({ key: keyOfRequest(id), toolCallId, toolName, input: params.arguments ?? {}, lane }),
      ];
    }
    reply(peer.failure(id, -32_601, `This client does not offer ${method}.`));
    return [debug('warn', `Codex asked for "${method}", which is not offered; it was refused.`)];
  }

  /** The result of the program's tool in the form of the CLI. */
  returned(key: string, outcome: HostToolOutcome): string | undefined {
    if (!this.hostTools.has(key)) {
      return undefined;
    }
    const isDone = outcome.type === 'output';
    const contentItems = [{ type: 'inputText', text: isDone ? outcome.text : outcome.message }];
    return this.#parts.peer.answer(key, { contentItems, success: isDone });
  }

  /** Takes an answer on its way to the CLI, ours or that of a recording's client. */
  answered({ id, method, result, error }: Response): readonly EventDraft[] {
    const { calls } = this.#parts;
    const key = keyOfRequest(id);
    if (method === HOST_TOOL_CALL) {
      return this.hostTools.settled(key);
    }
    const asked = this.questions.pending.get(key);
    const refusal = textOf(objectOf<'message'>(error)?.message);
    const settled =
      error === undefined
        ? this.questions.answered(key, result)
        : this.questions.withdrawn(key, refusal ?? 'The client refused to answer.');
    const drafts = [...settled];
    const { toolCallId, lane } = asked ?? {};
    if (toolCallId === undefined) {
      return drafts;
    }
    if (BARE_CALLS[method] !== undefined) {
      calls.end(toolCallId);
      drafts.push(laned(lane, bareOutcome(toolCallId, method, error === undefined ? result : undefined)));
    } else if (drafts[0]?.type === 'approval_granted') {
      drafts.push(...calls.runs(toolCallId));
    }
    return drafts;
  }

  /** Takes `serverRequest/resolved`, which also comes after our answer and then says nothing new. */
  resolved(requestId: unknown): readonly EventDraft[] {
    const key = keyOfRequest(requestId);
    return [...this.questions.withdrawn(key), ...this.hostTools.settled(key)];
  }

  /**
   * Refuses whatever is still asked about a call that Codex itself has ended, since a request without an answer may block the turn. The
   * end of the call, which comes first, says whether it was allowed.
   */
  callEnded(toolCallId: string): readonly EventDraft[] {
    const { peer, reply } = this.#parts;
    for (const [key, interaction] of this.questions.pending) {
      if (interaction.toolCallId === toolCallId) {
        reply(peer.answer(key, this.questions.reply(key, { type: 'deny' })));
      }
    }
    return this.questions.toolEnded(toolCallId);
  }

  /** Records that the turn of a lane is over: no question of it waits for an answer any more. */
  laneEnded(lane: string | undefined): readonly EventDraft[] {
    return [...this.questions.laneEnded(lane), ...this.hostTools.laneEnded(lane)];
  }

  #questionOf(method: string, params: NativeQuestion, lane: string | undefined): OpenQuestion | undefined {
    const { calls } = this.#parts;
    const toolCallId = textOf(params.itemId);
    const inLane = lane === undefined ? {} : { lane };
    const place = { ...inLane, ...(toolCallId === undefined ? {} : { toolCallId }) };
    switch (method) {
      case 'item/commandExecution/requestApproval':
        return isNative(params.networkApprovalContext)
          ? networkQuestion(params, { ...inLane, ...runningIn(lane, calls) })
          : commandQuestion(params, place);
      case 'item/fileChange/requestApproval':
        return patchQuestion(params, place, calls.get(toolCallId ?? ''));
      case 'item/permissions/requestApproval':
        return permissionsQuestion(params, place);
      case 'item/tool/requestUserInput':
        return inputQuestion(params, place);
      case 'mcpServer/elicitation/request': {
        const tool = textOf(objectOf<'tool_name'>(params._meta)?.tool_name);
        const call = calls.ofServer(textOf(params.serverName) ?? '', lane, tool);
        return elicitationQuestion(params, { ...inLane, ...(call === undefined ? {} : { toolCallId: call.id }) });
      }
      default:
        return undefined;
    }
  }
}

// Such a question names no real item, because Codex makes its id of the host (0.169.0).
function runningIn(lane: string | undefined, calls: Calls): { readonly toolCallId?: string } {
  const toolCallId = calls.onlyRunning(lane);
  return toolCallId === undefined ? {} : { toolCallId };
}

function bareOutcome(toolCallId: string, method: string, result: unknown): EventDraft {
  const given = objectOf<'answers' | 'permissions'>(result);
  const output = method === 'item/tool/requestUserInput' ? given?.answers : given?.permissions;
  const isEmpty = Object.keys(objectOf(output) ?? {}).length === 0;
  return isEmpty
    ? { type: 'tool_error', toolCallId, error: 'It was declined.' }
    : { type: 'tool_result', toolCallId, output };
}
