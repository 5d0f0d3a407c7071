import { describe, expect, it } from 'vitest';
import { isRateLimit, outcomeOfWords } from './native-failure.ts';

// These are texts of pi 0.73.1 and omp 18.2.3.
const LIMIT = '429 {"type":"error","error":{"type":"rate_limit_error","message":"Slow down."},"request_id":"r1"}';

type Case = readonly [name: string, words: string, outcome: object];

const google = (code: number, message: string, status: string): string =>
  JSON.stringify({ error: { code, message, status } });
const EXHAUSTED = google(429, 'Resource has been exhausted (e.g. check quota).', 'RESOURCE_EXHAUSTED');
const isLimit = { type: 'rate_limit_error', message: 'Resource has been exhausted (e.g. check quota).' };

// These are written by hand, in the forms that stand in the code of pi-ai 0.73.1 and of the clients that it has (@google/genai 1.52.0).
const OTHER_SERVICES: readonly Case[] = [
  ['a limit of Google', EXHAUSTED, isLimit],
  ['a limit of Google in the middle of an answer', `got status: RESOURCE_EXHAUSTED. ${EXHAUSTED}`, isLimit],
  [
    'a limit of Google whose answer is in its message',
    google(429, JSON.stringify(JSON.parse(EXHAUSTED), undefined, 2), 'Too Many Requests'),
    isLimit,
  ],
  [
    'a limit of Google whose answer says no status',
    google(429, '{"error":{"message":"Slow down."}}', 'Too Many Requests'),
    { type: 'rate_limit_error', message: 'Slow down.' },
  ],
  [
    'a key that Google does not know',
    google(401, 'Request had invalid credentials.', 'UNAUTHENTICATED'),
    { type: 'auth_error', message: 'Request had invalid credentials.' },
  ],
  [
    'a key that Google refuses',
    google(403, 'Permission denied on resource.', 'PERMISSION_DENIED'),
    { type: 'auth_error', message: 'Permission denied on resource.' },
  ],
  [
    'a service of Google that has too much to do',
    google(503, 'The model is busy. Please try again later.', 'UNAVAILABLE'),
    { type: 'error', message: 'The model is busy. Please try again later.', transient: true },
  ],
  [
    'a limit of ChatGPT',
    'You have hit your ChatGPT usage limit (plus plan). Try again in ~58 min.',
    { type: 'rate_limit_error' },
  ],
  [
    'a limit of Mistral',
    'Mistral API error (429): {"object":"error","message":"Slow down.","type":"service_tier_capacity_exceeded","code":"3505"}',
    { type: 'rate_limit_error', message: 'Slow down.' },
  ],
  ['a limit of Mistral in other words', 'Mistral API error (429): Slow down.', { type: 'rate_limit_error' }],
  [
    'a key that Mistral does not know',
    'Mistral API error (401): {"message":"Unauthorized","request_id":"r1"}',
    { type: 'auth_error', message: 'Unauthorized' },
  ],
  [
    'an answer of Mistral that was cut',
    'Mistral API error (401): {"message":"Unauth... [truncated 9 chars]',
    { type: 'auth_error' },
  ],
  [
    'a prompt that is too long for Mistral',
    'Mistral API error (400): {"message":"Prompt contains 140000 tokens, too large for model with 131072 maximum context length"}',
    { type: 'context_exceeded' },
  ],
  [
    'a limit of Bedrock',
    'Throttling error: Too many tokens, please wait before trying again.',
    { type: 'rate_limit_error' },
  ],
  [
    'a prompt that is too long for Bedrock',
    'Validation error: Input is too long for requested model.',
    { type: 'context_exceeded' },
  ],
  [
    'a prompt that is too long for xAI',
    "400 This model's maximum prompt length is 131072 but the request contains 140000 tokens",
    { type: 'context_exceeded', usedTokens: 140_000, maxTokens: 131_072 },
  ],
  [
    'a prompt that is too long for Copilot',
    '400 prompt token count of 140000 exceeds the limit of 128000',
    { type: 'context_exceeded', usedTokens: 140_000, maxTokens: 128_000 },
  ],
];

