/** What a step looks like on the wire of Gemini's generateContent, byte for byte; and what is read from its requests. */
import { describe, expect, it } from 'vitest';
import type { ModelError } from '../scenario/fault.ts';
import type { Finish, Step } from '../scenario/script.ts';
import { buildAnswer } from './build-answer.ts';
import { renderGeminiError } from './gemini-errors.ts';
import { streamChunks, wholeResponse } from './gemini-frames.ts';
import { geminiGenerateContent } from './gemini-generate-content.ts';
import { geminiProfile } from './gemini-profile.ts';
import type { WireRequest } from './rendering.ts';

const context = { cwd: '/srv', markTask: (lane: string, task: string) => `SUB:${lane} ${task}` };

function build(step: Step) {
  return buildAnswer(step, {
    id: 'main_0_0',
    model: 'm',
    toNativeCall: (call) => geminiProfile.toNativeCall(call, context),
  });
}

function streamed(step: Step): string[] {
  return [...streamChunks(build(step))].map((item) => (item.kind === 'frame' ? item.text : JSON.stringify(item)));
}

const USAGE = '"usageMetadata":{"promptTokenCount":100,"candidatesTokenCount":20,"totalTokenCount":120}';
const REST = `${USAGE},"modelVersion":"m","responseId":"main_0_0"`;
const chunk = (parts: string): string =>
  `data: {"candidates":[{"content":{"role":"model","parts":[${parts}]},"index":0}],${REST}}\r\n\r\n`;
const end = (reason: string): string => `data: {"candidates":[{"finishReason":"${reason}","index":0}],${REST}}\r\n\r\n`;

describe('a streamed step', () => {
  it('cuts text into chunks of whole code points', () => {
    expect(streamed({ text: 'ab🙂c', chunk: 2 })).toEqual([
      chunk('{"text":"ab"}'),
      chunk('{"text":"🙂c"}'),
      end('STOP'),
    ]);
  });

  it('escapes lone surrogates and the separators that its reader takes for ends of lines', () => {
    expect(streamed({ text: ['\ud83d', '\u2028', '\u2029'] }).slice(0, 3)).toEqual([
      chunk('{"text":"\\ud83d"}'),
      chunk('{"text":"\\u2028"}'),
      chunk('{"text":"\\u2029"}'),
    ]);
  });

  it('gives each thought whole and under a subject', () => {
    expect(streamed({ thinking: ['Hm.', '**Plan** Look.'], chunk: 1 })).toEqual([
      chunk('{"text":"**Thinking** Hm.","thought":true}'),
      chunk('{"text":"**Plan** Look.","thought":true}'),
      end('STOP'),
    ]);
  });

  it('puts calls that stand together into one chunk, each with an id of its own', () => {
    const read = { kind: 'read', path: 'a.txt' } as const;
    const call = (id: string): string =>
      `{"functionCall":{"id":"main_0_0_${id}","name":"read_file","args":{"file_path":"/srv/a.txt"}}}`;
    expect(streamed({ text: 'Two.', tools: [read, { ...read, id: 'again' }] })).toEqual([
      chunk('{"text":"Two."}'),
      chunk(`${call('0')},${call('again')}`),
      end('STOP'),
    ]);
  });

  it('keeps pauses where the script has them', () => {
    expect(streamed({ text: ['one', { hold: 'middle' }, 'two'] })).toEqual([
      chunk('{"text":"one"}'),
      JSON.stringify({ kind: 'pause', pause: { hold: 'middle' } }),
      chunk('{"text":"two"}'),
      end('STOP'),
    ]);
  });

  it.each<[Finish, string]>([
    ['stop', 'STOP'],
    ['tools', 'STOP'],
    ['length', 'MAX_TOKENS'],
    ['context', 'MAX_TOKENS'],
    ['refusal', 'SAFETY'],
  ])('ends for %s with %s', (finish, reason) => {
    expect(streamed({ finish })).toEqual([end(reason)]);
  });

  it('reports the cache and the thinking in its usage', () => {
    const usage = { input: 120, output: 34, cacheRead: 16, reasoning: 7 };
    expect(streamed({ usage })[0]?.match(/"usageMetadata":(\{.*?\})/)?.[1]).toBe(
      '{"promptTokenCount":136,"candidatesTokenCount":27,"thoughtsTokenCount":7,"cachedContentTokenCount":16,"totalTokenCount":170}',
    );
  });
});

