/** A step as the events of an OpenAI Responses stream, and as the one object of an answer that is not streamed. */
import type { Finish, Usage } from '../scenario/index.ts';
import { cutPieces, cutText, joinPieces } from './cut-pieces.ts';
import { failureOf } from './openai-responses-errors.ts';
import { isRecord, parseOrEmpty } from './read-json.ts';
import type { Answer, AnswerPart, Frame, StreamItem } from './rendering.ts';

/** Encrypted content, which agents pass back and never read. */
const ENCRYPTED = 'ZW5jcnlwdGVk';

type Fields = Readonly<Record<string, unknown>>;
type Block = Exclude<AnswerPart, { kind: 'pause' }>;

export function* streamEvents(answer: Answer): Generator<StreamItem> {
  let sequence = 0;
  const frame = (type: string, fields: Fields, place: Frame['place'] = 'frame'): Frame => ({
    kind: 'frame',
    text: `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: sequence++, ...fields })}\n\n`,
    place,
  });
  yield frame('response.created', { response: responseOf(answer, { status: 'in_progress', output: [] }) });
  let index = 0;
  for (const part of answer.parts) {
    if (part.kind === 'pause') {
      yield part;
      continue;
    }
    const place = index++;
    const item = itemOf(part, answer.id, place);
    yield frame('response.output_item.added', { output_index: place, item: item.empty });
    for (const step of itemEvents(part, answer.chunk)) {
      if (step.kind === 'pause') {
        yield step;
      } else {
        yield frame(step.type, { item_id: item.id, output_index: place, ...step.fields }, step.place);
      }
    }
    yield frame('response.output_item.done', { output_index: place, item: item.whole });
  }
  const { type, response } = endOf(answer);
  yield frame(type, { response }, 'end');
}

export function wholeResponse(answer: Answer): unknown {
  return endOf(answer).response;
}

/** The end of a stream that fails. */
export function failedFrame(id: string, error: Parameters<typeof failureOf>[0]): Frame {
  const type = 'response.failed';
  const response = { id: `resp_${id}`, object: 'response', status: 'failed', error: failureOf(error) };
  return { kind: 'frame', text: `event: ${type}\ndata: ${JSON.stringify({ type, response })}\n\n`, place: 'frame' };
}

interface Item {
  readonly id: string;
  /** The item as it is announced. */
  readonly empty: Fields;
  readonly whole: Fields;
}

function itemOf(part: Block, answerId: string, index: number): Item {
  const make = (id: string, fields: Fields, begin: Fields, end: Fields): Item => ({
    id,
    empty: { id, ...fields, ...begin },
    whole: { id, ...fields, ...end },
  });
  switch (part.kind) {
    case 'thinking':
    case 'redacted-thinking': {
      const summary = part.kind === 'thinking' ? [summaryPart(joinPieces(part.pieces))] : [];
      const data = part.kind === 'thinking' ? ENCRYPTED : part.data;
      return make(
        `rs_${answerId}_${index}`,
        { type: 'reasoning' },
        { summary: [], encrypted_content: null },
        { summary, encrypted_content: data },
      );
    }
    case 'text':
      return make(
        `msg_${answerId}_${index}`,
        { type: 'message', role: 'assistant' },
        { status: 'in_progress', content: [] },
        { status: 'completed', content: [textPart(joinPieces(part.pieces))] },
      );
    case 'tool': {
      const { name, inputText, namespace, isFreeform, isHosted } = part.call;
      if (isHosted === true) {
        const action = { type: 'search', ...searchOf(inputText) };
        return make(
          `ws_${part.id}`,
          { type: `${name}_call` },
          { status: 'in_progress' },
          { status: 'completed', action },
        );
      }
      const [type, field] = isFreeform === true ? ['custom_tool_call', 'input'] : ['function_call', 'arguments'];
      return make(
        `fc_${part.id}`,
        { type, call_id: `call_${part.id}`, name, ...(namespace === undefined ? {} : { namespace }) },
        { status: 'in_progress', [field ?? '']: '' },
        { status: 'completed', [field ?? '']: inputText },
      );
    }
    default:
      return part satisfies never;
  }
}

