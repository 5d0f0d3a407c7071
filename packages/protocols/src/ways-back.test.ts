/** Every question of a run can be answered in every protocol, and everything that a run accepts can be said. */
import type { InteractionResponse } from '@agent-mux/events/journal';
import { expect, it, vi } from 'vitest';
import { handleMessage } from './a2a/index.ts';
import { approve, deny, provideInput as provideAfk } from './afk/index.ts';
import { resume as resumeAgui } from './ag-ui/index.ts';
import { resumeWithInput } from './agentic/index.ts';
import { resume as resumeCagent } from './cagent/index.ts';
import type { OpenQuestion } from './inbound.ts';
import { provideInput } from './looopy/index.ts';
import { handleChat } from './ui-messages/index.ts';

const BOTH = ['once', 'session'] as const;

const QUESTIONS = {
  approval: { id: 'q', type: 'approval', scopes: BOTH },
  words: { id: 'q', type: 'input', scopes: ['once'] },
  choices: { id: 'q', type: 'input', scopes: ['once'], questions: [{ id: 'c', question: 'Which?' }] },
  form: { id: 'q', type: 'input', scopes: ['once'], schema: { type: 'object' } },
} as const satisfies Record<string, OpenQuestion>;

/** The answers to each kind of question. */
const ANSWERS = {
  'for the session': ['approval', { type: 'approve', scope: 'session' }],
  no: ['approval', { type: 'deny', reason: 'not that' }],
  words: ['words', { type: 'text', text: 'blue' }],
  choices: ['choices', { type: 'answers', answers: { c: ['red', 'blue'] } }],
  'a form': ['form', { type: 'form', action: 'accept', content: { n: 1 } }],
} as const satisfies Record<string, readonly [keyof typeof QUESTIONS, InteractionResponse]>;

interface Run {
  readonly interaction: {
    readonly pending: readonly OpenQuestion[];
    readonly respond: (id: string, response: InteractionResponse) => Promise<void>;
  };
  readonly continue: () => Promise<void>;
}

type Says = Readonly<Record<keyof typeof ANSWERS, (run: Run) => Promise<unknown>>>;

const data = (value: object) => ({ parts: [{ data: value }] });
const resolved = (payload: unknown) => [{ interruptId: 'q', status: 'resolved', payload }] as const;
const posted = (value: object) => [{ role: 'user', parts: [{ type: 'data-amux-answer', id: 'q', data: value }] }];
const form = { action: 'accept', content: { n: 1 } } as const;
const labels = { c: ['red', 'blue'] } as const;

const PROTOCOLS: Readonly<Record<string, Says>> = {
  cagent: {
    'for the session': (run) => resumeCagent(run, { confirmation: 'approve-session' }),
    no: (run) => resumeCagent(run, { confirmation: 'reject', reason: 'not that' }),
    words: (run) => resumeCagent(run, { interaction_id: 'q', answer: 'blue' }),
    choices: (run) => resumeCagent(run, { interaction_id: 'q', answer: labels }),
    'a form': (run) => resumeCagent(run, { interaction_id: 'q', ...form }),
  },
  looopy: {
    'for the session': (run) => provideInput(run, { inputId: 'q', approved: true, scope: 'session' }),
    no: (run) => provideInput(run, { inputId: 'q', approved: false, reason: 'not that' }),
    words: (run) => provideInput(run, { inputId: 'q', text: 'blue' }),
    choices: (run) => provideInput(run, { inputId: 'q', selected: ['red', 'blue'] }),
    'a form': (run) => provideInput(run, { inputId: 'q', ...form }),
  },
  afk: {
    'for the session': (run) => approve(run, { scope: 'session' }),
    no: (run) => deny(run, { reason: 'not that' }),
    words: (run) => provideAfk(run, { value: 'blue' }),
    choices: (run) => provideAfk(run, { value: labels }),
    'a form': (run) => provideAfk(run, form),
  },
  agentic: {
    'for the session': (run) => resumeWithInput(run, { q: { approve: true, scope: 'session' } }),
    no: (run) => resumeWithInput(run, { q: { approve: false, reason: 'not that' } }),
    words: (run) => resumeWithInput(run, { q: 'blue' }),
    choices: (run) => resumeWithInput(run, { q: labels }),
    'a form': (run) => resumeWithInput(run, { q: form }),
  },
  a2a: {
    'for the session': (run) => handleMessage(run, data({ approved: true, scope: 'session' })),
    no: (run) => handleMessage(run, data({ approved: false, reason: 'not that' })),
    words: (run) => handleMessage(run, { parts: [{ text: 'blue' }] }),
    choices: (run) => handleMessage(run, data({ answers: labels })),
    'a form': (run) => handleMessage(run, data(form)),
  },
  'ag-ui': {
    'for the session': (run) => resumeAgui(run, resolved({ approved: true, scope: 'session' })),
    no: (run) => resumeAgui(run, resolved({ approved: false, reason: 'not that' })),
    words: (run) => resumeAgui(run, resolved({ text: 'blue' })),
    choices: (run) => resumeAgui(run, resolved(labels)),
    'a form': (run) => resumeAgui(run, resolved({ n: 1 })),
  },
  'ui-messages': {
    'for the session': (run) => handleChat(run, posted({ approved: true, scope: 'session' })),
    no: (run) => handleChat(run, posted({ approved: false, reason: 'not that' })),
    words: (run) => handleChat(run, posted({ text: 'blue' })),
    choices: (run) => handleChat(run, posted({ answers: labels })),
    'a form': (run) => handleChat(run, posted(form)),
  },
};

it.each([
  ['cagent', (run: Run, id: string) => resumeCagent(run, { confirmation: 'approve', tool_call_id: id })],
  ['afk', (run: Run, id: string) => approve(run, { tool_call_id: id })],
] as const)('R-5: %s takes the id under which a tree tells the call of a child', async (_name, say) => {
  const child = '01JZ8M3QK5V7W9X2Y4Z6A8B001';
  const respond = vi.fn(() => Promise.resolve());
  const pending = ['c1', 'c2'].map((toolCallId, place) => ({
    ...QUESTIONS.approval,
    id: `${child}-i${place + 1}`,
    toolCallId,
  }));
  const run: Run = {
    interaction: { pending, respond },
    continue: () => Promise.reject(new Error('It was gone on with.')),
  };
  await say(run, `${child}/c2`);
  expect(respond).toHaveBeenCalledExactlyOnceWith(`${child}-i2`, { type: 'approve', scope: 'once' }, expect.anything());
  await expect(say(run, '01JZ8M3QK5V7W9X2Y4Z6A8B002/c2')).rejects.toThrow('Cannot answer: no approval for');
});

const CASES = Object.entries(PROTOCOLS).flatMap(([name, says]) =>
  Object.entries(ANSWERS).map(
    ([what, [question, response]]) => [name, what, says[what as keyof Says], question, response] as const,
  ),
);

it.each(CASES)('R-12: %s says %s', async (_name, _what, say, question, response) => {
  const respond = vi.fn(() => Promise.resolve());
  await say({
    interaction: { pending: [QUESTIONS[question]], respond },
    continue: () => Promise.reject(new Error('It was gone on with.')),
  });
  expect(respond).toHaveBeenCalledExactlyOnceWith('q', response, expect.anything());
});
