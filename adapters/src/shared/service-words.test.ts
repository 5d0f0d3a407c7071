import { expect, it } from 'vitest';
import { outcomeOfFailure } from './failure.ts';
import { serviceWords } from './service-words.ts';

const ANSWER = '{"error":{"message":"It is too long.","type":"invalid_request_error","param":null,"code":null}}';
const NESTED = JSON.stringify({ error: { message: ANSWER, code: 400 } });

it.each([
  [ANSWER, 'It is too long.'],
  [`${JSON.stringify(JSON.parse(ANSWER), null, 2)}\n`, 'It is too long.'],
  [`400 ${ANSWER}`, 'It is too long.'],
  [`[mock/mock-1] 400 {"type":"error","error":{"message":"No."},"request_id":"r"}`, 'No.'],
  [NESTED, 'It is too long.'],
  [`429 ${NESTED}`, 'It is too long.'],
])('the words %j say %j', (words, said) => {
  expect(serviceWords(words)).toBe(said);
});

it.each([
  '',
  'It is too long.',
  'a } and a {',
  '{}',
  '{"error":null}',
  '{"error":"no object"}',
  '{"error":{"message":5}}',
  '{"message":"no answer of a service","details":"which has more to say"}',
  '{"error":{"message":"cut',
  `{a} ${ANSWER}`,
  `The tool printed ${ANSWER}`,
  `API Error: 400 ${ANSWER}`,
  '{"error":{"message":" "}}',
  `${ANSWER} and more`,
  '[{"error":{"message":"No."}}]',
])('the words %j stay as they are', (words) => {
  expect(serviceWords(words)).toBe(words);
});

it('a failure has the words of its service, whichever agent repeats the answer', () => {
  const failure = { guidance: 'Log in.', message: ANSWER };
  expect(outcomeOfFailure(failure)).toMatchObject({ type: 'error', message: 'It is too long.' });
  expect(outcomeOfFailure({ ...failure, status: 401 })).toMatchObject({
    type: 'auth_error',
    message: 'It is too long.',
  });
});

it.each([
  [{ message: 'No.', code: 'context_length_exceeded' }, { type: 'context_exceeded' }],
  [
    { message: 'The provider failed.', metadata: { raw: 'prompt is too long: 213456 tokens > 200000 maximum' } },
    { type: 'context_exceeded', usedTokens: 213_456, maxTokens: 200_000 },
  ],
  [
    { message: 'The provider failed.', metadata: { raw: 'upstream connection reset' } },
    { type: 'error', code: 'AGENT_ERROR', message: 'The provider failed.', transient: true },
  ],
])('the class of a failure follows from all of the answer %j', (error, outcome) => {
  expect(outcomeOfFailure({ guidance: 'Log in.', message: JSON.stringify({ error }) })).toEqual(outcome);
});
