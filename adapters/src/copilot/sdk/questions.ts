/** What Copilot CLI asks in SDK mode: leave for a call, by an event, and questions to the user, by a request. */
import type { EventDraft, HostToolOutcome, Interaction, InteractionResponse } from '@agent-mux/core';
import {
  HostToolCalls,
  idOf,
  keyOfRequest,
  laned,
  listOf,
  objectOf,
  Questions,
  type RpcId,
  textOf,
  textsOf,
  type Verdict,
} from '../../shared/index.ts';
import type { Calls } from '../shared/calls.ts';
import { describePermission, factsOf } from '../shared/describe-question.ts';
import type { QuestionEvents } from '../shared/lines.ts';
import type { NativeData, NativeDecision, NativePermission } from '../shared/native.ts';

export const HOST_TOOL_ANSWER = 'session.tools.handlePendingToolCall';
export const PERMISSION_ANSWER = 'session.permissions.handlePendingPermissionRequest';

export class SdkQuestions implements QuestionEvents {
  readonly #questions = new Questions();
  readonly #hostTools: HostToolCalls = new HostToolCalls();
  readonly #asked = new Set<string>();
  // Only the event just before a question's request says which call the question is about.
  #askingCall: string | undefined;
  readonly #calls: () => Calls;

  constructor(calls: () => Calls) {
    this.#calls = calls;
  }

  get pending(): ReadonlyMap<string, Interaction> {
    return this.#questions.pending;
  }

  parse(type: string, data: NativeData, lane: string | undefined): readonly EventDraft[] | undefined {
    switch (type) {
      case 'permission.requested':
        return this.#permission(data, lane);
      case 'permission.completed':
        return this.decided(textOf(data.requestId) ?? '', data.result);
      case 'external_tool.requested':
        return this.#hostToolCalled(data, lane);
      case 'external_tool.completed':
        return this.#hostTools.settled(idOf(data.requestId) ?? '');
      case 'user_input.requested':
        this.#askingCall = idOf(data.toolCallId);
        return [];
      default:
        return undefined;
    }
  }

  /** Takes a decision about a permission, on its way to the CLI or made by it. */
  decided(key: string, decision: unknown): readonly EventDraft[] {
    const toolCallId = this.pending.get(key)?.toolCallId;
    const drafts = this.#questions.answered(key, decision);
    return toolCallId === undefined || !drafts.some(({ type }) => type === 'approval_granted')
      ? drafts
      : [...drafts, ...this.#calls().runs(toolCallId)];
  }

  /** Takes `userInput.request`. */
  asked(id: RpcId, params: unknown): readonly EventDraft[] {
    const request = objectOf<'question' | 'choices' | 'allowFreeform'>(params);
    const question = textOf(request?.question) ?? '';
    const choices = textsOf(request?.choices);
    const freeText = request?.allowFreeform !== false;
    const toolCallId = this.#askingCall;
    this.#askingCall = undefined;
    const interaction: Interaction = {
      kind: 'input',
      detail: question,
      source: 'agent',
      ...(toolCallId === undefined ? {} : { toolCallId }),
      questions: [{ id: question, question, options: choices.map((label) => ({ label })), freeText }],
    };
    const reply = (answer: InteractionResponse): unknown => inputAnswer(answer, question, { choices, freeText });
    return [this.#questions.asked(inputKey(id), { interaction, reply, verdict: granted })];
  }

  /** Takes our answer to `userInput.request`. */
  answered(id: RpcId): readonly EventDraft[] {
    return this.#questions.answered(inputKey(id), undefined);
  }

  get areHostToolsOpen(): boolean {
    return this.#hostTools.size > 0;
  }

  /** The result of a tool of the program in the form of the CLI; undefined where nobody waits for it. */
  hostToolResult(requestId: string, outcome: HostToolOutcome): Readonly<Record<string, unknown>> | undefined {
    if (!this.#hostTools.has(requestId)) {
      return undefined;
    }
    const result =
      outcome.type === 'output'
        ? { textResultForLlm: outcome.text, resultType: 'success' }
        : { textResultForLlm: outcome.message, resultType: 'failure', error: outcome.message };
    return { requestId, result };
  }

  /** Takes such a result on its way to the CLI. */
  hostToolReturned(requestId: string): readonly EventDraft[] {
    return this.#hostTools.settled(requestId);
  }

  wasAsked(toolCallId: string): boolean {
    return this.#asked.has(toolCallId);
  }

  toolEnded(toolCallId: string): readonly EventDraft[] {
    this.#asked.delete(toolCallId);
    return this.#questions.toolEnded(toolCallId);
  }

  turnEnded(): readonly EventDraft[] {
    return [...this.#questions.laneEnded(undefined), ...this.#hostTools.laneEnded(undefined)];
  }

  /** The native answer; undefined where the CLI cannot take this one. */
  reply(key: string, answer: InteractionResponse): unknown {
    return this.#questions.reply(key, answer);
  }

  #hostToolCalled(data: NativeData, lane: string | undefined): readonly EventDraft[] {
    const key = idOf(data.requestId) ?? '';
    const toolCallId = idOf(data.toolCallId) ?? key;
    return [
      this.#hostTools.called({
        key,
        toolCallId,
        toolName: textOf(data.toolName) ?? '',
        input: data.arguments ?? {},
        lane,
      }),
    ];
  }

