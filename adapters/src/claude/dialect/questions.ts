/** What Claude Code asks and waits for: opened by its request, settled by the answer seen on the wire. */
import type { EventDraft, Interaction, InteractionResponse, Question } from '@agent-mux/core';
import { idOf, listOf, objectOf, textOf } from '../../shared/native-value.ts';
import type { NativeRequest, NativeResponse } from '../native.ts';
import { approvalAnswer, formAnswer, isGrant, questionAnswer } from './answers.ts';
import { describeApproval } from './describe-approval.ts';
import { laned } from './parsed.ts';
import { SessionGrants } from './session-grants.ts';
import type { Subagents } from './subagents.ts';
import type { Tools } from './tools.ts';

export class Questions {
  readonly pending: Map<string, Interaction> = new Map();
  readonly grants: SessionGrants = new SessionGrants();
  readonly #requests = new Map<string, NativeRequest>();
  readonly #parts: { readonly tools: Tools; readonly subagents: Subagents };

  constructor(parts: { tools: Tools; subagents: Subagents }) {
    this.#parts = parts;
  }

  /** `can_use_tool` or `elicitation`. */
  asked(key: string, request: NativeRequest): readonly EventDraft[] {
    const lane = this.#parts.subagents.laneOf(request.agent_id);
    const interaction = laned(lane, this.#interactionOf(request));
    this.pending.set(key, interaction);
    this.#requests.set(key, request);
    return [...(lane === undefined ? [] : this.#parts.subagents.ensure(lane)), openDraft(key, interaction)];
  }

  /** An answer on its way to the CLI; nothing if the question is no longer open. */
  answered(response: NativeResponse): readonly EventDraft[] {
    const key = textOf(response.request_id) ?? '';
    const interaction = this.#take(key);
    if (interaction === undefined) {
      return [];
    }
    if (interaction.kind === 'input') {
      return [{ type: 'interaction_settled', key }];
    }
    if (response.subtype === 'success' && isGrant(response.response)) {
      const grant = objectOf<'updatedPermissions' | 'updatedInput'>(response.response);
      this.grants.add(grant?.updatedPermissions);
      const { toolCallId } = interaction;
      return [
        { type: 'approval_granted', key },
        ...(toolCallId === undefined ? [] : this.#parts.tools.granted(toolCallId, grant?.updatedInput)),
      ];
    }
    const reason = textOf(response.error) ?? textOf(objectOf<'message'>(response.response)?.message);
    return [{ type: 'approval_denied', key, ...(reason === undefined ? {} : { reason }) }];
  }

  /** The CLI takes its question back. */
  withdrawn(key: string): readonly EventDraft[] {
    const interaction = this.#take(key);
    if (interaction === undefined) {
      return [];
    }
    return interaction.kind === 'input'
      ? [{ type: 'interaction_settled', key }]
      : [{ type: 'approval_denied', key, reason: 'withdrawn' }];
  }

  /** The call has its outcome: what was asked about it needs no answer any more. */
  toolEnded(toolCallId: string): readonly EventDraft[] {
    return this.#withdrawAll((interaction) => interaction.toolCallId === toolCallId);
  }

  /** The main agent's turn is over; a background agent's questions stay. */
  turnEnded(): readonly EventDraft[] {
    return this.#withdrawAll((interaction) => interaction.lane === undefined);
  }

  /** The native answer; undefined: the CLI cannot take it. */
  reply(key: string, answer: InteractionResponse): unknown {
    const interaction = this.pending.get(key);
    const request = this.#requests.get(key);
    if (interaction === undefined || request === undefined) {
      return undefined;
    }
    if (interaction.kind === 'approval') {
      return approvalAnswer(request, answer);
    }
    return request.subtype === 'elicitation'
      ? formAnswer(interaction, answer)
      : questionAnswer(request, interaction, answer);
  }

  #take(key: string): Interaction | undefined {
    const interaction = this.pending.get(key);
    this.pending.delete(key);
    this.#requests.delete(key);
    return interaction;
  }

  #withdrawAll(isMeant: (interaction: Interaction) => boolean): readonly EventDraft[] {
    if (this.pending.size === 0) {
      return [];
    }
    return [...this.pending].flatMap(([key, interaction]) => (isMeant(interaction) ? this.withdrawn(key) : []));
  }

  #interactionOf(request: NativeRequest): Interaction {
    if (request.subtype === 'elicitation') {
      return formInteraction(request);
    }
    const toolName = textOf(request.tool_name) ?? '';
    const toolCallId = idOf(request.tool_use_id);
    const ofTool = toolCallId === undefined ? {} : { toolCallId };
    if (toolName === 'AskUserQuestion') {
      const questions = questionsOf(request.input);
      const detail = questions.map(({ question }) => question).join('\n');
      return { kind: 'input', detail, source: 'agent', ...ofTool, input: request.input, questions };
    }
    // A plan is not in the request of 2.1.329: it is what the call was made with.
    const made = toolCallId === undefined ? undefined : this.#parts.tools.get(toolCallId)?.input;
    const input = toolName === 'ExitPlanMode' ? { ...made, ...objectOf<string>(request.input) } : request.input;
    const described = describeApproval(toolName, input);
    return { kind: 'approval', ...described, toolName, ...ofTool, input: request.input, scopes: ['once', 'session'] };
  }
}

function formInteraction(request: NativeRequest): Interaction {
  const message = textOf(request.message) ?? 'An MCP server asks for input.';
  const url = textOf(request.url);
  const server = textOf(request.mcp_server_name);
  return {
    kind: 'input',
    detail: url === undefined ? message : `${message}\n${url}`,
    source: 'tool',
    ...(server === undefined ? {} : { context: `MCP server ${server}` }),
    ...(request.requested_schema === undefined ? {} : { schema: request.requested_schema }),
  };
}

function questionsOf(input: unknown): readonly Question[] {
  return listOf(objectOf<'questions'>(input)?.questions).flatMap((item) => {
    const native = objectOf<'question' | 'header' | 'multiSelect' | 'options'>(item);
    const question = textOf(native?.question);
    if (native === undefined || question === undefined) {
      return [];
    }
    const header = textOf(native.header);
    const options = listOf(native.options).flatMap(optionOf);
    return [
      {
        id: question,
        question,
        ...(header === undefined ? {} : { header }),
        multiSelect: native.multiSelect === true,
        options,
        freeText: true,
      },
    ];
  });
}

function optionOf(item: unknown): readonly { readonly label: string; readonly description?: string }[] {
  const native = objectOf<'label' | 'description'>(item);
  const label = textOf(native?.label);
  const description = textOf(native?.description);
  return label === undefined ? [] : [{ label, ...(description === undefined ? {} : { description }) }];
}

function openDraft(key: string, interaction: Interaction): EventDraft {
  const { kind, action, detail, context, source, riskLevel, toolName, toolCallId, lane } = interaction;
  if (kind === 'input') {
    const draft: EventDraft = {
      type: 'input_required',
      key,
      question: detail,
      ...(context === undefined ? {} : { context }),
      source: source ?? 'agent',
    };
    return laned(lane, draft);
  }
  const draft: EventDraft = {
    type: 'approval_request',
    key,
    action: action ?? '',
    detail,
    ...(toolName === undefined ? {} : { toolName }),
    riskLevel: riskLevel ?? 'medium',
    ...(toolCallId === undefined ? {} : { toolCallId }),
  };
  return laned(lane, draft);
}
