/** What each answer becomes on the way to Codex 0.169.0, by kind of question. */
import type { InteractionResponse } from '@agent-mux/core';
import { describe, expect, it } from 'vitest';
import type { OpenQuestion } from '../../shared/index.ts';
import { commandQuestion, elicitationQuestion, inputQuestion, permissionsQuestion } from './describe-question.ts';

const ANSWERS: readonly InteractionResponse[] = [
  { type: 'approve' },
  { type: 'approve', scope: 'session' },
  { type: 'approve', input: { other: 1 } },
  { type: 'deny' },
  { type: 'deny', interrupt: true },
  { type: 'text', text: 'x' },
  { type: 'answers', answers: { a: 'x', 'What?': ['z', 'more'], stray: 'y' } },
  { type: 'form', action: 'accept' },
  { type: 'form', action: 'accept', content: { a: 1 } },
  { type: 'form', action: 'decline' },
];

function repliesOf({ reply }: OpenQuestion): object {
  return Object.fromEntries(
    ANSWERS.map((answer) => [JSON.stringify(answer), JSON.stringify(reply(answer)) ?? 'not taken']),
  );
}

const REPLIES: readonly (readonly [string, () => OpenQuestion, object])[] = [
  [
    'a command',
    () => commandQuestion({ command: 'make' }, {}),
    {
      '{"type":"approve"}': '{"decision":"accept"}',
      '{"type":"approve","scope":"session"}': '{"decision":"acceptForSession"}',
      '{"type":"approve","input":{"other":1}}': 'not taken',
      '{"type":"deny"}': '{"decision":"decline"}',
      '{"type":"deny","interrupt":true}': '{"decision":"cancel"}',
      '{"type":"text","text":"x"}': 'not taken',
      '{"type":"answers","answers":{"a":"x","What?":["z","more"],"stray":"y"}}': 'not taken',
      '{"type":"form","action":"accept"}': 'not taken',
      '{"type":"form","action":"accept","content":{"a":1}}': 'not taken',
      '{"type":"form","action":"decline"}': 'not taken',
    },
  ],
  [
    'permissions',
    () => permissionsQuestion({ permissions: { network: true } }, {}),
    {
      '{"type":"approve"}': '{"permissions":{"network":true},"scope":"turn"}',
      '{"type":"approve","scope":"session"}': '{"permissions":{"network":true},"scope":"session"}',
      '{"type":"approve","input":{"other":1}}': '{"permissions":{"other":1},"scope":"turn"}',
      '{"type":"deny"}': '{"permissions":{},"scope":"turn"}',
      '{"type":"deny","interrupt":true}': '{"permissions":{},"scope":"turn"}',
      '{"type":"text","text":"x"}': 'not taken',
      '{"type":"answers","answers":{"a":"x","What?":["z","more"],"stray":"y"}}': 'not taken',
      '{"type":"form","action":"accept"}': 'not taken',
      '{"type":"form","action":"accept","content":{"a":1}}': 'not taken',
      '{"type":"form","action":"decline"}': 'not taken',
    },
  ],
  [
    'a call of a tool of a server',
    () => elicitationQuestion({ _meta: { codex_approval_kind: 'mcp_tool_call' } }, {}),
    {
      '{"type":"approve"}': '{"action":"accept","content":{},"_meta":null}',
      '{"type":"approve","scope":"session"}': '{"action":"accept","content":{},"_meta":{"persist":"session"}}',
      '{"type":"approve","input":{"other":1}}': 'not taken',
      '{"type":"deny"}': '{"action":"decline","content":null,"_meta":null}',
      '{"type":"deny","interrupt":true}': '{"action":"cancel","content":null,"_meta":null}',
      '{"type":"text","text":"x"}': 'not taken',
      '{"type":"answers","answers":{"a":"x","What?":["z","more"],"stray":"y"}}': 'not taken',
      '{"type":"form","action":"accept"}': '{"action":"accept","content":null,"_meta":null}',
      '{"type":"form","action":"accept","content":{"a":1}}': '{"action":"accept","content":{"a":1},"_meta":null}',
      '{"type":"form","action":"decline"}': '{"action":"decline","content":null,"_meta":null}',
    },
  ],
  [
    'a form of a server',
    () => elicitationQuestion({}, {}),
    {
      '{"type":"approve"}': '{"action":"accept","content":null,"_meta":null}',
      '{"type":"approve","scope":"session"}': '{"action":"accept","content":null,"_meta":null}',
      '{"type":"approve","input":{"other":1}}': '{"action":"accept","content":null,"_meta":null}',
      '{"type":"deny"}': '{"action":"decline","content":null,"_meta":null}',
      '{"type":"deny","interrupt":true}': '{"action":"decline","content":null,"_meta":null}',
      '{"type":"text","text":"x"}': 'not taken',
      '{"type":"answers","answers":{"a":"x","What?":["z","more"],"stray":"y"}}':
        '{"action":"accept","content":{"a":"x","What?":["z","more"],"stray":"y"},"_meta":null}',
      '{"type":"form","action":"accept"}': '{"action":"accept","content":null,"_meta":null}',
      '{"type":"form","action":"accept","content":{"a":1}}': '{"action":"accept","content":{"a":1},"_meta":null}',
      '{"type":"form","action":"decline"}': '{"action":"decline","content":null,"_meta":null}',
    },
  ],
  [
    'questions',
    () =>
      inputQuestion(
        {
          questions: [
            { id: 'a', question: 'Which?' },
            { id: 'b', question: 'What?' },
            { id: 'What?', question: 'a' },
          ],
        },
        {},
      ),
    {
      '{"type":"approve"}': 'not taken',
      '{"type":"approve","scope":"session"}': 'not taken',
      '{"type":"approve","input":{"other":1}}': 'not taken',
      '{"type":"deny"}': '{"answers":{}}',
      '{"type":"deny","interrupt":true}': '{"answers":{}}',
      '{"type":"text","text":"x"}':
        '{"answers":{"a":{"answers":["x"]},"b":{"answers":["x"]},"What?":{"answers":["x"]}}}',
      '{"type":"answers","answers":{"a":"x","What?":["z","more"],"stray":"y"}}':
        '{"answers":{"a":{"answers":["x"]},"What?":{"answers":["z","more"]},"stray":{"answers":["y"]}}}',
      '{"type":"form","action":"accept"}': 'not taken',
      '{"type":"form","action":"accept","content":{"a":1}}': 'not taken',
      '{"type":"form","action":"decline"}': '{"answers":{}}',
    },
  ],
];

describe('what answers become', () => {
  it.each(REPLIES)('%s', (_what, ask, expected) => {
    expect(repliesOf(ask())).toEqual(expected);
  });
});
