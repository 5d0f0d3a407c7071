/** `session/request_permission`: what is asked, which options there are, and which one an answer takes. */
import type { Interaction, InteractionResponse } from '@agent-mux/core';
import type { ApprovalFacts, ToolKind } from '@agent-mux/events';
import {
  describeMcpCall,
  listOf,
  MAX_DETAIL,
  metaOfDenial,
  type OpenQuestion,
  objectOf,
  reasonOfDenial,
  riskLevel,
  textOf,
  type Verdict,
} from '../shared/index.ts';
import type { NativeOption, NativePermission } from './native.ts';
import type { AcpCall, ToolIdentity } from './quirks.ts';
import { diffsIn, pathsOf, textIn } from './tool-content.ts';

interface Option {
  readonly id: string;
  readonly kind: string;
}

const SCOPES = ['once', 'session'] as const;

/** The option that each reach of a grant takes. */
type Grants = Readonly<Record<(typeof SCOPES)[number], string | undefined>>;

export interface PermissionParts {
  readonly call: AcpCall;
  readonly identity: ToolIdentity;
  readonly facts: ApprovalFacts;
  /** The id under which the call is in the stream. */
  readonly toolCallId: string | undefined;
  readonly sessionOptions: readonly string[] | undefined;
}

export function permissionQuestion(native: NativePermission, parts: PermissionParts): OpenQuestion {
  const options = listOf(native.options).flatMap((item): Option[] => {
    const option: NativeOption | undefined = objectOf(item);
    const id = textOf(option?.optionId);
    return id === undefined ? [] : [{ id, kind: textOf(option?.kind) ?? '' }];
  });
  const grants: Grants = {
    once: options.find(({ kind }) => kind === 'allow_once')?.id,
    session: sessionOption(options, parts.sessionOptions),
  };
  return {
    interaction: describe(
      parts,
      SCOPES.filter((scope) => grants[scope] !== undefined),
    ),
    reply: (answer) => reply(answer, options, grants),
    verdict: (answer) => verdictOf(answer, options),
  };
}

/** The answer to each open question of a turn that is being stopped. */
export const CANCELLED: { readonly outcome: object } = Object.freeze({
  outcome: Object.freeze({ outcome: 'cancelled' }),
});

/** The option that ends with the session. No other `allow_always` takes its place: it would reach further than what was granted. */
function sessionOption(options: readonly Option[], known: readonly string[] = []): string | undefined {
  const offered = options.filter(({ kind }) => kind === 'allow_always').map(({ id }) => id);
  return known.find((id) => offered.includes(id));
}

function reply(answer: InteractionResponse, options: readonly Option[], grants: Grants): unknown {
  switch (answer.type) {
    case 'approve': {
      const optionId = grants[answer.scope ?? 'once'];
      // The protocol has no way to change the input of a call.
      return optionId === undefined || answer.input !== undefined ? undefined : selected(optionId);
    }
    case 'deny': {
      const optionId =
        options.find(({ kind }) => kind === 'reject_once')?.id ??
        options.find(({ kind }) => kind === 'reject_always')?.id;
      return {
        ...(optionId === undefined || answer.interrupt ? CANCELLED : selected(optionId)),
        ...metaOfDenial(answer),
      };
    }
    case 'text':
    case 'answers':
    case 'form':
      return undefined;
    default:
      return answer satisfies never;
  }
}

function selected(optionId: string): { readonly outcome: object } {
  return { outcome: { outcome: 'selected', optionId } };
}

function verdictOf(native: unknown, options: readonly Option[]): Verdict {
  const answer = objectOf<'outcome'>(native);
  const { outcome, optionId } = objectOf<'outcome' | 'optionId'>(answer?.outcome) ?? {};
  const isGrant = options.some(({ id, kind }) => id === optionId && kind.startsWith('allow'));
  if (outcome === 'selected' && isGrant) {
    return { granted: true };
  }
  const otherwise = outcome === 'cancelled' ? 'cancelled' : undefined;
  const said = reasonOfDenial(native) ?? otherwise;
  return said === undefined ? { granted: false } : { granted: false, reason: said };
}

const ACTIONS: Readonly<Record<ToolKind, string>> = {
  read: 'read a file',
  search: 'search files',
  edit: 'change a file',
  mcp: 'call an MCP tool',
  execute: 'run a command',
  delete: 'delete a file',
  move: 'move a file',
  fetch: 'use the network',
  switch_mode: 'change its permissions',
  think: '',
  other: '',
};

function describe(
  { call, identity, facts, toolCallId }: PermissionParts,
  scopes: NonNullable<Interaction['scopes']>,
): Interaction {
  const { name, command, input, mcp } = identity;
  // What would be done to the files is more than the tool says: a patch may delete all of its files.
  const kind = (facts.changes === undefined ? undefined : facts.toolKind) ?? identity.kind;
  const paths = pathsOf(call).join(', ');
  const { url } = facts;
  const title = textOf(call.title) ?? name;
  const isOfPage = kind === 'fetch' && url !== undefined;
  const what = mcp === undefined ? paths || (isOfPage ? url : title) : describeMcpCall(mcp, input);
  const detail = command ?? what;
  // The title of a page's call may say what the page is read for.
  const purpose = isOfPage && title !== url && title.includes(url) ? title : '';
  // The question shows a change to whoever grants it, because not every agent sends the input of the call that makes it.
  const change = objectOf(call.rawInput) === undefined ? diffsIn(call) : [];
  const context = [purpose, textIn(call.content).slice(0, MAX_DETAIL), ...change].filter(Boolean).join('\n');
  return {
    kind: 'approval',
    action: isOfPage ? 'fetch a web page' : ACTIONS[kind] || `use ${name}`,
    detail: detail.slice(0, MAX_DETAIL),
    ...(context === '' ? {} : { context }),
    riskLevel: riskLevel(kind, command),
    ...facts,
    toolName: mcp?.tool ?? name,
    ...(toolCallId === undefined ? {} : { toolCallId }),
    ...(input === undefined ? {} : { input }),
    scopes,
  };
}
