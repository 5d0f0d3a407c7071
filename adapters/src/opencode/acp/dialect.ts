/** How opencode differs from the Agent Client Protocol. */
import type { Outcome } from '@agent-mux/core';
import type { ApprovalFacts } from '@agent-mux/events';
import type { AcpCall, AcpQuirks, HostAnswer, NativeRpcError, Surroundings, ToolIdentity } from '../../acp/index.ts';
import { debug, defined, objectOf, textOf, textsOf } from '../../shared/index.ts';
import { AUTH_GUIDANCE, TESTED_VERSIONS } from '../about.ts';
import { meaningOf } from '../shared/failures.ts';
import { patchFacts } from '../shared/patched-files.ts';
import { TOOL_KINDS } from '../shared/tool-kinds.ts';
import { mcpOfTool } from '../shared/tool-names.ts';
import { cutShort, exitCodeOf, filesOf, printedText, reportOf } from '../shared/tool-outcome.ts';

export function acpQuirks(): AcpQuirks {
  return {
    displayName: 'opencode',
    authGuidance: AUTH_GUIDANCE,
    testedVersions: TESTED_VERSIONS,
    tools: {
      kinds: TOOL_KINDS,
      identify,
      // The question repeats the call with another input, except for a page: there it has the input before the call does.
      permissionCall: ({ toolCallId, kind, rawInput }) =>
        kind === 'fetch' ? { toolCallId, rawInput } : { toolCallId },
      tellsInputLate: true,
      asksWhileRunning: true,
      shellForgets: true,
      facts: (asked) => folderFacts(asked) ?? patchFacts(asked.rawInput),
      shellEnd: ({ rawOutput }, text) => {
        const exitCode = exitCodeOf(objectOf<'metadata'>(rawOutput)?.metadata);
        return { ...defined({ exitCode }), output: printedText(text) };
      },
      // opencode turns a call that cannot be made into a call of a special tool, which always succeeds.
      failure: ({ title, rawInput, rawOutput }, text) =>
        title === 'Invalid Tool'
          ? textOf(objectOf<'error'>(rawInput)?.error)
          : cutShort(objectOf<'metadata'>(rawOutput)?.metadata, text),
      // The content of an edit is the part that was replaced, and a write has no content.
      files: ({ toolCallId, rawInput, rawOutput }, { name }, folder) => {
        const { output, metadata } = objectOf<'output' | 'metadata'>(rawOutput) ?? {};
        return filesOf({ toolCallId, name, input: rawInput, output, metadata, folder });
      },
      report: reportOf,
      output: ({ rawOutput }, text) => objectOf<'output'>(rawOutput)?.output ?? text,
    },
    // opencode 1.18.33 sends only the usage of the last request of a prompt, and the money of all its requests.
    turns: { failure: failureOf, usageSpans: 'last-request', ownCommands: ['compact'] },
    // It is kept in memory, in opencode's own words "until OpenCode is restarted", and each run is a process of its own (1.18.33).
    sessionOptions: ['always'],
    answerRequest,
  };
}

/**
 * The outcome of an error. The protocol carries the text and the name of a class for a failure of the model's service, and no status
 * (1.18.33).
 */
function failureOf({ message, data }: NativeRpcError): Outcome | undefined {
  const name = textOf(objectOf<'errorName'>(data)?.errorName);
  const words = /^Internal error: (.*)$/s.exec(textOf(message) ?? '')?.[1];
  return words === undefined ? undefined : meaningOf({ name, words });
}

function identify(call: AcpCall, { servers }: Surroundings): Partial<ToolIdentity> {
  // Only the first title is the name of the tool.
  const name = call.firstTitle ?? textOf(call.title) ?? 'tool';
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

/** The facts of the separate question about folders outside of the session's that a call reaches. */
function folderFacts({ rawInput }: AcpCall): ApprovalFacts | undefined {
  const directories = objectOf<'directories'>(rawInput)?.directories;
  const paths = textsOf(directories);
  return directories === undefined ? undefined : { toolKind: 'other', ...(paths.length === 0 ? {} : { paths }) };
}

function taskOf(name: string | undefined, prompt: string | undefined): NonNullable<ToolIdentity['subagent']> {
  return defined({ name, prompt });
}

/**
 * Answers a request. After a granted edit, opencode asks the client to write the file, though that was not offered, and writes it by itself
 * as well (1.18.33).
 */
function answerRequest(method: string): HostAnswer | undefined {
  return method === 'fs/write_text_file'
    ? { result: {}, drafts: [debug('verbose', 'opencode asked for a file to be written, which it writes by itself.')] }
    : undefined;
}
