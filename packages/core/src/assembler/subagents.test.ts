/** Subagents and their lanes. */
import { describe, expect, it } from 'vitest';
import type { EventDraft } from '../adapter/draft.ts';
import { BASH, BASH_READY, BASH_STARTED, expectedPlay, playTurn, type TurnCase } from './testing/turn-case.ts';

function check(cases: readonly TurnCase[]): void {
  it.each(cases)('$name', (row) => {
    expect(playTurn(row)).toEqual(expectedPlay(row));
  });
}

describe('subagents', () => {
  const SPAWN: EventDraft = { type: 'subagent_spawn', subagentId: 'a', agentName: 'finder', prompt: 'find' };
  const activity: readonly EventDraft[] = [
    SPAWN,
    SPAWN,
    { type: 'text_delta', delta: 'hi', lane: 'a' },
    { type: 'step_start', lane: 'a' },
    { ...BASH, lane: 'a' },
    { type: 'token_usage', inputTokens: 1, outputTokens: 2, lane: 'a' },
    { type: 'turn_end', outcome: { type: 'error', code: 'AGENT_ERROR', message: 'child' }, lane: 'a' },
    { type: 'tool_result', toolCallId: 't', output: 1 },
    { type: 'subagent_result', subagentId: 'a', summary: 'done' },
    { type: 'subagent_result', subagentId: 'a', summary: 'done' },
  ];
  const ends = ['subagent_result subagentId=a agentName=finder summary=done'];
  const notices = [
    'token_usage@a inputTokens=1 outputTokens=2',
    'error@a code=AGENT_ERROR message=child recoverable=true',
  ];
  check([
    {
      name: 'show what they do where that is wanted',
      options: { includeSubagents: true },
      drafts: activity,
      events: [
        'subagent_spawn subagentId=a agentName=finder prompt=find',
        'message_start@a',
        'text_delta@a delta=hi',
        'message_stop@a text=hi',
        ...[BASH_STARTED, BASH_READY].map((line) => line.replace(' ', '@a ')),
        ...notices,
        'tool_result@a toolCallId=t toolName=Bash output=1 durationMs=3',
        ...ends,
      ],
    },
    {
      name: 'hide it otherwise, but not what they cost and what fails',
      drafts: activity,
      events: ['subagent_spawn subagentId=a agentName=finder prompt=find', ...notices, ...ends],
    },
    {
      name: 'are announced where their beginning was lost, and refused after their end',
      options: { includeSubagents: true },
      drafts: [
        { type: 'text_delta', delta: 'hi', lane: 'a' },
        { type: 'subagent_error', subagentId: 'a', error: 'gone' },
        { type: 'text_delta', delta: 'late', lane: 'a' },
        { type: 'subagent_error', subagentId: 'b', error: 'gone' },
      ],
      events: [
        'subagent_spawn subagentId=a agentName=agent agentNameKnown=false prompt= promptKnown=false',
        'message_start@a',
        'text_delta@a delta=hi',
        'message_stop@a text=hi',
        'subagent_error subagentId=a error=gone agentName=agent agentNameKnown=false',
        'debug level=warn message=text_delta has no place in the stream (its subagent has ended): {"type":"text_delta","delta":"late","lane":"a"}',
        'debug level=warn message=subagent_error has no place in the stream (no such subagent): {"type":"subagent_error","subagentId":"b","error":"gone"}',
      ],
      repaired: 2,
    },
    {
      name: 'that come again get a suffix',
      drafts: [SPAWN, { type: 'subagent_result', subagentId: 'a', summary: '1' }, SPAWN],
      events: [
        'subagent_spawn subagentId=a agentName=finder prompt=find',
        'subagent_result subagentId=a agentName=finder summary=1',
        'subagent_spawn subagentId=a#2 agentName=finder prompt=find',
        'subagent_error subagentId=a#2 agentName=finder error=The turn has ended.',
      ],
    },
    {
      name: 'take those that they spawned with them',
      drafts: [
        SPAWN,
        { ...SPAWN, subagentId: 'b', lane: 'a' },
        { type: 'subagent_error', subagentId: 'a', error: 'gone' },
      ],
      events: [
        'subagent_spawn subagentId=a agentName=finder prompt=find',
        'subagent_spawn@a subagentId=b agentName=finder prompt=find',
        'subagent_error@a subagentId=b agentName=finder error=The subagent has ended.',
        'subagent_error subagentId=a agentName=finder error=gone',
      ],
    },
  ]);
});
