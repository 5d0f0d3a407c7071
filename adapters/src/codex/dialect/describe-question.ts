/** Says in our words what Codex asks: approvals, questions and forms, with the answers that it takes. */
import type { Interaction, InteractionResponse, Question } from '@agent-mux/core';
import { metaOfDenial, reasonOfDenial } from '../../shared/deny-reason.ts';
import { MAX_DETAIL, shortJson } from '../../shared/described-action.ts';
import { formAnswer } from '../../shared/form-answer.ts';
import { isNative, listOf, objectOf, textOf, textsOf } from '../../shared/native-value.ts';
import type { OpenQuestion, Verdict } from '../../shared/questions.ts';
import { type ActionKind, riskLevel } from '../../shared/risk-level.ts';
import type { NativeQuestion } from '../native.ts';
import type { Call } from './calls.ts';
import { TOOL_NAMES } from './tool-names.ts';

const SCOPES = ['once', 'session'] as const;

interface Place {
  readonly lane?: string;
  readonly toolCallId?: string;
}

/** `item/commandExecution/requestApproval`. */
export function commandQuestion(params: NativeQuestion, place: Place): OpenQuestion {
  const command = textOf(params.command) ?? '';
  const reason = textOf(params.reason);
  return decisionQuestion({
    kind: 'approval',
    action: 'run a command',
    detail: command,
    riskLevel: riskLevel(kindOf(params.commandActions)),
    ...(reason === undefined ? {} : { context: reason }),
    toolName: TOOL_NAMES.commandExecution,
    input: { command, cwd: textOf(params.cwd) ?? '' },
    scopes: SCOPES,
    ...place,
  });
}

/** The same request, for a host that a command in its sandbox wants to reach. It names no command. */
export function networkQuestion(params: NativeQuestion, place: Place): OpenQuestion {
  const network = objectOf<'host' | 'protocol'>(params.networkApprovalContext);
  const host = textOf(network?.host) ?? '';
  const protocol = textOf(network?.protocol) ?? '';
  const reason = textOf(params.reason);
  return decisionQuestion({
    kind: 'approval',
    action: 'access the network',
    detail: `${protocol} ${host}`.trim(),
    riskLevel: riskLevel('network'),
    ...(reason === undefined ? {} : { context: reason }),
    toolName: TOOL_NAMES.commandExecution,
    input: { host, protocol },
    scopes: SCOPES,
    ...place,
  });
}

/** `item/fileChange/requestApproval`. The changes stand in the item. */
export function patchQuestion(params: NativeQuestion, place: Place, call: Call | undefined): OpenQuestion {
  const paths = call?.paths ?? [];
  const root = textOf(params.grantRoot);
  const reason = textOf(params.reason);
  return decisionQuestion({
    kind: 'approval',
    action: 'change files',
    detail: paths.length > 0 ? paths.join('\n') : (root ?? 'files'),
    riskLevel: riskLevel('edit'),
    ...(reason === undefined ? {} : { context: reason }),
    toolName: TOOL_NAMES.fileChange,
    input: { paths },
    scopes: SCOPES,
    ...place,
  });
}

/** `item/permissions/requestApproval`. */
export function permissionsQuestion(params: NativeQuestion, place: Place): OpenQuestion {
  const permissions = params.permissions ?? {};
  const reason = textOf(params.reason);
  return {
    interaction: {
      kind: 'approval',
      action: 'get more permissions',
      detail: shortJson(permissions),
      riskLevel: riskLevel('permission'),
      ...(reason === undefined ? {} : { context: reason }),
      toolName: TOOL_NAMES.requestPermissions,
      input: permissions,
      scopes: SCOPES,
      // What is granted may be less than what is asked for.
      acceptsUpdatedInput: true,
      ...place,
    },
    reply: (answer) => {
      if (answer.type === 'approve') {
        return { permissions: answer.input ?? permissions, scope: answer.scope === 'session' ? 'session' : 'turn' };
      }
      return answer.type === 'deny' ? { permissions: {}, scope: 'turn', ...metaOfDenial(answer) } : undefined;
    },
    verdict: (native) =>
      isGranting(objectOf<'permissions'>(native)?.permissions) ? { granted: true } : denialOf(native),
  };
}

/** `mcpServer/elicitation/request`: an MCP server's form, or a tool of its that Codex wants to have approved. */
export function elicitationQuestion(params: NativeQuestion, place: Place): OpenQuestion {
  const meta = objectOf<'codex_approval_kind' | 'tool_name' | 'tool_params'>(params._meta);
  const server = textOf(params.serverName) ?? '';
  const message = textOf(params.message) ?? `The MCP server ${server} asks for input.`;
  if (meta?.codex_approval_kind === 'mcp_tool_call') {
    const toolName = textOf(meta.tool_name) ?? '';
    return {
      interaction: {
        kind: 'approval',
        action: 'call an MCP tool',
        detail: `${server}.${toolName} ${JSON.stringify(meta.tool_params ?? {})}`.slice(0, MAX_DETAIL),
        context: message,
        riskLevel: riskLevel('mcp'),
        toolName,
        input: meta.tool_params ?? {},
        scopes: SCOPES,
        ...place,
      },
      reply: toolApproval,
      verdict: (native) => (objectOf<'action'>(native)?.action === 'accept' ? { granted: true } : denialOf(native)),
    };
  }
  const url = textOf(params.url);
  const interaction: Interaction = {
    kind: 'input',
    detail: url === undefined ? message : `${message}\n${url}`,
    source: 'tool',
    context: `MCP server ${server}`,
    ...(params.requestedSchema === undefined ? {} : { schema: params.requestedSchema }),
    ...place,
  };
  return {
    interaction,
    reply: (answer) => {
      const native = formAnswer(interaction, answer);
      return native === undefined ? undefined : { action: native.action, content: native.content ?? null, _meta: null };
    },
    verdict: denied,
  };
}

