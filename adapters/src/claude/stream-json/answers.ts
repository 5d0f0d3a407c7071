/** Turns a consumer's answer into Claude Code's; undefined where it cannot take that answer. */
import type { Interaction, InteractionResponse } from '@agent-mux/core';
import { isNative, objectOf, textOf } from '../../shared/index.ts';
import type { NativeRequest } from './native.ts';
import { commandPermissions, sessionPermissions } from './session-grants.ts';

const DENIED = 'The user has denied this.';

/** The answer to `can_use_tool` for anything but a question. */
export function approvalAnswer(request: NativeRequest, answer: InteractionResponse): unknown {
  switch (answer.type) {
    case 'approve': {
      // The CLI refuses a grant that lacks the input.
      const updatedInput = answer.input ?? request.input ?? {};
      if (answer.scope !== 'session') {
        return { behavior: 'allow', updatedInput };
      }
      const use = { toolName: textOf(request.tool_name) ?? '', input: updatedInput };
      // What the CLI suggests was made for the input that it has asked about, and a rule for a whole tool covers that input too.
      const updatedPermissions =
        answer.input === undefined || isSame(answer.input, request.input)
          ? sessionPermissions(use, request.permission_suggestions)
          : commandPermissions(use);
      return updatedPermissions === undefined ? undefined : { behavior: 'allow', updatedInput, updatedPermissions };
    }
    case 'deny':
      return denial(answer);
    case 'text':
    case 'answers':
    case 'form':
      return undefined;
    default:
      return answer satisfies never;
  }
}

/** The answer to the agent's questions, whose texts are the keys. */
export function questionAnswer(
  request: NativeRequest,
  { questions = [] }: Interaction,
  answer: InteractionResponse,
): unknown {
  switch (answer.type) {
    case 'answers':
      return answered(
        request,
        Object.fromEntries(Object.entries(answer.answers).map(([id, value]) => [id, joined(value)])),
      );
    case 'text':
      return answered(request, Object.fromEntries(questions.map(({ id }) => [id, answer.text])));
    case 'deny':
      return denial(answer);
    case 'form':
      return answer.action === 'accept' ? undefined : { behavior: 'deny', message: DENIED };
    case 'approve':
      return undefined;
    default:
      return answer satisfies never;
  }
}

/** How the CLI reads an answer to `can_use_tool`. */
export function isGrant(response: unknown): boolean {
  return isNative<'behavior'>(response) && response.behavior === 'allow';
}

/** Whether both are written alike; an input with its fields in another order counts as another one. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function denial({ reason, interrupt }: Extract<InteractionResponse, { type: 'deny' }>): unknown {
  return { behavior: 'deny', message: reason ?? DENIED, ...(interrupt ? { interrupt } : {}) };
}

function answered(request: NativeRequest, answers: Readonly<Record<string, string>>): unknown {
  return { behavior: 'allow', updatedInput: { ...objectOf<string>(request.input), answers } };
}

function joined(value: string | readonly string[]): string {
  return typeof value === 'string' ? value : value.join(', ');
}
