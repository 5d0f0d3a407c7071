import { expect, it } from 'vitest';
import { demandResponse } from './demand-response.ts';

it.each<object>([
  { type: 'approve' },
  { type: 'approve', scope: 'once', input: { a: [1] }, detail: 'd' },
  { type: 'approve', scope: 'session' },
  { type: 'deny' },
  { type: 'deny', reason: '', interrupt: false },
  { type: 'text', text: '' },
  { type: 'answers', answers: {} },
  { type: 'answers', answers: { a: 'b', c: ['d', 'e'] } },
  { type: 'form', action: 'accept', content: { a: 1 } },
  { type: 'form', action: 'decline' },
  { type: 'form', action: 'cancel' },
])('%j is a complete response', (response) => {
  expect(() => demandResponse(response)).not.toThrow();
});

it.each<unknown>([
  undefined,
  null,
  'approve',
  {},
  { type: 'grant' },
  { type: 'toString' },
  { type: 'approve', scope: 'ever' },
  { type: 'approve', input: () => 0 },
  { type: 'approve', detail: 7 },
  { type: 'deny', reason: 7 },
  { type: 'deny', interrupt: 'yes' },
  { type: 'text' },
  { type: 'answers' },
  { type: 'answers', answers: [] },
  { type: 'answers', answers: { a: 7 } },
  { type: 'answers', answers: { a: ['b', 7] } },
  { type: 'form' },
  { type: 'form', action: 'ok' },
  { type: 'form', action: 'accept', content: () => 0 },
])('%j is none, and what one must be is said', (response) => {
  expect(() => demandResponse(response)).toThrow(
    expect.objectContaining({
      code: 'VALIDATION_ERROR',
      message: expect.stringMatching(
        /^respond\(\): .+ is no complete response\. Its type must be one of approve, deny, text, answers, form\.$/,
      ),
    }),
  );
});
