/** What a tool call of OpenClaw's gateway is, and what its end says. */
import { absolutePath, type EventDraft, isAbsolutePath } from '@agent-mux/core';
import type { AcpCall, ToolIdentity, ToolQuirks } from '../../acp/index.ts';
import { defined, deletedPaths, noteAtEnd, numberOf, objectOf, textOf } from '../../shared/index.ts';
import type { NativeToolDetails, NativeToolInput } from '../shared/native.ts';
import { TOOL_KINDS } from '../shared/tool-kinds.ts';

export function gatewayTools(): ToolQuirks {
  // The gateway works in a folder of its own, and only the end of a command names it.
  let workspace: string | undefined;
  return {
    kinds: TOOL_KINDS,
    identify,
    // The question repeats the call with another input; a question without a call of its own needs no such call.
    permissionCall: ({ toolCallId }) => (toolCallId.startsWith('exec:') ? undefined : { toolCallId }),
    asksWhileRunning: true,
    shellForgets: true,
    worksElsewhere: true,
    shellEnd: ({ rawOutput }, text) => {
      const { exitCode, aggregated } = detailsOf(rawOutput);
      return { ...defined({ exitCode: numberOf(exitCode) }), output: printedText(textOf(aggregated) ?? text) };
    },
    files: (call, { name }) => {
      const folder = name === 'exec' ? textOf(detailsOf(call.rawOutput).cwd) : undefined;
      if (folder !== undefined && inputOf(call).workdir === undefined) {
        workspace = folder;
      }
      return filesOf(call, name, folder ?? workspace);
    },
  };
}

/** Identifies a call whose title is `<tool>: <input>`, or the tool alone where it has no input. */
function identify(call: AcpCall): Partial<ToolIdentity> {
  const name = /^([^\s:]+)(?::|$)/.exec(textOf(call.title) ?? '')?.[1];
  const { command: line, workdir } = inputOf(call);
  const isShell = name === 'exec' || call.kind === 'execute';
  const command = isShell ? textOf(line) : undefined;
  const cwd = textOf(workdir);
  return {
    ...defined({ name }),
    ...(command === undefined ? {} : { command, kind: 'execute' as const }),
    ...(command === undefined || cwd === undefined ? {} : { cwd }),
  };
}

/** Files that a successful call has read or changed; a relative path is left out where the folder of the gateway is not known. */
function filesOf(call: AcpCall, name: string, folder: string | undefined): readonly EventDraft[] {
  const { toolCallId } = call;
  const input = inputOf(call);
  const details = detailsOf(call.rawOutput);
  if (name === 'exec') {
    const paths = details.exitCode === 0 ? deletedPaths(textOf(input.command) ?? '', folder) : [];
    return paths.map((path) => ({ type: 'file_delete', path, toolCallId }));
  }
  const path = absolute(textOf(input.path), folder);
  if (path === undefined) {
    return [];
  }
  switch (name) {
    case 'read':
      return [{ type: 'file_read', path, toolCallId }];
    case 'write': {
      const byteCount = Buffer.byteLength(textOf(input.content) ?? '');
      return [{ type: details.created === true ? 'file_create' : 'file_write', path, byteCount, toolCallId }];
    }
    case 'edit': {
      const diff = textOf(details.patch);
      return diff === undefined || diff === '' ? [] : [{ type: 'file_patch', path, diff, toolCallId }];
    }
    default:
      return [];
  }
}

function absolute(path: string | undefined, folder: string | undefined): string | undefined {
  if (path === undefined || isAbsolutePath(path)) {
    return path;
  }
  // OpenClaw takes `~` for the home folder of whoever runs the gateway.
  return folder === undefined || path.startsWith('~') ? undefined : absolutePath(folder, path);
}

/** What a command printed, without the words that OpenClaw adds (2026.9.6). */
function printedText(output: string): string {
  const { before, note = '' } = noteAtEnd(output.trimEnd(), '(Command exited with code ', ')') ?? {};
  const printed = before === undefined || !/^-?\d+$/.test(note) ? output : withoutLineEnds(before);
  return printed.trimEnd() === '(no output)' ? '' : printed;
}

function withoutLineEnds(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\n') {
    end--;
  }
  return text.slice(0, end);
}

function inputOf({ rawInput }: AcpCall): NativeToolInput {
  return objectOf(rawInput) ?? {};
}

function detailsOf(rawOutput: unknown): NativeToolDetails {
  return objectOf(objectOf<'details'>(rawOutput)?.details) ?? {};
}
