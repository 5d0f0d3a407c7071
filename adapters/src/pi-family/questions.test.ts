/** What extensions of pi and its forks ask; the requests are as the modules of pi 0.73.1 write them. */
import type { Interaction, InteractionResponse } from '@agent-mux/core';
import { describe, expect, it } from 'vitest';
import type { NativeLine } from './native.ts';
import { asked, keyOf } from './questions.ts';

const request = (method: string, more: object = {}): NativeLine => ({
  ...{ type: 'extension_ui_request', id: 'ask-1', method, ...more },
});
const answer = (fields: object) => ({ type: 'extension_ui_response', id: 'ask-1', ...fields });
function questionOf(line: NativeLine, toolCallId?: string) {
  const told = asked(line, toolCallId);
  if (!('question' in told)) {
    throw new Error('It is no question.');
  }
  return told.question;
}
const GATE = { kind: 'approval', action: 'confirm', riskLevel: 'high', scopes: ['once'] };
const words = (title: string, more: object = {}) => ({
  ...{ kind: 'input', detail: title, source: 'tool', ...more },
});

describe('a question', () => {
  it.each<[string, NativeLine, object]>([
    [
      'that confirms',
      request('confirm', { title: 'Sure?', message: 'It deletes.' }),
      { ...GATE, action: 'Sure?', detail: 'It deletes.' },
    ],
    ['that confirms its title', request('confirm', { title: 'Sure?' }), { ...GATE, action: 'Sure?', detail: 'Sure?' }],
    ['of yes and no', request('select', { title: 'Go?', options: ['Yes, do', 'No'] }), { ...GATE, detail: 'Go?' }],
    [
      'of more than yes and no',
      request('select', { title: 'Go?', options: ['Yes', 'No', 'Later'] }),
      words('Go?', {
        questions: [
          {
            id: 'Go?',
            question: 'Go?',
            options: [{ label: 'Yes' }, { label: 'No' }, { label: 'Later' }],
            freeText: false,
          },
        ],
      }),
    ],
    [
      'without a no',
      request('select', { title: 'Go?', options: ['Yes', 'Later'] }),
      words('Go?', {
        questions: [{ id: 'Go?', question: 'Go?', options: [{ label: 'Yes' }, { label: 'Later' }], freeText: false }],
      }),
    ],
    [
      'for words',
      request('input', { title: 'Name?', placeholder: 'a name' }),
      words('Name?', { context: 'a name', questions: [{ id: 'Name?', question: 'Name?', freeText: true }] }),
    ],
    [
      'for a text',
      request('editor', { title: 'Text?', prefill: 'Dear' }),
      words('Text?', { context: 'Dear', questions: [{ id: 'Text?', question: 'Text?', freeText: true }] }),
    ],
    ['without a title', request('input'), words('', { questions: [{ id: '', question: '', freeText: true }] })],
  ])('%s is told in our words', (_what, line, interaction) => {
    expect(questionOf(line).interaction).toEqual(interaction);
    expect(questionOf(line, 't1').interaction).toEqual({ ...interaction, toolCallId: 't1' });
  });

  it.each([
    ['Yes', 'No'],
    ['approve it', 'deny it'],
    ['Allow', 'Block'],
    ['accept', 'reject'],
    ['OK', 'Cancel'],
  ])('of %s and %s is one that grants or denies', (yes, no) => {
    const line = request('select', { title: 'Go?', options: [no, yes] });
    const { interaction, reply, verdict } = questionOf(line);
    expect(interaction.kind).toBe('approval');
    expect([reply({ type: 'approve' }), reply({ type: 'deny' })]).toEqual([
      answer({ value: yes }),
      answer({ value: no }),
    ]);
    expect([verdict({ value: yes }), verdict({ value: no }), verdict(undefined)]).toEqual([
      { granted: true },
      { granted: false },
      { granted: false },
    ]);
  });

  it.each(['Yesterday', 'Nothing'])('of a word that only begins so is none of that: %s', (word) => {
    const kindOf = (options: string[]): Interaction['kind'] =>
      questionOf(request('select', { options })).interaction.kind;
    expect([kindOf(['Yes', word]), kindOf([word, 'No'])]).toEqual(['input', 'input']);
  });

  const confirm = request('confirm', { title: 'Sure?' });
  const gate = request('select', { title: 'Go?', options: ['Yes', 'No'] });
  const input = request('input', { title: 'Name?' });
  it.each<[string, NativeLine, InteractionResponse, object | undefined]>([
    ['leave', confirm, { type: 'approve' }, { confirmed: true }],
    ['leave once', confirm, { type: 'approve', scope: 'once' }, { confirmed: true }],
    ['a denial', confirm, { type: 'deny' }, { confirmed: false }],
    ['no leave for the session', confirm, { type: 'approve', scope: 'session' }, undefined],
    ['no other input', confirm, { type: 'approve', input: {} }, undefined],
    ['no words', confirm, { type: 'text', text: 'yes' }, undefined],
    ['no leave of a gate for the session', gate, { type: 'approve', scope: 'session' }, undefined],
    ['no other input of a gate', gate, { type: 'approve', input: {} }, undefined],
    ['no words of a gate', gate, { type: 'text', text: 'Yes' }, undefined],
    ['words', input, { type: 'text', text: 'Ada' }, { value: 'Ada' }],
    ['an answer', input, { type: 'answers', answers: { 'Name?': 'Ada' } }, { value: 'Ada' }],
    ['the first of several', input, { type: 'answers', answers: { 'Name?': ['Ada', 'Bob'] } }, { value: 'Ada' }],
    ['an answer to another name', input, { type: 'answers', answers: { other: 'Ada' } }, { value: 'Ada' }],
    ['no answer', input, { type: 'answers', answers: {} }, undefined],
    ['a refusal', input, { type: 'deny' }, { cancelled: true }],
    ['a form that is declined', input, { type: 'form', action: 'decline' }, { cancelled: true }],
    ['no form', input, { type: 'form', action: 'accept' }, undefined],
    ['no leave where words are wanted', input, { type: 'approve' }, undefined],
  ])('takes %s', (_what, line, given, fields) => {
    expect(questionOf(line).reply(given)).toEqual(fields === undefined ? undefined : answer(fields));
  });

  it('was granted where that was confirmed', () => {
    const { verdict } = questionOf(confirm);
    expect([verdict({ confirmed: true }), verdict({ confirmed: false }), verdict(null)]).toEqual([
      { granted: true },
      { granted: false },
      { granted: false },
    ]);
    expect(questionOf(input).verdict({ value: 'Ada' })).toEqual({ granted: false });
  });

  it('is known by the id of its request', () => {
    expect([keyOf(input), keyOf({})]).toEqual(['ask-1', '']);
  });
});

it.each<[NativeLine, object[]]>([
  [request('notify', { message: 'Oh.' }), [{ type: 'debug', level: 'info', message: 'Oh.' }]],
  [request('open_url', { url: 'http://a' }), [{ type: 'debug', level: 'info', message: 'To be opened: http://a' }]],
  [request('open_url'), [{ type: 'debug', level: 'info', message: 'To be opened: ' }]],
  [request('notify'), [{ type: 'debug', level: 'info', message: '' }]],
  [request('setStatus', { message: 'Oh.' }), []],
])('what only shows something is no question: %j', (line, drafts) => {
  expect(asked(line, undefined)).toEqual({ drafts });
});
