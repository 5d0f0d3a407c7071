/** Describes, in the vocabulary of our events, what Codex asks: approvals, questions and forms, with the answers that it takes. */
import type { Interaction, InteractionResponse, Question } from '@agent-mux/core';
import type { FileChange, ToolKind } from '@agent-mux/events';
import {
  describeMcpCall,
  formAnswer,
  idOf,
  isNative,
  listOf,
  metaOfDenial,
  type OpenQuestion,
  objectOf,
  RISK_OF_LEAVE,
  reasonOfDenial,
  riskLevel,
  scriptIn,
  shortJson,
  textOf,
  textsOf,
  type Verdict,
} from '../../shared/index.ts';
import type { Call } from '../shared/calls.ts';
import type { NativeQuestion } from '../shared/native.ts';
import { changesOf } from '../shared/patch-items.ts';
import { TOOL_NAMES } from '../shared/tool-names.ts';

const SCOPES = ['once', 'session'] as const;

interface Place {
  readonly lane?: string;
  readonly toolCallId?: string;
}

/** `item/commandExecution/requestApproval`. */
export function commandQuestion(params: NativeQuestion, place: Place): OpenQuestion {
  const whole = textOf(params.command) ?? '';
  // `commandActions` is what Codex shows to a person, and may leave out parts of what runs.
  const command = scriptIn(whole) ?? whole;
  const cwd = idOf(params.cwd);
  return decisionQuestion({
    kind: 'approval',
    action: 'run a command',
    detail: command,
    // A grant with additional permissions covers more than the command, so nobody may give it because of the command's words alone.
    ...(params.additionalPermissions === undefined || params.additionalPermissions === null
      ? { riskLevel: riskLevel('execute', command), toolKind: 'execute', command }
      : { riskLevel: RISK_OF_LEAVE, toolKind: 'other' }),
    ...(cwd === undefined ? {} : { cwd }),
    ...reasonOf(params),
    toolName: TOOL_NAMES.commandExecution,
    input: nativeInput(params),
    scopes: SCOPES,
    ...place,
  });
}

/** The same request, for a host that a command in its sandbox wants to reach. The request names no command. */
export function networkQuestion(params: NativeQuestion, place: Place): OpenQuestion {
  const network = objectOf<'host' | 'protocol'>(params.networkApprovalContext);
  const host = textOf(network?.host) ?? '';
  const protocol = textOf(network?.protocol) ?? '';
  return decisionQuestion({
    kind: 'approval',
    action: 'access the network',
    detail: `${protocol} ${host}`.trim(),
    riskLevel: riskLevel('fetch'),
    toolKind: 'fetch',
    ...(host === '' ? {} : { host }),
    ...reasonOf(params),
    toolName: TOOL_NAMES.commandExecution,
    input: { host, protocol },
    scopes: SCOPES,
    ...place,
  });
}

/** `item/fileChange/requestApproval`. The changes stand in the item of the call. */
export function patchQuestion(params: NativeQuestion, place: Place, call: Call | undefined): OpenQuestion {
  const changes = changesOf(call?.changes);
  const root = textOf(params.grantRoot);
  const files = (changes ?? []).flatMap(({ path, movedTo }) => (movedTo === undefined ? [path] : [path, movedTo]));
  // Without the changes, nobody knows whether the root is the only path.
  const paths = changes === undefined ? [] : [...files, ...(root === undefined ? [] : [root])];
  const toolKind = kindOfChanges(changes ?? []);
  return decisionQuestion({
    kind: 'approval',
    action: 'change files',
    detail: changes === undefined ? (root ?? 'files') : changes.map(({ path }) => path).join('\n'),
    riskLevel: riskLevel(toolKind),
    toolKind,
    ...(paths.length === 0 ? {} : { paths: [...new Set(paths)] }),
    ...(changes === undefined ? {} : { changes }),
    ...reasonOf(params),
    toolName: TOOL_NAMES.fileChange,
    input: {
      ...(call?.changes === undefined ? {} : { changes: call.changes }),
      ...(root === undefined ? {} : { grantRoot: root }),
    },
    scopes: SCOPES,
    ...place,
  });
}

/** The kind of a patch: it edits, unless all its changes delete, or all of them move files. */
function kindOfChanges(changes: readonly FileChange[]): ToolKind {
  const [first, ...others] = new Set(changes.map(({ change }) => change));
  return others.length === 0 && (first === 'delete' || first === 'move') ? first : 'edit';
}

/** `item/permissions/requestApproval`. */
export function permissionsQuestion(params: NativeQuestion, place: Place): OpenQuestion {
  const permissions = params.permissions ?? {};
  return {
    interaction: {
      kind: 'approval',
      action: 'get more permissions',
      detail: shortJson(permissions),
      riskLevel: RISK_OF_LEAVE,
      toolKind: 'other',
      ...reasonOf(params),
      toolName: TOOL_NAMES.requestPermissions,
      input: permissions,
      scopes: SCOPES,
      // A grant may give less than what was asked for.
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

/** `mcpServer/elicitation/request`: an MCP server's form, or a tool of that server for which Codex wants an approval. */
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
        detail: describeMcpCall({ server, tool: toolName }, meta.tool_params ?? {}),
        context: message,
        riskLevel: riskLevel('mcp'),
        toolKind: 'mcp',
        ...(server === '' || toolName === '' ? {} : { mcp: { server, tool: toolName } }),
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

/** Why Codex asks, in the model's words or in its own. */
function reasonOf({ reason: native }: NativeQuestion): { readonly context?: string; readonly reason?: string } {
  const reason = idOf(native);
  return reason === undefined ? {} : { context: reason, reason };
}

/** Fields that say where the question belongs and when it was asked, which the stream says elsewhere. */
const PLACE: ReadonlySet<string> = new Set([
  ...['kind', 'threadId', 'turnId', 'itemId', 'startedAtMs', 'environmentId', 'reason', 'availableDecisions'],
  ...['approvalId', 'proposedExecpolicyAmendment'],
]);

function nativeInput(params: NativeQuestion): object {
  return Object.fromEntries(
    Object.entries(params).filter(([name, value]) => !PLACE.has(name) && value !== null && value !== undefined),
  );
}

function decisionQuestion(interaction: Interaction): OpenQuestion {
  return { interaction, reply: decisionFor, verdict: verdictOf };
}

function decisionFor(answer: InteractionResponse): unknown {
  if (answer.type === 'approve') {
    // The command cannot be changed.
    return answer.input === undefined
      ? { decision: answer.scope === 'session' ? 'acceptForSession' : 'accept' }
      : undefined;
  }
  // Codex takes "decline" though it is not among the decisions that it offers (0.169.0); "cancel" would end the turn.
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

/** Whether the decision grants everything of its kind, which is no answer of ours but one that another client may give. */
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

/** Whether anything was granted. */
function isGranting(permissions: unknown): boolean {
  return isNative(permissions) && Object.values(permissions).some((value) => value !== null && value !== undefined);
}

function answersTo(questions: readonly Question[], answer: InteractionResponse): unknown {
  switch (answer.type) {
    case 'answers':
      return answersOf(
        Object.entries(answer.answers).map(([key, value]) => [questionIdOf(questions, key), asList(value)]),
      );
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

/** The id of the question that the key names, since whoever answers may name a question by its text. */
function questionIdOf(questions: readonly Question[], key: string): string {
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
