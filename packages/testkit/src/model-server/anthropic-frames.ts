/** A step as the events of an Anthropic Messages stream, and as the one message of an answer that is not streamed. */
import type { Finish, Usage } from '../scenario/index.ts';
import { cutPieces, cutText, joinPieces } from './cut-pieces.ts';
import { parseOrEmpty } from './read-json.ts';
import type { Answer, AnswerPart, Frame, StreamItem } from './rendering.ts';

const STOP_REASONS: Readonly<Record<Finish, string>> = {
  stop: 'end_turn',
  tools: 'tool_use',
  length: 'max_tokens',
  context: 'model_context_window_exceeded',
  refusal: 'refusal',
};

/** Agents pass a signature back and never read it. */
const SIGNATURE = 'c2lnbmF0dXJl';

type Event = { readonly type: string } & Readonly<Record<string, unknown>>;

function frame(event: Event, place: Frame['place'] = 'frame'): Frame {
  return { kind: 'frame', text: `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`, place };
}

export function* streamEvents(answer: Answer): Generator<StreamItem> {
  yield frame({ type: 'message_start', message: messageOf(answer, [], null, startUsage(answer.usage)) });
  yield frame({ type: 'ping' });
  let index = 0;
  for (const part of answer.parts) {
    if (part.kind === 'pause') {
      yield part;
    } else {
      yield* blockEvents(part, index++, answer.chunk);
    }
  }
  const delta = { stop_reason: STOP_REASONS[answer.finish], stop_sequence: null };
  yield frame({ type: 'message_delta', delta, usage: endUsage(answer.usage) }, 'end');
  yield frame({ type: 'message_stop' }, 'end');
}

type BlockPart = Exclude<AnswerPart, { kind: 'pause' }>;

function* blockEvents(part: BlockPart, index: number, chunk: number): Generator<StreamItem> {
  const delta = (value: unknown, place: Frame['place'] = 'delta'): Frame =>
    frame({ type: 'content_block_delta', index, delta: value }, place);
  yield frame({ type: 'content_block_start', index, content_block: emptyBlock(part) });
  switch (part.kind) {
    case 'thinking':
      for (const piece of cutPieces(part.pieces, chunk)) {
        yield typeof piece === 'string'
          ? delta({ type: 'thinking_delta', thinking: piece })
          : { kind: 'pause', pause: piece };
      }
      yield delta({ type: 'signature_delta', signature: SIGNATURE }, 'frame');
      break;
    case 'text':
      for (const piece of cutPieces(part.pieces, chunk)) {
        yield typeof piece === 'string' ? delta({ type: 'text_delta', text: piece }) : { kind: 'pause', pause: piece };
      }
      break;
    case 'tool':
      yield delta({ type: 'input_json_delta', partial_json: '' }, 'frame');
      for (const piece of cutText(part.call.inputText, chunk)) {
        yield delta({ type: 'input_json_delta', partial_json: piece });
      }
      break;
    case 'redacted-thinking':
      break;
    default:
      part satisfies never;
  }
  yield frame({ type: 'content_block_stop', index });
}

function emptyBlock(part: BlockPart): unknown {
  switch (part.kind) {
    case 'thinking':
      return { type: 'thinking', thinking: '', signature: '' };
    case 'redacted-thinking':
      return { type: 'redacted_thinking', data: part.data };
    case 'text':
      return { type: 'text', text: '' };
    case 'tool':
      return { type: 'tool_use', id: `toolu_${part.id}`, name: part.call.name, input: {} };
    default:
      return part satisfies never;
  }
}

export function wholeMessage(answer: Answer): unknown {
  const content = answer.parts.flatMap((part): unknown[] => {
    switch (part.kind) {
      case 'thinking':
        return [{ type: 'thinking', thinking: joinPieces(part.pieces), signature: SIGNATURE }];
      case 'redacted-thinking':
        return [emptyBlock(part)];
      case 'text':
        return [{ type: 'text', text: joinPieces(part.pieces) }];
      case 'tool':
        return [
          { type: 'tool_use', id: `toolu_${part.id}`, name: part.call.name, input: parseOrEmpty(part.call.inputText) },
        ];
      case 'pause':
        return [];
      default:
        return part satisfies never;
    }
  });
  const usage = { ...startUsage(answer.usage), ...endUsage(answer.usage) };
  return messageOf(answer, content, STOP_REASONS[answer.finish], usage);
}

function messageOf({ id, model }: Answer, content: readonly unknown[], stopReason: string | null, usage: unknown) {
  return {
    id: `msg_${id}`,
    type: 'message',
    role: 'assistant',
    model,
    content,
    stop_reason: stopReason,
    stop_sequence: null,
    usage,
  };
}

function startUsage({ input, cacheRead = 0, cacheWrite = 0 }: Usage): Readonly<Record<string, number>> {
  return {
    input_tokens: input,
    cache_creation_input_tokens: cacheWrite,
    cache_read_input_tokens: cacheRead,
    output_tokens: 1,
  };
}

function endUsage({ output, reasoning }: Usage): Readonly<Record<string, unknown>> {
  return {
    output_tokens: output,
    ...(reasoning === undefined ? {} : { output_tokens_details: { thinking_tokens: reasoning } }),
  };
}
