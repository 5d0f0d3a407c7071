/** What a step looks like on the wire of OpenAI Responses, byte for byte, and what is read from it. */
import { describe, expect, it } from 'vitest';
import type { Finish, Step } from '../scenario/script.ts';
import { buildAnswer } from './build-answer.ts';
import { codexProfile } from './codex-profile.ts';
import { openaiResponses } from './openai-responses.ts';
import { streamEvents, wholeResponse } from './openai-responses-frames.ts';
import type { StreamItem } from './rendering.ts';

const context = { cwd: '/srv', markTask: (lane: string, task: string) => `SUB:${lane} ${task}` };

function build(step: Step) {
  return buildAnswer(step, {
    id: 'main_0_0',
    model: 'm',
    toNativeCall: (call) => codexProfile.toNativeCall(call, context),
  });
}

interface Event {
  readonly type: string;
  readonly sequence_number: number;
  readonly response?: unknown;
  readonly item?: unknown;
  readonly delta?: string;
}

/** The events; their frames are checked on the way. */
function streamed(step: Step): Event[] {
  return eventsOf([...streamEvents(build(step))]);
}

function eventsOf(items: readonly StreamItem[]): Event[] {
  return items.flatMap((item) => {
    if (item.kind === 'pause') {
      return [];
    }
    const [name = '', data = ''] = item.text.split('\n');
    const event: Event = JSON.parse(data.slice('data: '.length));
    expect(item.text).toBe(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    expect(name).toBe(`event: ${event.type}`);
    return [event];
  });
}

const USAGE = {
  input_tokens: 100,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 20,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 120,
};

describe('a streamed step', () => {
  it('cuts text into deltas of whole code points, and numbers its events', () => {
    const part = (text: string) => ({ type: 'output_text', text, annotations: [] });
    const message = { id: 'msg_main_0_0_0', type: 'message', role: 'assistant' };
    const whole = { ...message, status: 'completed', content: [part('ab🙂c')] };
    const response = { id: 'resp_main_0_0', object: 'response', model: 'm' };
    const at = { item_id: 'msg_main_0_0_0', output_index: 0, content_index: 0 };
    expect(streamed({ text: 'ab🙂c', chunk: 2 })).toEqual(
      [
        { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
        {
          type: 'response.output_item.added',
          output_index: 0,
          item: { ...message, status: 'in_progress', content: [] },
        },
        { type: 'response.content_part.added', ...at, part: part('') },
        { type: 'response.output_text.delta', ...at, delta: 'ab' },
        { type: 'response.output_text.delta', ...at, delta: '🙂c' },
        { type: 'response.output_text.done', ...at, text: 'ab🙂c' },
        { type: 'response.content_part.done', ...at, part: part('ab🙂c') },
        { type: 'response.output_item.done', output_index: 0, item: whole },
        { type: 'response.completed', response: { ...response, status: 'completed', output: [whole], usage: USAGE } },
      ].map((event, sequence_number) => ({ sequence_number, ...event })),
    );
  });

  it('writes lone surrogates as escapes and line separators as they are', () => {
    const texts = [...streamEvents(build({ text: ['\ud83d', '\u2028'] }))].flatMap((item) =>
      item.kind === 'frame' && item.place === 'delta' ? [item.text] : [],
    );
    expect(texts.map((text) => /"delta":"([^"]*)"/.exec(text)?.[1])).toEqual(['\\ud83d', '\u2028']);
  });

  it('shows thoughts as a summary', () => {
    const events = streamed({ thinking: 'I weigh it.', chunk: 6 });
    expect([
      events.slice(1, -1).map(({ type, delta }) => delta ?? type.replace('response.', '')),
      events.find(({ type }) => type === 'response.output_item.done')?.item,
    ]).toEqual([
      [
        'output_item.added',
        'reasoning_summary_part.added',
        'I weig',
        'h it.',
        'reasoning_summary_text.done',
        'reasoning_summary_part.done',
        'output_item.done',
      ],
      {
        id: 'rs_main_0_0_0',
        type: 'reasoning',
        summary: [{ type: 'summary_text', text: 'I weigh it.' }],
        encrypted_content: 'ZW5jcnlwdGVk',
      },
    ]);
  });

  it.each([
    [
      'a function',
      { kind: 'mcp', server: 'demo', tool: 'echo', input: { text: 'x' } },
      'function_call_arguments',
      { type: 'function_call', name: 'echo', namespace: 'mcp__demo', arguments: '{"text":"x"}' },
    ],
    [
      'a tool that takes plain text',
      { kind: 'delete', path: 'a.txt' },
      'custom_tool_call_input',
      {
        type: 'custom_tool_call',
        name: 'apply_patch',
        input: '*** Begin Patch\n*** Delete File: a.txt\n*** End Patch\n',
      },
    ],
  ] as const)('calls %s', (_what, call, family, item) => {
    const events = streamed({ tools: [call], chunk: 1_000 });
    const ids = { id: 'fc_main_0_0_0', call_id: 'call_main_0_0_0' };
    expect([events.map(({ type }) => type), events.at(-2)?.item]).toEqual([
      [
        'response.created',
        'response.output_item.added',
        `response.${family}.delta`,
        `response.${family}.done`,
        'response.output_item.done',
        'response.completed',
      ],
      { ...ids, ...item, status: 'completed' },
    ]);
  });

  it('runs a tool of the service itself, and tells its input when it is done', () => {
    const call = { kind: 'raw', name: 'web_search', input: { query: 'x', queries: ['x'] } } as const;
    const search = { id: 'ws_main_0_0_0', type: 'web_search_call' };
    expect(streamed({ tools: [call], text: 'y' }).slice(-6, -1)).toMatchObject([
      { type: 'response.output_item.added', item: { ...search, status: 'in_progress' } },
      { type: 'response.web_search_call.in_progress', item_id: search.id, output_index: 1 },
      { type: 'response.web_search_call.searching' },
      { type: 'response.web_search_call.completed' },
      {
        type: 'response.output_item.done',
        item: { ...search, status: 'completed', action: { type: 'search', query: 'x', queries: ['x'] } },
      },
    ]);
  });

  it.each<[Finish, string, object]>([
    ['stop', 'response.completed', { status: 'completed' }],
    ['tools', 'response.completed', { status: 'completed' }],
    ['length', 'response.incomplete', { incomplete_details: { reason: 'max_output_tokens' } }],
    ['context', 'response.failed', { error: { code: 'context_length_exceeded' } }],
    ['refusal', 'response.failed', { error: { code: 'cyber_policy' } }],
  ])('ends %s with %s', (finish, type, response) => {
    expect(streamed({ text: 'x', finish }).at(-1)).toMatchObject({ type, response });
  });

  it('counts what came from the cache as input', () => {
    const usage = { input: 10, cacheRead: 5, cacheWrite: 3, output: 4, reasoning: 2 };
    expect(wholeResponse(build({ text: 'x', usage }))).toMatchObject({
      usage: {
        input_tokens: 18,
        input_tokens_details: { cached_tokens: 5 },
        output_tokens: 4,
        output_tokens_details: { reasoning_tokens: 2 },
        total_tokens: 22,
      },
    });
  });

  it('passes pauses on', () => {
    const items = [...streamEvents(build({ text: ['a', { hold: 'gate' }, 'b'] }))];
    expect(items.filter(({ kind }) => kind === 'pause')).toEqual([{ kind: 'pause', pause: { hold: 'gate' } }]);
  });

  it('can fail in the middle', () => {
    expect(eventsOf([...openaiResponses.streamError('rate-limit', 'x')])[0]).toMatchObject({
      type: 'response.failed',
      response: { status: 'failed', error: { code: 'rate_limit_exceeded' } },
    });
  });
});

describe('a request', () => {
  const read = (body: unknown, path = '/v1/responses') =>
    openaiResponses.read({ method: 'POST', path, headers: {}, body });
  const user = (text: string) => ({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] });

  it('is read as the words of the user, the answers, and the results in their order', () => {
    const input = [
      { type: 'message', role: 'developer', content: [{ type: 'input_text', text: 'Be brief.' }] },
      user('Go.'),
      { type: 'reasoning', summary: [] },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'I go.' }] },
      { type: 'function_call', call_id: 'call_a', name: 'exec_command', arguments: '{}' },
      { type: 'function_call_output', call_id: 'call_a', output: 'done' },
      { type: 'custom_tool_call', call_id: 'call_b', name: 'apply_patch', input: '' },
      { type: 'custom_tool_call_output', call_id: 'call_b', output: 'done' },
    ];
    expect(read({ model: 'm', stream: true, input, tools: [{}, {}], max_output_tokens: 7 })).toEqual({
      kind: 'model',
      stream: true,
      model: 'm',
      history: [
        { kind: 'user', text: 'Go.' },
        { kind: 'answer' },
        { kind: 'results', ids: ['call_a'] },
        { kind: 'answer' },
        { kind: 'results', ids: ['call_b'] },
      ],
      tools: 2,
      maxTokens: 7,
    });
  });

  it('counts a search of the service as a part of the answer', () => {
    const input = [user('Go.'), { type: 'web_search_call', id: 'ws_a', status: 'completed' }];
    expect(read({ input })).toMatchObject({ history: [{ kind: 'user', text: 'Go.' }, { kind: 'answer' }] });
  });

  it('holds nothing of what was answered without the script', () => {
    const input = [
      user('Go.'),
      { type: 'function_call', call_id: 'call_side-wait_1_0', name: 'wait_agent', arguments: '{}' },
      { type: 'function_call_output', call_id: 'call_side-wait_1_0', output: '{}' },
    ];
    expect(read({ input })).toMatchObject({ history: [{ kind: 'user', text: 'Go.' }] });
  });

  it.each([
    ['plain text', { input: 'Go.' }, '/responses'],
    ['a message without a type', { input: [{ role: 'user', content: 'Go.' }] }, '/v1/responses'],
  ])('may be %s', (_what, body, path) => {
    expect(read(body, path)).toMatchObject({ stream: false, history: [{ kind: 'user', text: 'Go.' }] });
  });

  it('of another path is of another format', () => {
    expect(read({ input: [] }, '/v1/messages')).toBeUndefined();
  });
});

it('refuses with the status, the code and the headers of the service', () => {
  const { status, headers, body } = openaiResponses.error({ error: 'quota', retryAfterS: 3 }, 'x');
  expect([status, headers, JSON.parse(body)]).toEqual([
    429,
    expect.objectContaining({ 'retry-after': '3', 'x-codex-primary-used-percent': '100' }),
    { error: expect.objectContaining({ type: 'usage_limit_reached', resets_at: 4_102_444_800 }) },
  ]);
});
