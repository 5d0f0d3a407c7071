/** A conversation with a dialect of the Agent Client Protocol, for the tests of an agent's own quirks. */
import type { Adapter, Dialect, EventDraft, ResolvedOptions } from '@agent-mux/core';
import { modeContext, modeOf, resolvedOptions } from './mode-parts.ts';

interface AcpMessage {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
}

export interface AcpTalk {
  readonly dialect: Dialect;
  readonly drafts: readonly EventDraft[];
  /** The messages that were written to the agent, in order. */
  readonly written: readonly AcpMessage[];
  /** Takes a message of the agent. */
  hear(message: object): void;
  /** Takes the agent's answer to our newest request. */
  answer(result: object): void;
  say(writes: ReturnType<Dialect['respond']> | undefined): void;
}

export const SESSION = 's-1';

export function talkAcp(adapter: Adapter, given: Partial<ResolvedOptions> = {}): AcpTalk {
  const dialect = modeOf(adapter, 'acp').dialect(resolvedOptions(given), modeContext(`/bin/${adapter.agent}`));
  const drafts: EventDraft[] = [];
  const written: AcpMessage[] = [];
  const parse = (line: string, source: 'stdin' | 'stdout'): void => {
    const parsed = dialect.parseEvent(line, { source });
    drafts.push(...parsed.drafts);
    parsed.write.forEach(write);
  };
  const write = (line: string): void => {
    written.push(JSON.parse(line));
    parse(line, 'stdin');
  };
  const hear = (message: object): void => {
    parse(JSON.stringify({ jsonrpc: '2.0', ...message }), 'stdout');
    // The agent is quiet after each of its answers.
    drafts.push(...('method' in message ? [] : (dialect.settle?.().drafts ?? [])));
  };
  return {
    dialect,
    drafts,
    written,
    hear,
    answer(result) {
      const request = written.findLast(({ method, id }) => method !== undefined && id !== undefined);
      hear({ id: request?.id, result });
    },
    say(writes) {
      if (typeof writes !== 'object') {
        throw new Error(`There is nothing to say: ${String(writes)}`);
      }
      writes.write.forEach(write);
    },
  };
}

/** Begins a conversation up to the first prompt, of which the agent has not said anything yet. */
export function beginAcp(adapter: Adapter, given: Partial<ResolvedOptions> = {}): AcpTalk {
  const talk = talkAcp(adapter, given);
  talk.say(talk.dialect.open());
  talk.say(talk.dialect.prompt({ text: 'hello' }));
  talk.answer({ protocolVersion: 1, agentCapabilities: {} });
  talk.answer({ sessionId: SESSION });
  for (let count = 0; count < 3 && talk.written.at(-1)?.method !== 'session/prompt'; count++) {
    talk.answer({});
  }
  return talk;
}

/** The request by which the agent asks for leave. */
export const asksPermission = (options: readonly { readonly optionId: string; readonly kind: string }[]): object => ({
  id: 70,
  method: 'session/request_permission',
  params: {
    sessionId: SESSION,
    options: options.map((option) => ({ name: option.optionId, ...option })),
    toolCall: { toolCallId: 'call-1', title: 'bash', kind: 'execute', rawInput: { command: 'make' } },
  },
});