  #permission(data: NativeData, lane: string | undefined): readonly EventDraft[] {
    const key = idOf(data.requestId);
    if (key === undefined || data.resolvedByHook === true) {
      return [];
    }
    const permission: NativePermission = objectOf(data.permissionRequest) ?? {};
    const prompt: NativePermission = { ...permission, ...objectOf<keyof NativePermission>(data.promptRequest) };
    const toolCallId = idOf(permission.toolCallId);
    const call = toolCallId === undefined ? undefined : this.#calls().get(toolCallId);
    if (toolCallId !== undefined) {
      this.#asked.add(toolCallId);
    }
    const session = sessionApproval(permission, prompt);
    const toolName = call?.name ?? textOf(permission.toolName);
    const interaction: Interaction = laned(lane, {
      kind: 'approval',
      ...describePermission(permission),
      ...factsOf(permission, lane === undefined ? this.#calls().folder : undefined),
      ...(call?.mcp === undefined ? {} : { mcp: call.mcp }),
      ...(toolName === undefined ? {} : { toolName }),
      ...(toolCallId === undefined ? {} : { toolCallId }),
      input: call?.input ?? permission.args ?? permission,
      scopes: session === undefined ? ['once'] : ['once', 'session'],
    });
    const reply = (answer: InteractionResponse): unknown => decisionOf(answer, session);
    return [this.#questions.asked(key, { interaction, reply, verdict })];
  }
}

const INPUT = 'input:';

function inputKey(id: RpcId): string {
  return `${INPUT}${keyOfRequest(id)}`;
}

/** What leave for the rest of the session would cover; undefined where the CLI offers none. */
function sessionApproval(permission: NativePermission, prompt: NativePermission): unknown {
  if (permission.canOfferSessionApproval === false) {
    return undefined;
  }
  switch (permission.kind) {
    case 'shell': {
      const named = listOf(permission.commands).flatMap(
        (item) => textOf(objectOf<'identifier'>(item)?.identifier) ?? [],
      );
      const commandIdentifiers = prompt.commandIdentifiers === undefined ? named : textsOf(prompt.commandIdentifiers);
      return commandIdentifiers.length === 0 ? undefined : { kind: 'commands', commandIdentifiers };
    }
    case 'write':
    case 'read':
      return { kind: permission.kind };
    case 'mcp':
      // The tool has its server's name before it in the request, and not in the prompt.
      return { kind: 'mcp', serverName: permission.serverName, toolName: prompt.toolName };
    default:
      return undefined;
  }
}

function decisionOf(answer: InteractionResponse, session: unknown): unknown {
  switch (answer.type) {
    case 'approve':
      if (answer.input !== undefined || (answer.scope === 'session' && session === undefined)) {
        return undefined;
      }
      return answer.scope === 'session' ? { kind: 'approve-for-session', approval: session } : { kind: 'approve-once' };
    case 'deny':
      return { kind: 'reject', ...(answer.reason === undefined ? {} : { feedback: answer.reason }) };
    case 'text':
    case 'answers':
    case 'form':
      return undefined;
    default:
      return answer satisfies never;
  }
}

/** Whether a decision grants: we write `approve-once` and the like, the CLI `approved` and the like. */
function verdict(native: unknown): Verdict {
  const decision: NativeDecision = objectOf(native) ?? {};
  const kind = textOf(decision.kind) ?? '';
  if (/^approved?\b/.test(kind)) {
    return { granted: true };
  }
  const reason = textOf(decision.feedback) ?? (kind === 'reject' || kind === '' ? undefined : kind);
  return { granted: false, ...(reason === undefined ? {} : { reason }) };
}

function granted(): Verdict {
  return { granted: true };
}

interface Choice {
  readonly choices: readonly string[];
  readonly freeText: boolean;
}

function inputAnswer(answer: InteractionResponse, question: string, choice: Choice): unknown {
  switch (answer.type) {
    case 'text':
      return worded(answer.text, choice);
    case 'answers': {
      const value = answer.answers[question] ?? Object.values(answer.answers)[0];
      return value === undefined ? undefined : worded(typeof value === 'string' ? value : value.join(', '), choice);
    }
    case 'deny':
      return { answer: answer.reason ?? 'The user has declined to answer.', wasFreeform: true };
    case 'form':
      return answer.action === 'accept' ? undefined : { answer: 'The user has declined to answer.', wasFreeform: true };
    case 'approve':
      return undefined;
    default:
      return answer satisfies never;
  }
}

function worded(text: string, { choices, freeText }: Choice): unknown {
  const isChoice = choices.includes(text);
  return isChoice || freeText ? { answer: text, wasFreeform: !isChoice } : undefined;
}

/** The id of the request behind the key of a question in text. */
export function rpcIdOf(key: string): RpcId {
  return JSON.parse(key.slice(INPUT.length));
}
