/** In what opencode differs from the Agent Client Protocol. */
import type { Outcome } from '@agent-mux/core';
import type { ApprovalFacts } from '@agent-mux/events';
import type { AcpCall, AcpQuirks, HostAnswer, NativeRpcError, ToolIdentity } from '../../acp/index.ts';
import { debug, defined, objectOf, textOf, textsOf } from '../../shared/index.ts';
import { AUTH_GUIDANCE, TESTED_VERSIONS } from '../about.ts';
import { meaningOf } from '../shared/failures.ts';
import { TOOL_KINDS } from '../shared/tool-kinds.ts';
import { mcpOfTool } from '../shared/tool-names.ts';
import { cutShort, exitCodeOf, filesOf, printedText, reportOf } from '../shared/tool-outcome.ts';

export function acpQuirks(): AcpQuirks {
  const names = new Map<string, string>();
  return {
    displayName: 'opencode',
    authGuidance: AUTH_GUIDANCE,
    testedVersions: TESTED_VERSIONS,
    tools: {
      kinds: TOOL_KINDS,
      identify: (call, { servers }) => identify(call, { names, servers }),
      // The question repeats the call with another input, but for a page: of that it tells the input before the call does.
      permissionCall: ({ toolCallId, kind, rawInput }) =>
        kind === 'fetch' ? { toolCallId, rawInput } : { toolCallId },
      tellsInputLate: true,
      asksWhileRunning: true,
      shellForgets: true,
      facts: folderFacts,
      shellEnd: ({ rawOutput }, text) => {
        const exitCode = exitCodeOf(objectOf<'metadata'>(rawOutput)?.metadata);
        return { ...defined({ exitCode }), output: printedText(text) };
      },
      // A call that cannot be made is one of a tool for that, which always succeeds.
      failure: ({ title, rawInput, rawOutput }, text) =>
        title === 'Invalid Tool'
          ? textOf(objectOf<'error'>(rawInput)?.error)
          : cutShort(objectOf<'metadata'>(rawOutput)?.metadata, text),
      // The content of an edit holds what was replaced, and that of a write nothing.
      files: ({ toolCallId, rawInput, rawOutput }, { name }, folder) => {
        const { output, metadata } = objectOf<'output' | 'metadata'>(rawOutput) ?? {};
        return filesOf({ toolCallId, name, input: rawInput, output, metadata, folder });
      },
      report: reportOf,
      output: ({ rawOutput }, text) => objectOf<'output'>(rawOutput)?.output ?? text,
    },
    // Of a prompt that took several requests opencode 1.18.33 tells the usage of the last one, and of all only the money.
    turns: { failure: failureOf, usageSpans: 'last-request', ownCommands: ['compact'] },
    answerRequest,
  };
}

/** Over the protocol a failure of the model's service has its words and the name of a class, and no status (1.18.33). */
function failureOf({ message, data }: NativeRpcError): Outcome | undefined {
  const name = textOf(objectOf<'errorName'>(data)?.errorName);
  const words = /^Internal error: (.*)$/s.exec(textOf(message) ?? '')?.[1];
  return words === undefined ? undefined : meaningOf({ name, words });
}

interface Naming {
  /** A call's first title is the tool's name; later ones say what it is about. */
  readonly names: Map<string, string>;
  readonly servers: readonly string[];
}

function identify(call: AcpCall, { names, servers }: Naming): Partial<ToolIdentity> {
  const name = names.get(call.toolCallId) ?? textOf(call.title) ?? 'tool';
  names.set(call.toolCallId, name);
  const mcp = mcpOfTool(name, servers);
  if (mcp !== undefined) {
    return { name: mcp.tool, mcp, input: call.rawInput ?? {} };
  }
  const input = objectOf<'command' | 'cwd' | 'workdir' | 'subagent_type' | 'prompt' | 'name'>(call.rawInput);
  const command = name === 'bash' ? textOf(input?.command) : undefined;
  const skill = name === 'skill' ? textOf(input?.name) : undefined;
  return {
    name,
    ...defined({ command, cwd: textOf(input?.workdir) ?? textOf(input?.cwd), skill }),
    ...(name === 'task' ? { subagent: taskOf(textOf(input?.subagent_type), textOf(input?.prompt)) } : {}),
  };
}

/** It asks about the folders that a call reaches outside of the session's by a question of its own. */
function folderFacts({ rawInput }: AcpCall): ApprovalFacts | undefined {
  const directories = objectOf<'directories'>(rawInput)?.directories;
  const paths = textsOf(directories);
  return directories === undefined ? undefined : { toolKind: 'other', ...(paths.length === 0 ? {} : { paths }) };
}

function taskOf(name: string | undefined, prompt: string | undefined): NonNullable<ToolIdentity['subagent']> {
  return defined({ name, prompt });
}

/** After a granted edit it asks for the file to be written, though that was not offered, and writes it by itself as well (1.18.33). */
function answerRequest(method: string): HostAnswer | undefined {
  return method === 'fs/write_text_file'
    ? { result: {}, drafts: [debug('verbose', 'opencode asked for a file to be written, which it writes by itself.')] }
    : undefined;
}
