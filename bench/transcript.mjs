/** Writes what a claude CLI says in one turn: the frames of a recorded run, around as much output as is asked for. */
import { closeSync, openSync, writeSync } from 'node:fs';

const SESSION = 'a2e227c0-6144-4f21-9757-b980be5f81cd';
const MESSAGE = 'msg_bench000001';
const TOOL = 'toolu_bench000001';
const USAGE = { input_tokens: 25, cache_creation_input_tokens: 100, cache_read_input_tokens: 2000, output_tokens: 11 };

/** Length of a delta's line with its line feed; 300,000 of them are 74 MB. */
export const DELTA_LINE_BYTES = 247;

const TEXT = 'the quick brown fox jumps over the lazy dog, and keeps running through the wood. ';

/** One message of `count` text deltas. Returns how many characters it has. `isUnusual`: the keys of each delta in another order. */
export function writeDeltas(path, count, { isUnusual = false } = {}) {
  const sink = openSink(path);
  sink.lines(opening());
  sink.lines([block('content_block_start', { content_block: { type: 'text', text: '' } })]);
  const usual = block('content_block_delta', { delta: { type: 'text_delta', text: '' } });
  const { type, ...rest } = usual;
  const frame = isUnusual ? { ...rest, type } : usual;
  const mean = DELTA_LINE_BYTES - JSON.stringify(frame).length - 1;
  const pieces = [];
  for (let n = 0; n < count; n++) {
    // Of different lengths, and cut anywhere, as the pieces of a model's answer are.
    const from = (n * mean) % TEXT.length;
    const text = `${TEXT}${TEXT}`.slice(from, from + mean + ((n % 5) - 2) * 3);
    pieces.push(text);
    frame.event.delta.text = text;
    frame.uuid = uuid(n);
    sink.line(frame);
  }
  const text = pieces.join('');
  sink.lines([complete({ type: 'text', text }), block('content_block_stop', {}), ...ending(text)]);
  sink.close();
  return text.length;
}

/** A shell call whose result is one line of exactly `bytes` bytes, without its line feed. Returns the length of the output. */
export function writeLongLine(path, bytes) {
  const sink = openSink(path);
  sink.lines(opening());
  const input = { command: 'cat big.log' };
  sink.lines([
    block('content_block_start', { content_block: { type: 'tool_use', id: TOOL, name: 'Bash', input: {} } }),
    block('content_block_delta', { delta: { type: 'input_json_delta', partial_json: JSON.stringify(input) } }),
    complete({ type: 'tool_use', id: TOOL, name: 'Bash', input }),
    block('content_block_stop', {}),
    streamed({ type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: USAGE }),
    streamed({ type: 'message_stop' }),
  ]);
  const result = (content) => ({
    type: 'user',
    message: { role: 'user', content: [{ tool_use_id: TOOL, type: 'tool_result', content, is_error: false }] },
    parent_tool_use_id: null,
    session_id: SESSION,
    uuid: uuid(1),
  });
  const room = bytes - JSON.stringify(result('')).length;
  // A line of a log: its line feed takes two bytes in JSON.
  const row = `${TEXT.trim()}\n`;
  const rowBytes = JSON.stringify(row).length - 2;
  const output = row.repeat(Math.floor(room / rowBytes)) + '.'.repeat(room % rowBytes);
  sink.lines([result(output), ...ending('Done.')]);
  sink.close();
  return output.length;
}

/** One word that is not of the protocol, and a turn without output. */
export function writeHello(path) {
  const sink = openSink(path);
  sink.text('hello\n');
  sink.lines([...opening(), ...ending('')]);
  sink.close();
}

function opening() {
  return [
    {
      type: 'system',
      subtype: 'init',
      cwd: '/tmp',
      session_id: SESSION,
      tools: ['Bash', 'Edit', 'Read', 'Write'],
      mcp_servers: [],
      model: 'claude-opus-5-5',
      permissionMode: 'default',
      slash_commands: ['compact', 'context'],
      apiKeySource: 'ANTHROPIC_API_KEY',
      claude_code_version: '2.1.329',
      output_style: 'default',
      agents: ['general-purpose'],
      skills: [],
      plugins: [],
      uuid: uuid(2),
    },
    { type: 'system', subtype: 'status', status: 'requesting', session_id: SESSION, uuid: uuid(3) },
    streamed({
      type: 'message_start',
      message: { id: MESSAGE, type: 'message', role: 'assistant', model: 'claude-opus-5-5', content: [], usage: USAGE },
    }),
  ];
}

function ending(result) {
  return [
    streamed({ type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: USAGE }),
    streamed({ type: 'message_stop' }),
    {
      type: 'result',
      subtype: 'success',
      is_error: false,
      num_turns: 1,
      result,
      terminal_reason: 'completed',
      session_id: SESSION,
      total_cost_usd: 0.00122,
      usage: USAGE,
      modelUsage: {
        'claude-opus-5-5': { inputTokens: 25, outputTokens: 11, costUSD: 0.00122, contextWindow: 1000000 },
      },
      permission_denials: [],
      uuid: uuid(4),
    },
  ];
}

function streamed(event) {
  return { type: 'stream_event', event, session_id: SESSION, parent_tool_use_id: null, uuid: uuid(5) };
}

function block(type, rest) {
  return streamed({ type, index: 0, ...rest });
}

function complete(content) {
  return {
    type: 'assistant',
    message: {
      id: MESSAGE,
      type: 'message',
      role: 'assistant',
      model: 'claude-opus-5-5',
      content: [content],
      usage: USAGE,
    },
    parent_tool_use_id: null,
    session_id: SESSION,
    uuid: uuid(6),
    request_id: 'req_bench000001',
  };
}

// Looks random, as the real ones do, and is the same in every run.
function uuid(n) {
  const hex = (seed) =>
    hash(n + seed)
      .toString(16)
      .padStart(8, '0');
  const [a, b, c, d] = [hex(1), hex(7_919), hex(104_729), hex(1_299_709)];
  return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-a${c.slice(1, 4)}-${c.slice(4)}${d}`;
}

function hash(n) {
  return Math.imul(n + 1, 0x9e3779b1) >>> 0;
}

function openSink(path) {
  const fd = openSync(path, 'w', 0o600);
  let waiting = [];
  const flush = () => {
    writeSync(fd, waiting.join(''));
    waiting = [];
  };
  const sink = {
    text(text) {
      waiting.push(text);
      if (waiting.length > 10_000) {
        flush();
      }
    },
    line: (value) => sink.text(`${JSON.stringify(value)}\n`),
    lines: (values) => values.forEach(sink.line),
    close() {
      flush();
      closeSync(fd);
    },
  };
  return sink;
}
