/** Approvals and questions, each of which is answered once. */
import { describe, expect, it } from 'vitest';
import { createBench, RUN_ID } from './testing/harness.ts';
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
      name: 'carry what they are about, with absolute paths, and no list of which a path is not sure',
      drafts: [
        {
          ...ASK,
          ...{ toolKind: 'edit', command: 'mv a b', cwd: 'sub', paths: ['a', '/b'], reason: 'r', input: { c: 1 } },
          changes: [{ path: 'a', change: 'move', movedTo: '../b', diff: 'd' }],
        },
        { type: 'approval_denied', key: 'k', reason: 'no' },
        {
          ...ASK,
          ...{ cwd: '~/x', paths: ['a', '/b'], url: 'https://e.org/', host: 'e.org' },
          ...{ mcp: { server: 's', tool: 't' }, changes: [{ path: 'a', change: 'move', movedTo: '~/b' }] },
        },
        { type: 'approval_denied', key: 'k', reason: 'no' },
      ],
      events: [
        `${ASKED} toolKind=edit command=mv a b reason=r input={"c":1} cwd=/work/sub paths=["/work/sub/a","/b"] changes=[{"path":"/work/sub/a","change":"move","diff":"d","movedTo":"/work/b"}]`,
        `approval_denied interactionId=${RUN_ID}-i0 reason=no toolCallId=t`,
        `${ASKED.replace('-i0', '-i1')} url=https://e.org/ host=e.org mcp={"server":"s","tool":"t"}`,
        `approval_denied interactionId=${RUN_ID}-i1 reason=no toolCallId=t`,
      ],
    },
    {
      name: 'are answered once, and questions without a word of their own',
      drafts: [
        BASH,
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
        'tool_result toolCallId=t toolName=Bash output=1 durationMs=7',
      ],
    },
    {
      name: 'that are asked again under the same key are other questions: the first is denied',
      drafts: [
        BASH,
        ASK,
        ASK,
        { type: 'approval_granted', key: 'k' },
        { type: 'tool_result', toolCallId: 't', output: 1 },
      ],
      events: [
        BASH_STARTED,
        BASH_READY,
        ASKED,
        `approval_denied interactionId=${RUN_ID}-i0 reason=the agent asked again under the same key toolCallId=t`,
        ASKED.replace('-i0', '-i1'),
        `approval_granted interactionId=${RUN_ID}-i1 toolCallId=t`,
        'tool_result toolCallId=t toolName=Bash output=1 durationMs=4',
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

const SHELL = { type: 'shell_start', toolCallId: 't', command: 'ls', cwd: '/w' } as const;
const STARTED = 'shell_start command=ls cwd=/w toolCallId=t';
const OUTPUT = { type: 'shell_stdout_delta', toolCallId: 't', delta: 'a' } as const;
const EXIT = { type: 'shell_exit', toolCallId: 't', exitCode: 0, durationMs: 3 } as const;
const EXITED = 'shell_exit exitCode=0 durationMs=3 toolCallId=t';
const DENIED = `approval_denied interactionId=${RUN_ID}-i0 reason=no toolCallId=t`;
const GRANTED = `approval_granted interactionId=${RUN_ID}-i0 toolCallId=t`;

describe('what a call does that was asked about', () => {
  check([
    {
      name: 'is told when it is granted, and then as it comes',
      drafts: [
        BASH,
        ASK,
        SHELL,
        OUTPUT,
        { type: 'approval_granted', key: 'k' },
        OUTPUT,
        EXIT,
        { type: 'tool_result', toolCallId: 't', output: 1 },
      ],
      events: [
        BASH_STARTED,
        BASH_READY,
        ASKED,
        GRANTED,
        STARTED,
        'shell_stdout_delta delta=a toolCallId=t',
        'shell_stdout_delta delta=a toolCallId=t',
        EXITED,
        'tool_result toolCallId=t toolName=Bash output=1 durationMs=7',
      ],
    },
    {
      name: 'is told when its result says that somebody else has granted it',
      drafts: [BASH, ASK, SHELL, EXIT, { type: 'tool_result', toolCallId: 't', output: 1 }],
      events: [
        BASH_STARTED,
        BASH_READY,
        ASKED,
        GRANTED,
        STARTED,
        EXITED,
        'tool_result toolCallId=t toolName=Bash output=1 durationMs=4',
      ],
    },
    {
      name: 'is nothing when it is denied, and output of it is an error of the agent that is not lost',
      repaired: 1,
      drafts: [
        BASH,
        ASK,
        SHELL,
        OUTPUT,
        { type: 'approval_denied', key: 'k', reason: 'no' },
        SHELL,
        EXIT,
        { type: 'tool_result', toolCallId: 't', output: { text: 'refused' } },
      ],
      events: [
        BASH_STARTED,
        BASH_READY,
        ASKED,
        DENIED,
        'debug level=warn message=shell_stdout_delta has no place in the stream (the call t was denied): {"type":"shell_stdout_delta","toolCallId":"t","delta":"a"}',
        'tool_error toolCallId=t toolName=Bash error={"text":"refused"}',
      ],
    },
    {
      name: 'waits for all answers, and the last one counts',
      drafts: [
        BASH,
        ASK,
        { ...ASK, key: 'l' },
        SHELL,
        { type: 'approval_denied', key: 'k', reason: 'no' },
        { type: 'approval_granted', key: 'l' },
        EXIT,
        { type: 'tool_result', toolCallId: 't', output: 1 },
      ],
      events: [
        BASH_STARTED,
        BASH_READY,
        ASKED,
        ASKED.replace('-i0', '-i1'),
        DENIED,
        GRANTED.replace('-i0', '-i1'),
        STARTED,
        EXITED,
        'tool_result toolCallId=t toolName=Bash output=1 durationMs=7',
      ],
    },
    {
      name: 'goes on when the question is about something more, such as the network, and is denied',
      drafts: [
        BASH,
        SHELL,
        ASK,
        OUTPUT,
        { type: 'approval_denied', key: 'k', reason: 'no' },
        EXIT,
        { type: 'tool_result', toolCallId: 't', output: 1 },
      ],
      events: [
        BASH_STARTED,
        BASH_READY,
        STARTED,
        ASKED,
        'shell_stdout_delta delta=a toolCallId=t',
        DENIED,
        EXITED,
        'tool_result toolCallId=t toolName=Bash output=1 durationMs=6',
      ],
    },
    {
      name: 'never begins when the turn ends before the answer',
      drafts: [BASH, ASK, SHELL],
      events: [
        BASH_STARTED,
        BASH_READY,
        ASKED,
        DENIED.replace('reason=no', 'reason=The turn has ended.'),
        'tool_error toolCallId=t toolName=Bash error=The turn has ended.',
      ],
    },
  ]);
});

it('keeps no list of its own of what is open', () => {
  const { push, events, questions } = createBench();
  push({ type: 'session_start', sessionId: 's' }, { type: 'turn_start' }, ASK);
  expect([...questions.unsettled.keys()]).toEqual(['k']);
  questions.settle('k');
  const told = events.length;
  push({ type: 'approval_granted', key: 'k' });
  expect(events.slice(told)).toEqual([]);
});
