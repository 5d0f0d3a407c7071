/** Tool calls from the model's input to their results. */
import type { EventDraft } from '@agent-mux/core';
import type { McpTool, ToolKind } from '@agent-mux/events';
import {
  type DescribedAction,
  defined,
  idOf,
  imageDrafts,
  imagesIn,
  type KindTable,
  kindOf,
  NO_DRAFTS,
  objectOf,
  ShellFolder,
  textIn,
  textOf,
  withoutImages,
} from '../shared/index.ts';
import { factsOf } from './approval-facts.ts';
import type { NativeBlock, NativeDetails, NativeLine, NativeResult, NativeToolInput } from './native.ts';
import { growthOf, shellEnd } from './shell-output.ts';
import type { HiddenCall, RefusedCall } from './told-calls.ts';
import { ToolFiles } from './tool-files.ts';

export interface ToolRunsParts {
  readonly cwd: () => string;
  readonly startsWithUpdate: boolean;
  readonly toolKinds: KindTable;
  readonly mcpOf: (toolName: string) => McpTool | undefined;
  readonly hides: (toolName: string) => boolean;
  readonly refusalOf: ((call: RefusedCall, error: string) => DescribedAction | undefined) | undefined;
  readonly hidden: (event: 'ready' | 'update' | 'end', call: HiddenCall) => readonly EventDraft[];
}

export interface Call {
  readonly id: string;
  readonly name: string;
  input: unknown;
  /** Whether its start was reported. */
  isBegun: boolean;
  isReady: boolean;
  /** Whether the agent has started to run it. */
  isRunning: boolean;
  /** The output so far of a shell that runs. */
  output: string | undefined;
  /** The folder in which its command began, if that is known. */
  folder: string | undefined;
}

export class ToolRuns {
  readonly #parts: ToolRunsParts;
  readonly #calls = new Map<string, Call>();
  #lastEnded = '';
  readonly #files: ToolFiles;
  // Each command begins in the session's folder, or in the one that its call names (pi 0.73.1, omp 18.2.3).
  readonly #folder = new ShellFolder({ start: undefined });

  constructor(parts: ToolRunsParts) {
    this.#parts = parts;
    this.#files = new ToolFiles(parts.cwd);
  }

