/** The history of a conversation: a fold over the entries of its runs, one tree after another. */
import {
  advance,
  argumentsOf,
  type Call,
  callKey,
  createModel,
  isFront,
  type SourceEntry,
  toText,
  wordsOfUser,
} from '../model/index.ts';

export interface HistoryCall {
  readonly id: string;
  readonly name: string;
  /** The arguments with which the tool was really called, as JSON. */
  readonly arguments: string;
  /** The result as text; absent where none was told. */
  readonly result?: string;
  readonly isError?: true;
}

export interface HistoryMessage {
  readonly role: 'user' | 'assistant';
  /** The speaker; for the user's messages the agent that they are for. */
  readonly name: string;
  readonly content: string;
  readonly toolCalls?: readonly HistoryCall[];
}

type Writing = { -readonly [K in keyof HistoryMessage]: HistoryMessage[K] } & { toolCalls?: HistoryCall[] };

/**
 * The messages of the user and of the agent that speaks for the tree, in order. Subagents and child runs are not part of it; a run that
 * takes over continues it, and so does the next tree of the same context.
 */
export function history(entries: Iterable<SourceEntry>): HistoryMessage[] {
  const model = createModel();
  const messages: Writing[] = [];
  // Open calls are found by their place, because an earlier run may have ended within a call of the same id.
  const calls = new Map<string, { readonly message: Writing; readonly place: number }>();
  for (const source of entries) {
    const moment = advance(model, source);
    if (!isFront(model, moment.actor)) {
      continue;
    }
    const { entry, actor, run, call } = moment;
    for (const content of wordsOfUser(model, moment)) {
      messages.push({ role: 'user', name: actor.name, content });
    }
    if ('entry' in entry) {
      continue;
    }
    if (entry.type === 'message_stop' && entry.text !== '') {
      messages.push({ role: 'assistant', name: actor.name, content: entry.text });
    }
    if (call === null) {
      continue;
    }
    switch (entry.type) {
      case 'tool_call_ready':
      case 'mcp_tool_call_start':
        put(run.runId, call, actor.name);
        break;
      case 'tool_result':
      case 'mcp_tool_result':
        close(run.runId, call, actor.name, { result: toText(entry.output) });
        break;
      case 'tool_error':
      case 'mcp_tool_error':
        close(run.runId, call, actor.name, { result: entry.error, isError: true });
        break;
      default:
    }
  }
  return messages;

  function put(runId: string, call: Call, name: string): { readonly message: Writing; readonly place: number } {
    const key = callKey(runId, call.id);
    const known = calls.get(key);
    if (known !== undefined) {
      return known;
    }
    const last = messages.at(-1);
    const message: Writing = last?.role === 'assistant' ? last : { role: 'assistant', name, content: '' };
    if (message !== last) {
      messages.push(message);
    }
    message.toolCalls ??= [];
    const place = message.toolCalls.push({ id: call.id, name: call.name, arguments: argumentsOf(call) }) - 1;
    const written = { message, place };
    calls.set(key, written);
    return written;
  }

  function close(runId: string, call: Call, name: string, outcome: Pick<HistoryCall, 'result' | 'isError'>): void {
    const { message, place } = put(runId, call, name);
    calls.delete(callKey(runId, call.id));
    if (message.toolCalls === undefined) {
      return;
    }
    message.toolCalls[place] = { id: call.id, name: call.name, arguments: argumentsOf(call), ...outcome };
  }
}
