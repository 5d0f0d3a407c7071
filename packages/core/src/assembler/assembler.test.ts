/** The rules of the assembler one by one: what goes in, what comes out. */
import { checkStream } from '@agent-mux/events/check';
import { describe, expect, it } from 'vitest';
import type { EventDraft } from '../adapter/draft.ts';
import { brief } from './testing/brief.ts';
import { type BenchOptions, createBench, RUN_ID } from './testing/harness.ts';

interface Case {
  readonly name: string;
  readonly options?: BenchOptions;
  readonly drafts: readonly EventDraft[];
  /** Events between `turn_start` and `turn_end` of the only turn. */
  readonly events: readonly string[];
  readonly repaired?: number;
}

const START: EventDraft = { type: 'session_start', sessionId: 's1' };
const BASH: EventDraft = { type: 'tool_call_start', toolCallId: 't', toolName: 'Bash', input: { c: 'ls' } };
const BASH_OUT = [
  'tool_call_start toolCallId=t toolName=Bash inputAccumulated={"c":"ls"}',
  'tool_call_ready toolCallId=t toolName=Bash input={"c":"ls"}',
];
const MCP = { server: 'srv', tool: 'find' };

/** What a turn with these drafts gives, without its frame. */
function turnOf({ options, drafts }: Case): { lines: string[]; repaired: number } {
  const { assembler, events, push, now } = createBench(options);
  push(START, { type: 'turn_start' }, ...drafts, { type: 'turn_end' });
  assembler.end(now());
  expect(checkStream(events, { streamFalse: options?.stream === false })).toEqual([]);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index));
  const lines = events.map(brief);
  expect(lines.slice(0, 2)).toEqual(['session_start sessionId=s1 resumed=false', 'turn_start turnIndex=0']);
  expect(lines.slice(-2)).toEqual(['turn_end turnIndex=0', 'session_end sessionId=s1 turnCount=1']);
  return { lines: lines.slice(2, -2), repaired: assembler.repaired };
}

function check(cases: readonly Case[]): void {
  it.each(cases)('$name', (row) => {
    expect(turnOf(row)).toEqual({ lines: row.events, repaired: row.repaired ?? 0 });
  });
}

describe('messages and thinking', () => {
  check([
    {
      name: 'begin with the first delta that is not empty; empty blocks vanish',
      drafts: [
        { type: 'text_delta', delta: '' },
        { type: 'message_stop' },
        { type: 'thinking_stop', thinking: '' },
        { type: 'text_delta', delta: '' },
        { type: 'text_delta', delta: 'a' },
        { type: 'message_stop' },
      ],
      events: ['message_start', 'text_delta delta=a', 'message_stop text=a'],
    },
    {
      name: 'end where another key begins',
      drafts: [
        { type: 'text_delta', delta: 'a', key: '1' },
        { type: 'text_delta', delta: 'b', key: '1' },
        { type: 'text_delta', delta: 'c', key: '2' },
      ],
      events: [
        'message_start',
        'text_delta delta=a',
        'text_delta delta=b',
        'message_stop text=ab',
        'message_start',
        'text_delta delta=c',
        'message_stop text=c',
      ],
    },
    {
      name: 'exclude each other on a lane, and thinking says its effort',
      drafts: [
        { type: 'thinking_effort', effort: 'high' },
        { type: 'text_delta', delta: 'a' },
        { type: 'thinking_delta', delta: 'b' },
        { type: 'text_delta', delta: 'c' },
      ],
      events: [
        'message_start',
        'text_delta delta=a',
        'message_stop text=a',
        'thinking_start effort=high',
        'thinking_delta delta=b',
        'thinking_stop thinking=b',
        'message_start',
        'text_delta delta=c',
        'message_stop text=c',
      ],
    },
    {
      name: 'get the end that the deltas lacked, once',
      drafts: [
        { type: 'text_delta', delta: 'Hel', key: '1' },
        { type: 'message_stop', text: 'Hello', key: '1' },
        { type: 'message_stop', text: 'Hello', key: '1' },
      ],
      events: ['message_start', 'text_delta delta=Hel', 'text_delta delta=lo', 'message_stop text=Hello'],
    },
    {
      name: 'come whole where nothing was streamed',
      drafts: [
        { type: 'thinking_stop', thinking: 'hm' },
        { type: 'message_stop', text: 'Hi' },
      ],
      events: [
        'thinking_start',
        'thinking_delta delta=hm',
        'thinking_stop thinking=hm',
        'message_start',
        'text_delta delta=Hi',
        'message_stop text=Hi',
      ],
    },
    {
      name: 'are not doubled by the complete text of a block that something else has closed',
      drafts: [
        { type: 'text_delta', delta: 'Hel', key: '1' },
        { type: 'thinking_delta', delta: 'hm', key: '2' },
        { type: 'text_delta', delta: 'lo', key: '1' },
        { type: 'thinking_stop', thinking: 'hm', key: '2' },
        { type: 'message_stop', text: 'Hello!', key: '1' },
      ],
      events: [
        'message_start',
        'text_delta delta=Hel',
        'message_stop text=Hel',
        'thinking_start',
        'thinking_delta delta=hm',
        'thinking_stop thinking=hm',
        'message_start',
        'text_delta delta=lo',
        'text_delta delta=!',
        'message_stop text=lo!',
      ],
    },
    {
      name: 'keep what was streamed where the complete text is another one',
      drafts: [
        { type: 'text_delta', delta: 'Hello' },
        { type: 'message_stop', text: 'Good day' },
      ],
      events: [
        'message_start',
        'text_delta delta=Hello',
        "debug level=warn message=The agent's complete message differs from what it streamed (5 characters streamed, 8 in the complete text); what was streamed stands.",
        'message_stop text=Hello',
      ],
    },
    {
      name: 'do not mind space around the complete text',
      drafts: [
        { type: 'text_delta', delta: '\nHello' },
        { type: 'message_stop', text: 'Hello\n' },
      ],
      events: ['message_start', 'text_delta delta=\nHello', 'message_stop text=\nHello'],
    },
    {
      name: 'may have a key again that belonged to a finished block',
      drafts: [
        { type: 'message_stop', text: 'one', key: '0' },
        { type: 'message_stop', text: 'two', key: '0' },
        { type: 'text_delta', delta: 'three', key: '0' },
        { type: 'message_stop', text: 'three', key: '0' },
      ],
      events: ['one', 'two', 'three'].flatMap((text) => [
        'message_start',
        `text_delta delta=${text}`,
        `message_stop text=${text}`,
      ]),
    },
    {
      name: 'end where a call begins',
      drafts: [{ type: 'text_delta', delta: 'a' }, BASH, { type: 'tool_result', toolCallId: 't', output: 1 }],
      events: [
        'message_start',
        'text_delta delta=a',
        'message_stop text=a',
        ...BASH_OUT,
        'tool_result toolCallId=t toolName=Bash output=1 durationMs=1',
      ],
    },
  ]);
});