describe.each<Case>([
  ['a limit', LIMIT, { type: 'rate_limit_error', message: 'Slow down.' }],
  ['a limit that says how long to wait', `${LIMIT} retry-after-ms=1000`, { type: 'rate_limit_error' }],
  [
    'a limit that is not waited for',
    `Provider requested 7200000ms wait, exceeds retry.maxDelayMs (300000ms). Original error: ${LIMIT} retry-after-ms=7200000`,
    { type: 'rate_limit_error', message: 'Slow down.' },
  ],
  [
    'a limit in the middle of an answer',
    'Anthropic stream error (rate_limit_error): Slow down.',
    { type: 'rate_limit_error', message: 'Slow down.' },
  ],
  [
    'a limit by its type alone',
    '{"type":"error","error":{"type":"rate_limit_error","code":"x","message":"Slow down."}}',
    { type: 'rate_limit_error', message: 'Slow down.' },
  ],
  [
    'a limit by its code alone',
    '{"error":{"code":"rate_limit_exceeded","message":"Slow down."}}',
    { type: 'rate_limit_error', message: 'Slow down.' },
  ],
  [
    'another failure in the middle of an answer',
    'Anthropic stream error (overloaded_error): Overloaded',
    { type: 'error', code: 'AGENT_ERROR', message: 'Overloaded' },
  ],
  [
    'a refusal with the name of a file behind it',
    '400 {"error":{"message":"prompt is too long: 5 tokens > 4 maximum"}}\nraw-http-request=/tmp/r.json',
    { type: 'context_exceeded', usedTokens: 5, maxTokens: 4 },
  ],
  [
    'no key',
    'No API key found for mock.\n\nUse /login. See:\n  /usr/lib/pi/docs/providers.md',
    { type: 'auth_error', message: 'No API key found for mock.', guidance: 'Log in.' },
  ],
  ['no words at all', '', { type: 'error', message: 'The model request failed.' }],
  ...OTHER_SERVICES,
])('the words of a failure: %s', (_name, words, outcome) => {
  it('have their meaning', () => {
    expect(outcomeOfWords(words, 'Log in.')).toMatchObject(outcome);
  });
});

it('has the status that the agent tells by itself, or else that of its words', () => {
  const types = [
    outcomeOfWords('Slow down.', 'Log in.', 429),
    outcomeOfWords('500 Slow down.', 'Log in.', 429),
    outcomeOfWords('429 Slow down.', 'Log in.'),
    outcomeOfWords('401 No.', 'Log in.', 'x'),
  ].map(({ type }) => type);
  expect(types).toEqual(['rate_limit_error', 'rate_limit_error', 'rate_limit_error', 'auth_error']);
});

it.each([
  ['403 {"type":"error","error":{"type":"permission_error","message":"No."}}', undefined, 'auth_error'],
  ['No.', 403, 'auth_error'],
  ['403 {"error":{"code":"rateLimitExceeded","message":"Slow down."}}', undefined, 'rate_limit_error'],
])('is a refused key where the service forbids it, unless that is a limit: %s', (words, status, type) => {
  expect(outcomeOfWords(words, 'Log in.', status).type).toBe(type);
});

it.each([
  ['a number that is no status', '{"error":{"code":1302,"message":"No."}}', 'No.'],
  ['a number that is a text', '{"error":{"code":"429","message":"No."}}', 'No.'],
  ['a status within the words', 'The tool failed: Mistral API error (429): no.', undefined],
  ['a limit within the words', 'A test prints: You have hit your ChatGPT usage limit.', undefined],
  ['a throttle within the words', 'The handler of "Throttling error: " is missing.', undefined],
  ['an answer within the words', `The tool printed ${EXHAUSTED}`, undefined],
  ['a message that is JSON, and no answer', '{"error":{"message":"[429]"}}', '[429]'],
])('is no other class because of %s', (_name, words, message = words) => {
  expect(outcomeOfWords(words, 'Log in.')).toEqual({ type: 'error', code: 'AGENT_ERROR', message });
});

// A status says more than words do, and the words of this message alone would mean another try.
it.each([
  [399, true],
  [400, false],
  [599, true],
  [600, true],
])('takes the code %i for a status where it can be one: another try may succeed: %s', (code, transient) => {
  expect(outcomeOfWords(JSON.stringify({ error: { code, message: 'Overloaded' } }), 'Log in.')).toEqual({
    ...{ type: 'error', code: 'AGENT_ERROR', message: 'Overloaded' },
    ...(transient ? { transient } : {}),
  });
});

it.each([
  ['status of an answer, and not in its body', `500 ${EXHAUSTED}`, undefined],
  ['status that the agent tells', EXHAUSTED, 500],
])('has first the %s', (_which, words, status) => {
  expect(outcomeOfWords(words, 'Log in.', status)).toMatchObject({ type: 'error', transient: true });
});

it.each([
  [LIMIT, true],
  ['Anthropic stream error (rate_limit_error): x', true],
  [EXHAUSTED, true],
  ['Throttling error: Too many tokens, please wait before trying again.', true],
  ['529 Overloaded', false],
])('tells a limit on requests from what is no limit: %s', (words, expected) => {
  expect(isRateLimit(words)).toBe(expected);
});
