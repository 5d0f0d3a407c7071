/** How Cursor CLI differs from the Agent Client Protocol. Its own requests are described by its clients; no sample is known. */
import type { Interaction, InteractionResponse, Outcome } from '@agent-mux/core';
import type { AcpCall, AcpQuirks, HostAnswer, NativeRpcError, ToolIdentity } from '../../acp/index.ts';
import { listOf, objectOf, riskLevel, textOf } from '../../shared/index.ts';
import { AUTH_GUIDANCE } from '../about.ts';
import { exitMeaning, knownMeaning } from '../shared/failures.ts';
import { TOOL_KINDS } from '../shared/tool-kinds.ts';

export function acpQuirks(): AcpQuirks {
  return {
    displayName: 'Cursor CLI',
    authGuidance: AUTH_GUIDANCE,
    tools: { identify, kinds: TOOL_KINDS },
    turns: { failure: failureOf },
    // No sample says how long its `allow-always` lasts, and Cursor CLI has a list of allowed commands that stays.
    sessionOptions: [],
    answerRequest,
    exitMeaning,
  };
}

/** The outcome of an error answer whose words are known; where a server gives details, its message is a general one. */
function failureOf({ message, data }: NativeRpcError): Outcome | undefined {
  return knownMeaning(textOf(objectOf<'details'>(data)?.details) ?? textOf(data) ?? textOf(message) ?? '');
}

/** Reads a command from the input of its call. */
function identify({ kind, rawInput }: AcpCall): Partial<ToolIdentity> {
  const command = textOf(objectOf<'command'>(rawInput)?.command);
  return kind === 'execute' && command !== undefined ? { name: 'shell', command } : {};
}

function answerRequest(method: string, params: unknown): HostAnswer | undefined {
  switch (method) {
    case 'cursor/create_plan':
      return askAboutPlan(params);
    // These requests only inform: Cursor CLI itself does what they are about.
    case 'cursor/update_todos':
    case 'cursor/task':
      return { result: {} };
    default:
      return undefined;
  }
}

function askAboutPlan(params: unknown): HostAnswer {
  const { plan, steps } = objectOf<'plan' | 'steps'>(params) ?? {};
  const detail = textOf(plan) ?? listOf(steps).map(String).join('\n');
  const interaction: Interaction = {
    kind: 'approval',
    action: 'carry out a plan',
    detail,
    riskLevel: riskLevel('switch_mode'),
    toolKind: 'switch_mode',
    input: params,
  };
  const isGranted = (answer: InteractionResponse): boolean => answer.type === 'approve';
  return {
    interaction,
    reply: (answer) => ({ accepted: isGranted(answer) }),
    verdict: (native) => ({ granted: objectOf<'accepted'>(native)?.accepted === true }),
  };
}
