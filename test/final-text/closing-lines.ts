/** The lines in which a CLI says the last words of a turn once more: read and altered by no code of the dialects. */
import type { Cassette, CassetteEntry } from '@agent-mux/core/cassette';
import { readPieces } from './native-texts.ts';

type Json = Record<string, unknown>;
type Holder = { readonly holder: Json; readonly field: string };

/** Where a line says the last words, by agent and mode; nowhere in lines of other kinds, and in those of a turn that did not go well. */
const CLOSINGS: Readonly<Record<string, (line: Json, lines: readonly Json[]) => Holder | undefined>> = {
  'claude bidi': inResult,
  'claude oneshot': inResult,
  'claude oneshot-whole': inResult,
  'codex app-server': inCodexTurn,
  'copilot sdk': inSnapshot,
  'cursor stream-json': inResult,
  'omp json': inRunEnd,
  'omp rpc': inRunEnd,
  'pi json': inRunEnd,
  'pi rpc': inRunEnd,
};

const NO_TEXT_IN_ACP = 'the answer to `session/prompt` has a stop reason and no text';

/** The other modes, and why none of their lines can repair another. */
export const WITHOUT_CLOSING_TEXT: Readonly<Record<string, string>> = {
  'codex exec': '`turn.completed` has the usage and no text',
  'copilot acp': NO_TEXT_IN_ACP,
  'copilot jsonl': '`result` names the session and has no text',
  'cursor acp': NO_TEXT_IN_ACP,
  'gemini acp': NO_TEXT_IN_ACP,
  'gemini stream-json': '`result` has statistics and no text',
  'hermes acp': NO_TEXT_IN_ACP,
  'openclaw acp': NO_TEXT_IN_ACP,
  'openclaw exec': 'its one document says everything once',
  'openclaw local': 'its one document says everything once',
  'opencode acp': NO_TEXT_IN_ACP,
  'opencode run': 'it ends by its exit, and the last line `step_finish` has no text',
};

export const MODES_WITH_CLOSING_TEXT: readonly string[] = Object.keys(CLOSINGS);

export interface Closing {
  /** The place of the line in the recording. */
  readonly at: number;
  readonly text: string;
  /** The recording whose line says something else there. */
  say(text: string): Cassette;
}

/** The last line of the recording that says the last words of a turn. */
export function findClosing(cassette: Cassette): Closing | undefined {
  const { header, entries } = cassette;
  const find = CLOSINGS[`${header.agent} ${header.mode}`];
  const lines = entries.map(parse);
  for (const [at, line] of [...lines.entries()].reverse()) {
    const found = find?.(line, lines);
    const text = found?.holder[found.field];
    if (found !== undefined && typeof text === 'string' && text !== '') {
      return {
        at,
        text,
        say: (words) => {
          const changed = structuredClone(line);
          const place = find?.(changed, lines);
          if (place !== undefined) {
            place.holder[place.field] = words;
          }
          return withText(cassette, (index) => (index === at ? JSON.stringify(changed) : undefined));
        },
      };
    }
  }
  return undefined;
}

/** The recording in which nobody can read any other line that has the text, or a piece of the message whose text it is. */
export function spoil(cassette: Cassette, { at, text }: Pick<Closing, 'at' | 'text'>): Cassette {
  const pieces = readPieces(cassette);
  const keys = new Set(pieces.map(({ key }) => key));
  const own = [...keys].filter(
    (key) => pieces.flatMap((piece) => (piece.key === key ? [piece.text] : [])).join('') === text,
  );
  const places = new Set(pieces.flatMap((piece) => (own.includes(piece.key) ? [piece.at] : [])));
  const lines = cassette.entries.map(parse);
  return withText(cassette, (index) => {
    const isPiece = places.has(index) || (cassette.header.agent === 'cursor' && isPieceOfCursor(lines, index));
    const isSpoiled = index !== at && (isPiece || has(lines[index], text));
    const entry = cassette.entries[index];
    return isSpoiled && entry !== undefined && 'text' in entry ? `#${entry.text.slice(0, 40)}` : undefined;
  });
}

/** The texts of Cursor CLI name no message: those behind the last call belong to the last one. */
function isPieceOfCursor(lines: readonly Json[], index: number): boolean {
  const { type, message, model_call_id } = lines[index] ?? {};
  const isText = type === 'assistant' && message !== undefined && model_call_id === undefined;
  return isText && !lines.slice(index).some((line) => line['type'] === 'tool_call');
}

function withText(cassette: Cassette, change: (index: number) => string | undefined): Cassette {
  return {
    ...cassette,
    entries: cassette.entries.map((entry, index): CassetteEntry => {
      const text = change(index);
      return text !== undefined && entry.dir === 'out' && entry.text !== undefined ? { ...entry, text } : entry;
    }),
  };
}

function inResult(line: Json): Holder | undefined {
  return line['type'] === 'result' && line['is_error'] === false ? { holder: line, field: 'result' } : undefined;
}

function inCodexTurn(line: Json, lines: readonly Json[]): Holder | undefined {
  const main = lines.map(({ result }) => record(record(result)['thread'])['id']).find((id) => id !== undefined);
  const { threadId, turn } = record(line['params']);
  const { status, items } = record(turn);
  if (line['method'] !== 'turn/completed' || threadId !== main || status !== 'completed') {
    return undefined;
  }
  const holder = list(items).findLast(({ type }) => type === 'agentMessage');
  return holder && { holder, field: 'text' };
}

function inSnapshot(line: Json): Holder | undefined {
  const { type, agentId, data } = record(record(line['params'])['event']);
  const holder = list(record(data)['messages']).at(-1);
  const isEnd = type === 'model.messages_snapshot' && agentId === undefined && holder?.['role'] === 'assistant';
  return isEnd ? { holder, field: 'content' } : undefined;
}

function inRunEnd(line: Json): Holder | undefined {
  const last = list(line['messages']).findLast(({ role }) => role === 'assistant');
  const isGood = line['isTerminal'] !== false && /^(stop|length)$/.test(String(last?.['stopReason']));
  const holder = list(last?.['content']).findLast(({ type, text }) => type === 'text' && text !== '');
  return line['type'] === 'agent_end' && isGood && holder !== undefined ? { holder, field: 'text' } : undefined;
}

function has(value: unknown, text: string): boolean {
  if (typeof value === 'object' && value !== null) {
    return Object.values(value).some((inner) => has(inner, text));
  }
  return value === text;
}

/** The value itself and no copy, so that it can be altered. */
function record(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}

function list(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.map(record) : [];
}

function parse(entry: CassetteEntry): Json {
  try {
    return entry.dir === 'out' && 'text' in entry ? record(JSON.parse(entry.text)) : {};
  } catch {
    // A line that was cut off says nothing here.
    return {};
  }
}