describe('tool calls', () => {
  check([
    {
      name: 'stream their input',
      drafts: [
        { type: 'tool_call_start', toolCallId: 't', toolName: 'Bash' },
        { type: 'tool_input_delta', toolCallId: 't', delta: '' },
        { type: 'tool_input_delta', toolCallId: 't', delta: '{"c":' },
        { type: 'tool_input_delta', toolCallId: 't', delta: '"ls"}' },
        { type: 'tool_call_ready', toolCallId: 't' },
        { type: 'tool_call_ready', toolCallId: 't', input: 'again' },
        { type: 'tool_result', toolCallId: 't', output: 'x' },
        { type: 'tool_result', toolCallId: 't', output: 'late' },
        { type: 'tool_error', toolCallId: 't', error: 'later' },
      ],
      events: [
        'tool_call_start toolCallId=t toolName=Bash inputAccumulated=',
        'tool_input_delta toolCallId=t delta={"c":',
        'tool_input_delta toolCallId=t delta="ls"}',
        BASH_OUT[1] ?? '',
        'tool_result toolCallId=t toolName=Bash output=x durationMs=2',
      ],
    },
    {
      name: 'have their whole input at the start where it does not stream',
      options: { streams: { text: true, thinking: true, toolInput: false } },
      drafts: [
        { type: 'tool_call_start', toolCallId: 't', toolName: 'Bash' },
        { type: 'tool_input_delta', toolCallId: 't', delta: '{"c":"ls"}' },
        { type: 'tool_call_ready', toolCallId: 't' },
        { type: 'tool_result', toolCallId: 't', output: 1, durationMs: 70 },
      ],
      events: [
        'stream_fallback capability=tool_calls reason=claude does not stream tool input: calls come with their whole input',
        ...BASH_OUT,
        'tool_result toolCallId=t toolName=Bash output=1 durationMs=70',
      ],
    },
    {
      name: 'are ready before they fail, with the text of an input that never parsed',
      drafts: [
        { type: 'tool_call_start', toolCallId: 't', toolName: 'Bash' },
        { type: 'tool_input_delta', toolCallId: 't', delta: '{"c":' },
        { type: 'tool_error', toolCallId: 't', error: 'bad input' },
      ],
      events: [
        'tool_call_start toolCallId=t toolName=Bash inputAccumulated=',
        'tool_input_delta toolCallId=t delta={"c":',
        'tool_call_ready toolCallId=t toolName=Bash input={"c":',
        'tool_error toolCallId=t toolName=Bash error=bad input',
      ],
    },
    {
      name: 'are opened late by an outcome that knows their name',
      drafts: [{ type: 'tool_result', toolCallId: 't', toolName: 'Bash', output: 1 }],
      events: [
        'tool_call_start toolCallId=t toolName=Bash inputAccumulated={}',
        'tool_call_ready toolCallId=t toolName=Bash input={}',
        'tool_result toolCallId=t toolName=Bash output=1 durationMs=0',
      ],
    },
    {
      name: 'that nobody knows are told in a warning',
      drafts: [{ type: 'tool_result', toolCallId: 't', output: 1 }],
      events: [
        'debug level=warn message=tool_result has no place in the stream (no such tool call): {"type":"tool_result","toolCallId":"t","output":1}',
      ],
      repaired: 1,
    },
    {
      name: 'get a suffix where an id comes again',
      drafts: [
        BASH,
        { type: 'tool_result', toolCallId: 't', output: 1 },
        { ...BASH, input: 2 },
        { type: 'tool_result', toolCallId: 't', output: 2 },
      ],
      events: [
        ...BASH_OUT,
        'tool_result toolCallId=t toolName=Bash output=1 durationMs=1',
        'tool_call_start toolCallId=t#2 toolName=Bash inputAccumulated=2',
        'tool_call_ready toolCallId=t#2 toolName=Bash input=2',
        'tool_result toolCallId=t#2 toolName=Bash output=2 durationMs=1',
      ],
    },
    {
      name: 'of MCP servers are MCP events only, begun when their input is known',
      drafts: [
        { type: 'tool_call_start', toolCallId: 't', toolName: 'mcp__srv__find', mcp: MCP },
        { type: 'tool_input_delta', toolCallId: 't', delta: '{"q":1}' },
        { type: 'tool_call_ready', toolCallId: 't' },
        { type: 'tool_result', toolCallId: 't', output: 'found' },
        { type: 'mcp_tool_call_start', toolCallId: 'u', server: 'srv', toolName: 'find', input: {} },
        { type: 'mcp_tool_error', toolCallId: 'u', server: 'srv', toolName: 'find', error: 'gone' },
      ],
      events: [
        'mcp_tool_call_start toolCallId=t server=srv toolName=find input={"q":1}',
        'mcp_tool_result toolCallId=t server=srv toolName=find output=found',
        'mcp_tool_call_start toolCallId=u server=srv toolName=find input={}',
        'mcp_tool_error toolCallId=u server=srv toolName=find error=gone',
      ],
    },
    {
      name: 'of a step are closed before the next step',
      drafts: [{ type: 'step_start' }, BASH, { type: 'step_end' }, { type: 'step_start', stepType: 'review' }],
      events: [
        'step_start turnIndex=0 stepIndex=0 stepType=generation',
        ...BASH_OUT,
        'tool_error toolCallId=t toolName=Bash error=The agent went on without a result.',
        'step_end turnIndex=0 stepIndex=0',
        'step_start turnIndex=0 stepIndex=1 stepType=review',
        'step_end turnIndex=0 stepIndex=1',
      ],
    },
  ]);
});

