/** What a step looks like on the wire of Chat Completions, byte for byte; and what is read from its requests. */
import { describe, expect, it } from 'vitest';
import type { ModelError } from '../scenario/fault.ts';
import type { Finish, Step } from '../scenario/script.ts';
import { buildAnswer } from './build-answer.ts';
import { chatCompletions } from './chat-completions.ts';
import { renderChatError } from './chat-completions-errors.ts';
import { streamChatChunks, wholeCompletion } from './chat-completions-frames.ts';
import { opencodeProfile } from './opencode-profile.ts';
import type { WireRequest } from './rendering.ts';

const context = { cwd: '/srv', markTask: (lane: string, task: string) => `SUB:${lane} ${task}` };

function build(step: Step) {
  return buildAnswer(step, {
    id: 'main_0_0',
    model: 'm',
    toNativeCall: (call) => opencodeProfile.toNativeCall(call, context),
  });
}

function streamed(step: Step): string[] {
  return [...streamChatChunks(build(step))].map((item) => (item.kind === 'frame' ? item.text : JSON.stringify(item)));
}

const frame = (rest: string): string =>
  `data: {"id":"chatcmpl-main_0_0","object":"chat.completion.chunk","created":1700000000,"model":"m",${rest}}\n\n`;
const delta = (value: string): string => frame(`"choices":[{"index":0,"delta":${value},"finish_reason":null}]`);
const HEAD = delta('{"role":"assistant","content":""}');
const usage = (prompt: number, completion: number, cached = 0, reasoning = 0): string =>
  `"usage":{"prompt_tokens":${prompt},"completion_tokens":${completion},"total_tokens":${prompt + completion},"prompt_tokens_details":{"cached_tokens":${cached}},"completion_tokens_details":{"reasoning_tokens":${reasoning}}}`;
const tail = (reason: string): string[] => [
  frame(`"choices":[{"index":0,"delta":{},"finish_reason":"${reason}"}]`),
  frame(`"choices":[],${usage(100, 20)}`),
  'data: [DONE]\n\n',
];

describe('a streamed step', () => {
  it('thinks before it speaks, in deltas of whole code points', () => {
    expect(streamed({ thinking: 'Hm.', text: 'ab🙂c', chunk: 2 })).toEqual([
      HEAD,
      delta('{"reasoning_content":"Hm"}'),
      delta('{"reasoning_content":"."}'),
      delta('{"content":"ab"}'),
      delta('{"content":"🙂c"}'),
      ...tail('stop'),
    ]);
  });

  it('names a call in its first fragment only, and gives each of several an index', () => {
    const read = { kind: 'read', path: 'a' } as const;
    const call = (index: number, id: string): string[] => [
      delta(
        `{"tool_calls":[{"index":${index},"id":"call_main_0_0_${id}","type":"function","function":{"name":"read","arguments":""}}]}`,
      ),
      delta(`{"tool_calls":[{"index":${index},"function":{"arguments":"{\\"filePath\\":"}}]}`),
      delta(`{"tool_calls":[{"index":${index},"function":{"arguments":"\\"/srv/a\\"}"}}]}`),
    ];
    expect(streamed({ tools: [read, { ...read, id: 'again' }], chunk: 12 })).toEqual([
      HEAD,
      ...call(0, '0'),
      ...call(1, 'again'),
      ...tail('tool_calls'),
    ]);
  });

  it('keeps pauses where the script has them', () => {
    expect(streamed({ text: ['one', { hold: 'middle' }, 'two'] }).slice(1, 4)).toEqual([
      delta('{"content":"one"}'),
      JSON.stringify({ kind: 'pause', pause: { hold: 'middle' } }),
      delta('{"content":"two"}'),
    ]);
  });

  it.each<[Finish, string]>([
    ['stop', 'stop'],
    ['tools', 'tool_calls'],
    ['length', 'length'],
    ['context', 'length'],
    ['refusal', 'content_filter'],
  ])('ends for %s with %s', (finish, reason) => {
    expect(streamed({ finish })).toEqual([HEAD, ...tail(reason)]);
  });

  it('reports the cache and the reasoning in its usage', () => {
    const step: Step = { usage: { input: 120, output: 34, cacheRead: 16, reasoning: 7 } };
    expect(streamed(step)[2]).toBe(frame(`"choices":[],${usage(136, 34, 16, 7)}`));
  });
});

it('holds the same in one piece', () => {
  const step: Step = { thinking: 'Hm.', text: ['a', { hold: 'g' }, 'b'], tools: [{ kind: 'shell', command: 'ls' }] };
  expect(wholeCompletion(build(step))).toMatchObject({
    object: 'chat.completion',
    choices: [
      {
        finish_reason: 'tool_calls',
        message: {
          role: 'assistant',
          content: 'ab',
          reasoning_content: 'Hm.',
          tool_calls: [
            {
              id: 'call_main_0_0_0',
              type: 'function',
              function: { name: 'bash', arguments: '{"command":"ls","description":"Run a command"}' },
            },
          ],
        },
      },
    ],
  });
});

it.each<[ModelError, number, string | null]>([
  ['auth', 401, 'invalid_api_key'],
  ['model-not-found', 404, 'model_not_found'],
  ['rate-limit', 429, 'rate_limit_exceeded'],
  ['quota', 429, 'insufficient_quota'],
  ['overloaded', 529, null],
  ['context-length', 400, 'context_length_exceeded'],
])('answers %s with %i and %s', (error, status, code) => {
  const answer = renderChatError({ error, message: 'Why.', retryAfterS: 1 }, 'main_0_0');
  expect([answer.status, answer.headers['retry-after'], JSON.parse(answer.body).error]).toEqual([
    status,
    '1',
    { message: 'Why.', type: expect.any(String), code, param: null },
  ]);
});

describe('a request', () => {
  const wire = (path: string, body: unknown): WireRequest => ({ method: 'POST', path, headers: {}, body });

  it('is read without what the system says', () => {
    const messages = [
      { role: 'system', content: 'You are an agent.' },
      { role: 'user', content: [{ type: 'text', text: 'Do' }, { type: 'image_url' }, { type: 'text', text: 'it' }] },
      { role: 'assistant', content: 'Well.' },
      { role: 'assistant', content: '', tool_calls: [] },
      { role: 'tool', tool_call_id: 'c1', content: 'x' },
      { role: 'user', content: 'More' },
    ];
    const body = { messages, model: 'm', stream: true, tools: [{}, {}], max_tokens: 9 };
    expect(chatCompletions.read(wire('/v1/chat/completions', body))).toEqual({
      kind: 'model',
      stream: true,
      model: 'm',
      tools: 2,
      maxTokens: 9,
      history: [
        { kind: 'user', text: 'Do\nit' },
        { kind: 'answer' },
        { kind: 'results', ids: ['c1'] },
        { kind: 'user', text: 'More' },
      ],
    });
  });

  it('of another format is left alone', () => {
    expect([
      chatCompletions.read(wire('/v1/messages', { messages: [] })),
      chatCompletions.read(wire('/v1/chat/completions', 'no object')),
    ]).toEqual([undefined, undefined]);
  });
});
