import type { Interaction } from '@agent-mux/core';
import { expect, it } from 'vitest';
import { type OpenQuestion, Questions, type Verdict } from './questions.ts';

const approval: Interaction = { kind: 'approval', action: 'run', detail: 'make', toolCallId: 'c1', scopes: ['once'] };
const input: Interaction = { kind: 'input', detail: 'Which?', source: 'tool', lane: 'kid' };

function question(interaction: Interaction, verdict: Verdict = { granted: true }): OpenQuestion {
  return { interaction, reply: ({ type }) => (type === 'text' ? undefined : { said: type }), verdict: () => verdict };
}

it('opens a question, answers it once, and forgets it', () => {
  const questions = new Questions();
  expect(questions.asked('1', question(approval))).toEqual({
    type: 'approval_request',
    key: '1',
    action: 'run',
    detail: 'make',
    riskLevel: 'medium',
    toolCallId: 'c1',
  });
  expect(questions.reply('1', { type: 'approve' })).toEqual({ said: 'approve' });
  expect(questions.reply('1', { type: 'text', text: '' })).toBeUndefined();
  expect(questions.answered('1', {})).toEqual([{ type: 'approval_granted', key: '1' }]);
  expect(questions.answered('1', {})).toEqual([]);
  expect(questions.withdrawn('1')).toEqual([]);
  expect(questions.pending.size).toBe(0);
});

it('tells a denial with the reason that the answer gives', () => {
  const questions = new Questions();
  questions.asked('1', question(approval, { granted: false, reason: 'no' }));
  expect(questions.answered('1', {})).toEqual([{ type: 'approval_denied', key: '1', reason: 'no' }]);
});

it('settles what was no approval without a verdict, in its lane', () => {
  const questions = new Questions();
  expect(questions.asked('1', question(input))).toEqual({
    type: 'input_required',
    key: '1',
    question: 'Which?',
    source: 'tool',
    lane: 'kid',
  });
  expect(questions.answered('1', {})).toEqual([{ type: 'interaction_settled', key: '1', lane: 'kid' }]);
});

it('takes a call that has run for one that was granted', () => {
  const questions = new Questions();
  questions.asked('1', question(approval, { granted: false }));
  questions.asked('2', question(input));
  expect(['1', '2', '1'].flatMap((key) => questions.passed(key))).toEqual([
    { type: 'approval_granted', key: '1' },
    { type: 'interaction_settled', key: '2', lane: 'kid' },
  ]);
});

it('withdraws what a call or a lane has left open, and nothing else', () => {
  const questions = new Questions();
  questions.asked('1', question(approval));
  questions.asked('2', question({ ...approval, toolCallId: 'c2' }));
  questions.asked('3', question(input));
  expect(questions.toolEnded('c1')).toEqual([{ type: 'approval_denied', key: '1', reason: 'withdrawn' }]);
  expect(questions.laneEnded(undefined)).toEqual([{ type: 'approval_denied', key: '2', reason: 'withdrawn' }]);
  expect([...questions.pending.keys()]).toEqual(['3']);
});

it('tells no fact that is empty, and no list of files that lacks one', () => {
  const questions = new Questions();
  const facts = {
    toolKind: 'edit',
    command: '',
    cwd: '',
    paths: ['/a', ''],
    changes: [{ path: '/a', change: 'write' }],
  } as const;
  const asked = questions.asked('1', question({ ...approval, ...facts }));
  expect(asked).toEqual({ ...questions.asked('2', question(approval)), key: '1', toolKind: 'edit', command: '' });
  expect(questions.pending.get('1')).toEqual({ ...approval, toolKind: 'edit', command: '' });
  expect(questions.reply('1', { type: 'approve' })).toEqual({ said: 'approve' });
  const moved = { paths: ['/a'], changes: [{ path: '/a', change: 'move', movedTo: '' }] } as const;
  expect(questions.asked('3', question({ ...approval, ...moved }))).not.toHaveProperty('paths');
});
