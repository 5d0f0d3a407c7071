/** Reads the sessions that Codex keeps: one "rollout" file of lines each, in folders by date. */
import { join } from 'node:path';
import type { SessionFile, SessionParser, SessionReader } from '@agent-mux/core';
import type { CostRecord } from '@agent-mux/events';
import {
  countOf,
  createTranscript,
  dateOf,
  type FactsDraft,
  idOf,
  type Native,
  numberOf,
  objectOf,
  parseJson,
  rememberIndex,
  type Transcript,
  textIn,
  textOf,
  toFacts,
} from '../shared/index.ts';

type Line = Native<'timestamp' | 'ordinal' | 'type' | 'payload'>;
type Payload = Native<
  | 'type'
  | 'id'
  | 'cwd'
  | 'model'
  | 'forked_from_id'
  | 'forked_from_ordinal_exclusive'
  | 'history_base'
  | 'source'
  | 'thread_source'
  | 'timestamp'
  | 'message'
  | 'item'
  | 'role'
  | 'content'
  | 'summary'
  | 'name'
  | 'arguments'
  | 'input'
  | 'action'
  | 'call_id'
  | 'output'
  | 'info'
  | 'turn_id'
>;

/** Newer versions compress old files. They are found, so that the reader can say why a session is not listed. */
const COMPRESSED = /\.zst$/;

const DATE_FOLDERS = [/^\d{4}$/, /^\d{2}$/, /^\d{2}$/];

export const codexSessions: SessionReader = {
  places({ env, home, sessionId }) {
    const { CODEX_HOME } = env;
    const root = CODEX_HOME || join(home, '.codex');
    const file = sessionId === undefined ? /^rollout-.*\.jsonl(?:\.zst)?$/ : endingIn(sessionId);
    return [
      { root, path: ['sessions', ...DATE_FOLDERS, file] },
      { root, path: ['archived_sessions', file] },
    ];
  },
  async open(file, { before = Number.POSITIVE_INFINITY } = {}) {
    if (COMPRESSED.test(file.path)) {
      throw new Error('Codex has compressed it (zstd); `zstd -d --keep` makes it readable');
    }
    return createParser(before, await readNames(file));
  },
};

/** Matches the files of a session: a thread that was rewound has another file for each time, with an id of its own after the thread's. */
function endingIn(sessionId: string): RegExp {
  return new RegExp(`^rollout-.*-${sessionId.replaceAll(/[^\w-]/g, '\\$&')}(?:_[\\w-]+)?\\.jsonl(?:\\.zst)?$`);
}

async function readNames({ path, read }: SessionFile): Promise<ReadonlyMap<string, string>> {
  const home = /^(.*)[/\\](?:archived_)?sessions[/\\]/.exec(path)?.[1];
  return home === undefined ? new Map() : readIndex(join(home, 'session_index.jsonl'), read);
}

/** Names that the user gave to threads; the last one counts. */
const readIndex = rememberIndex((index) => {
  const names = new Map<string, string>();
  for (const line of (index ?? '').split('\n')) {
    // A damaged line of the index only costs a name.
    const entry = objectOf<'id' | 'thread_name'>(parseJson(line));
    const id = idOf(entry?.id);
    const name = idOf(entry?.thread_name);
    if (id !== undefined && name !== undefined) {
      names.set(id, name);
    }
  }
  return names;
});

