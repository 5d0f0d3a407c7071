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
    turns: {
      usageSpans: 'session',
      outcome: () => failures.take(),
      failure: ({ code }) => failures.take(numberOf(code)),
    },
    // The CLI asks no more about the same command, edits, pages or MCP tool, and its next process asks again (tried with 1.0.102).
    sessionOptions: ['allow_always'],
    notText: (text, isWithin) => failures.read(text, isWithin),
    takeHeld: () => failures.takeHeld(),
    exitMeaning: ({ stderr }) => failures.take() ?? exitMeaning(stderr),
  };
}

/** The CLI asks the model again from the beginning, after an answer that broke off (1.0.102). */
const ASKS_AGAIN = /^Info: .*\bretrying\.\.\.$/i;

/**
 * Reads notices and failures, which come as text of the agent, each in a chunk of its own and some right behind the model's own text
 * (1.0.102). A failure is the last thing that is said before the prompt ends, as if all were well: what goes on behind it was the model's.
 */
class ToldFailures {
  #held: string | undefined;

  read(text: string, isWithin: boolean): readonly EventDraft[] | string | undefined {
    if (text.startsWith('Info: ') && (!isWithin || ASKS_AGAIN.test(text))) {
      const level = /transient API error|server error|rate limit/i.test(text) ? 'warn' : 'verbose';
      // What the model says then is another message, not more of the one that broke off.
      return isWithin ? [debug(level, text), { type: 'message_stop' }] : [debug(level, text)];
    }
    const before = this.takeHeld();
    if (text.startsWith('Error: ')) {
      this.#held = text;
      return before ?? [];
    }
    return before === undefined ? undefined : before + text;
  }

  takeHeld(): string | undefined {
    const held = this.#held;
    this.#held = undefined;
    return held;
  }

  /** The failure that was told. `code` is that of the answer, which counts where the words have no status. */
  take(code = 0): Outcome | undefined {
    const message = this.takeHeld()?.slice('Error: '.length);
    if (message === undefined) {
      return undefined;
    }
    const status = /\(HTTP (\d{3})\)|Last error: (\d{3})\b/.exec(message);
    const number = Number(status?.[1] ?? status?.[2] ?? code);
    const tooLong = /prompt as too long/.test(message);
    return outcomeOfFailure({
      // Copilot CLI does not repeat the provider's words and numbers.
      message: tooLong ? `prompt is too long: ${message}` : message,
      guidance: AUTH_GUIDANCE,
      status: number < 400 ? undefined : number,
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
