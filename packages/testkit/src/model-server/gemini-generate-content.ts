/** The wire format of Gemini: generateContent. */
import { geminiErrorBody, renderGeminiError } from './gemini-errors.ts';
import { frame, streamChunks, wholeResponse } from './gemini-frames.ts';
import { joinAnswers } from './join-answers.ts';
import { isRecord, readList, readText } from './read-json.ts';
import type { HistoryEntry, HttpAnswer, ModelRequest, Rendering, SideRequest } from './rendering.ts';

const PATH = /^\/v1beta\/models\/([^/:]+):(streamGenerateContent|generateContent|countTokens)$/;
const COUNT = { totalTokens: 1000 };
const MODELS = { models: [{ name: 'models/gemini-2.5-pro', displayName: 'Scripted' }] };

/** The mark of the context that the CLI puts before the conversation, and that nobody wrote. */
const CONTEXT_MARK = '<session_context>';

export const geminiGenerateContent: Rendering = {
  dialect: 'gemini-generate-content',
  read(request) {
    const { method, path, body } = request;
    const [, model = '', action] = PATH.exec(path) ?? [];
    if (method === 'GET' && path === '/v1beta/models') {
      return side('models', MODELS);
    }
    if (method !== 'POST' || action === undefined || !isRecord(body)) {
      return undefined;
    }
    if (action === 'countTokens') {
      return side('count-tokens', COUNT);
    }
    return readContents({ model, stream: action === 'streamGenerateContent', body });
  },
  streamHeaders: () => ({ 'content-type': 'text/event-stream', 'cache-control': 'no-cache' }),
  stream: streamChunks,
  whole: (answer) => json(wholeResponse(answer)),
  error: renderGeminiError,
  *streamError(error) {
    yield frame(JSON.parse(geminiErrorBody(error)));
  },
};

function json(body: unknown): HttpAnswer {
  return { status: 200, headers: { 'content-type': 'application/json; charset=UTF-8' }, body: JSON.stringify(body) };
}

function side(name: string, body: unknown): SideRequest {
  return { kind: 'side', name, answer: json(body) };
}

interface ContentRequest {
  readonly model: string;
  readonly stream: boolean;
  readonly body: Readonly<Record<string, unknown>>;
}

function readContents({ model, stream, body }: ContentRequest): ModelRequest | undefined {
  const { contents, generationConfig } = body;
  if (!Array.isArray(contents)) {
    return undefined;
  }
  const maxTokens = isRecord(generationConfig) ? generationConfig['maxOutputTokens'] : undefined;
  return {
    kind: 'model',
    stream,
    model,
    history: joinAnswers(contents.flatMap(readContent)),
    tools: declaredTools(body).length,
    ...(typeof maxTokens === 'number' ? { maxTokens } : {}),
  };
}

function readContent(content: unknown): HistoryEntry[] {
  if (!isRecord(content)) {
    return [];
  }
  if (content['role'] === 'model') {
    return [{ kind: 'answer' }];
  }
  const parts = readList(content['parts']).filter(isRecord);
  const ids = parts.flatMap(({ functionResponse }) => (isRecord(functionResponse) ? [idOf(functionResponse)] : []));
  const texts = parts.map(({ text }) => readText(text)).filter((text) => text !== '' && !isContext(text));
  return [
    ...(ids.length > 0 ? [{ kind: 'results', ids } as const] : []),
    ...(texts.length > 0 ? [{ kind: 'user', text: texts.join('\n') } as const] : []),
  ];
}

function idOf({ id, name }: Readonly<Record<string, unknown>>): string {
  return readText(id) || readText(name);
}

function isContext(text: string): boolean {
  return text.trimStart().startsWith(CONTEXT_MARK);
}

/** The functions that a request declares. */
export function declaredTools(body: unknown): Readonly<Record<string, unknown>>[] {
  return readList(isRecord(body) ? body['tools'] : undefined)
    .filter(isRecord)
    .flatMap(({ functionDeclarations }) => readList(functionDeclarations).filter(isRecord));
}
