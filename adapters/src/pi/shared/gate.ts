/** pi has no permissions of its own, so an extension of ours asks before a tool runs. Here are its text, its questions and its answers. */
import type { Interaction } from '@agent-mux/core';
import { answerLine, factsOf, fieldsOf, type RefusedCall } from '../../pi-family/index.ts';
import {
  type DescribedAction,
  describeAction,
  entryOf,
  idOf,
  type KnownActions,
  kindOf,
  type Native,
  type OpenQuestion,
  objectOf,
  parseJson,
  textOf,
  type Verdict,
} from '../../shared/index.ts';
import type { NativeGateAnswer, NativeGateQuestion, NativeLine, NativeToolInput } from './native.ts';
import { TOOL_KINDS } from './tool-kinds.ts';

/** The mark by which a question of the gate is recognised. */
const MARK = 'approval';
const DENIED = 'The user has denied this.';
const NOBODY = 'Not allowed in this run: nobody can be asked.';

/**
 * The extension, which is written into the run's folder and loaded for that run only. Reading passes. A call that is not answered, or
 * cannot be asked about, is blocked, because pi 0.73.1 blocks a tool whose handler throws.
 */
export const GATE_EXTENSION: string = `// Asks agent-mux before a tool runs. Made for one run, and removed after it.
export default function (pi) {
  const passing = new Set(['read', 'grep', 'find', 'ls']);
  const granted = new Set();
  const likeness = ({ toolName, input: { command } }) => {
    if (toolName === 'bash') return typeof command === 'string' && command !== '' ? 'command ' + command : undefined;
    return toolName === 'write' || toolName === 'edit' ? 'edits' : 'tool ' + toolName;
  };
  pi.on('tool_call', async (event, ctx) => {
    if (passing.has(event.toolName) || granted.has(likeness(event))) return undefined;
    if (!ctx.hasUI) return { block: true, reason: '${NOBODY}' };
    const { toolCallId, toolName, input } = event;
    const title = JSON.stringify({ agentMux: '${MARK}', toolCallId, toolName, input });
    const text = await ctx.ui.input(title, undefined, { signal: ctx.signal });
    const answer = text === undefined ? {} : JSON.parse(text);
    if (answer.allow !== true) return { block: true, reason: answer.reason ?? '${DENIED}' };
    if (answer.input !== undefined) {
      for (const name of Object.keys(event.input)) delete event.input[name];
      Object.assign(event.input, answer.input);
    }
    // Only now the call is the one that was allowed. What was changed and is no command, or names none, is granted once.
    const like = answer.input === undefined || event.toolName === 'bash' ? likeness(event) : undefined;
    if (answer.scope === 'session' && like !== undefined) granted.add(like);
    return undefined;
  });
}
`;

const TOOLS: KnownActions<keyof NativeToolInput> = {
  bash: { action: 'run a command', field: 'command' },
  write: { action: 'write a file', field: 'path' },
  edit: { action: 'edit a file', field: 'path' },
};

/** The question; undefined where the gate did not ask it. */
export function gateQuestion(request: NativeLine, folder: string): OpenQuestion | undefined {
  const native: NativeGateQuestion | undefined = parsed(request.title);
  if (request.method !== 'input' || native?.agentMux !== MARK) {
    return undefined;
  }
  return {
    interaction: interactionOf(native, folder),
    reply: (answer) => {
      switch (answer.type) {
        case 'approve': {
          const { scope, input } = answer;
          // The grant would be for the whole tool, and cover what was asked for too.
          if (scope === 'session' && input !== undefined && !isCommand(native.toolName, input)) {
            return undefined;
          }
          const more = {
            ...(scope === 'session' ? { scope } : {}),
            ...(input === undefined ? {} : { input }),
          };
          return answerLine(request, { value: JSON.stringify({ allow: true, ...more }) });
        }
        case 'deny':
          return answerLine(request, { value: JSON.stringify({ allow: false, reason: answer.reason ?? DENIED }) });
        default:
          return undefined;
      }
    },
    verdict: (line) => verdictOf(parsed(fieldsOf(line).value) ?? {}),
  };
}

/** Whether the call runs a command that it names, which a grant for the session then covers alone. */
function isCommand(toolName: unknown, input: unknown): boolean {
  const command = objectOf<'command'>(input)?.command;
  return toolName === 'bash' && typeof command === 'string' && command !== '';
}

function verdictOf({ allow, reason }: NativeGateAnswer): Verdict {
  const words = textOf(reason);
  return allow === true ? { granted: true } : { granted: false, ...(words === undefined ? {} : { reason: words }) };
}

function interactionOf(
  { toolName: nativeName, toolCallId: nativeId, input }: NativeGateQuestion,
  folder: string,
): Interaction {
  const toolName = textOf(nativeName) ?? '?';
  const toolCallId = idOf(nativeId);
  return {
    kind: 'approval',
    ...describeCall(toolName, input),
    ...factsOf(toolName, input, folder),
    toolName,
    ...(toolCallId === undefined ? {} : { toolCallId }),
    input,
    scopes: toolName !== 'bash' || isCommand(toolName, input) ? ['once', 'session'] : ['once'],
    acceptsUpdatedInput: true,
  };
}

/** Describes a call that the gate has blocked, since a one-shot run has nobody to ask. */
export function refusalOf({ name, input }: RefusedCall, error: string): DescribedAction | undefined {
  return error === NOBODY ? describeCall(name, input) : undefined;
}

function describeCall(toolName: string, input: unknown): DescribedAction {
  return describeAction({
    kind: kindOf(TOOL_KINDS, toolName),
    known: entryOf(TOOLS, toolName),
    fields: objectOf<keyof NativeToolInput>(input) ?? {},
    whole: input,
    otherwise: `use ${toolName}`,
  });
}

function parsed<K extends string>(text: unknown): Native<K> | undefined {
  const json = textOf(text);
  // Any extension may ask, in any words.
  return json?.startsWith('{') ? objectOf(parseJson(json)) : undefined;
}
