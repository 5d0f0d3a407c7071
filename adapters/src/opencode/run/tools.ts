/** Tool calls of `opencode run`, which are reported once, when they are over. */
import type { EventDraft } from '@agent-mux/core';
import {
  defined,
  idOf,
  kindOf,
  listOf,
  numberOf,
  objectOf,
  riskLevel,
  ShellFolder,
  textOf,
} from '../../shared/index.ts';
import type { NativePart, NativeToolState } from '../shared/native.ts';
import { TOOL_KINDS } from '../shared/tool-kinds.ts';
import { mcpOfTool } from '../shared/tool-names.ts';
import { cutShort, exitCodeOf, type Finished, filesOf, printedText, reportOf } from '../shared/tool-outcome.ts';

const REFUSED = /^The user rejected permission/;

type Input = 'command' | 'workdir' | 'subagent_type' | 'prompt' | 'name' | 'error' | 'tool';

export interface RunToolsParts {
  readonly cwd: string;
  /** Names of the run's MCP servers. */
  readonly servers: readonly string[];
}

export function toolDrafts(part: NativePart, { cwd, servers }: RunToolsParts): readonly EventDraft[] {
  const toolCallId = idOf(part.callID);
  const native = textOf(part.tool) ?? 'tool';
  const state: NativeToolState = objectOf(part.state) ?? {};
  if (toolCallId === undefined) {
    return [];
  }
  const input = objectOf<Input>(state.input);
  // The call that the model asked for could not be made, and has another tool's name.
  const isInvalid = native === 'invalid';
  const name = isInvalid ? (textOf(input?.tool) ?? native) : native;
  const mcp = mcpOfTool(name, servers);
  const start: EventDraft = {
    type: 'tool_call_start',
    toolCallId,
    toolName: mcp?.tool ?? name,
    input: state.input ?? {},
    ...(mcp === undefined ? { toolKind: kindOf(TOOL_KINDS, name) } : { toolKind: 'mcp', mcp }),
  };
  // Each command begins in the session's folder, or in the one that its call names (1.18.33).
  const folder = new ShellFolder({ start: cwd }).of(input?.workdir);
  const { input: given, output, metadata } = state;
  const finished: Finished = { toolCallId, name, input: given, output, metadata, folder };
  const error = isInvalid ? reasonOf(input?.error) : state.status === 'error' ? reasonOf(state.error) : undefined;
  const cut = cutShort(state.metadata, state.output);
  if (name === 'task') {
    return [agentStart(toolCallId, input), ...(error === undefined ? reported(finished) : failed(finished, error))];
  }
  return [
    start,
    ...(name === 'bash' ? shellStart(finished) : []),
    ...(error !== undefined
      ? failed(finished, error)
      : cut === undefined
        ? succeeded(finished, state)
        : [shellExit(finished, state), { type: 'tool_error', toolCallId, error: cut } as const]),
  ];
}

/** The words of a failure: that a call failed is known without them. */
function reasonOf(error: unknown): string {
  const native = objectOf<'message'>(error);
  const words = textOf(error) ?? textOf(native?.message);
  return words ?? (native === undefined ? 'The tool failed without a word.' : JSON.stringify(native));
}

function shellStart({ toolCallId, input, folder: cwd }: Finished): readonly EventDraft[] {
  const command = textOf(objectOf<Input>(input)?.command) ?? '';
  return [{ type: 'shell_start', toolCallId, command, ...defined({ cwd }) }];
}

function agentStart(subagentId: string, input: { readonly [key in Input]?: unknown } | undefined): EventDraft {
  const prompt = textOf(input?.prompt);
  return { type: 'subagent_spawn', subagentId, ...defined({ agentName: textOf(input?.subagent_type), prompt }) };
}

function shellExit({ toolCallId, output, metadata }: Finished, state: NativeToolState): EventDraft {
  const exitCode = exitCodeOf(metadata);
  return {
    type: 'shell_exit',
    toolCallId,
    ...defined({ exitCode }),
    output: printedText(textOf(objectOf<'output'>(metadata)?.output) ?? textOf(output) ?? ''),
    ...durationOf(state),
  };
}

function succeeded(finished: Finished, state: NativeToolState): readonly EventDraft[] {
  const { toolCallId, name, input, output } = finished;
  const skill = name === 'skill' ? textOf(objectOf<Input>(input)?.name) : undefined;
  const durationMs = durationOf(state);
  return [
    ...(name === 'bash' ? [shellExit(finished, state)] : []),
    ...(skill === undefined ? [] : [{ type: 'skill_invoked', skillName: skill } as const]),
    { type: 'tool_result', toolCallId, output: output ?? null, ...durationMs },
    ...filesOf(finished),
    ...imagesOf(toolCallId, state),
  ];
}

function reported({ toolCallId, output, metadata }: Finished): readonly EventDraft[] {
  const cut = cutShort(metadata, output);
  return [
    cut === undefined
      ? { type: 'subagent_result', subagentId: toolCallId, summary: reportOf(output) }
      : { type: 'subagent_error', subagentId: toolCallId, error: cut },
  ];
}

function imagesOf(toolCallId: string, { attachments }: NativeToolState): readonly EventDraft[] {
  return listOf(attachments).flatMap((item): readonly EventDraft[] => {
    const url = textOf(objectOf<'url'>(item)?.url) ?? '';
    const [, mimeType, base64] = /^data:(image\/[^;,]+);base64,(.+)$/.exec(url) ?? [];
    return mimeType === undefined || base64 === undefined
      ? []
      : [{ type: 'image_output', mimeType, base64, toolCallId }];
  });
}

function failed({ toolCallId, name, input }: Finished, error: string): readonly EventDraft[] {
  const given = objectOf<Input>(input);
  const key = `refused:${toolCallId}`;
  const command = textOf(given?.command);
  const detail = command ?? name;
  // Nobody was asked: `opencode run` refuses by itself.
  const refusal: readonly EventDraft[] = REFUSED.test(error)
    ? [
        {
          type: 'approval_request',
          key,
          action: name === 'bash' ? 'run a command' : `use ${name}`,
          detail,
          toolName: name,
          riskLevel: riskLevel(kindOf(TOOL_KINDS, name), command),
          toolKind: kindOf(TOOL_KINDS, name),
          ...defined({ command }),
          input,
          toolCallId,
        },
        { type: 'approval_denied', key, reason: error },
      ]
    : [];
  return [
    ...refusal,
    name === 'task'
      ? { type: 'subagent_error', subagentId: toolCallId, error }
      : { type: 'tool_error', toolCallId, error },
  ];
}

function durationOf({ time }: NativeToolState): { readonly durationMs?: number } {
  const { start, end } = objectOf<'start' | 'end'>(time) ?? {};
  const [from, to] = [numberOf(start), numberOf(end)];
  return from === undefined || to === undefined ? {} : { durationMs: Math.max(0, to - from) };
}
