/** The wire format OpenAI Responses. */
import { joinAnswers } from './join-answers.ts';
import { renderError } from './openai-responses-errors.ts';
import { failedFrame, streamEvents, wholeResponse } from './openai-responses-frames.ts';
import { isRecord, readList, readText } from './read-json.ts';
import type { HistoryEntry, HttpAnswer, ModelRequest, Rendering } from './rendering.ts';

const PATH = /^(?:\/v1)?\/responses$/;

/** The prefix of the names of side requests whose answer becomes part of the conversation, and which the script does not contain. */
export const SIDE = 'side-';

export const openaiResponses: Rendering = {
  dialect: 'openai-responses',
  read: ({ method, path, body }) => (method === 'POST' && PATH.test(path) ? readBody(body) : undefined),
  streamHeaders: ({ id }) => ({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache',
    'x-request-id': `req_${id}`,
  }),
  stream: streamEvents,
  whole: (answer) => json(wholeResponse(answer), { 'x-request-id': `req_${answer.id}` }),
  error: renderError,
  *streamError(error, id) {
    yield failedFrame(id, error);
  },
};

function json(body: unknown, headers: Readonly<Record<string, string>>): HttpAnswer {
  return { status: 200, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}

function readBody(body: unknown): ModelRequest | undefined {
  if (!isRecord(body)) {
    return undefined;
  }
  const { input, model, stream, tools, max_output_tokens: maxTokens } = body;
  const items = typeof input === 'string' ? [{ type: 'message', role: 'user', content: input }] : readList(input);
  return {
    kind: 'model',
    stream: stream === true,
    model: readText(model),
    history: joinAnswers(items.flatMap(readItem)),
    tools: readList(tools).length,
    ...(typeof maxTokens === 'number' ? { maxTokens } : {}),
  };
}

/** Reads an item. Every one that the model made, a call or a thought included, is part of an answer. */
function readItem(item: unknown): HistoryEntry[] {
  if (!isRecord(item)) {
    return [];
  }
  const { type = 'message', role, content, call_id: id } = item;
  if (readText(id).startsWith(`call_${SIDE}`)) {
    return [];
  }
  switch (type) {
    case 'message':
      if (role === 'assistant') {
        return [{ kind: 'answer' }];
      }
      return role === 'user' ? [{ kind: 'user', text: textOf(content) }] : [];
    case 'function_call_output':
    case 'custom_tool_call_output':
      return [{ kind: 'results', ids: [readText(id)] }];
    case 'function_call':
    case 'custom_tool_call':
    case 'web_search_call':
    case 'reasoning':
      return [{ kind: 'answer' }];
    default:
      return [];
  }
}

function textOf(content: unknown): string {
  if (typeof content === 'string') {
    return content;
  }
  return readList(content)
    .flatMap((part) => (isRecord(part) ? [readText(part['text'])] : []))
    .join('\n');
}
