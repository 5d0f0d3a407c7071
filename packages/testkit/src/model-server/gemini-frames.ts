/** A step as the chunks of Gemini's streamGenerateContent, and as the one response of an answer that is not streamed. */
import type { Finish, Usage } from '../scenario/index.ts';
import { cutPieces, joinPieces } from './cut-pieces.ts';
import { parseOrEmpty } from './read-json.ts';
import type { Answer, AnswerPart, Frame, StreamItem } from './rendering.ts';

const FINISH_REASONS: Readonly<Record<Finish, string>> = {
  stop: 'STOP',
  tools: 'STOP',
  length: 'MAX_TOKENS',
  context: 'MAX_TOKENS',
  refusal: 'SAFETY',
};

/** The chunks. Each has the usage of the whole answer; the last one says why it ends. */
export function* streamChunks(answer: Answer): Generator<StreamItem> {
  let calls: unknown[] = [];
  for (const part of answer.parts) {
    // Adjacent calls come in one chunk, and whole: there are no deltas of arguments.
    if (part.kind === 'tool') {
      calls.push(callOf(part));
      continue;
    }
    if (calls.length > 0) {
      yield chunk(answer, calls);
    }
    calls = [];
    yield* partChunks(part, answer);
  }
  if (calls.length > 0) {
    yield chunk(answer, calls);
  }
  yield { ...frame(responseOf(answer, [], FINISH_REASONS[answer.finish])), place: 'end' };
}

function* partChunks(part: Exclude<AnswerPart, { kind: 'tool' }>, answer: Answer): Generator<StreamItem> {
  switch (part.kind) {
    case 'thinking':
      // A thought is one summary with a subject: it is not cut, only pauses split it.
      for (const piece of typeof part.pieces === 'string' ? [part.pieces] : part.pieces) {
        yield typeof piece === 'string' ? chunk(answer, [thoughtOf(piece)]) : { kind: 'pause', pause: piece };
      }
      return;
    case 'text':
      for (const piece of cutPieces(part.pieces, answer.chunk)) {
        yield typeof piece === 'string' ? chunk(answer, [{ text: piece }]) : { kind: 'pause', pause: piece };
      }
      return;
    case 'pause':
      yield part;
      return;
    case 'redacted-thinking':
      return;
    default:
      part satisfies never;
  }
}

export function wholeResponse(answer: Answer): unknown {
  const parts = answer.parts.flatMap((part): unknown[] => {
    switch (part.kind) {
      case 'thinking':
        return [thoughtOf(joinPieces(part.pieces))];
      case 'text':
        return [{ text: joinPieces(part.pieces) }];
      case 'tool':
        return [callOf(part)];
      case 'redacted-thinking':
      case 'pause':
        return [];
      default:
        return part satisfies never;
    }
  });
  return responseOf(answer, parts, FINISH_REASONS[answer.finish]);
}

function thoughtOf(text: string): unknown {
  return { text: text.startsWith('**') ? text : `**Thinking** ${text}`, thought: true };
}

function callOf({ id, call }: Extract<AnswerPart, { kind: 'tool' }>): unknown {
  return { functionCall: { id, name: call.name, args: parseOrEmpty(call.inputText) } };
}

function chunk(answer: Answer, parts: readonly unknown[]): Frame {
  return { ...frame(responseOf(answer, parts)), place: 'delta' };
}

export function frame(response: unknown): Frame {
  // Gemini's parser takes U+2028 and U+2029 for ends of lines (gemini 0.61.0).
  const json = JSON.stringify(response).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
  return { kind: 'frame', text: `data: ${json}\r\n\r\n`, place: 'frame' };
}

function responseOf({ id, model, usage }: Answer, parts: readonly unknown[], finishReason?: string): unknown {
  const content = parts.length === 0 ? {} : { content: { role: 'model', parts } };
  const candidate = { ...content, ...(finishReason === undefined ? {} : { finishReason }), index: 0 };
  return { candidates: [candidate], usageMetadata: usageOf(usage), modelVersion: model, responseId: id };
}

/** The usage. Cached input is part of the prompt's tokens, thoughts are not part of the candidates'. */
function usageOf({
  input,
  output,
  cacheRead = 0,
  cacheWrite = 0,
  reasoning = 0,
}: Usage): Readonly<Record<string, number>> {
  const prompt = input + cacheRead + cacheWrite;
  return {
    promptTokenCount: prompt,
    candidatesTokenCount: output - reasoning,
    ...(reasoning === 0 ? {} : { thoughtsTokenCount: reasoning }),
    ...(cacheRead === 0 ? {} : { cachedContentTokenCount: cacheRead }),
    totalTokenCount: prompt + output,
  };
}
