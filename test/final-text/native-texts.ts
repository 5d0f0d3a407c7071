/** Reads from a recording what the CLI itself says were its texts: from the native lines alone, by no code of the dialects. */
import type { Cassette } from '@agent-mux/core/cassette';

/** The texts are those of the main agent; each list has the order in which they were complete. */
export interface NativeTexts {
  readonly messages: readonly string[];
  readonly thoughts: readonly string[];
  /** What the CLI calls its result, where it does. */
  readonly final?: string;
  /** All messages of the run in one, where the CLI's result is that. */
  readonly joined?: string;
}

type Json = Readonly<Record<string, unknown>>;

/** The key is the agent and the mode. A mode without an entry tells its texts in pieces only. */
const READERS: Readonly<Record<string, (lines: readonly Json[]) => NativeTexts>> = {
  'claude bidi': readClaude,
  'claude oneshot': readClaude,
  'claude oneshot-whole': readClaude,
  'codex app-server': readCodexServer,
  'codex exec': readCodexExec,
  'copilot jsonl': (lines) => readCopilot(lines),
  'copilot sdk': (lines) => readCopilot(lines.map((line) => at(line, 'params', 'event'))),
  'cursor stream-json': readCursor,
  'opencode run': readOpencode,
  'pi json': readPi,
  'pi rpc': readPi,
  'omp json': readPi,
  'omp rpc': readPi,
};

export function readNativeTexts({ header, entries }: Cassette): NativeTexts | undefined {
  const read = READERS[`${header.agent} ${header.mode}`];
  return read?.(entries.flatMap((entry) => (entry.dir === 'out' && 'text' in entry ? parse(entry.text) : [])));
}

function readClaude(lines: readonly Json[]): NativeTexts {
  const blocks = lines
    .filter((line) => line['type'] === 'assistant' && isMain(line['parent_tool_use_id']) && isMain(line['error']))
    .flatMap((line) => list(at(line, 'message')['content']));
  const results = lines.filter((line) => line['type'] === 'result' && line['is_error'] === false);
  const final = results.at(-1)?.['result'];
  return {
    messages: textsOf(blocks, 'text').filter((text) => text !== '(no content)'),
    thoughts: textsOf(blocks, 'thinking'),
    ...(typeof final === 'string' && final !== '' ? { final } : {}),
  };
}

function readCodexServer(lines: readonly Json[]): NativeTexts {
  const main = lines.map((line) => at(line, 'result', 'thread')['id']).find((id) => id !== undefined);
  const items = lines
    .filter((line) => line['method'] === 'item/completed' && at(line, 'params')['threadId'] === main)
    .map((line) => at(line, 'params', 'item'));
  const messages = items.filter(({ type }) => type === 'agentMessage' || type === 'plan');
  const thoughts = items.filter(({ type }) => type === 'reasoning');
  return {
    messages: strings(messages.map(({ text }) => text)),
    thoughts: strings(
      thoughts.flatMap(({ summary, content }) => [
        strings(list(summary)).join('\n\n'),
        strings(list(content)).join(''),
      ]),
    ),
  };
}

function readCodexExec(lines: readonly Json[]): NativeTexts {
  const items = lines.filter(({ type }) => type === 'item.completed').map((line) => at(line, 'item'));
  const textsOfType = (wanted: string): string[] =>
    strings(items.filter(({ type }) => type === wanted).map(({ text }) => text));
  return { messages: textsOfType('agent_message'), thoughts: textsOfType('reasoning') };
}

function readCopilot(events: readonly Json[]): NativeTexts {
  const textsOfType = (wanted: string): string[] =>
    strings(
      events
        .filter(({ type, agentId }) => type === wanted && isMain(agentId))
        .map((event) => at(event, 'data')['content']),
    );
  return { messages: textsOfType('assistant.message'), thoughts: textsOfType('assistant.reasoning') };
}

// Its result repeats each text of the turn without anything between them (2026.07.20), so it is no last message.
function readCursor(lines: readonly Json[]): NativeTexts {
  const results = lines.filter((line) => line['type'] === 'result' && line['is_error'] === false);
  const final = results.at(-1)?.['result'];
  return { messages: [], thoughts: [], ...(typeof final === 'string' ? { joined: final } : {}) };
}