it('holds the same parts in one piece, with broken input as an empty object', () => {
  const tools = [{ kind: 'malformed', of: 'read', inputText: '{"fi' }] as const;
  expect(wholeResponse(build({ thinking: 'Hm.', text: ['a', { hold: 'g' }, 'b'], tools }))).toEqual({
    candidates: [
      {
        content: {
          role: 'model',
          parts: [
            { text: '**Thinking** Hm.', thought: true },
            { text: 'ab' },
            { functionCall: { id: 'main_0_0_0', name: 'read_file', args: {} } },
          ],
        },
        finishReason: 'STOP',
        index: 0,
      },
    ],
    usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 20, totalTokenCount: 120 },
    modelVersion: 'm',
    responseId: 'main_0_0',
  });
});

it.each<[ModelError, number, string]>([
  ['auth', 401, 'UNAUTHENTICATED'],
  ['forbidden', 403, 'PERMISSION_DENIED'],
  ['model-not-found', 404, 'NOT_FOUND'],
  ['rate-limit', 429, 'RESOURCE_EXHAUSTED'],
  ['overloaded', 503, 'UNAVAILABLE'],
  ['server-error', 500, 'INTERNAL'],
  ['context-length', 400, 'INVALID_ARGUMENT'],
])('answers %s with %i and %s', (error, code, status) => {
  const answer = renderGeminiError({ error, message: 'Why.' });
  expect([answer.status, JSON.parse(answer.body)]).toEqual([code, { error: { code, status, message: 'Why.' } }]);
});

it('says in the body when to come again, and which quota is used up', () => {
  const details = (body: string): unknown => JSON.parse(body).error.details;
  expect([
    details(renderGeminiError({ error: 'rate-limit', retryAfterS: 2 }).body),
    details(renderGeminiError({ error: 'quota' }).body),
  ]).toEqual([
    [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '2s' }],
    [
      {
        '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
        violations: [{ quotaId: 'GenerateRequestsPerDayPerProjectPerModel' }],
      },
    ],
  ]);
});

describe('a request', () => {
  const wire = (path: string, body: unknown, method = 'POST'): WireRequest => ({ method, path, headers: {}, body });
  const post = (action: string, body: unknown) =>
    geminiGenerateContent.read(wire(`/v1beta/models/gemini-2.5-pro:${action}`, body));

  it('is read without the context that the CLI puts before the conversation', () => {
    const contents = [
      { role: 'user', parts: [{ text: '<session_context>\nToday.' }] },
      { role: 'user', parts: [{ text: 'Do it' }] },
      { role: 'model', parts: [{ text: 'Well.' }] },
      { role: 'model', parts: [{ functionCall: { name: 'read_file', args: {} } }] },
      {
        role: 'user',
        parts: [{ functionResponse: { id: 'c1', name: 'read_file' } }, { functionResponse: { name: 'x' } }],
      },
    ];
    const tools = [{ functionDeclarations: [{ name: 'a' }, { name: 'b' }] }];
    expect(post('streamGenerateContent', { contents, tools, generationConfig: { maxOutputTokens: 9 } })).toEqual({
      kind: 'model',
      stream: true,
      model: 'gemini-2.5-pro',
      tools: 2,
      maxTokens: 9,
      history: [{ kind: 'user', text: 'Do it' }, { kind: 'answer' }, { kind: 'results', ids: ['c1', 'x'] }],
    });
  });

  it.each([
    ['counts tokens', () => post('countTokens', {}), { kind: 'side', name: 'count-tokens' }],
    ['lists models', () => geminiGenerateContent.read(wire('/v1beta/models', undefined, 'GET')), { name: 'models' }],
    ['wants no stream', () => post('generateContent', { contents: [] }), { kind: 'model', stream: false }],
  ])('%s', (_name, read, expected) => {
    expect(read()).toMatchObject(expected);
  });

  it('of another format is left alone', () => {
    expect([
      post('embedContent', {}),
      post('streamGenerateContent', 'no object'),
      geminiGenerateContent.read(wire('/v1/messages', {})),
    ]).toEqual([undefined, undefined, undefined]);
  });
});
