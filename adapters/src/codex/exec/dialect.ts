/** `codex exec --json`: one prompt and what comes of it. Its items are those of the app-server with fewer fields. */
import type { Dialect, EventDraft, Outcome, ResolvedOptions } from '@agent-mux/core';
import {
  countOf,
  createOneShotDialect,
  debug,
  defined,
  isNative,
  listOf,
  type Native,
  Novelties,
  OneShotTurn,
  objectOf,
  textOf,
  usageDrafts,
} from '../../shared/index.ts';
import { Items } from '../shared/tools.ts';
import { exitMeaning, outcomeOfText, refusalOfLog, retryOfText } from './failures.ts';
import { EXEC_FIELDS, type ExecItem, type ExecLine, type ExecUsage, toItem } from './native.ts';

export function createExecDialect(options: ResolvedOptions): Dialect {
  const lines = new ExecLines(options);
  return createOneShotDialect({
    turn: lines.turn,
    lines,
    // Items come when they are complete.
    streams: { text: false, thinking: false, toolInput: false },
    readStderr: (line) => lines.readLog(line),
    exitMeaning: (info) => lines.failure ?? exitMeaning(info),
  });
}

class ExecLines {
  readonly turn: OneShotTurn = new OneShotTurn();
  /** The failure that was announced before the end. */
  failure: Outcome | undefined = undefined;
  readonly #options: ResolvedOptions;
  readonly #items = new Items();
  readonly #novelties = new Novelties(EXEC_FIELDS);
  #retries = 0;
  #refusals = 0;

  constructor(options: ResolvedOptions) {
    this.#options = options;
  }

  parse(line: ExecLine): readonly EventDraft[] {
    const type = textOf(line.type) ?? '?';
    const news = this.#news(type, line);
    const drafts = this.#told(type, line);
    return news.length === 0 ? drafts : [...news, ...drafts];
  }

  /** Reads a line of stderr. */
  readLog(line: string): readonly EventDraft[] {
    // In yolo mode, the settings of the run refuse nothing.
    const drafts = this.#options.approvalMode === 'yolo' ? [] : refusalOfLog(line, this.#refusals);
    this.#refusals += drafts.length > 0 ? 1 : 0;
    return drafts;
  }

  #told(type: string, line: ExecLine): readonly EventDraft[] {
    switch (type) {
      case 'thread.started':
        return this.#began(textOf(line.thread_id) ?? '');
      case 'turn.started':
        return [this.turn.begin()];
      case 'turn.completed':
        return [...this.#usage(line.usage), this.turn.end()];
      case 'turn.failed': {
        const message = textOf(objectOf<'message'>(line.error)?.message) ?? 'Codex failed without a word.';
        return [this.turn.end(outcomeOfText(message))];
      }
      case 'item.started':
      case 'item.updated':
      case 'item.completed':
        return this.#item(type, objectOf(line.item) ?? {});
      case 'error':
        return this.#error(textOf(line.message) ?? '');
      default:
        return [];
    }
  }

  #began(sessionId: string): readonly EventDraft[] {
    if (sessionId === '') {
      return [];
    }
    const { sessionId: resumed, forkSessionId } = this.#options;
    this.turn.sessionId = sessionId;
    return [
      {
        type: 'session_start',
        sessionId,
        // Only the id says it: a continued session keeps its id, a copy has a new one.
        ...(resumed === undefined ? {} : { resumed: true }),
        ...defined({ forkedFrom: forkSessionId }),
      },
    ];
  }

  #item(type: string, native: ExecItem): readonly EventDraft[] {
    const kind = textOf(native.type) ?? '?';
    if (kind === 'error') {
      return [debug('warn', textOf(native.message) ?? '')];
    }
    if (kind === 'todo_list') {
      return type === 'item.completed' ? [] : [debug('info', planText(native.items))];
    }
    const item = toItem(native);
    if (item === undefined) {
      return [];
    }
    if (type !== 'item.completed') {
      return type === 'item.started' ? this.#items.started(item, undefined) : [];
    }
    const drafts = this.#items.completed(item, undefined);
    return kind === 'collab_tool_call' ? [...drafts, ...this.#reports(native.agents_states)] : drafts;
  }

  // Subagents show only in the states that a call about them lists.
  #reports(states: unknown): readonly EventDraft[] {
    return Object.entries(isNative(states) ? states : {}).flatMap(([thread, native]) => {
      const state = objectOf<'status' | 'message'>(native);
      const message = textOf(state?.message) ?? '';
      switch (state?.status) {
        case 'completed':
          this.#items.subagents.said(thread, message);
          return this.#items.subagents.turnEnded(thread, { status: 'completed' });
        case 'errored':
        case 'interrupted':
        case 'not_found':
        case 'shutdown':
          return this.#items.subagents.turnEnded(thread, {
            status: 'failed',
            error: { message: message === '' ? state.status : message },
          });
        default:
          return [];
      }
    });
  }

  #error(message: string): readonly EventDraft[] {
    const retry = retryOfText(message, this.#retries + 1);
    if (retry !== undefined) {
      this.#retries++;
      return retry;
    }
    // `turn.failed` repeats this failure.
    this.failure = outcomeOfText(message);
    return [];
  }

  // Codex counts the thread with all turns that it has had in other processes.
  #usage(native: unknown): readonly EventDraft[] {
    const { sessionId, forkSessionId } = this.#options;
    if (sessionId !== undefined || forkSessionId !== undefined) {
      return [debug('info', 'token_usage: codex exec counts the earlier turns of a session too; it is left out.')];
    }
    const usage: ExecUsage = objectOf(native) ?? {};
    const thinkingTokens = countOf(usage.reasoning_output_tokens);
    return usageDrafts({
      inputTokens: countOf(usage.input_tokens),
      outputTokens: countOf(usage.output_tokens),
      ...(thinkingTokens === 0 ? {} : { thinkingTokens }),
      cachedTokens: countOf(usage.cached_input_tokens),
    });
  }

  #news(type: string, line: Native<'item'>): readonly EventDraft[] {
    const news = this.#novelties.of(type, line);
    return isNative<'type'>(line.item)
      ? [...news, ...this.#novelties.of(`item/${textOf(line.item.type) ?? '?'}`, line.item)]
      : news;
  }
}

function planText(items: unknown): string {
  const steps = listOf(items).map((native) => {
    const item = objectOf<'text' | 'completed'>(native);
    return `[${item?.completed === true ? 'x' : ' '}] ${textOf(item?.text) ?? ''}`;
  });
  return `The plan: ${steps.join('; ')}`;
}
