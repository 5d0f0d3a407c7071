import { expect, it } from 'vitest';
import { outcomeOfFailure } from './failure.ts';

it.each([
  { failure: { message: 'no', status: 401 }, outcome: { type: 'auth_error', message: 'no', guidance: 'log in' } },
  {
    failure: { message: 'no', code: 'authentication_failed', status: 403 },
    outcome: { type: 'auth_error', message: 'no', guidance: 'log in' },
  },
  { failure: { message: 'slow', status: 429 }, outcome: { type: 'rate_limit_error', message: 'slow' } },
  {
    failure: { message: 'prompt is too long: 1213456 tokens > 1000000 maximum', status: 400 },
    outcome: { type: 'context_exceeded', usedTokens: 1_213_456, maxTokens: 1_000_000 },
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
    failure: { message: 'Overloaded', status: 529 },
    outcome: { type: 'error', code: 'AGENT_ERROR', message: 'Overloaded' },
  },
])('takes $failure for $outcome.type', ({ failure, outcome }) => {
  expect(outcomeOfFailure({ ...failure, guidance: 'log in' })).toEqual(outcome);
});
