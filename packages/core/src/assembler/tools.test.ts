/** Tool calls, their shells and the files that they touch. */
import { describe, expect, it } from 'vitest';
import type { EventDraft } from '../adapter/draft.ts';
import { brief } from './testing/brief.ts';
import { createBench } from './testing/harness.ts';
import { BASH, BASH_READY, BASH_STARTED, expectedPlay, playTurn, type TurnCase } from './testing/turn-case.ts';

function check(cases: readonly TurnCase[]): void {
  it.each(cases)('$name', (row) => {
    expect(playTurn(row)).toEqual(expectedPlay(row));
  });
}

describe('tool calls', () => {
  check([
    {
      name: 'carry on all their events the kind that was said first in the stream, and an MCP call its own',
      drafts: [
        { type: 'tool_call_start', toolCallId: 't', toolName: 'Bash', toolKind: 'other' },
        { type: 'tool_call_ready', toolCallId: 't', toolKind: 'execute', input: 1 },
        { type: 'tool_call_ready', toolCallId: 't', toolKind: 'other', input: 1 },
        { type: 'tool_result', toolCallId: 't', output: 2 },
        { type: 'tool_call_start', toolCallId: 'u', toolName: 'Edit' },
        { type: 'tool_call_ready', toolCallId: 'u', toolKind: 'edit', input: 1 },
        { type: 'tool_error', toolCallId: 'u', error: 'no' },
        { type: 'tool_result', toolCallId: 'v', toolName: 'Read', toolKind: 'read', output: 2 },
        {
          ...{ type: 'tool_call_start', toolCallId: 'm', toolName: 'mcp__s__find', input: {} },
          mcp: { server: 's', tool: 'find' },
        },
        { type: 'tool_error', toolCallId: 'm', error: 'gone' },
      ],
      events: [
        'tool_call_start toolCallId=t toolName=Bash toolKind=execute inputAccumulated=1',
        'tool_call_ready toolCallId=t toolName=Bash toolKind=execute input=1',
        'tool_result toolCallId=t toolName=Bash toolKind=execute output=2 durationMs=2',
        'tool_call_start toolCallId=u toolName=Edit toolKind=edit inputAccumulated=1',
        'tool_call_ready toolCallId=u toolName=Edit toolKind=edit input=1',
        'tool_error toolCallId=u toolName=Edit toolKind=edit error=no',
        'tool_call_start toolCallId=v toolName=Read toolKind=read inputAccumulated={}',
        'tool_call_ready toolCallId=v toolName=Read toolKind=read input={}',
        'tool_result toolCallId=v toolName=Read toolKind=read output=2 durationMs=0',
        'mcp_tool_call_start toolCallId=m server=s toolName=find toolKind=mcp input={}',
        'mcp_tool_error toolCallId=m server=s toolName=find toolKind=mcp error=gone',
      ],
    },
    {
      name: 'are what is said of them before the stream shows them, and an MCP call of the server that was said first',
      drafts: [
        { type: 'tool_call_start', toolCallId: 't', toolName: 'Ba' },
        { type: 'tool_call_start', toolCallId: 't', toolName: 'Ba', toolKind: 'execute' },
        { type: 'tool_call_start', toolCallId: 't', toolName: 'Ba' },
        { type: 'tool_call_ready', toolCallId: 't', toolName: 'Bash', input: 1 },
        { type: 'tool_call_start', toolCallId: 'm', toolName: 'find' },
        { type: 'tool_call_start', toolCallId: 'm', toolName: 'find', mcp: { server: 's', tool: 'find' } },
        { type: 'tool_call_start', toolCallId: 'm', toolName: 'find', mcp: { server: 'other', tool: 'f' }, input: 1 },
        { type: 'tool_call_ready', toolCallId: 'n', toolName: 'find', mcp: { server: 's', tool: 'find' }, input: 1 },
      ],
      events: [
        'tool_call_start toolCallId=t toolName=Bash toolKind=execute inputAccumulated=1',
        'tool_call_ready toolCallId=t toolName=Bash toolKind=execute input=1',
        'mcp_tool_call_start toolCallId=m server=s toolName=find toolKind=mcp input=1',
        'mcp_tool_call_start toolCallId=n server=s toolName=find toolKind=mcp input=1',
        'tool_error toolCallId=t toolName=Bash toolKind=execute error=The turn has ended.',
        'mcp_tool_error toolCallId=m server=s toolName=find toolKind=mcp error=The turn has ended.',
        'mcp_tool_error toolCallId=n server=s toolName=find toolKind=mcp error=The turn has ended.',
      ],
    },
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
        BASH_READY,
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
        BASH_STARTED,
        BASH_READY,
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
        BASH_STARTED,
        BASH_READY,
        'tool_result toolCallId=t toolName=Bash output=1 durationMs=1',
        'tool_call_start toolCallId=t#2 toolName=Bash inputAccumulated=2',
        'tool_call_ready toolCallId=t#2 toolName=Bash input=2',
        'tool_result toolCallId=t#2 toolName=Bash output=2 durationMs=1',
      ],
    },
    {
      name: 'of MCP servers are MCP events only, begun when their input is known',
      drafts: [
        { type: 'tool_call_start', toolCallId: 't', toolName: 'mcp__srv__find', mcp: { server: 'srv', tool: 'find' } },
        { type: 'tool_input_delta', toolCallId: 't', delta: '{"q":1}' },
        { type: 'tool_call_ready', toolCallId: 't' },
        { type: 'tool_result', toolCallId: 't', output: 'found' },
        { type: 'mcp_tool_call_start', toolCallId: 'u', server: 'srv', toolName: 'find', input: {} },
        { type: 'mcp_tool_error', toolCallId: 'u', server: 'srv', toolName: 'find', error: 'gone' },
      ],
      events: [
        'mcp_tool_call_start toolCallId=t server=srv toolName=find toolKind=mcp input={"q":1}',
        'mcp_tool_result toolCallId=t server=srv toolName=find toolKind=mcp output=found',
        'mcp_tool_call_start toolCallId=u server=srv toolName=find toolKind=mcp input={}',
        'mcp_tool_error toolCallId=u server=srv toolName=find toolKind=mcp error=gone',
      ],
    },
    {
      name: 'of a step are closed before the next step',
      drafts: [
        { type: 'step_start' },
        BASH,
        { type: 'step_end' },
        { type: 'step_start', stepType: 'review' },
        { type: 'tool_result', toolCallId: 't', output: 'late' },
      ],
      events: [
        'step_start turnIndex=0 stepIndex=0 stepType=generation',
        BASH_STARTED,
        BASH_READY,
        'tool_error toolCallId=t toolName=Bash error=The agent went on without a result.',
        'step_end turnIndex=0 stepIndex=0',
        'step_start turnIndex=0 stepIndex=1 stepType=review',
        'debug level=warn message=tool_result has no place in the stream (the next step had begun without it): {"type":"tool_result","toolCallId":"t","output":"late"}',
        'step_end turnIndex=0 stepIndex=1',
      ],
      repaired: 1,
    },
    {
      name: 'whose input is said again after their end lose no outcome that then comes',
      drafts: [
        BASH,
        { type: 'tool_result', toolCallId: 't', output: 'x' },
        { type: 'tool_call_ready', toolCallId: 't', toolName: 'Bash', input: 'again' },
        { type: 'tool_result', toolCallId: 't', output: 'of another' },
      ],
      events: [
        BASH_STARTED,
        BASH_READY,
        'tool_result toolCallId=t toolName=Bash output=x durationMs=1',
        'debug level=warn message=tool_result has no place in the stream (its call had ended before its input was said again): {"type":"tool_result","toolCallId":"t","output":"of another"}',
      ],
      repaired: 1,
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
        BASH_STARTED,
        BASH_READY,
        'shell_start command=ls cwd=/ toolCallId=t',
        'shell_stdout_delta delta=a\n toolCallId=t',
        'shell_stdout_delta delta=b\n toolCallId=t',
        'shell_exit exitCode=0 durationMs=3 toolCallId=t',
        'tool_result toolCallId=t toolName=Bash output=1 durationMs=6',
      ],
    },
    {
      name: 'a command that has failed is a call that has failed, and touched no file, also where the agent calls it completed',
      drafts: [
        BASH,
        { type: 'shell_start', toolCallId: 't', command: 'ls', cwd: '/' },
        { type: 'shell_exit', toolCallId: 't', exitCode: 3 },
        { type: 'file_delete', toolCallId: 't', path: '/a' },
        { type: 'tool_result', toolCallId: 't', output: 'no' },
        { type: 'tool_call_start', toolCallId: 'u', toolName: 'Bash', input: 0 },
        { type: 'shell_start', toolCallId: 'u', command: 'ls', cwd: '/' },
        { type: 'shell_exit', toolCallId: 'u', signal: 'SIGKILL' },
        { type: 'tool_result', toolCallId: 'u', output: { killed: true } },
      ],
      events: [
        BASH_STARTED,
        BASH_READY,
        'shell_start command=ls cwd=/ toolCallId=t',
        'shell_exit exitCode=3 durationMs=1 toolCallId=t',
        'tool_error toolCallId=t toolName=Bash error=no',
        'tool_call_start toolCallId=u toolName=Bash inputAccumulated=0',
        'tool_call_ready toolCallId=u toolName=Bash input=0',
        'shell_start command=ls cwd=/ toolCallId=u',
        'shell_exit signal=SIGKILL durationMs=1 toolCallId=u exitCode=-1',
        'tool_error toolCallId=u toolName=Bash error={"killed":true}',
      ],
    },
    {
      name: 'a shell without an exit is closed before the result; output that lost its head is not added, and it is said',
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
        'shell_exit durationMs=1 toolCallId=t exitCode=-1 exitCodeKnown=false',
        'tool_result toolCallId=t toolName=Bash output=1 durationMs=1',
        'tool_call_start toolCallId=u toolName=Bash inputAccumulated=0',
        'tool_call_ready toolCallId=u toolName=Bash input=0',
        'shell_start command=ls cwd=/ toolCallId=u',
        'shell_stdout_delta delta=tail toolCallId=u',
        'debug level=warn message=The output of u was streamed in part (4 characters streamed, 13 in the complete output); its result has the whole.',
        'shell_exit exitCode=1 durationMs=9 toolCallId=u',
        'tool_error toolCallId=u toolName=Bash error=no',
      ],
    },
    {
      name: 'a character that was cut in two is said to be broken; output that the agent itself has cut is not',
      drafts: [
        BASH,
        { type: 'shell_start', toolCallId: 't', command: 'ls', cwd: '/' },
        { type: 'shell_stdout_delta', toolCallId: 't', delta: 'a\uFFFD\uFFFD' },
        { type: 'shell_exit', toolCallId: 't', exitCode: 0, output: 'aé' },
        { type: 'tool_result', toolCallId: 't', output: 'aé' },
        { type: 'tool_call_start', toolCallId: 'u', toolName: 'Bash', input: 0 },
        { type: 'shell_start', toolCallId: 'u', command: 'ls', cwd: '/' },
        { type: 'shell_stdout_delta', toolCallId: 'u', delta: 'one two three' },
        { type: 'shell_exit', toolCallId: 'u', exitCode: 0, output: '… three' },
        { type: 'tool_result', toolCallId: 'u', output: '… three' },
      ],
      events: [
        BASH_STARTED,
        BASH_READY,
        'shell_start command=ls cwd=/ toolCallId=t',
        'shell_stdout_delta delta=a\uFFFD\uFFFD toolCallId=t',
        'debug level=warn message=The output of t was streamed in part (3 characters streamed, 2 in the complete output); its result has the whole.',
        'shell_exit exitCode=0 durationMs=2 toolCallId=t',
        'tool_result toolCallId=t toolName=Bash output=aé durationMs=4',
        'tool_call_start toolCallId=u toolName=Bash inputAccumulated=0',
        'tool_call_ready toolCallId=u toolName=Bash input=0',
        'shell_start command=ls cwd=/ toolCallId=u',
        'shell_stdout_delta delta=one two three toolCallId=u',
        'shell_exit exitCode=0 durationMs=2 toolCallId=u',
        'tool_result toolCallId=u toolName=Bash output=… three durationMs=4',
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
        BASH_STARTED,
        BASH_READY,
        'tool_result toolCallId=t toolName=Bash output=1 durationMs=2',
        'file_read path=/work/a toolCallId=t',
        'file_delete path=/work/b toolCallId=t',
        'file_create path=/work/c byteCount=3',
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
        'image_output mimeType=image/png filePath=/work/a.png',
      ],
      repaired: 1,
    },
  ]);
});

