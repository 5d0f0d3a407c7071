/** The wire format Chat Completions. */
import { chatErrorBody, renderChatError } from './chat-completions-errors.ts';
import { streamChatChunks, wholeCompletion } from './chat-completions-frames.ts';
import { joinAnswers } from './join-answers.ts';
import { isRecord, readList, readText } from './read-json.ts';
import type { HistoryEntry, ModelRequest, Rendering } from './rendering.ts';

export const chatCompletions: Rendering = {
  dialect: 'chat-completions',
  read({ method, path, body }) {
    return method === 'POST' && path === '/v1/chat/completions' ? readCompletion(body) : undefined;
  },
  streamHeaders: ({ id }) => ({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache',
    'x-request-id': `req_${id}`,
  }),
  stream: streamChatChunks,
  whole: (answer) => ({
    status: 200,
    headers: { 'content-type': 'application/json', 'x-request-id': `req_${answer.id}` },
    body: JSON.stringify(wholeCompletion(answer)),
  }),
  error: renderChatError,
  *streamError(error) {
    yield { kind: 'frame', text: `data: ${chatErrorBody(error)}\n\n`, place: 'frame' };
  },
};

function readCompletion(body: unknown): ModelRequest | undefined {
  if (!isRecord(body)) {
    return undefined;
  }
  const { messages, model, stream, tools, max_tokens: oldLimit, max_completion_tokens: limit = oldLimit } = body;
  if (!Array.isArray(messages)) {
    return undefined;
  }
  return {
    kind: 'model',
    stream: stream === true,
    model: readText(model),
    history: joinAnswers(messages.flatMap(readMessage)),
    tools: readList(tools).length,
    ...(typeof limit === 'number' ? { maxTokens: limit } : {}),
  };
}

function readMessage(message: unknown): HistoryEntry[] {
  if (!isRecord(message)) {
    return [];
  }
  switch (message['role']) {
    case 'assistant':
      return [{ kind: 'answer' }];
    case 'tool':
      return [{ kind: 'results', ids: [readText(message['tool_call_id'])] }];
    case 'user':
      return [{ kind: 'user', text: textOf(message['content']) }];
    default:
      return [];
  }
}

/** The text of a message, whose content is a text or a list of parts. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') {
    return content;
  }
  return readList(content)
    .filter(isRecord)
    .map(({ text }) => readText(text))
    .filter((text) => text !== '')
    .join('\n');
}
