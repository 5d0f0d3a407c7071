/** Cursor CLI's stream-json: one prompt and its answer. */
import type { Dialect, EventDraft, ModeContext, ResolvedOptions } from '@agent-mux/core';
import type { TokenCounts } from '@agent-mux/events';
import {
  countOf,
  createOneShotDialect,
  debug,
  idOf,
  modelNamed,
  NO_DRAFTS,
  Novelties,
  OneShotTurn,
  objectOf,
  textOf,
  tokensOf,
  usageDrafts,
} from '../../shared/index.ts';
import { exitMeaning, meaningOf } from '../shared/failures.ts';
import type { NativeLine, NativeUsage } from '../shared/native.ts';
import { KNOWN_LINES } from './known.ts';
import { StreamJsonText } from './text.ts';
import { StreamJsonTools } from './tools.ts';

export function createStreamJsonDialect(
  options: ResolvedOptions,
  { maxTextBytes }: Pick<ModeContext, 'maxTextBytes'> = {},
): Dialect {
  const turn = new OneShotTurn();
  const lines = new StreamJsonLines(options, turn, maxTextBytes);
  const isStreamed = options.stream !== false;
  return createOneShotDialect({
    turn,
    lines,
    streams: { text: isStreamed, thinking: true, toolInput: false },
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
    const news = this.#novelties.of(kind, line);
    const drafts = this.#read(kind, line);
    return news.length === 0 ? drafts : [...news, ...drafts];
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
        return line.subtype === 'started'
          ? [...this.#text.called(), ...this.#tools.read(line)]
          : this.#tools.read(line);
      case 'retry':
        return line.subtype === 'starting' ? [retry(line)] : NO_DRAFTS;
      case 'connection':
        return [debug('info', `Cursor CLI: ${textOf(line.subtype) ?? '?'}`)];
      case 'interaction_query':
        return [debug('verbose', 'Cursor CLI has answered a question of its own: nobody can be asked in this mode.')];
      case 'result':
        return this.#end(line);
      default:
        return NO_DRAFTS;
    }
  }

  #begin(line: NativeLine): readonly EventDraft[] {
    const sessionId = idOf(line.session_id);
    if (sessionId === undefined) {
      return NO_DRAFTS;
    }
    this.#turn.sessionId = sessionId;
    // Cursor CLI does not say whether the session is an old one.
    const resumed = this.#options.sessionId !== undefined;
    return [{ type: 'session_start', sessionId, resumed, ...modelNamed(line.model) }, this.#turn.begin()];
  }

  #end(line: NativeLine): readonly EventDraft[] {
    const usage: NativeUsage | undefined = objectOf(line.usage);
    const failed = line.is_error === true || line.subtype === 'error';
    const result = textOf(line.result);
    const { drafts, words } = failed ? { drafts: this.#text.stop() } : this.#text.last(result ?? '');
    return [
      ...drafts,
      ...(usage === undefined ? [] : usageDrafts(tokensIn(usage))),
      this.#turn.end(failed ? meaningOf(result ?? 'Cursor CLI failed.') : undefined, words),
    ];
  }
}

function thinking({ subtype, text }: NativeLine): readonly EventDraft[] {
  if (subtype === 'completed') {
    return [{ type: 'thinking_stop' }];
  }
  const delta = textOf(text) ?? '';
  return delta === '' ? NO_DRAFTS : [{ type: 'thinking_delta', delta }];
}

function retry({ attempt }: NativeLine): EventDraft {
  const count = countOf(attempt);
  // Cursor CLI does not say how often it will try, and how long it waits.
  return {
    type: 'retry',
    attempt: Math.max(1, count),
    maxAttempts: Math.max(1, count),
    reason: 'request failed',
    delayMs: 0,
  };
}

// Cursor CLI sends no price, and does not count thoughts by themselves.
function tokensIn({ inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens }: NativeUsage): TokenCounts {
  return tokensOf({
    input: countOf(inputTokens),
    cacheRead: countOf(cacheReadTokens),
    cacheWrite: countOf(cacheWriteTokens),
    output: countOf(outputTokens),
  });
}
