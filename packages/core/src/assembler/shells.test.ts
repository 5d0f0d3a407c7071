/** What of a shell is told, and what has no place. */
import { describe, expect, it } from 'vitest';
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

const CASES: readonly TurnCase[] = [
  {
    name: 'without a start loses no output, and an empty one is none',
    drafts: [
      BASH,
      { type: 'shell_stdout_delta', toolCallId: 't', delta: '' },
      { type: 'shell_stdout_delta', toolCallId: 't', delta: 'a' },
      { type: 'tool_result', toolCallId: 't', output: 1 },
    ],
    events: [
      BASH_STARTED,
      BASH_READY,
      'debug level=warn message=shell_stdout_delta has no place in the stream (its shell is not open): {"type":"shell_stdout_delta","toolCallId":"t","delta":"a"}',
      'tool_result toolCallId=t toolName=Bash output=1 durationMs=3',
    ],
    repaired: 1,
  },
  {
    name: 'that was denied has said nothing where its output is empty',
    drafts: [
      BASH,
      ASK,
      { type: 'approval_denied', key: 'k', reason: 'no' },
      { type: 'shell_stderr_delta', toolCallId: 't', delta: '' },
      { type: 'tool_error', toolCallId: 't', error: 'denied' },
    ],
    events: [
      BASH_STARTED,
      BASH_READY,
      ASKED,
      ASKED.replace(/^approval_request (\S+).*$/, 'approval_denied $1 reason=no toolCallId=t'),
      'tool_error toolCallId=t toolName=Bash error=denied',
    ],
  },
  {
    name: 'that waits for an answer is settled where the agent asks of something else under the same key',
    drafts: [
      BASH,
      ASK,
      { type: 'shell_start', toolCallId: 't', command: 'ls' },
      { type: 'shell_stdout_delta', toolCallId: 't', delta: 'a' },
      { ...ASK, toolCallId: 'u' },
      { type: 'text_delta', delta: 'so' },
    ],
    events: [
      BASH_STARTED,
      BASH_READY,
      ASKED,
      ASKED.replace(
        /^approval_request (\S+).*$/,
        'approval_denied $1 reason=the agent asked again under the same key toolCallId=t',
      ),
      ASKED.replace('-i0', '-i1').replace('Id=t', 'Id=u'),
      'debug level=warn message=shell_stdout_delta has no place in the stream (the call t was denied): {"type":"shell_stdout_delta","toolCallId":"t","delta":"a"}',
      'message_start',
      'text_delta delta=so',
      'message_stop text=so',
      ASKED.replace('-i0', '-i1').replace(
        /^approval_request (\S+).*$/,
        'approval_denied $1 reason=The turn has ended. toolCallId=u',
      ),
      'tool_error toolCallId=t toolName=Bash error=The turn has ended.',
    ],
    repaired: 1,
  },
  {
    name: 'is not told in part where its complete output is as long as what was streamed',
    drafts: [
      BASH,
      { type: 'shell_start', toolCallId: 't', command: 'ls', cwd: '/' },
      { type: 'shell_stdout_delta', toolCallId: 't', delta: 'abc' },
      { type: 'shell_exit', toolCallId: 't', exitCode: 0, output: '…bc' },
      { type: 'tool_result', toolCallId: 't', output: 1 },
    ],
    events: [
      BASH_STARTED,
      BASH_READY,
      'shell_start command=ls cwd=/ toolCallId=t',
      'shell_stdout_delta delta=abc toolCallId=t',
      'shell_exit exitCode=0 durationMs=2 toolCallId=t',
      'tool_result toolCallId=t toolName=Bash output=1 durationMs=4',
    ],
  },
];

describe('a shell', () => {
  it.each(CASES)('$name', (row) => {
    expect(playTurn(row)).toEqual(expectedPlay(row));
  });
});
