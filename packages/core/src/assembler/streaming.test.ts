/** The output that does not stream, and the output that must not. */
import { describe, expect, it } from 'vitest';
import { RUN_ID } from './testing/harness.ts';
import { ASK, ASKED, BASH_READY, BASH_STARTED, expectedPlay, playTurn, type TurnCase } from './testing/turn-case.ts';

function check(cases: readonly TurnCase[]): void {
  it.each(cases)('$name', (row) => {
    expect(playTurn(row)).toEqual(expectedPlay(row));
  });
}

describe('what does not stream', () => {
  check([
    {
      name: 'comes whole, and is said once before its first output',
      options: { streams: { text: false, thinking: false, toolInput: true } },
      drafts: [
        { type: 'thinking_delta', delta: 'h' },
        { type: 'thinking_delta', delta: 'm' },
        { type: 'text_delta', delta: 'a' },
        { type: 'text_delta', delta: 'b' },
        { type: 'text_delta', delta: 'c', key: 'other' },
        { type: 'message_stop' },
      ],
      events: [
        'stream_fallback capability=thinking reason=claude does not stream thinking: blocks come whole',
        'thinking_start',
        'thinking_delta delta=hm',
        'thinking_stop thinking=hm',
        'stream_fallback capability=text reason=claude does not stream text: messages come whole',
        'message_start',
        'text_delta delta=abc',
        'message_stop text=abc',
      ],
    },
    {
      name: 'with stream false: per step, thinking, then messages, then tools; approvals pass at once',
      options: { stream: false, streams: { text: false, thinking: true, toolInput: true } },
      drafts: [
        { type: 'step_start' },
        { type: 'text_delta', delta: 'a' },
        { type: 'text_delta', delta: 'b' },
        { type: 'tool_call_start', toolCallId: 't', toolName: 'Bash' },
        { type: 'tool_input_delta', toolCallId: 't', delta: '{"c":"ls"}' },
        { type: 'tool_call_ready', toolCallId: 't' },
        ASK,
        { type: 'approval_granted', key: 'k' },
        { type: 'thinking_delta', delta: 'h' },
        { type: 'thinking_delta', delta: 'm' },
        { type: 'token_usage', inputTokens: 1, outputTokens: 1 },
        { type: 'tool_result', toolCallId: 't', output: 1 },
        { type: 'step_start' },
        { type: 'text_delta', delta: 'c' },
      ],
      events: [
        'step_start turnIndex=0 stepIndex=0 stepType=generation',
        ASKED,
        `approval_granted interactionId=${RUN_ID}-i0 toolCallId=t`,
        'token_usage inputTokens=1 outputTokens=1',
        'thinking_start',
        'thinking_delta delta=hm',
        'thinking_stop thinking=hm',
        'message_start',
        'text_delta delta=ab',
        'message_stop text=ab',
        BASH_STARTED,
        BASH_READY,
        'tool_result toolCallId=t toolName=Bash output=1 durationMs=6',
        'step_end turnIndex=0 stepIndex=0',
        'step_start turnIndex=0 stepIndex=1 stepType=generation',
        'message_start',
        'text_delta delta=c',
        'message_stop text=c',
        'step_end turnIndex=0 stepIndex=1',
      ],
    },
    {
      name: 'with stream false: a subagent is announced before it asks, the rest of it comes in order',
      options: { stream: false, includeSubagents: true },
      drafts: [
        { type: 'subagent_spawn', subagentId: 'a', agentName: 'finder', prompt: 'find' },
        { type: 'text_delta', delta: 'hi', lane: 'a' },
        { type: 'approval_request', key: 'k', action: 'Run', detail: 'ls', riskLevel: 'high', lane: 'a' },
        { type: 'approval_denied', key: 'k' },
        { type: 'subagent_result', subagentId: 'a', summary: 'done' },
        { type: 'text_delta', delta: 'ok' },
      ],
      events: [
        'subagent_spawn subagentId=a agentName=finder prompt=find',
        `approval_request@a interactionId=${RUN_ID}-i0 action=Run detail=ls riskLevel=high`,
        `approval_denied@a interactionId=${RUN_ID}-i0 reason=no reason was given`,
        'message_start',
        'text_delta delta=ok',
        'message_stop text=ok',
        'message_start@a',
        'text_delta@a delta=hi',
        'message_stop@a text=hi',
        'subagent_result subagentId=a agentName=finder summary=done',
      ],
    },
  ]);
});