describe('shells, files and images', () => {
  check([
    {
      name: 'a shell lies in its call, gets the rest of its output and a measured time',
      drafts: [
        BASH,
        { type: 'shell_start', toolCallId: 't', command: 'ls', cwd: '/' },
        { type: 'shell_stdout_delta', toolCallId: 't', delta: 'a\n' },
        { type: 'shell_stderr_delta', toolCallId: 't', delta: '' },
        { type: 'shell_exit', toolCallId: 't', exitCode: 0, output: 'a\nb\n' },
        { type: 'shell_exit', toolCallId: 't', exitCode: 0 },
        { type: 'tool_result', toolCallId: 't', output: 1 },
        { type: 'shell_stdout_delta', toolCallId: 't', delta: 'late' },
      ],
      events: [
        ...BASH_OUT,
        'shell_start command=ls cwd=/ toolCallId=t',
        'shell_stdout_delta delta=a\n toolCallId=t',
        'shell_stdout_delta delta=b\n toolCallId=t',
        'shell_exit exitCode=0 durationMs=3 toolCallId=t',
        'tool_result toolCallId=t toolName=Bash output=1 durationMs=6',
      ],
    },
    {
      name: 'a shell without an exit is closed before the result; output that lost its head is not added',
      drafts: [
        { type: 'tool_call_start', toolCallId: 't', toolName: 'Bash' },
        { type: 'shell_start', toolCallId: 't', command: 'ls', cwd: '/' },
        { type: 'tool_result', toolCallId: 't', output: 1 },
        { type: 'tool_call_start', toolCallId: 'u', toolName: 'Bash', input: 0 },
        { type: 'shell_start', toolCallId: 'u', command: 'ls', cwd: '/' },
        { type: 'shell_stdout_delta', toolCallId: 'u', delta: 'tail' },
        { type: 'shell_exit', toolCallId: 'u', exitCode: 1, output: 'head and tail', durationMs: 9 },
        { type: 'tool_error', toolCallId: 'u', error: 'no' },
      ],
      events: [
        'tool_call_start toolCallId=t toolName=Bash inputAccumulated={}',
        'tool_call_ready toolCallId=t toolName=Bash input={}',
        'shell_start command=ls cwd=/ toolCallId=t',
        'shell_exit exitCode=-1 durationMs=1 toolCallId=t',
        'tool_result toolCallId=t toolName=Bash output=1 durationMs=1',
        'tool_call_start toolCallId=u toolName=Bash inputAccumulated=0',
        'tool_call_ready toolCallId=u toolName=Bash input=0',
        'shell_start command=ls cwd=/ toolCallId=u',
        'shell_stdout_delta delta=tail toolCallId=u',
        'shell_exit exitCode=1 durationMs=9 toolCallId=u',
        'tool_error toolCallId=u toolName=Bash error=no',
      ],
    },
    {
      name: 'files wait for the result of their call, and vanish with its failure',
      drafts: [
        BASH,
        { type: 'file_read', path: 'a', toolCallId: 't' },
        { type: 'tool_result', toolCallId: 't', output: 1 },
        { type: 'file_delete', path: 'b', toolCallId: 't' },
        { type: 'file_create', path: 'c', byteCount: 3 },
        { type: 'tool_call_start', toolCallId: 'u', toolName: 'Edit', input: 0 },
        { type: 'file_patch', path: 'd', diff: '@@', toolCallId: 'u' },
        { type: 'tool_error', toolCallId: 'u', error: 'no' },
        { type: 'file_patch', path: 'd', diff: '@@', toolCallId: 'u' },
      ],
      events: [
        ...BASH_OUT,
        'tool_result toolCallId=t toolName=Bash output=1 durationMs=2',
        'file_read path=a toolCallId=t',
        'file_delete path=b toolCallId=t',
        'file_create path=c byteCount=3',
        'tool_call_start toolCallId=u toolName=Edit inputAccumulated=0',
        'tool_call_ready toolCallId=u toolName=Edit input=0',
        'tool_error toolCallId=u toolName=Edit error=no',
      ],
    },
    {
      name: 'an image has data or a path',
      drafts: [
        { type: 'image_output', mimeType: 'image/png' },
        { type: 'image_output', mimeType: 'image/png', filePath: 'a.png' },
      ],
      events: [
        'debug level=warn message=image_output has no place in the stream (an image without data and without a path): {"type":"image_output","mimeType":"image/png"}',
        'image_output mimeType=image/png filePath=a.png',
      ],
      repaired: 1,
    },
  ]);
});

