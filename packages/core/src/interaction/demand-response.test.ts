import { expect, it } from 'vitest';
import { findResponseErrors } from './demand-response.ts';

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
  expect(findResponseErrors(response)).toEqual([]);
});

const TYPE = 'one of "approve", "deny", "text", "answers", "form"';
const ANSWERS = 'an object with a string, or an array of strings, for each question';
const ACTION = 'one of "accept", "decline", "cancel"';

it.each<[unknown, string]>([
  [undefined, `\`response\` is undefined, but must be an object whose \`type\` is ${TYPE}.`],
  [null, `\`response\` is null, but must be an object whose \`type\` is ${TYPE}.`],
  ['approve', `\`response\` is "approve", but must be an object whose \`type\` is ${TYPE}.`],
  [{}, `\`response.type\` is missing; it must be ${TYPE}.`],
  [{ type: 'grant' }, `\`response.type\` is "grant", but must be ${TYPE}.`],
  [{ type: 'aprove' }, `\`response.type\` is "aprove", but must be ${TYPE}. Did you mean "approve"?`],
  [{ type: 'toString' }, `\`response.type\` is "toString", but must be ${TYPE}.`],
  [{ type: 'approve', scope: 'ever' }, '`response.scope` is "ever", but must be one of "once", "session".'],
  [{ type: 'approve', scpoe: 'once' }, '`response.scpoe` is no option; did you mean `scope`?'],
  [
    { type: 'approve', input: () => 0 },
    '`response.input` is a function, but must be a value that JSON has a form for.',
  ],
  [{ type: 'approve', detail: 7 }, '`response.detail` is 7, but must be a string.'],
  [
    { type: 'deny', reason: 7, interrupt: 'yes' },
    '`response.reason` is 7, but must be a string. `response.interrupt` is "yes", but must be true or false.',
  ],
  [{ type: 'deny', detail: 'x' }, '`response.detail` is no option.'],
  [{ type: 'text' }, '`response.text` is missing; it must be a string.'],
  [{ type: 'answers' }, `\`response.answers\` is missing; it must be ${ANSWERS}.`],
  [{ type: 'answers', answers: [] }, `\`response.answers\` is an array, but must be ${ANSWERS}.`],
  [{ type: 'answers', answers: { a: 7 } }, `\`response.answers\` is an object, but must be ${ANSWERS}.`],
  [{ type: 'answers', answers: { a: ['b', 7] } }, `\`response.answers\` is an object, but must be ${ANSWERS}.`],
  [{ type: 'form' }, `\`response.action\` is missing; it must be ${ACTION}.`],
  [{ type: 'form', action: 'acept' }, `\`response.action\` is "acept", but must be ${ACTION}. Did you mean "accept"?`],
  [
    { type: 'form', action: 'accept', content: () => 0 },
    '`response.content` is a function, but must be a value that JSON has a form for.',
  ],
])('%j is none, and what one must be is said', (response, words) => {
  const told = findResponseErrors(response).map(({ message }) => message);
  expect(told.join(' ')).toBe(words);
});
