/** omp's own permissions: "Allow tool: …", granted or denied, before the tool begins. */
import type { Interaction } from '@agent-mux/core';
import { approval } from '../../pi-family/asked.ts';
import { describeAction, type KnownActions } from '../../shared/described-action.ts';
import { entryOf, objectOf, textOf, textsOf } from '../../shared/native-value.ts';
import type { OpenQuestion } from '../../shared/questions.ts';
import type { NativeLine, NativeToolInput } from '../native.ts';

const TOOLS: KnownActions<keyof NativeToolInput> = {
  bash: { action: 'run a command', kind: 'execute', field: 'command' },
  write: { action: 'write a file', kind: 'edit', field: 'path' },
  edit: { action: 'edit a file', kind: 'edit', field: 'input' },
  // A subagent works in the mode `yolo`: its dispatch is all that is asked about (18.2.3).
  task: { action: 'send a subagent, which asks about nothing', kind: 'execute', field: 'tasks' },
};

/** The call that is asked about, as far as it is known. */
export interface AskedCall {
  readonly id: string;
  readonly lane?: string;
  readonly input: unknown;
}

/** The name of the tool that is asked about; undefined: not a question of this kind. */
export function toolAskedFor(request: NativeLine): string | undefined {
  const options = textsOf(request.options);
  return request.method === 'select' && options.length === 2 && options[0] === 'Approve' && options[1] === 'Deny'
    ? /^Allow tool: (\S+)/.exec(textOf(request.title) ?? '')?.[1]
    : undefined;
}

export function toolQuestion(request: NativeLine, toolName: string, call: AskedCall | undefined): OpenQuestion {
  const isMcp = toolName.startsWith('mcp__');
  const said = (textOf(request.title) ?? '').split('\n').slice(1).join('\n');
  const interaction: Interaction = {
    kind: 'approval',
    ...describeAction({
      known: entryOf(TOOLS, toolName),
      fields: objectOf<keyof NativeToolInput>(call?.input) ?? {},
      whole: said || toolName,
      otherwise: isMcp ? { action: 'call an MCP tool', kind: 'mcp' } : { action: `use ${toolName}`, kind: 'other' },
    }),
    toolName,
    ...(call === undefined ? {} : { toolCallId: call.id, input: call.input }),
    ...(call?.lane === undefined ? {} : { lane: call.lane }),
    // It remembers no grant.
    scopes: ['once'],
  };
  return approval(request, { yes: 'Approve', no: 'Deny', interaction });
}