describe('a call', () => {
  const START: EventDraft = { type: 'session_start', sessionId: 's1' };

  it('has the id by which the host knows it before it begins, and another once it comes again', () => {
    const { assembler, events, push } = createBench();
    expect(assembler.publicCallId('t')).toBe('t');
    push(START, BASH, { type: 'tool_result', toolCallId: 't', output: 1 });
    expect(assembler.publicCallId('t')).toBe('t#2');
    push(BASH);
    expect(assembler.publicCallId('t')).toBe('t#2');
    expect(brief(events.at(-1) ?? expect.fail())).toBe(BASH_READY.replace('Id=t', 'Id=t#2'));
  });

  it('whose input never came did not run, even where a new attempt gives it up', () => {
    const { assembler, push, now } = createBench();
    push(START, { type: 'tool_call_start', toolCallId: 't', toolName: 'Bash' });
    assembler.respawn({ attempt: 1, maxAttempts: 2, reason: 'overloaded', delayMs: 5 }, now());
    expect(assembler.openTools).toBe(0);
    expect(assembler.anyToolReady).toBe(false);
  });

  it('of a subagent that is over touches no file any more, and what it says of one is not lost', () => {
    const { assembler, events, push } = createBench({ includeSubagents: true });
    push(START, { type: 'subagent_spawn', subagentId: 'a', agentName: 'finder', prompt: 'find' });
    push({ ...BASH, lane: 'a' }, { type: 'tool_result', toolCallId: 't', output: 1 });
    push({ type: 'subagent_result', subagentId: 'a', summary: 'done' });
    push({ type: 'file_read', path: 'b', toolCallId: 't' });
    expect(brief(events.at(-1) ?? expect.fail())).toMatch(
      /^debug level=warn message=file_read has no place in the stream \(its subagent has ended\)/,
    );
    expect(assembler.repaired).toBe(1);
  });

  it('that nobody knows, or that is one of an MCP server, touches no file, and each is told by its own reason', () => {
    const { events, push } = createBench();
    push(START, { type: 'turn_start' });
    push({ type: 'tool_call_start', toolCallId: 'm', toolName: 'find', mcp: { server: 's', tool: 'find' } });
    const told = events.length;
    push({ type: 'file_read', path: 'b', toolCallId: 'm' }, { type: 'file_read', path: 'b', toolCallId: 'unknown' });
    const reasons = events.slice(told).flatMap((event) => /\((.*?)\)/.exec(brief(event))?.[1] ?? []);
    expect(reasons).toEqual(['an MCP call touches no file', 'no such tool call']);
  });

  it('of a subagent in the background opens a turn where its input goes on after one', () => {
    const { events, push } = createBench({ includeSubagents: true });
    push(START, { type: 'subagent_spawn', subagentId: 'a', agentName: 'finder', prompt: 'find', background: true });
    push({ type: 'tool_call_start', toolCallId: 't', toolName: 'Bash', lane: 'a' });
    push({ type: 'tool_input_delta', toolCallId: 't', delta: '{' }, { type: 'turn_end' });
    const told = events.length;
    push({ type: 'tool_input_delta', toolCallId: 't', delta: '}' });
    expect(events.slice(told).map(brief)).toEqual([
      'turn_start turnIndex=1',
      'tool_input_delta@a toolCallId=t delta=}',
    ]);
  });
});