function createParser(before: number, names: ReadonlyMap<string, string>): SessionParser {
  const transcript = createTranscript();
  const known: FactsDraft = {};
  let turnCount = 0;
  let turnId: string | undefined;
  let firstPrompt: string | undefined;

  function prompt(text: string, at: Date | undefined): void {
    if (text.trim() !== '') {
      firstPrompt ??= text;
      transcript.say('user', text, at, turnId);
    }
  }

  function event(payload: Payload, at: Date | undefined): void {
    const item = objectOf<'type' | 'content'>(payload.item);
    if (payload.type === 'task_started') {
      turnCount++;
      turnId = idOf(payload.turn_id);
    } else if (payload.type === 'item_completed' && item?.type === 'UserMessage') {
      prompt(textIn(item.content), at);
    } else if (payload.type === 'user_message') {
      // Older versions had no items in their threads.
      prompt(textOf(payload.message) ?? '', at);
    } else if (payload.type === 'token_count') {
      known.cost = costOf(payload.info) ?? known.cost;
    }
  }

  return {
    see(value) {
      const line: Line | undefined = objectOf(value);
      const payload: Payload | undefined = objectOf(line?.payload);
      const at = dateOf(line?.timestamp);
      if (line === undefined || payload === undefined || (numberOf(line.ordinal) ?? 0) >= before) {
        return;
      }
      switch (line.type) {
        case 'session_meta':
          readMeta(known, payload, before);
          break;
        case 'turn_context':
          known.model = idOf(payload.model) ?? known.model;
          break;
        case 'event_msg':
          event(payload, at);
          break;
        case 'response_item':
          addItem(transcript, payload, at);
          break;
        default:
      }
    },
    facts() {
      return toFacts({ ...known, title: names.get(known.sessionId ?? '') ?? firstPrompt, turnCount });
    },
    messages: () => transcript.messages,
  };
}

/** Reads the header of a file: which session it is, and what it was made of. */
function readMeta(known: FactsDraft, payload: Payload, before: number): void {
  // A fork may repeat the header of its source, so the first header is its own.
  if (known.sessionId !== undefined) {
    return;
  }
  known.sessionId = idOf(payload.id);
  known.createdAt = dateOf(payload.timestamp)?.getTime();
  known.cwd = idOf(payload.cwd);
  known.forkedFrom = idOf(payload.forked_from_id);
  // A rewound thread goes on in a file of its own, which names the lines that it kept (0.169.0).
  const base = objectOf<'thread_id' | 'end_ordinal_exclusive'>(payload.history_base);
  const origin = known.forkedFrom ?? idOf(base?.thread_id);
  const ordinal = numberOf(payload.forked_from_ordinal_exclusive) ?? numberOf(base?.end_ordinal_exclusive);
  if (origin !== undefined && ordinal !== undefined) {
    known.inherits = { sessionId: origin, before: Math.min(ordinal, before) };
  }
  known.isSubagent =
    payload.thread_source === 'subagent' || objectOf<'subagent'>(payload.source)?.subagent !== undefined;
}

/** The key of one message of all that was thought, said and called until the next result or prompt. */
const ANSWER = 'answer';

// Only the assistant's items count, because the user's also contain what Codex adds to a prompt.
function addItem(transcript: Transcript, payload: Payload, at: Date | undefined): void {
  const toolCallId = idOf(payload.call_id) ?? idOf(payload.id) ?? '';
  switch (payload.type) {
    case 'message':
      if (payload.role === 'assistant') {
        transcript.assistant({ key: ANSWER, text: textIn(payload.content), at });
      }
      break;
    case 'reasoning': {
      const thinking = textIn(payload.summary);
      if (thinking !== '') {
        transcript.assistant({ key: ANSWER, thinking, at });
      }
      break;
    }
    case 'function_call':
    case 'custom_tool_call':
    case 'local_shell_call':
    case 'tool_search_call':
    case 'web_search_call': {
      const toolName = idOf(payload.name) ?? payload.type.replace(/_call$/, '');
      const input = inputOf(payload.arguments ?? payload.input ?? payload.action);
      transcript.assistant({ key: ANSWER, toolCalls: [{ toolCallId, toolName, input }], at });
      break;
    }
    case 'function_call_output':
    case 'custom_tool_call_output':
    case 'tool_search_output':
      transcript.toolResult({ toolCallId, output: payload.output, at });
      break;
    default:
  }
}

// The input of a custom tool is plain text.
function inputOf(value: unknown): unknown {
  const text = textOf(value);
  return text === undefined ? value : (parseJson(text) ?? text);
}

function costOf(info: unknown): CostRecord | undefined {
  const total = objectOf<'input_tokens' | 'cached_input_tokens' | 'output_tokens' | 'reasoning_output_tokens'>(
    objectOf<'total_token_usage'>(info)?.total_token_usage,
  );
  return total === undefined
    ? undefined
    : {
        // Codex knows no price.
        totalUsd: 0,
        inputTokens: countOf(total.input_tokens),
        outputTokens: countOf(total.output_tokens),
        thinkingTokens: countOf(total.reasoning_output_tokens),
        cachedTokens: countOf(total.cached_input_tokens),
      };
}