function readOpencode(lines: readonly Json[]): NativeTexts {
  const textsOfType = (wanted: string): string[] =>
    strings(
      lines
        .filter(({ type }) => type === wanted)
        .map((line) => at(line, 'part'))
        .filter(({ synthetic }) => synthetic !== true)
        .map(({ text }) => text),
    );
  return { messages: textsOfType('text'), thoughts: textsOfType('reasoning') };
}

function readPi(lines: readonly Json[]): NativeTexts {
  const blocks = lines
    .filter((line) => line['type'] === 'message_end' && at(line, 'message')['role'] === 'assistant')
    .flatMap((line) => list(at(line, 'message')['content']));
  return { messages: textsOf(blocks, 'text'), thoughts: textsOf(blocks, 'thinking') };
}

/** A piece of a text on the wire: where it stands in the recording, and to which text it belongs. */
export interface NativePiece {
  readonly at: number;
  readonly key: string;
  readonly text: string;
}

/** Pieces of the texts that the modes above complete. */
export function readPieces({ header, entries }: Cassette): readonly NativePiece[] {
  const pieces: NativePiece[] = [];
  // Claude Code and pi number the blocks of the message that has begun last.
  let message = 0;
  for (const [at, entry] of entries.entries()) {
    const [line = {}] = entry.dir === 'out' && 'text' in entry ? parse(entry.text) : [];
    message += beginsMessage(line) ? 1 : 0;
    const piece = readPiece(header.agent, line);
    if (piece !== undefined) {
      pieces.push({ at, key: `${message}:${piece.key}`, text: piece.text });
    }
  }
  return pieces;
}

function beginsMessage(line: Json): boolean {
  return line['type'] === 'message_start' || at(line, 'event')['type'] === 'message_start';
}

function readPiece(agent: string, line: Json): { readonly key: string; readonly text: string } | undefined {
  switch (agent) {
    case 'claude':
      return pieceOf(at(line, 'event')['index'], at(line, 'event', 'delta'), ['text', 'thinking']);
    case 'codex':
      return /^item\/(agentMessage\/d|plan\/d|reasoning\/(summaryTextD|textD))elta$/.test(String(line['method']))
        ? pieceOf(at(line, 'params')['itemId'], at(line, 'params'), ['delta'])
        : undefined;
    case 'copilot': {
      const event = line['type'] === undefined ? at(line, 'params', 'event') : line;
      const data = at(event, 'data');
      return pieceOf(data['messageId'] ?? data['reasoningId'], data, ['deltaContent']);
    }
    case 'pi':
    case 'omp': {
      const piece = at(line, 'assistantMessageEvent');
      return /^(text|thinking)_delta$/.test(String(piece['type']))
        ? pieceOf(piece['contentIndex'], piece, ['delta'])
        : undefined;
    }
    default:
      return undefined;
  }
}

function pieceOf(
  key: unknown,
  fields: Json,
  names: readonly string[],
): { readonly key: string; readonly text: string } | undefined {
  const [text] = strings(names.map((name) => fields[name]));
  return text === undefined ? undefined : { key: String(key), text };
}

function textsOf(blocks: readonly unknown[], type: 'text' | 'thinking'): string[] {
  return strings(
    blocks.map((block) => record(block)).flatMap((block) => (block['type'] === type ? [block[type]] : [])),
  );
}

function strings(values: readonly unknown[]): string[] {
  return values.filter((value): value is string => typeof value === 'string' && value !== '');
}

function isMain(mark: unknown): boolean {
  return mark === undefined || mark === null;
}

function at(value: Json, ...path: readonly string[]): Json {
  return path.reduce((inner, name) => record(inner[name]), value);
}

function record(value: unknown): Json {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function parse(text: string): Json[] {
  try {
    return [record(JSON.parse(text))];
  } catch {
    // A line that was cut off, or that is no JSON, says no complete text.
    return [];
  }
}