type ItemEvent =
  | { readonly kind: 'event'; readonly type: string; readonly fields: Fields; readonly place: Frame['place'] }
  | Extract<StreamItem, { kind: 'pause' }>;

function* itemEvents(part: Block, chunk: number): Generator<ItemEvent> {
  const event = (type: string, fields: Fields, place: Frame['place'] = 'frame'): ItemEvent => ({
    kind: 'event',
    type: `response.${type}`,
    fields,
    place,
  });
  switch (part.kind) {
    case 'text': {
      const at = { content_index: 0 };
      const text = joinPieces(part.pieces);
      yield event('content_part.added', { ...at, part: textPart('') });
      for (const piece of cutPieces(part.pieces, chunk)) {
        yield typeof piece === 'string'
          ? event('output_text.delta', { ...at, delta: piece }, 'delta')
          : { kind: 'pause', pause: piece };
      }
      yield event('output_text.done', { ...at, text });
      yield event('content_part.done', { ...at, part: textPart(text) });
      return;
    }
    case 'thinking': {
      const at = { summary_index: 0 };
      const text = joinPieces(part.pieces);
      yield event('reasoning_summary_part.added', { ...at, part: summaryPart('') });
      for (const piece of cutPieces(part.pieces, chunk)) {
        yield typeof piece === 'string'
          ? event('reasoning_summary_text.delta', { ...at, delta: piece }, 'delta')
          : { kind: 'pause', pause: piece };
      }
      yield event('reasoning_summary_text.done', { ...at, text });
      yield event('reasoning_summary_part.done', { ...at, part: summaryPart(text) });
      return;
    }
    case 'tool': {
      const { name: tool, inputText, isFreeform, isHosted } = part.call;
      if (isHosted === true) {
        for (const state of ['in_progress', 'searching', 'completed']) {
          yield event(`${tool}_call.${state}`, {});
        }
        return;
      }
      const [name, field] =
        isFreeform === true ? ['custom_tool_call_input', 'input'] : ['function_call_arguments', 'arguments'];
      for (const piece of cutText(inputText, chunk)) {
        yield event(`${name}.delta`, { delta: piece }, 'delta');
      }
      yield event(`${name}.done`, { [field ?? '']: inputText });
      return;
    }
    case 'redacted-thinking':
      return;
    default:
      part satisfies never;
  }
}

function searchOf(inputText: string): Fields {
  const input = parseOrEmpty(inputText);
  return isRecord(input) ? input : {};
}

function textPart(text: string): Fields {
  return { type: 'output_text', text, annotations: [] };
}

function summaryPart(text: string): Fields {
  return { type: 'summary_text', text };
}

interface End {
  readonly type: string;
  readonly response: Fields;
}

const ENDS: Readonly<Record<Finish, { readonly type: string; readonly fields: Fields }>> = {
  stop: { type: 'response.completed', fields: { status: 'completed' } },
  tools: { type: 'response.completed', fields: { status: 'completed' } },
  length: {
    type: 'response.incomplete',
    fields: { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } },
  },
  context: { type: 'response.failed', fields: { status: 'failed', error: failureOf('context-length') } },
  refusal: {
    type: 'response.failed',
    fields: {
      status: 'failed',
      error: { code: 'cyber_policy', message: 'This request was refused under the usage policies.' },
    },
  },
};

function endOf(answer: Answer): End {
  const { type, fields } = ENDS[answer.finish];
  const blocks = answer.parts.filter((part) => part.kind !== 'pause');
  const output = blocks.map((part, index) => itemOf(part, answer.id, index).whole);
  return { type, response: responseOf(answer, { ...fields, output, usage: usageOf(answer.usage) }) };
}

function responseOf({ id, model }: Answer, fields: Fields): Fields {
  return { id: `resp_${id}`, object: 'response', model, ...fields };
}

/** The usage. Here the input includes what came from the cache. */
function usageOf({ input, output, cacheRead = 0, cacheWrite = 0, reasoning = 0 }: Usage): Fields {
  const all = input + cacheRead + cacheWrite;
  return {
    input_tokens: all,
    input_tokens_details: { cached_tokens: cacheRead },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: reasoning },
    total_tokens: all + output,
  };
}
