/** What Claude Code asks and waits for: its request opens a question, and the answer seen on the wire settles it. */
import type { EventDraft, Interaction, InteractionResponse, Question, ResolvedOptions } from '@agent-mux/core';
import {
  formAnswer,
  idOf,
  laned,
  listOf,
  objectOf,
  Questions as SharedQuestions,
  textOf,
  type Verdict,
} from '../../shared/index.ts';
import { wouldLeave } from '../shared/sandbox-settings.ts';
import { approvalAnswer, isGrant, questionAnswer } from './answers.ts';
import { factsOf } from './approval-facts.ts';
import { describeApproval } from './describe-question.ts';
import { isHostTool } from './host-tools.ts';
import type { NativeRequest, NativeResponse } from './native.ts';
import { canGrantSession, SessionGrants } from './session-grants.ts';
import type { Subagents } from './subagents.ts';
import type { Tools } from './tools.ts';

export class Questions {
  readonly grants: SessionGrants = new SessionGrants();
  readonly #shared = new SharedQuestions();
  readonly #parts: { readonly tools: Tools; readonly subagents: Subagents; readonly options: ResolvedOptions };

  constructor(parts: { tools: Tools; subagents: Subagents; options: ResolvedOptions }) {
    this.#parts = parts;
  }

  get pending(): ReadonlyMap<string, Interaction> {
    return this.#shared.pending;
  }

  /** Takes a request of `can_use_tool` or `elicitation`. */
  asked(key: string, request: NativeRequest): readonly EventDraft[] {
    const lane = this.#parts.subagents.laneOf(request.agent_id);
    const interaction = laned(lane, this.#interactionOf(request, lane));
    const asked = this.#shared.asked(key, {
      interaction,
      // The runtime denies what nobody can grant.
      reply: (answer) =>
        answer.type === 'approve' && wouldLeave(this.#parts.options, request)
          ? undefined
          : replyTo(request, interaction, answer),
      verdict: verdictOf,
    });
    return [...(lane === undefined ? [] : this.#parts.subagents.ensure(lane)), asked];
  }

  /** Takes an answer on its way to the CLI; it does nothing where the question is no longer open. */
  answered(response: NativeResponse): readonly EventDraft[] {
    const key = textOf(response.request_id) ?? '';
    const { toolCallId, toolName = '' } = this.pending.get(key) ?? {};
    const drafts = this.#shared.answered(key, response);
    if (drafts[0]?.type !== 'approval_granted') {
      return drafts;
    }
    const grant = objectOf<'updatedPermissions' | 'updatedInput'>(response.response);
    this.grants.add({ toolName, input: grant?.updatedInput }, grant?.updatedPermissions);
    return toolCallId === undefined
      ? drafts
      : [...drafts, ...this.#parts.tools.granted(toolCallId, grant?.updatedInput)];
  }

  /** Records that the CLI takes its question back. */
  withdrawn(key: string): readonly EventDraft[] {
    return this.#shared.withdrawn(key);
  }

  /** Records that the call has its outcome, so that the question about it needs no answer any more. */
  toolEnded(toolCallId: string): readonly EventDraft[] {
    return this.#shared.toolEnded(toolCallId);
  }

  /** Records that the main agent's turn is over; a background agent's questions stay open. */
  turnEnded(): readonly EventDraft[] {
    return this.#shared.laneEnded(undefined);
  }

  /** The native answer; undefined where the CLI cannot take this one. */
  reply(key: string, answer: InteractionResponse): unknown {
    return this.#shared.reply(key, answer);
  }

  #interactionOf(request: NativeRequest, lane: string | undefined): Interaction {
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
    // The request of 2.1.329 lacks the plan, which stands in the input of the call.
    const made = toolCallId === undefined ? undefined : this.#parts.tools.get(toolCallId)?.input;
    const input = toolName === 'ExitPlanMode' ? { ...made, ...objectOf<string>(request.input) } : request.input;
    const { tools } = this.#parts;
    const described = describeApproval(toolName, input);
    const mcp = isHostTool(toolName) ? undefined : tools.mcpOf(toolName);
    const reason = idOf(request.decision_reason);
    const facts = factsOf(toolName, input, tools.folderOf(lane));
    const blocked = idOf(request.blocked_path);
    const paths = [...(facts.paths ?? []), ...(blocked === undefined ? [] : [blocked])];
    return {
      kind: 'approval',
      ...described,
      ...facts,
      ...(paths.length === 0 ? {} : { paths: [...new Set(paths)] }),
      ...(mcp === undefined ? {} : { mcp }),
      ...(reason === undefined ? {} : { reason }),
      toolName,
      ...ofTool,
      input: request.input,
      scopes: canGrantSession({ toolName, input: request.input }) ? ['once', 'session'] : ['once'],
      acceptsUpdatedInput: true,
    };
  }
}

function replyTo(request: NativeRequest, interaction: Interaction, answer: InteractionResponse): unknown {
  if (interaction.kind === 'approval') {
    return approvalAnswer(request, answer);
  }
  return request.subtype === 'elicitation'
    ? formAnswer(interaction, answer)
    : questionAnswer(request, interaction, answer);
}

function verdictOf(native: unknown): Verdict {
  const response: NativeResponse = objectOf(native) ?? {};
  if (response.subtype === 'success' && isGrant(response.response)) {
    return { granted: true };
  }
  const reason = textOf(response.error) ?? textOf(objectOf<'message'>(response.response)?.message);
  return { granted: false, ...(reason === undefined ? {} : { reason }) };
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