const ASK: EventDraft = {
  type: 'approval_request',
  key: 'k',
  action: 'Run',
  detail: 'ls',
  riskLevel: 'high',
  toolCallId: 't',
};
const ASKED = `approval_request interactionId=${RUN_ID}-i0 action=Run detail=ls riskLevel=high toolCallId=t`;

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
        ...BASH_OUT,
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
        ...BASH_OUT,
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
        ...BASH_OUT,
        `approval_granted interactionId=${RUN_ID}-i0 toolCallId=t`,
        'tool_result toolCallId=t toolName=Bash output=1 durationMs=1',
        ASKED.replace('-i0', '-i1').replace('Id=t', 'Id=u'),
        ...BASH_OUT.map((line) => line.replace('Id=t', 'Id=u')),
        `approval_denied interactionId=${RUN_ID}-i1 reason=boom toolCallId=u`,
        'tool_error toolCallId=u toolName=Bash error=boom',
      ],
    },
  ]);
});

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
        ...BASH_OUT.map((line) => line.replace(' ', '@a ')),
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
        'subagent_spawn subagentId=a agentName=subagent prompt=',
        'message_start@a',
        'text_delta@a delta=hi',
        'message_stop@a text=hi',
        'subagent_error subagentId=a agentName=subagent error=gone',
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
        ...BASH_OUT,
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
        `approval_denied@a interactionId=${RUN_ID}-i0`,
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