/** `item/tool/requestUserInput`. */
export function inputQuestion(params: NativeQuestion, place: Place): OpenQuestion {
  const questions = listOf(params.questions).flatMap(questionOf);
  return {
    interaction: {
      kind: 'input',
      detail: questions.map(({ question }) => question).join('\n'),
      source: 'agent',
      input: { questions: params.questions },
      questions,
      ...place,
    },
    reply: (answer) => answersTo(questions, answer),
    verdict: denied,
  };
}

/** What Codex has read out of the words of a command. */
function kindOf(actions: unknown): ActionKind {
  const types = listOf(actions).map((action) => objectOf<'type'>(action)?.type);
  if (types.length === 0 || !types.every((type) => type === 'read' || type === 'listFiles' || type === 'search')) {
    return 'execute';
  }
  return types.every((type) => type === 'read') ? 'read' : 'search';
}

function decisionQuestion(interaction: Interaction): OpenQuestion {
  return { interaction, reply: decisionFor, verdict: verdictOf };
}

function decisionFor(answer: InteractionResponse): unknown {
  if (answer.type === 'approve') {
    // The command is what it is.
    return answer.input === undefined
      ? { decision: answer.scope === 'session' ? 'acceptForSession' : 'accept' }
      : undefined;
  }
  // "decline" is taken though it is not among the decisions that are offered (0.169.0); "cancel" ends the turn.
  return answer.type === 'deny'
    ? { decision: answer.interrupt === true ? 'cancel' : 'decline', ...metaOfDenial(answer) }
    : undefined;
}

function verdictOf(native: unknown): Verdict {
  const decision = objectOf<'decision'>(native)?.decision;
  if (decision === 'accept' || decision === 'acceptForSession') {
    return { granted: true };
  }
  return isAmended(decision) ? { granted: true } : denialOf(native);
}

/** A grant for all that is like it: no answer of ours, but one that another client may give. */
function isAmended(decision: unknown): boolean {
  const given = objectOf<'acceptWithExecpolicyAmendment' | 'applyNetworkPolicyAmendment'>(decision);
  const amendment = objectOf<'network_policy_amendment'>(given?.applyNetworkPolicyAmendment)?.network_policy_amendment;
  return given?.acceptWithExecpolicyAmendment !== undefined || objectOf<'action'>(amendment)?.action === 'allow';
}

function denialOf(native: unknown): Verdict {
  const reason = reasonOfDenial(native);
  return reason === undefined ? { granted: false } : { granted: false, reason };
}

function toolApproval(answer: InteractionResponse): unknown {
  switch (answer.type) {
    case 'approve':
      return answer.input === undefined
        ? { action: 'accept', content: {}, _meta: answer.scope === 'session' ? { persist: 'session' } : null }
        : undefined;
    case 'deny':
      return {
        action: answer.interrupt === true ? 'cancel' : 'decline',
        content: null,
        _meta: null,
        ...metaOfDenial(answer),
      };
    case 'form':
      return { action: answer.action, content: answer.content ?? null, _meta: null };
    default:
      return undefined;
  }
}

function denied(): Verdict {
  return { granted: false };
}

/** Whether anything at all was granted. */
function isGranting(permissions: unknown): boolean {
  return isNative(permissions) && Object.values(permissions).some((value) => value !== null && value !== undefined);
}

function answersTo(questions: readonly Question[], answer: InteractionResponse): unknown {
  switch (answer.type) {
    case 'answers':
      return answersOf(Object.entries(answer.answers).map(([key, value]) => [idOf(questions, key), asList(value)]));
    case 'text':
      return answersOf(questions.map(({ id }) => [id, [answer.text]]));
    case 'deny':
      return answersOf([]);
    case 'form':
      return answer.action === 'accept' ? undefined : answersOf([]);
    default:
      return undefined;
  }
}

/** Whoever answers may name a question by its text. */
function idOf(questions: readonly Question[], key: string): string {
  const named = questions.find(({ id }) => id === key) ?? questions.find(({ question }) => question === key);
  return named?.id ?? key;
}

function answersOf(entries: readonly (readonly [string, readonly string[]])[]): unknown {
  return { answers: Object.fromEntries(entries.map(([id, answers]) => [id, { answers }])) };
}

function asList(value: string | readonly string[]): readonly string[] {
  return typeof value === 'string' ? [value] : textsOf(value);
}

function questionOf(item: unknown): readonly Question[] {
  const native = objectOf<'id' | 'header' | 'question' | 'isOther' | 'options'>(item);
  const id = textOf(native?.id);
  const question = textOf(native?.question);
  if (native === undefined || id === undefined || question === undefined) {
    return [];
  }
  const header = textOf(native.header);
  const options = listOf(native.options).flatMap((option) => {
    const choice = objectOf<'label' | 'description'>(option);
    const label = textOf(choice?.label);
    const description = textOf(choice?.description);
    return label === undefined ? [] : [{ label, ...(description === undefined ? {} : { description }) }];
  });
  return [
    {
      id,
      question,
      ...(header === undefined ? {} : { header }),
      ...(options.length === 0 ? {} : { options }),
      freeText: native.isOther === true || options.length === 0,
    },
  ];
}
