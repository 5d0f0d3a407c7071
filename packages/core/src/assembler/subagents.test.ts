/** Subagents and their lanes. */
import { describe, expect, it } from 'vitest';
import type { EventDraft } from '../adapter/draft.ts';
import { given } from '../given.ts';
import { createBench } from './testing/harness.ts';
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
    {
      name: 'whose beginning was lost end with the turn, as those that are not in the background',
      options: { includeSubagents: true },
      drafts: [{ type: 'text_delta', delta: 'hi', lane: 'a' }],
      events: [
        'subagent_spawn subagentId=a agentName=agent agentNameKnown=false prompt= promptKnown=false',
        'message_start@a',
        'text_delta@a delta=hi',
        'message_stop@a text=hi',
        'subagent_error subagentId=a error=The turn has ended. agentName=agent agentNameKnown=false',
      ],
    },
    {
      name: 'that nobody has announced have no end to tell, even where they did something unseen',
      drafts: [
        { type: 'text_delta', delta: 'hi', lane: 'a' },
        { type: 'subagent_result', subagentId: 'a', summary: 'done' },
      ],
      events: [
        'debug level=warn message=subagent_result has no place in the stream (no such subagent): {"type":"subagent_result","subagentId":"a","summary":"done"}',
      ],
      repaired: 1,
    },
  ]);

  it.each([
    { first: undefined, again: undefined, outlives: false },
    { first: undefined, again: true, outlives: true },
    { first: true, again: undefined, outlives: true },
    { first: true, again: false, outlives: true },
    { first: false, again: false, outlives: false },
  ])('outlive the turn once they were said to be in the background: $first, then $again', (row) => {
    const { events, push } = createBench();
    const spawn = (background: boolean | undefined): EventDraft => ({ ...SPAWN, ...given({ background }) });
    push({ type: 'session_start', sessionId: 's1' }, { type: 'turn_start' }, spawn(row.first), spawn(row.again));
    push({ type: 'turn_end' });
    expect(!events.some(({ type }) => type === 'subagent_error')).toBe(row.outlives);
  });
});
