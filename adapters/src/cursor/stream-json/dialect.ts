/** Cursor CLI's stream-json: one prompt and its answer. */
import type { Dialect, EventDraft, ExitInfo, ModeContext, Outcome, ResolvedOptions } from '@agent-mux/core';
import type { TokenCounts } from '@agent-mux/events';
import {
  countOf,
  createOneShotDialect,
  debug,
  idOf,
  type KnownFields,
  modelNamed,
  Novelties,
  OneShotTurn,
  objectOf,
  outcomeOfFailure,
  textOf,
  tokensOf,
  usageDrafts,
} from '../../shared/index.ts';
import { AUTH_GUIDANCE } from '../about.ts';
import type { NativeLine, NativeUsage } from '../shared/native.ts';
import { StreamJsonText } from './text.ts';
import { StreamJsonTools } from './tools.ts';

const NOTHING: readonly EventDraft[] = Object.freeze([]);

export const KNOWN_LINES: KnownFields = {
  system: 'type subtype apiKeySource cwd session_id model permissionMode',
  user: 'type message session_id',
  thinking: 'type subtype text session_id timestamp_ms',
  assistant: 'type message session_id timestamp_ms model_call_id',
  tool_call: 'type subtype call_id tool_call model_call_id session_id timestamp_ms',
  connection: 'type subtype attempt endpoint_url session_id timestamp_ms',
  retry: 'type subtype attempt is_resume checkpoint_turn_count session_id timestamp_ms',
  interaction_query: 'type subtype query_type query response session_id timestamp_ms',
  result: 'type subtype duration_ms duration_api_ms is_error result session_id request_id usage',
};

export function createStreamJsonDialect(
  options: ResolvedOptions,
  { maxTextBytes }: Pick<ModeContext, 'maxTextBytes'> = {},
): Dialect {
  const turn = new OneShotTurn();
  const lines = new StreamJsonLines(options, turn, maxTextBytes);
  const isStreamed = options.stream !== false;
  return createOneShotDialect({
    turn,
    streams: { text: isStreamed, thinking: true, toolInput: false },
    parse: (line) => lines.parse(line),
    exitMeaning,
  });
}

class StreamJsonLines {
  readonly #options: ResolvedOptions;
  readonly #turn: OneShotTurn;
  readonly #text: StreamJsonText;
  readonly #tools: StreamJsonTools;
  readonly #novelties = new Novelties(KNOWN_LINES);

  constructor(options: ResolvedOptions, turn: OneShotTurn, maxTextBytes: number | undefined) {
    this.#options = options;
    this.#text = new StreamJsonText(maxTextBytes);
    this.#turn = turn;
    this.#tools = new StreamJsonTools(options);
  }

  parse(line: NativeLine): readonly EventDraft[] {
    const kind = textOf(line.type) ?? 'none';
    const names = this.#novelties.of(kind, line);
    const drafts = this.#read(kind, line);
    return names.length === 0
      ? drafts
      : [...names.map((name) => ({ type: 'unknown_native', name }) as const), ...drafts];
  }

  #read(kind: string, line: NativeLine): readonly EventDraft[] {
    switch (kind) {
      case 'system':
        return line.subtype === 'init'
          ? this.#begin(line)
          : [debug('verbose', `Cursor CLI: ${textOf(line.subtype) ?? '?'}`)];
      case 'thinking':
        return thinking(line);
      case 'assistant':
        return this.#text.read(line);
      case 'tool_call':
        return line.subtype === 'started' ? [...this.#text.stop(), ...this.#tools.read(line)] : this.#tools.read(line);
      case 'retry':
        return line.subtype === 'starting' ? [retry(line)] : NOTHING;
      case 'connection':
        return [debug('info', `Cursor CLI: ${textOf(line.subtype) ?? '?'}`)];
      case 'interaction_query':
        return [debug('verbose', 'Cursor CLI has answered a question of its own: nobody can be asked in this mode.')];
      case 'result':
        return this.#end(line);
      default:
        return NOTHING;
    }
  }

  #begin(line: NativeLine): readonly EventDraft[] {
    const sessionId = idOf(line.session_id);
    if (sessionId === undefined) {
      return NOTHING;
    }
    this.#turn.sessionId = sessionId;
    // It does not say whether the session is an old one.
    const resumed = this.#options.sessionId !== undefined;
    return [{ type: 'session_start', sessionId, resumed, ...modelNamed(line.model) }, this.#turn.begin()];
  }

  #end(line: NativeLine): readonly EventDraft[] {
    const usage: NativeUsage | undefined = objectOf(line.usage);
    const failed = line.is_error === true || line.subtype === 'error';
    return [
      ...this.#text.stop(),
      ...(usage === undefined ? [] : usageDrafts(tokensIn(usage))),
      this.#turn.end(failed ? meaningOf(textOf(line.result) ?? 'Cursor CLI failed.') : undefined),
    ];
  }
}

function thinking({ subtype, text }: NativeLine): readonly EventDraft[] {
  if (subtype === 'completed') {
    return [{ type: 'thinking_stop' }];
  }
  const delta = textOf(text) ?? '';
  return delta === '' ? NOTHING : [{ type: 'thinking_delta', delta }];
}

function retry({ attempt }: NativeLine): EventDraft {
  const count = countOf(attempt);
  // How often it will try, and how long it waits, is not told.
  return {
    type: 'retry',
    attempt: Math.max(1, count),
    maxAttempts: Math.max(1, count),
    reason: 'request failed',
    delayMs: 0,
  };
}

// No price is told, and thoughts are not counted by themselves.
function tokensIn({ inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens }: NativeUsage): TokenCounts {
  return tokensOf({
    input: countOf(inputTokens),
    cacheRead: countOf(cacheReadTokens),
    cacheWrite: countOf(cacheWriteTokens),
    output: countOf(outputTokens),
  });
}

/** Failures are told in words only. */
function meaningOf(message: string): Outcome {
  const isAuth = /Authentication required/.test(message);
  const isRate = /Rate limit exceeded/i.test(message);
  return outcomeOfFailure({
    message,
    guidance: AUTH_GUIDANCE,
    ...(isAuth ? { status: 401 } : isRate ? { status: 429 } : {}),
  });
}

/** It may leave without a result, and say why on stderr. */
function exitMeaning({ stderr }: ExitInfo): Outcome | undefined {
  return /Authentication required|Rate limit exceeded/i.test(stderr) ? meaningOf(stderr.trim()) : undefined;
}
