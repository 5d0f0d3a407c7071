/** How Copilot CLI differs from the Agent Client Protocol. Each run has an object of its own, because it remembers calls. */
import type { EventDraft, Outcome } from '@agent-mux/core';
import type { AcpCall, AcpQuirks, Surroundings, ToolIdentity } from '../../acp/index.ts';
import { debug, defined, listOf, numberOf, objectOf, outcomeOfFailure, serverIn, textOf } from '../../shared/index.ts';
import { AUTH_GUIDANCE, TESTED_VERSIONS } from '../about.ts';
import { exitMeaning } from '../shared/exit.ts';
import type { NativeToolInput } from '../shared/native.ts';
import { TOOL_KINDS } from '../shared/tool-kinds.ts';
import { withoutTrailer } from '../shared/tools.ts';

export function acpQuirks(): AcpQuirks {
  const failures = new ToldFailures();
  return {
    displayName: 'Copilot CLI',
    authGuidance: AUTH_GUIDANCE,
    testedVersions: TESTED_VERSIONS,
    tools: {
      kinds: TOOL_KINDS,
      identify,
      // The question repeats the call in other words, and with another input.
      permissionCall: ({ toolCallId }) => ({ toolCallId }),
      output: ({ rawOutput }) => objectOf<'content'>(rawOutput)?.content,
      shellEnd: ({ rawOutput }, text) => {
        const exitCode = exitCodeIn(rawOutput);
        return { ...defined({ exitCode }), output: withoutTrailer(text) };
      },
    },
    turns: { usageSpans: 'session', outcome: () => failures.take() },
    notText: (text) => failures.read(text),
    exitMeaning: ({ stderr }) => exitMeaning(stderr),
  };
}

/** Reads notices and failures, which come as text of the agent, each in a chunk of its own; the prompt then ends as if all were well. */
class ToldFailures {
  #failure: string | undefined;

  read(text: string): readonly EventDraft[] | undefined {
    if (text.startsWith('Info: ')) {
      return /transient API error|rate limit/i.test(text) ? [debug('warn', text)] : [debug('verbose', text)];
    }
    if (text.startsWith('Error: ')) {
      this.#failure = text.slice('Error: '.length);
      return [];
    }
    return undefined;
  }

  take(): Outcome | undefined {
    const message = this.#failure;
    this.#failure = undefined;
    if (message === undefined) {
      return undefined;
    }
    const status = /\(HTTP (\d{3})\)|Last error: (\d{3})\b/.exec(message);
    const number = Number(status?.[1] ?? status?.[2] ?? 0);
    const tooLong = /prompt as too long/.test(message);
    return outcomeOfFailure({
      // Copilot CLI does not repeat the provider's words and numbers.
      message: tooLong ? `prompt is too long: ${message}` : message,
      guidance: AUTH_GUIDANCE,
      status: number === 0 ? undefined : number,
    });
  }
}

/** Identifies a call by its input, since it has a title for people and no name. */
function identify(call: AcpCall, { servers }: Surroundings): Partial<ToolIdentity> {
  const input: NativeToolInput = objectOf(call.rawInput) ?? {};
  const command = textOf(input.command);
  if (call.kind === 'execute' && command !== undefined) {
    return { name: 'bash', command };
  }
  if (call.kind === 'fetch' && textOf(input.url) !== undefined) {
    return { name: 'web_fetch' };
  }
  const agent = textOf(input.agent_type);
  if (agent !== undefined) {
    return { name: 'task', subagent: { name: agent, prompt: textOf(input.prompt) ?? '' } };
  }
  const skill = textOf(input.skill);
  if (skill !== undefined) {
    return { name: 'skill', skill };
  }
  if (call.kind === 'edit') {
    return { name: textOf(input.file_text) === undefined ? 'edit' : 'create' };
  }
  if (call.kind === 'read' && textOf(input.path) !== undefined) {
    return { name: 'view' };
  }
  return mcpIdentity(call, servers);
}

function mcpIdentity({ title }: AcpCall, servers: readonly string[]): Partial<ToolIdentity> {
  const name = textOf(title) ?? '';
  const server = serverIn(name, servers, (each) => `${each}-`);
  return server === undefined ? {} : { name, mcp: { server, tool: name.slice(server.length + 1) } };
}

function exitCodeIn(rawOutput: unknown): number | undefined {
  for (const item of listOf(objectOf<'contents'>(rawOutput)?.contents)) {
    const content = objectOf<'type' | 'exitCode'>(item);
    if (content?.type === 'shell_exit') {
      return numberOf(content.exitCode);
    }
  }
  return undefined;
}
