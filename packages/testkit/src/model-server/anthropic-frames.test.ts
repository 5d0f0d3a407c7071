/** What a step looks like on the wire of Anthropic Messages, byte for byte. */
import { describe, expect, it } from 'vitest';
import type { Finish, Step } from '../scenario/script.ts';
import { errorBody } from './anthropic-errors.ts';
import { streamEvents, wholeMessage } from './anthropic-frames.ts';
import { buildAnswer } from './build-answer.ts';
import { claudeProfile } from './claude-profile.ts';

const context = { cwd: '/srv', markTask: (lane: string, task: string) => `SUB:${lane} ${task}` };

function build(step: Step) {
  return buildAnswer(step, {
    id: 'main_0_0',
    model: 'm',
    toNativeCall: (call) => claudeProfile.toNativeCall(call, context),
  });
}

function streamed(step: Step): string[] {
  return [...streamEvents(build(step))].map((item) => (item.kind === 'frame' ? item.text : JSON.stringify(item)));
}

const frame = (type: string, rest: string): string => `event: ${type}\ndata: {"type":"${type}"${rest}}\n\n`;
const USAGE =
  '"usage":{"input_tokens":100,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"output_tokens":1}';
const HEAD = [
  frame(
    'message_start',
    `,"message":{"id":"msg_main_0_0","type":"message","role":"assistant","model":"m","content":[],"stop_reason":null,"stop_sequence":null,${USAGE}}`,
  ),
  frame('ping', ''),
];
const tail = (reason: string): string[] => [
  frame('message_delta', `,"delta":{"stop_reason":"${reason}","stop_sequence":null},"usage":{"output_tokens":20}`),
  frame('message_stop', ''),
];
const start = (index: number, block: string): string =>
  frame('content_block_start', `,"index":${index},"content_block":${block}`);
const delta = (index: number, value: string): string =>
  frame('content_block_delta', `,"index":${index},"delta":${value}`);
const stop = (index: number): string => frame('content_block_stop', `,"index":${index}`);

describe('a streamed step', () => {
  it('cuts text into deltas of whole code points', () => {
    expect(streamed({ text: 'ab🙂c', chunk: 2 })).toEqual([
      ...HEAD,
      start(0, '{"type":"text","text":""}'),
      delta(0, '{"type":"text_delta","text":"ab"}'),
      delta(0, '{"type":"text_delta","text":"🙂c"}'),
      stop(0),
      ...tail('end_turn'),
    ]);
  });

  it('writes lone surrogates as escapes and line separators as they are', () => {
    expect(streamed({ text: ['\ud83d', '\u2028'] }).slice(3, 5)).toEqual([
      delta(0, '{"type":"text_delta","text":"\\ud83d"}'),
      delta(0, '{"type":"text_delta","text":"\u2028"}'),
    ]);
  });

  it('signs thinking before it ends', () => {
    expect(streamed({ thinking: 'Hm.', parts: [{ kind: 'redacted-thinking', data: 'xx' }] })).toEqual([
      ...HEAD,
      start(0, '{"type":"thinking","thinking":"","signature":""}'),
      delta(0, '{"type":"thinking_delta","thinking":"Hm."}'),
      delta(0, '{"type":"signature_delta","signature":"c2lnbmF0dXJl"}'),
      stop(0),
      start(1, '{"type":"redacted_thinking","data":"xx"}'),
      stop(1),
      ...tail('end_turn'),
    ]);
  });

  it('gives each of several calls a block and an id of its own', () => {
    const read = { kind: 'read', path: 'a.txt' } as const;
    const native = '{"file_path":"/srv/a.txt"}';
    const call = (index: number, id: string): string[] => [
      start(index, `{"type":"tool_use","id":"toolu_main_0_0_${id}","name":"Read","input":{}}`),
      delta(index, '{"type":"input_json_delta","partial_json":""}'),
      delta(index, `{"type":"input_json_delta","partial_json":${JSON.stringify(native)}}`),
      stop(index),
    ];
    expect(streamed({ tools: [read, { ...read, id: 'again' }], chunk: 100 })).toEqual([
      ...HEAD,
      ...call(0, '0'),
      ...call(1, 'again'),
      ...tail('tool_use'),
    ]);
  });

  it('keeps pauses where the script has them', () => {
    const pause = { kind: 'pause', pause: { hold: 'middle' } };
    expect(streamed({ text: ['one', { hold: 'middle' }, 'two'] }).slice(2)).toEqual([
      start(0, '{"type":"text","text":""}'),
      delta(0, '{"type":"text_delta","text":"one"}'),
      JSON.stringify(pause),
      delta(0, '{"type":"text_delta","text":"two"}'),
      stop(0),
      ...tail('end_turn'),
    ]);
  });

  it.each<[Finish, string]>([
    ['stop', 'end_turn'],
    ['tools', 'tool_use'],
    ['length', 'max_tokens'],
    ['context', 'model_context_window_exceeded'],
    ['refusal', 'refusal'],
  ])('ends for %s with %s', (finish, reason) => {
    expect(streamed({ finish })).toEqual([...HEAD, ...tail(reason)]);
  });

  it('reports the cache and the thinking in its usage', () => {
    const usage = { input: 120, output: 34, cacheRead: 16, cacheWrite: 3, reasoning: 7 };
    const [first, , end] = streamed({ usage });
    expect([first?.match(/"usage":(\{.*?\})/)?.[1], end?.match(/"usage":(\{.*\})\}/)?.[1]]).toEqual([
      '{"input_tokens":120,"cache_creation_input_tokens":3,"cache_read_input_tokens":16,"output_tokens":1}',
      '{"output_tokens":34,"output_tokens_details":{"thinking_tokens":7}}',
    ]);
  });
});

describe('a step in one piece', () => {
  it('holds the same blocks', () => {
    const step: Step = { thinking: 'Hm.', text: ['a', { hold: 'g' }, 'b'], tools: [{ kind: 'shell', command: 'ls' }] };
    expect(wholeMessage(build(step))).toEqual({
      id: 'msg_main_0_0',
      type: 'message',
      role: 'assistant',
      model: 'm',
      content: [
        { type: 'thinking', thinking: 'Hm.', signature: 'c2lnbmF0dXJl' },
        { type: 'text', text: 'ab' },
        {
          type: 'tool_use',
          id: 'toolu_main_0_0_0',
          name: 'Bash',
          input: { command: 'ls', description: 'Run a command' },
        },
      ],
      stop_reason: 'tool_use',
      stop_sequence: null,
      usage: { input_tokens: 100, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 20 },
    });
  });
});

it('names errors as the service does', () => {
  expect(errorBody('overloaded', 'main_0_0')).toBe(
    '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"},"request_id":"req_main_0_0"}',
  );
});
