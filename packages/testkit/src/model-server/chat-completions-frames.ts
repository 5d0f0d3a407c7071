/** A step as the chunks of a Chat Completions stream, and as the one object of an answer that is not streamed. */
import type { Finish, Usage } from '../scenario/index.ts';
import { cutPieces, cutText, joinPieces } from './cut-pieces.ts';
import type { Answer, AnswerPart, Frame, StreamItem } from './rendering.ts';

const FINISH_REASONS: Readonly<Record<Finish, string>> = {
  stop: 'stop',
  tools: 'tool_calls',
  length: 'length',
  context: 'length',
  refusal: 'content_filter',
};

/** The time of creation, which nobody reads; a fixed one keeps answers the same. */
const CREATED = 1_700_000_000;

type Call = Extract<AnswerPart, { kind: 'tool' }>;

export function* streamChatChunks(answer: Answer): Generator<StreamItem> {
  const frame = (value: unknown, place: Frame['place'] = 'frame'): Frame => ({
    kind: 'frame',
    text: `data: ${JSON.stringify({ ...head(answer, 'chat.completion.chunk'), ...Object(value) })}\n\n`,
    place,
  });
  const delta = (value: unknown, place: Frame['place'] = 'delta'): Frame =>
    frame({ choices: [{ index: 0, delta: value, finish_reason: null }] }, place);
  yield delta({ role: 'assistant', content: '' }, 'frame');
  let calls = 0;
  for (const part of answer.parts) {
    if (part.kind === 'tool') {
      yield* callDeltas(part, { index: calls++, chunk: answer.chunk, delta });
    } else {
      yield* partDeltas(part, answer.chunk, delta);
    }
  }
  yield frame({ choices: [{ index: 0, delta: {}, finish_reason: FINISH_REASONS[answer.finish] }] }, 'end');
  yield frame({ choices: [], usage: usageOf(answer.usage) }, 'end');
  yield { kind: 'frame', text: 'data: [DONE]\n\n', place: 'end' };
}

type DeltaFrame = (value: unknown, place?: Frame['place']) => Frame;

function* partDeltas(part: Exclude<AnswerPart, Call>, chunk: number, delta: DeltaFrame): Generator<StreamItem> {
  switch (part.kind) {
    case 'thinking':
    case 'text':
      for (const piece of cutPieces(part.pieces, chunk)) {
        yield typeof piece === 'string'
          ? delta(part.kind === 'text' ? { content: piece } : { reasoning_content: piece })
          : { kind: 'pause', pause: piece };
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

interface CallPlace {
  readonly index: number;
  readonly chunk: number;
  readonly delta: DeltaFrame;
}

/** The deltas of a call. Only the first one names the call; all of them have its index. */
function* callDeltas({ id, call }: Call, { index, chunk, delta }: CallPlace): Generator<StreamItem> {
  const opening = { index, id: `call_${id}`, type: 'function', function: { name: call.name, arguments: '' } };
  yield delta({ tool_calls: [opening] }, 'frame');
  for (const piece of cutText(call.inputText, chunk)) {
    yield delta({ tool_calls: [{ index, function: { arguments: piece } }] });
  }
}

export function wholeCompletion(answer: Answer): unknown {
  const said = (kind: 'text' | 'thinking'): string =>
    answer.parts.map((part) => (part.kind === kind ? joinPieces(part.pieces) : '')).join('');
  const calls = answer.parts.flatMap((part) =>
    part.kind === 'tool'
      ? [
          {
            id: `call_${part.id}`,
            type: 'function',
            function: { name: part.call.name, arguments: part.call.inputText },
          },
        ]
      : [],
  );
  const message = {
    role: 'assistant',
    content: said('text'),
    ...(said('thinking') === '' ? {} : { reasoning_content: said('thinking') }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
  return {
    ...head(answer, 'chat.completion'),
    choices: [{ index: 0, message, finish_reason: FINISH_REASONS[answer.finish] }],
    usage: usageOf(answer.usage),
  };
}

function head({ id, model }: Answer, object: string): Readonly<Record<string, unknown>> {
  return { id: `chatcmpl-${id}`, object, created: CREATED, model };
}

/** The usage. Cached input is part of the prompt's tokens, reasoning part of the completion's. */
function usageOf({ input, output, cacheRead = 0, cacheWrite = 0, reasoning = 0 }: Usage): unknown {
  const prompt = input + cacheRead + cacheWrite;
  return {
    prompt_tokens: prompt,
    completion_tokens: output,
    total_tokens: prompt + output,
    prompt_tokens_details: { cached_tokens: cacheRead },
    completion_tokens_details: { reasoning_tokens: reasoning },
  };
}
