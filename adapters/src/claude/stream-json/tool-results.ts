/** `user` lines of the CLI: results of tools, and texts that it has put into the conversation. */
import type { EventDraft } from '@agent-mux/core';
import { debug, imageDrafts, laned, objectOf, textIn, textOf, withoutImages } from '../../shared/index.ts';
import type { Background } from './background.ts';
import { isHostTool } from './host-tools.ts';
import type { NativeBlock, NativeLine, NativeToolResult } from './native.ts';
import { hasSucceeded, printedIn } from './shell-end.ts';
import type { Subagents } from './subagents.ts';
import type { ToolCall } from './tool-call.ts';
import { fileDrafts } from './tool-files.ts';
import { isDispatch, isShell, type Tools } from './tools.ts';

export interface ToolResultsParts {
  readonly tools: Tools;
  readonly subagents: Subagents;
  readonly background: Background;
  /** Called when a skill has really been loaded into the conversation. */
  readonly onSkill: (name: string) => readonly EventDraft[];
}

interface Result {
  readonly id: string;
  readonly call: ToolCall | undefined;
  readonly lane: string | undefined;
  readonly block: NativeBlock;
  readonly isError: boolean;
  /** The text that the model was given. */
  readonly text: string;
  readonly native: NativeToolResult | undefined;
}

export class ToolResults {
  readonly #parts: ToolResultsParts;

  constructor(parts: ToolResultsParts) {
    this.#parts = parts;
  }

  parse(block: NativeBlock, line: NativeLine): readonly EventDraft[] {
    const { tools, subagents } = this.#parts;
    const id = textOf(block.tool_use_id) ?? '';
    const lane = textOf(line.parent_tool_use_id);
    const result: Result = {
      id,
      call: tools.get(id),
      lane,
      block,
      isError: block.is_error === true,
      text: textIn(block.content),
      native: objectOf(line.tool_use_result),
    };
    const ensured = lane === undefined ? [] : subagents.ensure(lane);
    const drafts = isDispatch(result.call?.name ?? '') ? this.#dispatched(result) : this.#called(result);
    tools.finish(id);
    return ensured.length === 0 ? drafts : [...ensured, ...drafts];
  }

  #called(result: Result): readonly EventDraft[] {
    const { id, call, lane, isError, text, native, block } = result;
    const { tools } = this.#parts;
    const shell = call !== undefined && isShell(call.name) ? this.#shell(result) : [];
    if (isError) {
      return [...shell, laned(lane, { type: 'tool_error', toolCallId: id, error: errorText(text) })];
    }
    // A function of the program returns text, and no blocks of a server.
    const output = isHostTool(call?.name ?? '') ? text : withoutImages(block.content);
    const drafts: EventDraft[] = [...shell, laned(lane, { type: 'tool_result', toolCallId: id, output })];
    if (call !== undefined) {
      const { name: toolName, input } = call;
      const { folder } = tools.get(id) ?? call;
      const finished = { toolCallId: id, toolName, input, folder, result: native, text };
      for (const draft of fileDrafts(finished)) {
        drafts.push(laned(lane, draft));
      }
      if (call.name === 'Skill' && lane === undefined) {
        drafts.push(...this.#parts.onSkill(textOf(native?.commandName) ?? textOf(call.input.skill) ?? ''));
      }
    }
    drafts.push(...imageDrafts(block.content, id).map((draft) => laned(lane, draft)));
    return drafts;
  }

  #shell({ id, call, lane, isError, text, native }: Result): readonly EventDraft[] {
    const { tools, background } = this.#parts;
    if (!isError) {
      const begun = tools.runs(id);
      const taskId = textOf(native?.backgroundTaskId);
      if (taskId !== undefined) {
        background.began(taskId);
      }
      const output =
        native === undefined
          ? printedIn(text, call?.name ?? '')
          : `${textOf(native.stdout) ?? ''}${textOf(native.stderr) ?? ''}`;
      // Subagents have no structured result, and without one a `grep` that has found nothing looks like one that has.
      const ended = native !== undefined && hasSucceeded(native) ? { exitCode: 0 } : {};
      return [...begun, laned(lane, { type: 'shell_exit', toolCallId: id, ...ended, output })];
    }
    const failed = /^Exit code (\d+)\n?/.exec(text);
    if (failed === null) {
      // The call was refused or interrupted: a shell that has begun ends, one that has not does not begin.
      const hasBegun = tools.isRunning(id);
      tools.refused(id);
      return hasBegun ? [laned(lane, { type: 'shell_exit', toolCallId: id })] : [];
    }
    const output = text.slice(failed[0].length);
    const exit: EventDraft = { type: 'shell_exit', toolCallId: id, exitCode: Number(failed[1]), output };
    return [...tools.runs(id), laned(lane, exit)];
  }

  #dispatched({ id, isError, text, native }: Result): readonly EventDraft[] {
    const { subagents, background } = this.#parts;
    if (isError) {
      return subagents.ended(id, { error: errorText(text) });
    }
    if (native?.isAsync === true || native?.status === 'async_launched') {
      const taskId = textOf(native.agentId);
      if (taskId !== undefined) {
        background.began(taskId);
      }
      return subagents.launched(id);
    }
    // The text for the model has a trailer, the structured content has none.
    const summary = native === undefined ? text : textIn(native.content);
    // Claude Code calls an agent completed whose model request has failed; its own words have this colon (2.1.329).
    return subagents.ended(id, summary.startsWith('API Error: ') ? { error: summary } : { summary });
  }
}

/** The note that the task of a background shell has ended. */
export function shellNote(line: NativeLine): EventDraft {
  return debug('info', textOf(line.summary) ?? `A background command has ended: ${textOf(line.status) ?? ''}`);
}

function errorText(text: string): string {
  return text.replace(/^<tool_use_error>([\s\S]*)<\/tool_use_error>$/, '$1');
}
