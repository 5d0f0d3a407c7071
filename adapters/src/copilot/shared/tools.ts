/** `tool.execution_complete`: what came of a call. */
import type { EventDraft } from '@agent-mux/core';
import { defined, imageDrafts, laned, listOf, numberOf, objectOf, textOf } from '../../shared/index.ts';
import { type Call, type Calls, isShell } from './calls.ts';
import { callFacts, describeCall } from './describe-question.ts';
import type { NativeContent, NativeData, NativeToolError, NativeToolResult } from './native.ts';
import type { Subagents } from './subagents.ts';
import { fileDrafts } from './tool-files.ts';

export interface ToolResultsParts {
  readonly calls: Calls;
  readonly subagents: Subagents;
  /** Whether the user was asked about this call. */
  readonly wasAsked: (toolCallId: string) => boolean;
}

/** The trailer that the CLI adds, for the model, to the output of a command. */
const TRAILER = /\n?<(?:shellId: \d+ )?[^<>]*exit code -?\d+>\s*$/;

/** The output that the command itself has printed. */
export function withoutTrailer(text: string): string {
  return text.replace(TRAILER, '');
}

export class ToolResults {
  readonly #parts: ToolResultsParts;

  constructor(parts: ToolResultsParts) {
    this.#parts = parts;
  }

  parse(data: NativeData, lane: string | undefined): readonly EventDraft[] {
    const { calls, subagents } = this.#parts;
    const id = textOf(data.toolCallId) ?? '';
    const result: NativeToolResult = objectOf(data.result) ?? {};
    const failure: NativeToolError = objectOf(data.error) ?? {};
    const error = textOf(failure.message) ?? textOf(result.content) ?? 'failed';
    const call = calls.get(id);
    if (call === undefined && subagents.has(id)) {
      return subagents.returned(id, data.success === true ? { summary: textOf(result.content) ?? '' } : { error });
    }
    const drafts: EventDraft[] = call === undefined ? [] : [...this.#shell(call, data)];
    if (data.success === true) {
      drafts.push(laned(lane, { type: 'tool_result', toolCallId: id, output: outputOf(result) }));
      if (call !== undefined) {
        drafts.push(...this.#effects(call, data, result));
      }
    } else {
      if (failure.code === 'denied' && call !== undefined && !this.#parts.wasAsked(id)) {
        drafts.push(...denial(call, error));
      }
      drafts.push(laned(lane, { type: 'tool_error', toolCallId: id, error }));
    }
    calls.finish(id);
    return drafts;
  }

  #shell(call: Call, data: NativeData): readonly EventDraft[] {
    const { id: toolCallId, name, lane } = call;
    const exitCode = numberOf(objectOf<'exitCode'>(data.shellExecution)?.exitCode);
    if (!isShell(name) || (exitCode === undefined && data.success !== true)) {
      return [];
    }
    const begun = this.#parts.calls.runs(toolCallId);
    const text = textOf(objectOf<keyof NativeToolResult>(data.result)?.content) ?? '';
    // A result without an exit code means that the command goes on in the background, and no result says how it ends.
    const output = exitCode === undefined || call.hasOutput ? '' : withoutTrailer(text);
    const exit: EventDraft = { type: 'shell_exit', toolCallId, ...defined({ exitCode }) };
    return [...begun, laned(lane, output === '' ? exit : { ...exit, output })];
  }

  #effects(call: Call, data: NativeData, result: NativeToolResult): readonly EventDraft[] {
    const { id: toolCallId, name, input, lane } = call;
    const drafts = fileDrafts(call, data).map((draft) => laned(lane, draft));
    const skillName = name === 'skill' ? textOf(input.skill) : undefined;
    if (skillName !== undefined) {
      drafts.push(laned(lane, { type: 'skill_invoked', skillName }));
    }
    drafts.push(...imageDrafts(result.contents, toolCallId).map((draft) => laned(lane, draft)));
    return drafts;
  }
}

/** The events of a call that was refused without a question: the stream shows it as asked about and denied. */
function denial({ id: toolCallId, name: toolName, input, mcp, lane }: Call, reason: string): readonly EventDraft[] {
  const key = `denied:${toolCallId}`;
  const about = { ...describeCall(toolName, input, mcp !== undefined), ...callFacts(input), input };
  const named = mcp === undefined ? about : { ...about, mcp };
  return [
    laned(lane, { type: 'approval_request', key, ...named, toolName, toolCallId }),
    laned(lane, { type: 'approval_denied', key, reason }),
  ];
}

/** The output of the tool; an image shows only its kind, since it has an event of its own. */
function outputOf({ content, contents }: NativeToolResult): unknown {
  const items = listOf(contents);
  const hasImage = items.some((item) => objectOf<'type'>(item)?.type === 'image');
  return hasImage
    ? items.map((item) => {
        const native: NativeContent | undefined = objectOf(item);
        return native?.type === 'image' ? { type: 'image', mimeType: native.mimeType } : item;
      })
    : content;
}
