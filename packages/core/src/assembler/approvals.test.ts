/** Approvals and questions: each is answered once. */
import { describe, expect, it } from 'vitest';
import { RUN_ID } from './testing/harness.ts';
import {
  ASK,
  ASKED,
  BASH,
  BASH_READY,
  BASH_STARTED,
  expectedPlay,
  playTurn,
  type TurnCase,
} from './testing/turn-case.ts';

function check(cases: readonly TurnCase[]): void {
  it.each(cases)('$name', (row) => {
    expect(playTurn(row)).toEqual(expectedPlay(row));
  });
}

describe('approvals', () => {
  check([
    {
      name: 'are answered once, and questions without a word of their own',
      drafts: [
        BASH,
        ASK,
        ASK,
        { type: 'approval_granted', key: 'k' },
        { type: 'approval_denied', key: 'k' },
        { type: 'interaction_settled', key: 'k' },
        { type: 'input_required', key: 'q', question: 'Why?', source: 'agent' },
        { type: 'interaction_settled', key: 'q' },
        { type: 'tool_result', toolCallId: 't', output: 1 },
      ],
      events: [
        BASH_STARTED,
        BASH_READY,
        ASKED,
        `approval_granted interactionId=${RUN_ID}-i0 toolCallId=t`,
        `input_required interactionId=${RUN_ID}-i1 question=Why? source=agent`,
        'tool_result toolCallId=t toolName=Bash output=1 durationMs=8',
      ],
    },
    {
      name: 'that are withdrawn are denied; a key may be used again',
      drafts: [
        BASH,
        ASK,
        { type: 'interaction_settled', key: 'k' },
        ASK,
        { type: 'approval_denied', key: 'k', reason: 'no' },
        { type: 'tool_error', toolCallId: 't', error: 'denied' },
      ],
      events: [
        BASH_STARTED,
        BASH_READY,
        ASKED,
        `approval_denied interactionId=${RUN_ID}-i0 reason=withdrawn toolCallId=t`,
        ASKED.replace('-i0', '-i1'),
        `approval_denied interactionId=${RUN_ID}-i1 reason=no toolCallId=t`,
        'tool_error toolCallId=t toolName=Bash error=denied',
      ],
    },
    {
      name: 'are over before the outcome of their call',
      drafts: [
        ASK,
        BASH,
        { type: 'tool_result', toolCallId: 't', output: 1 },
        { ...ASK, toolCallId: 'u' },
        { ...BASH, toolCallId: 'u' },
        { type: 'tool_error', toolCallId: 'u', error: 'boom' },
      ],
      events: [
        ASKED,
        BASH_STARTED,
        BASH_READY,
        `approval_granted interactionId=${RUN_ID}-i0 toolCallId=t`,
        'tool_result toolCallId=t toolName=Bash output=1 durationMs=1',
        ASKED.replace('-i0', '-i1').replace('Id=t', 'Id=u'),
        ...[BASH_STARTED, BASH_READY].map((line) => line.replace('Id=t', 'Id=u')),
        `approval_denied interactionId=${RUN_ID}-i1 reason=boom toolCallId=u`,
        'tool_error toolCallId=u toolName=Bash error=boom',
      ],
    },
  ]);
});
