/** `commandExecution` items: a call, its shell, and the files that it was seen to read or delete. */
import type { EventDraft } from '@agent-mux/core';
import {
  debug,
  defined,
  deletedPaths,
  laned,
  listOf,
  numberOf,
  objectOf,
  scriptIn,
  textOf,
} from '../../shared/index.ts';
import type { Calls } from './calls.ts';
import type { NativeCommandAction, NativeItem } from './native.ts';
import { named, TOOL_NAMES } from './tool-names.ts';

export class ShellItems {
  readonly #calls: Calls;
  /** Reports a file that a command has read. */
  readonly #onRead: (path: string) => readonly EventDraft[];

  constructor(calls: Calls, onRead: (path: string) => readonly EventDraft[]) {
    this.#calls = calls;
    this.#onRead = onRead;
  }

  started(id: string, item: NativeItem, lane: string | undefined): readonly EventDraft[] {
    const command = textOf(item.command) ?? '';
    const cwd = folderOf(item);
    const shell = { command, ...defined({ cwd }) };
    this.#calls.begin({ id, lane, kind: 'shell', shell });
    const start: EventDraft = laned(lane, {
      type: 'tool_call_start',
      toolCallId: id,
      ...named(TOOL_NAMES.commandExecution),
      input: shell,
    });
    // A command that has to be asked about has no process yet (0.169.0); the user's own commands have none that is reported.
    return textOf(item.processId) !== undefined || item.source === 'userShell'
      ? [start, ...this.#calls.runs(id)]
      : [start];
  }

  output(id: string, delta: string, lane: string | undefined): readonly EventDraft[] {
    if (this.#calls.get(id) === undefined) {
      return [];
    }
    return [...this.#calls.runs(id), laned(lane, { type: 'shell_stdout_delta', toolCallId: id, delta })];
  }

  completed(id: string, item: NativeItem, lane: string | undefined): readonly EventDraft[] {
    const exitCode = numberOf(item.exitCode);
    if (this.#calls.endAlone(id)) {
      return [debug('info', `A command in the background has ended with exit code ${exitCode ?? 'unknown'}: ${id}`)];
    }
    const drafts: EventDraft[] = this.#calls.get(id) === undefined ? [...this.started(id, item, lane)] : [];
    const output = textOf(item.aggregatedOutput) ?? '';
    const durationMs = numberOf(item.durationMs);
    const duration = defined({ durationMs });
    if (exitCode !== undefined) {
      drafts.push(...this.#calls.runs(id));
      drafts.push(laned(lane, { type: 'shell_exit', toolCallId: id, exitCode, output, ...duration }));
    }
    if (item.status === 'completed') {
      drafts.push(laned(lane, { type: 'tool_result', toolCallId: id, output, ...duration }));
      drafts.push(...this.#files(id, item, lane));
    } else {
      drafts.push(laned(lane, { type: 'tool_error', toolCallId: id, error: errorText(item, output, exitCode) }));
    }
    this.#calls.end(id);
    return drafts;
  }

  // Codex derives what a command does from its words, and a redirection is none of them.
  #files(toolCallId: string, item: NativeItem, lane: string | undefined): readonly EventDraft[] {
    const drafts: EventDraft[] = [];
    for (const native of listOf(item.commandActions)) {
      const action: NativeCommandAction = objectOf(native) ?? {};
      const path = textOf(action.path);
      if (action.type === 'read' && path !== undefined) {
        drafts.push(laned(lane, { type: 'file_read', path, toolCallId }), ...this.#onRead(path));
      } else if (action.type === 'unknown') {
        for (const path of deletedPaths(scriptOf(item), folderOf(item))) {
          drafts.push(laned(lane, { type: 'file_delete', path, toolCallId }));
        }
      }
    }
    return drafts;
  }
}

/** The folder of a command. Input to a running shell begins where that shell has gone, which Codex does not report. */
function folderOf(item: NativeItem): string | undefined {
  return item.source === 'unifiedExecInteraction' ? undefined : textOf(item.cwd);
}

/** The whole text that the shell was given: the parts that Codex reads out of it leave out what moves it. */
function scriptOf(item: NativeItem): string {
  return scriptIn(textOf(item.command) ?? '') ?? '';
}

function errorText(item: NativeItem, output: string, exitCode: number | undefined): string {
  if (item.status === 'declined') {
    return 'The command was declined.';
  }
  if (exitCode === undefined) {
    return output === '' ? 'The command could not be run.' : output;
  }
  return output === '' ? `Exit code ${exitCode}` : `Exit code ${exitCode}\n${output}`;
}
