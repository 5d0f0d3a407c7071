/** The wire format Anthropic Messages. */
import { errorBody, renderError } from './anthropic-errors.ts';
import { streamEvents, wholeMessage } from './anthropic-frames.ts';
import { joinAnswers } from './join-answers.ts';
import { isRecord, readList, readText } from './read-json.ts';
import type { HistoryEntry, HttpAnswer, ModelRequest, Rendering, SideRequest, WireRequest } from './rendering.ts';

const COUNT = { input_tokens: 1234 };
const MODELS = {
  data: [{ type: 'model', id: 'claude-opus-5-5', display_name: 'Scripted', created_at: '2026-01-01T00:00:00Z' }],
  has_more: false,
  first_id: 'claude-opus-5-5',
  last_id: 'claude-opus-5-5',
};

export const anthropicMessages: Rendering = {
  dialect: 'anthropic-messages',
  read(request) {
    if (request.path === '/v1/messages' && request.method === 'POST') {
      return readMessages(request.body);
    }
    return readSide(request);
  },
  streamHeaders: ({ id }) => ({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache',
    'request-id': `req_${id}`,
  }),
  stream: streamEvents,
  whole: (answer) => json(wholeMessage(answer), { 'request-id': `req_${answer.id}` }),
  error: renderError,
  *streamError(error, id) {
    yield { kind: 'frame', text: `event: error\ndata: ${errorBody(error, id)}\n\n`, place: 'frame' };
  },
};

function json(body: unknown, headers: Readonly<Record<string, string>> = {}): HttpAnswer {
  return { status: 200, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}

function readSide({ method, path }: WireRequest): SideRequest | undefined {
  if (method === 'POST' && path === '/v1/messages/count_tokens') {
    return { kind: 'side', name: 'count-tokens', answer: json(COUNT) };
  }
  if (method === 'GET' && path === '/v1/models') {
    return { kind: 'side', name: 'models', answer: json(MODELS) };
  }
  // The client only probes the server before its first request, and does not read the answer.
  if (method === 'HEAD' && path === '/') {
    return { kind: 'side', name: 'knock', answer: { status: 200, headers: {}, body: '' } };
  }
  return undefined;
}

function readMessages(body: unknown): ModelRequest | undefined {
  if (!isRecord(body)) {
    return undefined;
  }
  const { messages, model, stream, tools, max_tokens: maxTokens } = body;
  if (!Array.isArray(messages)) {
    return undefined;
  }
  return {
    kind: 'model',
    stream: stream === true,
    model: readText(model),
    history: joinAnswers(messages.flatMap(readMessage)),
    tools: readList(tools).length,
    ...(typeof maxTokens === 'number' ? { maxTokens } : {}),
  };
}

function readMessage(message: unknown): HistoryEntry[] {
  if (!isRecord(message)) {
    return [];
  }
  const { role, content } = message;
  if (role === 'assistant') {
    return [{ kind: 'answer' }];
  }
  if (typeof content === 'string') {
    return [{ kind: 'user', text: content }];
  }
  const blocks = readList(content).filter(isRecord);
  const ids = blocks.filter(({ type }) => type === 'tool_result').map(({ tool_use_id: id }) => readText(id));
  const texts = blocks.filter(({ type }) => type === 'text').map(({ text }) => readText(text));
  return [
    ...(ids.length > 0 ? [{ kind: 'results', ids } as const] : []),
    ...(texts.length > 0 ? [{ kind: 'user', text: texts.join('\n') } as const] : []),
  ];
}
