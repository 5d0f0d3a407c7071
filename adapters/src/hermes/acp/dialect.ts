/** How Hermes Agent differs from the Agent Client Protocol, according to samples of 0.17.0 and the public notes of its users. */
import type { ResolvedOptions } from '@agent-mux/core';
import type { AcpCall, AcpQuirks, ToolIdentity } from '../../acp/index.ts';
import { textIn } from '../../acp/index.ts';
import { defined, objectOf, textOf } from '../../shared/index.ts';
import { AUTH_GUIDANCE } from '../about.ts';
import type { NativeRawInput } from '../shared/native.ts';
import { TOOL_KINDS } from '../shared/tool-kinds.ts';

export function hermesQuirks(options: ResolvedOptions): AcpQuirks {
  const { systemPrompt, model } = options;
  return {
    displayName: 'Hermes Agent',
    authGuidance: AUTH_GUIDANCE,
    session: {
      firstPrompt: (text) => (systemPrompt === undefined ? text : `${systemPrompt}\n\n${text}`),
      steer: (text) => `/steer ${text}`,
      configure: () => (model === undefined ? [] : [{ method: 'session/set_model', params: { modelId: model } }]),
    },
    tools: {
      kinds: TOOL_KINDS,
      identify,
      // The question has an id of its own, `perm-check-1`, and names no call.
      permissionCall: (call) => (call.toolCallId.startsWith('perm-check-') ? undefined : call),
      shellEnd: (_, text) => shellEnd(text),
    },
    // A refused key ends the turn as if all were well; the reason is on stderr only.
    turns: { failsInSilence: true },
    // The name says so; what `allow_always` means beside it is no grant for the session.
    sessionOptions: ['allow_session'],
    // This text is the answer to a prompt that joins the turn.
    notText: (text) => (text.startsWith('⏩ Steer queued') ? [] : undefined),
  };
}

/** Identifies a call whose title is `<tool>: <what>`; the text contains the input where it is a command. */
function identify(call: AcpCall): Partial<ToolIdentity> {
  const title = textOf(call.title) ?? '';
  const name = /^([\w-]+)(?::|$)/.exec(title)?.[1];
  const mcp = /^mcp__([\w-]+?)__([\w-]+)/.exec(title);
  if (mcp?.[1] !== undefined && mcp[2] !== undefined) {
    return { name: mcp[0], mcp: { server: mcp[1], tool: mcp[2] } };
  }
  const raw: NativeRawInput = objectOf(call.rawInput) ?? {};
  const command = textOf(raw.command) ?? /^\$ ([\s\S]+)$/.exec(textIn(call.content))?.[1];
  if (call.kind === 'execute' && command !== undefined) {
    return { name: name ?? 'terminal', command, input: { command }, ...defined({ cwd: textOf(raw.workdir) }) };
  }
  return name === undefined ? {} : { name };
}

/**
 * Reads a result of the form `- **output:** …` and `- **exit_code:** N`, whose output is cut at 5 KB. A command may print such lines itself,
 * so the code is what is told before the output, or else at the very end behind it.
 */
function shellEnd(text: string): { readonly exitCode?: number; readonly output?: string } {
  const begin = /^- \*\*output:\*\* /m.exec(text);
  const head = begin === null ? text : text.slice(0, begin.index);
  const told = begin === null ? '' : text.slice(begin.index + begin[0].length);
  const end = /(?:^|\n)- \*\*exit_code:\*\* (-?\d+)\s*$/.exec(told);
  const code = /^- \*\*exit_code:\*\* (-?\d+)$/m.exec(head)?.[1] ?? end?.[1];
  return {
    ...(code === undefined ? {} : { exitCode: Number(code) }),
    ...(begin === null ? {} : { output: end === null ? told : told.slice(0, end.index) }),
  };
}
