import { describe, expect, it } from 'vitest';
import { isRateLimit, outcomeOfWords } from './native-failure.ts';

// These are texts of pi 0.73.1 and omp 18.2.3.
const LIMIT = '429 {"type":"error","error":{"type":"rate_limit_error","message":"Slow down."},"request_id":"r1"}';

describe.each<[name: string, words: string, outcome: object]>([
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

it('tells a limit on requests from what is no limit', () => {
  expect([LIMIT, 'Anthropic stream error (rate_limit_error): x', '529 Overloaded'].map(isRateLimit)).toEqual([
    true,
    true,
    false,
  ]);
});
