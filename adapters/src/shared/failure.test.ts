import { expect, it } from 'vitest';
import { outcomeOfFailure } from './failure.ts';

it.each([
  { failure: { message: 'no', status: 401 }, outcome: { type: 'auth_error', message: 'no', guidance: 'log in' } },
  {
    failure: { message: 'no', code: 'authentication_failed', status: 403 },
    outcome: { type: 'auth_error', message: 'no', guidance: 'log in' },
  },
  {
    failure: { message: ' ', status: 401 },
    outcome: { type: 'auth_error', message: 'The agent failed without a word (status 401).', guidance: 'log in' },
  },
  {
    failure: { message: '', code: 'odd_error', status: 400 },
    outcome: {
      type: 'error',
      code: 'AGENT_ERROR',
      message: 'The agent failed without a word (odd_error, status 400).',
    },
  },
  {
    failure: { message: '' },
    outcome: { type: 'error', code: 'AGENT_ERROR', message: 'The agent failed without a word.' },
  },
  { failure: { message: 'No room.', code: 'contextWindowExceeded' }, outcome: { type: 'context_exceeded' } },
  { failure: { message: 'slow', status: 429 }, outcome: { type: 'rate_limit_error', message: 'slow' } },
  {
    failure: { message: 'prompt is too long: 1213456 tokens > 1000000 maximum', status: 400 },
    outcome: { type: 'context_exceeded', usedTokens: 1_213_456, maxTokens: 1_000_000 },
  },
  {
    failure: {
      message: 'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
      status: 400,
    },
    outcome: { type: 'context_exceeded', usedTokens: 1_200_000, maxTokens: 1_048_576 },
  },
  {
    failure: {
      message:
        "This model's maximum context length is 128000 tokens. However, your messages resulted in 213456 tokens.",
      status: 400,
    },
    outcome: { type: 'context_exceeded', usedTokens: 213_456, maxTokens: 128_000 },
  },
  {
    failure: { message: 'API key not valid. Please pass a valid API key.', status: 400 },
    outcome: { type: 'auth_error', message: 'API key not valid. Please pass a valid API key.', guidance: 'log in' },
  },
  {
    failure: { message: 'Invalid session identifier "x".' },
    outcome: { type: 'error', code: 'SESSION_NOT_FOUND', message: 'Invalid session identifier "x".' },
  },
  {
    failure: { message: 'The model has reached its context window limit.', code: 'max_output_tokens' },
    outcome: { type: 'error', code: 'AGENT_ERROR', message: 'The model has reached its context window limit.' },
  },
  {
    failure: { message: 'No conversation found with session ID: x' },
    outcome: { type: 'error', code: 'SESSION_NOT_FOUND', message: 'No conversation found with session ID: x' },
  },
  {
    failure: { message: 'no', code: 'unauthorized' },
    outcome: { type: 'auth_error', message: 'no', guidance: 'log in' },
  },
  {
    failure: { message: 'Missing environment variable: `OPENAI_API_KEY`.', code: 'other' },
    outcome: { type: 'auth_error', message: 'Missing environment variable: `OPENAI_API_KEY`.', guidance: 'log in' },
  },
  {
    failure: { message: 'used up', code: 'usageLimitExceeded' },
    outcome: { type: 'rate_limit_error', message: 'used up' },
  },
  {
    failure: { message: 'no rollout found for thread id x' },
    outcome: { type: 'error', code: 'SESSION_NOT_FOUND', message: 'no rollout found for thread id x' },
  },
  {
    failure: { message: 'Overloaded', status: 529 },
    outcome: { type: 'error', code: 'AGENT_ERROR', message: 'Overloaded', transient: true },
  },
  {
    failure: { message: 'Overloaded words of a request that is wrong', status: 400 },
    outcome: { type: 'error', code: 'AGENT_ERROR', message: 'Overloaded words of a request that is wrong' },
  },
  {
    failure: { message: 'Connection reset by server' },
    outcome: { type: 'error', code: 'AGENT_ERROR', message: 'Connection reset by server', transient: true },
  },
  {
    failure: { message: 'Resource not found: Session 1-2 not found' },
    outcome: { type: 'error', code: 'SESSION_NOT_FOUND', message: 'Resource not found: Session 1-2 not found' },
  },
])('takes $failure for $outcome.type', ({ failure, outcome }) => {
  expect(outcomeOfFailure({ ...failure, guidance: 'log in' })).toEqual(outcome);
});

// Each is the text of a service, as pi-ai 0.73.1 lists them.
it.each<[words: string, tokens: object]>([
  ['Input is too long for requested model.', {}],
  [
    "This model's maximum prompt length is 131072 but the request contains 140000 tokens",
    { usedTokens: 140_000, maxTokens: 131_072 },
  ],
  ['prompt token count of 140000 exceeds the limit of 128000', { usedTokens: 140_000, maxTokens: 128_000 }],
  ['Please reduce the length of the messages or completion.', {}],
  ['the request exceeds the available context size, try increasing it', {}],
  ['Your request exceeded model token limit: 131072 (requested: 140000)', {}],
  ['model_context_window_exceeded', {}],
  ['prompt too long; exceeded max context length by 9 tokens', {}],
])('takes %j for a prompt that is too long', (message, tokens) => {
  expect(outcomeOfFailure({ message, guidance: 'log in' })).toEqual({ type: 'context_exceeded', ...tokens });
});

it.each([
  'Too many tokens, please wait before trying again.',
  'Daily token limit exceeded.',
  'The file exceeds the limit of 128000 bytes.',
  'Unknown key `model_context_window` in config.toml',
  'The input is too long for this field.',
  'The maximum prompt length is too small.',
])('takes no %j for a prompt that is too long', (message) => {
  expect(outcomeOfFailure({ message, guidance: 'log in' })).toMatchObject({ type: 'error', code: 'AGENT_ERROR' });
});