  /** Calls without a result, oldest first. */
  get open(): readonly Call[] {
    return [...this.#calls.values()];
  }

  /** Records that the model begins to write the call. */
  began(id: string, name: string): readonly EventDraft[] {
    const call = this.#callOf(id, name);
    if (call.isBegun || this.#parts.hides(name)) {
      return NO_DRAFTS;
    }
    call.isBegun = true;
    return [{ type: 'tool_call_start', toolCallId: id, ...this.#named(name) }];
  }

  /** Records that the model has written the call. */
  ready({ id: nativeId, name: nativeName, arguments: input }: NativeBlock): readonly EventDraft[] {
    const id = idOf(nativeId);
    return id === undefined ? NO_DRAFTS : this.#ready(this.#callOf(id, textOf(nativeName) ?? '?'), input ?? {});
  }

  /** Takes `tool_execution_start`. */
  started(line: NativeLine): readonly EventDraft[] {
    const call = this.#lineCall(line);
    if (call === undefined) {
      return NO_DRAFTS;
    }
    call.isRunning = true;
    const drafts = this.#ready(call, line.args ?? {});
    return this.#parts.startsWithUpdate ? drafts : [...drafts, ...this.#shellRuns(call)];
  }

  /** Takes `tool_execution_update`. */
  updated(line: NativeLine): readonly EventDraft[] {
    // omp 18.2.3 may send the output once more after the result.
    const call = this.#calls.get(textOf(line.toolCallId) ?? '');
    if (call === undefined) {
      return NO_DRAFTS;
    }
    if (this.#parts.hides(call.name)) {
      return this.#parts.hidden('update', hiddenCall(call, line.partialResult, false));
    }
    const drafts = [...this.#shellRuns(call)];
    const partial: NativeResult = objectOf(line.partialResult) ?? {};
    const details: NativeDetails = objectOf(partial.details) ?? {};
    if (call.output !== undefined && details.wallTimeMs === undefined) {
      const text = textIn(partial.content);
      const delta = growthOf(call.output, text);
      call.output = text;
      if (delta !== '') {
        drafts.push({ type: 'shell_stdout_delta', toolCallId: call.id, delta });
      }
    }
    return drafts;
  }

  /** Takes `tool_execution_end`. */
  ended(line: NativeLine): readonly EventDraft[] {
    const isCopy = line.toolCallId === this.#lastEnded && !this.#calls.has(this.#lastEnded);
    const call = isCopy ? undefined : this.#lineCall(line);
    if (call === undefined) {
      return NO_DRAFTS;
    }
    this.#calls.delete(call.id);
    this.#lastEnded = call.id;
    const isError = line.isError === true;
    const ready = this.#ready(call, line.args ?? {});
    if (this.#parts.hides(call.name)) {
      return [...ready, ...this.#parts.hidden('end', hiddenCall(call, line.result, isError))];
    }
    const result: NativeResult = objectOf(line.result) ?? {};
    const text = textIn(result.content);
    const refused = isError && call.output === undefined ? this.#refused(call, text) : NO_DRAFTS;
    if (refused.length > 0) {
      return [...ready, ...refused, { type: 'tool_error', toolCallId: call.id, toolName: call.name, error: text }];
    }
    const drafts = [...ready, ...this.#shellEnds(call, { text, details: result.details, isError })];
    if (isError) {
      drafts.push({ type: 'tool_error', toolCallId: call.id, toolName: call.name, error: text });
      return drafts;
    }
    const input: NativeToolInput = objectOf(call.input) ?? {};
    const details: NativeDetails = objectOf(result.details) ?? {};
    drafts.push(
      { type: 'tool_result', toolCallId: call.id, toolName: call.name, output: outputOf(result.content, text) },
      ...this.#files.draftsOf({ toolCallId: call.id, toolName: call.name, input, details, folder: call.folder }),
      ...imageDrafts(result.content, call.id),
    );
    return drafts;
  }

  // Nobody was asked: where there is no one to ask, the agent refuses by itself.
  #refused({ id, name, input }: Call, error: string): readonly EventDraft[] {
    const described = this.#parts.refusalOf?.({ name, input }, error);
    if (described === undefined) {
      return NO_DRAFTS;
    }
    const key = `refused:${id}`;
    const about = { ...described, ...factsOf(name, input, this.#parts.cwd()), input };
    return [
      { type: 'approval_request', key, ...about, toolName: name, toolCallId: id },
      { type: 'approval_denied', key, reason: error },
    ];
  }

  #ready(call: Call, input: unknown): readonly EventDraft[] {
    if (call.isReady) {
      return NO_DRAFTS;
    }
    call.isReady = true;
    call.input = input;
    if (this.#parts.hides(call.name)) {
      return this.#parts.hidden('ready', hiddenCall(call, undefined, false));
    }
    if (call.isBegun) {
      return [{ type: 'tool_call_ready', toolCallId: call.id, ...this.#named(call.name), input }];
    }
    call.isBegun = true;
    return [{ type: 'tool_call_start', toolCallId: call.id, ...this.#named(call.name), input }];
  }

  #shellRuns(call: Call): readonly EventDraft[] {
    if (call.name !== 'bash' || call.output !== undefined) {
      return NO_DRAFTS;
    }
    call.output = '';
    const input: NativeToolInput = objectOf(call.input) ?? {};
    const command = textOf(input.command) ?? '';
    this.#folder.moved(this.#parts.cwd());
    call.folder = this.#folder.of(input.cwd);
    return [{ type: 'shell_start', toolCallId: call.id, command, ...defined({ cwd: call.folder }) }];
  }

  #shellEnds(call: Call, result: { text: string; details: unknown; isError: boolean }): EventDraft[] {
    const { text, details, isError } = result;
    // The call failed before its first update: it was refused, or its input is wrong.
    if (call.name !== 'bash' || (isError && call.output === undefined)) {
      return [];
    }
    const begun = this.#shellRuns(call);
    return [...begun, { type: 'shell_exit', toolCallId: call.id, ...shellEnd(text, details, isError) }];
  }

  #lineCall(line: NativeLine): Call | undefined {
    const id = idOf(line.toolCallId);
    return id === undefined ? undefined : this.#callOf(id, textOf(line.toolName) ?? '?');
  }

  #callOf(id: string, name: string): Call {
    const known = this.#calls.get(id);
    if (known !== undefined) {
      return known;
    }
    const call: Call = {
      id,
      name,
      input: undefined,
      isBegun: false,
      isReady: false,
      isRunning: false,
      output: undefined,
      folder: undefined,
    };
    this.#calls.set(id, call);
    return call;
  }

  #named(name: string): { toolName: string; toolKind: ToolKind; mcp?: McpTool } {
    const mcp = this.#parts.mcpOf(name);
    return mcp === undefined
      ? { toolName: name, toolKind: kindOf(this.#parts.toolKinds, name) }
      : { toolName: mcp.tool, toolKind: 'mcp', mcp };
  }
}

function hiddenCall({ id, input }: Call, result: unknown, isError: boolean): HiddenCall {
  return { toolCallId: id, input, result, isError };
}

/** The output of a tool: its text, or its blocks where there are images among them. */
function outputOf(content: unknown, text: string): unknown {
  return imagesIn(content).length === 0 ? text : withoutImages(content);
}
