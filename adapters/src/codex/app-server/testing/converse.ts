/** A conversation with the dialect of the app-server, and the lines that Codex writes in it. */
import type { Dialect, EventDraft, ResolvedOptions } from '@agent-mux/core';
import { resolvedOptions } from '../../../shared/testing/mode-parts.ts';
import { createAppServerDialect } from '../dialect.ts';

// The lines are hand-made, modelled on recordings of Codex 0.169.0; the fixtures contain whole conversations.
export const THREAD = '01a1fd1c-edc0-7572-b05e-82a0881363fe';
export const CHILD = '01a1fd1f-33d5-7a11-acf1-45b68c5333e7';
const OPTIONS = resolvedOptions({ prompt: 'go', includeSubagents: true });

type Message = Readonly<Record<string, unknown>>;

export interface Conversation {
  readonly dialect: Dialect;
  readonly drafts: EventDraft[];
  /** The messages that the dialect wants written, parsed. */
  readonly wanted: Message[];
  out(...messages: object[]): void;
  in(...messages: object[]): void;
  /** Shows the dialect each message on its way to the CLI, as the runtime does. */
  say(writes: { readonly write: readonly string[] } | string | undefined): Message[];
}

export function converse(options: Partial<ResolvedOptions> = {}): Conversation {
  const dialect = createAppServerDialect({ ...OPTIONS, ...options });
  const drafts: EventDraft[] = [];
  const wanted: Message[] = [];
  const hear = (line: string, source: 'stdin' | 'stdout'): void => {
    const parsed = dialect.parseEvent(line, { source });
    drafts.push(...parsed.drafts);
    for (const answer of parsed.write) {
      wanted.push(JSON.parse(answer));
      hear(answer, 'stdin');
    }
  };
  const hearAll = (messages: readonly object[], source: 'stdin' | 'stdout'): void => {
    for (const message of messages) {
      hear(JSON.stringify(message), source);
    }
  };
  return {
    dialect,
    drafts,
    wanted,
    out: (...messages) => hearAll(messages, 'stdout'),
    in: (...messages) => hearAll(messages, 'stdin'),
    say(writes) {
      if (typeof writes !== 'object') {
        throw new Error(`nothing to write: ${String(writes)}`);
      }
      return writes.write.map((line) => {
        hear(line, 'stdin');
        return JSON.parse(line);
      });
    },
  };
}

/** Begins a conversation up to the opened thread, as the runtime does it; the prompt is on its way. */
export function begin(options: Partial<ResolvedOptions> = {}): Conversation {
  const talk = converse(options);
  talk.say(talk.dialect.open());
  talk.say(talk.dialect.prompt({ text: 'go' }));
  talk.out({ id: 1, result: { userAgent: 'x' } });
  const asked = talk.wanted.find(({ method }) => String(method).startsWith('thread/'));
  talk.out({ id: asked?.['id'], result: { thread: { id: THREAD, cliVersion: '0.169.0' }, instructionSources: [] } });
  return talk;
}

/** Begins a conversation up to its first turn. */
export function beginTurn(options: Partial<ResolvedOptions> = {}): Conversation {
  const talk = begin(options);
  const asked = talk.wanted.find(({ method }) => method === 'turn/start');
  talk.out({ id: asked?.['id'], result: { turn: { id: 't1', status: 'inProgress' } } }, turnStarted('t1'));
  talk.drafts.length = 0;
  talk.wanted.length = 0;
  return talk;
}

export const note = (method: string, params: object, threadId: string = THREAD): object => ({
  method,
  params: { threadId, turnId: 't1', ...params },
  emittedAtMs: 1,
});
export const turnStarted = (id: string, thread: string = THREAD): object =>
  note('turn/started', { turn: { id, status: 'inProgress' } }, thread);
export const turnCompleted = (id: string, turn: object = { status: 'completed' }, thread: string = THREAD): object =>
  note('turn/completed', { turn: { id, ...turn } }, thread);
export const started = (item: object, thread: string = THREAD): object => note('item/started', { item }, thread);
export const completed = (item: object, thread: string = THREAD): object => note('item/completed', { item }, thread);
export const piece = (itemId: string, delta: string, thread: string = THREAD): object =>
  note('item/agentMessage/delta', { itemId, delta }, thread);
export const usage = (input: number, output: number, thread: string = THREAD): object => {
  const counts = { totalTokens: input + output, inputTokens: input, cachedInputTokens: 0, outputTokens: output };
  return note(
    'thread/tokenUsage/updated',
    { tokenUsage: { total: counts, last: counts, modelContextWindow: 1000 } },
    thread,
  );
};
/** What is told of that usage, whose price Codex does not know. */
export const usageTold = (inputTokens: number, outputTokens: number): readonly object[] => {
  const tokens = { inputTokens, outputTokens, cachedTokens: 0 };
  return [
    { type: 'token_usage', ...tokens },
    { type: 'cost', cost: { totalUsd: 0, priced: false, ...tokens }, mode: 'add' },
  ];
};
export const command = (id: string, more: object = {}): object => ({
  type: 'commandExecution',
  id,
  command: 'make',
  cwd: '/work',
  processId: '1',
  source: 'unifiedExecStartup',
  status: 'inProgress',
  commandActions: [{ type: 'unknown', command: 'make' }],
  ...more,
});
